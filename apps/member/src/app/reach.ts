import { useSyncExternalStore } from 'react'

/** Since when no answer came, and when the last one did: times in ms, 0 for never. */
type Reach = { lostAt: number; lastAt: number }
let reach: Reach = { lostAt: 0, lastAt: Date.now() }
const watchers = new Set<() => void>()
const change = (next: Reach) => {
  const seen = (next.lostAt === 0) !== (reach.lostAt === 0)
  reach = next
  if (seen) for (const watcher of watchers) watcher()
}

/** Notes that the server answered, or that it did not. */
export const noteReach = (reached: boolean) =>
  change(
    reached ? { lostAt: 0, lastAt: Date.now() } : { ...reach, lostAt: reach.lostAt || Date.now() },
  )

/** When the last answer came, in ms, while the network is lost; null while it is there. */
export const useLostSince = () =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => (reach.lostAt ? reach.lastAt : null),
  )

/** Follows what the browser says of its network. Called once at the start. */
export function watchReach() {
  addEventListener('offline', () => noteReach(false))
  addEventListener('online', () => noteReach(true))
  if (!navigator.onLine) noteReach(false)
}
