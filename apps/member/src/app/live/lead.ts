// One stream per browser: the tab that holds the lock listens and tells the others.
import { listen, type LiveEvent } from './stream.ts'

const name = 'tianping-live'
/** A tab that listens tells the others every fifteen seconds; one that does not is asleep. */
const asleepMs = 20_000

/** What tabs tell each other; `of` keeps another session's events apart, no event is a beat. */
type Told = { of: string; event?: LiveEvent }
type Hear = (event: LiveEvent) => void

/** The end of a token: enough to tell two sessions apart, and of no use to anybody. */
const markOf = (token: string) => token.slice(-8)

/** Hears a member's events until the signal, from the server or from the tab that listens. */
export function follow(token: string, signal: AbortSignal, hear: Hear) {
  const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null
  const of = markOf(token)
  let seen = ''
  let heardAt = Date.now()
  const take = (event: LiveEvent) => {
    if (event.id !== '' && Number(event.id) > Number(seen)) seen = event.id
    hear(event)
  }
  const lead = (until: AbortSignal) =>
    listen({
      token,
      signal: until,
      after: () => seen,
      alive: () => others?.postMessage({ of } satisfies Told),
      hear: event => {
        others?.postMessage({ of, event } satisfies Told)
        take(event)
      },
    })
  // Where there are no locks, or no way to tell other tabs, each tab has a stream of its own.
  if (!others || !('locks' in navigator)) return void lead(signal)
  others.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data.of !== of) return
    heardAt = Date.now()
    if (data.event) take(data.event)
  })
  signal.addEventListener('abort', () => others.close())
  takeTurns(signal, lead, () => Date.now() - heardAt > asleepMs)
}

/**
 * Leads while this tab holds the lock. Phones put tabs to sleep that nobody looks at, locks and
 * all: a tab that comes to the front takes the lock from one that says nothing.
 */
function takeTurns(
  signal: AbortSignal,
  lead: (until: AbortSignal) => Promise<void>,
  isAsleep: () => boolean,
) {
  let leading = false
  const turn = (steal: boolean): void => {
    const stop = new AbortController()
    const end = () => stop.abort()
    signal.addEventListener('abort', end)
    const hold = async () => {
      leading = true
      await lead(stop.signal)
    }
    const held = steal
      ? navigator.locks.request(name, { steal }, hold)
      : navigator.locks.request(name, { signal }, hold)
    // Another tab took the lock: this one waits for its next turn.
    held.catch(() => {
      end()
      leading = false
      signal.removeEventListener('abort', end)
      if (!signal.aborted) turn(false)
    })
  }
  turn(false)
  const wake = () => {
    if (document.visibilityState === 'visible' && !leading && isAsleep()) turn(true)
  }
  document.addEventListener('visibilitychange', wake)
  signal.addEventListener('abort', () => document.removeEventListener('visibilitychange', wake))
}
