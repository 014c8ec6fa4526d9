// One stream per browser: the tab that holds the lock listens and tells the others.
import { listen, type LiveEvent } from './stream.ts'

const name = 'tianping-live'

/** What tabs tell each other; `of` keeps the events of another session apart. */
type Told = { of: string; event: LiveEvent }

/** The end of a token: enough to tell two sessions apart, and of no use to anybody. */
const markOf = (token: string) => token.slice(-8)

/** Hears a member's events until the signal, from the server or from the tab that listens. */
export function follow(token: string, signal: AbortSignal, hear: (event: LiveEvent) => void) {
  const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null
  let seen = ''
  const take = (event: LiveEvent) => {
    if (event.id !== '' && Number(event.id) > Number(seen)) seen = event.id
    hear(event)
  }
  others?.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data.of === markOf(token)) take(data.event)
  })
  signal.addEventListener('abort', () => others?.close())
  const lead = () =>
    listen({
      token,
      signal,
      after: () => seen,
      hear: event => {
        others?.postMessage({ of: markOf(token), event } satisfies Told)
        take(event)
      },
    })
  // Where there are no locks, or no way to tell other tabs, each tab has a stream of its own.
  if (!others || !('locks' in navigator)) void lead()
  else void navigator.locks.request(name, { signal }, lead).catch(() => undefined)
}
