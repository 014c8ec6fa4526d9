import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { LiveEvents } from '@tianping/contract/live/facts'
import { onTestFinished } from 'vitest'
import type { TestSite } from './site.ts'

/** Where a site listens, from now on. */
export async function listening(site: TestSite): Promise<string> {
  return site.app.listen({ port: 0, host: '127.0.0.1' })
}

type Kind = keyof LiveEvents
type Event = { [K in Kind]: { kind: K; id: string; data: LiveEvents[K] } }[Kind]

export type OpenStream = {
  headers: IncomingHttpHeaders
  /** All that came, in order, without beats. */
  events: Event[]
  /** Waits for an event that holds; those before it are passed over and kept in `events`. */
  next<K extends Kind>(kind: K, holds?: (data: LiveEvents[K]) => boolean): Promise<LiveEvents[K]>
  /** Reads to the end. */
  ended(): Promise<void>
  close(): void
}

/** Opens a member's stream; closed at the end of the test. */
export async function openStream(
  origin: string,
  token: string,
  { after = '', headers = {} }: { after?: string; headers?: Record<string, string> } = {},
): Promise<OpenStream> {
  const response = await new Promise<IncomingMessage>((done, failed) => {
    // A connection of its own, which nothing outlives.
    const asked = request(`${origin}/api/live`, {
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        ...(after ? { 'last-event-id': after } : {}),
        ...headers,
      },
    })
    asked.on('response', done).on('error', failed).end()
  })
  onTestFinished(() => void response.destroy())
  response.setEncoding('utf8').on('error', () => {})
  const chunks = response.iterator() as AsyncIterator<string>
  const events: Event[] = []
  let text = ''
  let seen = 0
  /** Reads one event; false at the end. */
  const read = async (): Promise<boolean> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end < 0) {
        const { done, value } = await chunks.next()
        if (done) return false
        text += value
        continue
      }
      const lines = text.slice(0, end)
      text = text.slice(end + 2)
      const kind = /^event: (.*)$/m.exec(lines)?.[1]
      if (kind === undefined) continue
      const data: unknown = JSON.parse(/^data: (.*)$/m.exec(lines)![1]!)
      events.push({ kind, id: /^id: (.*)$/m.exec(lines)?.[1] ?? '', data } as Event)
      return true
    }
  }
  return {
    headers: response.headers,
    events,
    next: async (kind, holds = () => true) => {
      for (;;) {
        const event = events[seen]
        if (!event) {
          if (!(await read())) throw new Error(`the stream ended before ${kind}`)
          continue
        }
        seen++
        if (event.kind === kind && holds(event.data as never)) return event.data as never
      }
    },
    ended: async () => {
      while (await read());
    },
    close: () => void response.destroy(),
  }
}
