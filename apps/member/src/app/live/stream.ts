import type { LiveEvents } from '@tianping/contract/live/facts'
import { baseUrl } from '../session.ts'

/** The server beats every fifteen seconds: a line that is silent for longer is dead. */
const silenceMs = 40_000
const waitMs = { first: 1_000, most: 60_000, full: 300_000 }

export type LiveEvent = {
  [K in keyof LiveEvents]: { kind: K; id: string; data: LiveEvents[K] }
}[keyof LiveEvents]

export type Listener = {
  token: string
  signal: AbortSignal
  /** The last message that any tab has seen. */
  after: () => string
  hear: (event: LiveEvent) => void
  /** Something came, if only a beat. */
  alive: () => void
}

/**
 * Listens until it is aborted. A line that breaks is taken up behind the last message, first soon,
 * then ever later; polling goes on as the documents have it.
 */
export async function listen(listener: Listener): Promise<void> {
  const { signal } = listener
  let wait = waitMs.first
  while (!signal.aborted) {
    const began = Date.now()
    const end = await once(listener).catch(() => 'broken')
    if (signal.aborted || end === 'over') return
    wait = Date.now() - began > silenceMs ? waitMs.first : Math.min(wait * 2, waitMs.most)
    await rested(end === 'full' ? waitMs.full : wait * (0.75 + Math.random() / 2), signal)
  }
}

/** Waits, no longer than until it is called off. */
const rested = (ms: number, signal: AbortSignal) =>
  new Promise<void>(done => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })

/** One line, to its end; answers what was said last of it. */
async function once({ token, signal, after, hear, alive }: Listener): Promise<string> {
  const stop = new AbortController()
  const follow = () => stop.abort()
  signal.addEventListener('abort', follow)
  let watchdog: ReturnType<typeof setTimeout> | undefined
  const watch = () => {
    clearTimeout(watchdog)
    watchdog = setTimeout(follow, silenceMs)
  }
  let last = ''
  watch()
  try {
    const seen = after()
    const response = await fetch(`${baseUrl()}/api/live${seen ? `?after=${seen}` : ''}`, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      cache: 'no-store',
      signal: stop.signal,
    })
    for await (const text of texts(response)) {
      watch()
      alive()
      for (const event of text) {
        last = event.kind
        hear(event)
      }
    }
    return last
  } finally {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', follow)
  }
}

/** The events of a stream, as many at once as came together. */
async function* texts(response: Response): AsyncGenerator<LiveEvent[]> {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
    throw new Error('no stream')
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += decoder.decode(value, { stream: true })
    const whole = text.split('\n\n')
    text = whole.pop() ?? ''
    yield whole.flatMap(eventOf)
  }
}

/** What is no event of ours, such as a beat, is passed over. */
export function eventOf(lines: string): LiveEvent[] {
  const kind = /^event: (\w+)$/m.exec(lines)?.[1]
  const data = /^data: (.*)$/m.exec(lines)?.[1]
  if (!kind || !data) return []
  const id = /^id: (\d+)$/m.exec(lines)?.[1] ?? ''
  return [{ kind, id, data: JSON.parse(data) } as LiveEvent]
}
