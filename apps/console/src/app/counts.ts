import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsoleCallName } from '@tianping/contract/console'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { call } from './api.ts'
import { listen, type Counter } from './live.ts'
import { meQuery } from './session/me.ts'

/** Asked this often while the stream is down; while it stands, only to be sure. */
const pollMs = { down: 10_000, up: 120_000 }
const name = 'POST /api/console/counts'

let up = false
const watchers = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
function setUp(next: boolean) {
  if (up === next) return
  up = next
  watchers.forEach(watcher => watcher())
}

const countsQuery = (streaming: boolean) =>
  queryOptions({
    queryKey: [name],
    queryFn: ({ signal }) => call(name, {}, signal),
    refetchInterval: streaming ? pollMs.up : pollMs.down,
    refetchIntervalInBackground: false,
    retry: false,
    meta: { inPlace: true },
  })

/**
 * What waits, queue by queue: told by the server as it changes, asked for while the stream is down.
 */
export function useCounts() {
  return useQuery(countsQuery(useSyncExternalStore(watch, () => up)))
}

/**
 * Keeps the stream open, and asks the list of a queue anew as soon as its counter moves. `lists` is
 * every counter with its list.
 */
export function useLiveCounts(lists: readonly [Counter, ConsoleCallName][]) {
  const cache = useQueryClient()
  const { data } = useCounts()
  const seen = useRef(data)
  useEffect(() => {
    const stop = new AbortController()
    listen({
      signal: stop.signal,
      counts: counts => cache.setQueryData([name], counts),
      status: setUp,
      over: () => void cache.refetchQueries({ queryKey: meQuery.queryKey }),
    })
    return () => {
      stop.abort()
      setUp(false)
    }
  }, [cache])
  useEffect(() => {
    const before = seen.current
    seen.current = data
    if (!before || !data) return
    const moved = lists.filter(([counter]) => before[counter] !== data[counter])
    for (const [, list] of moved) void cache.invalidateQueries({ queryKey: [list] })
    if (moved.length > 0) void cache.invalidateQueries({ queryKey: ['POST /api/console/today'] })
  }, [data, cache, lists])
}
