import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ConsoleCallName } from '@tianping/contract/console'
import { call } from './api.ts'
import { counters, type Counter } from './routes.ts'

const pollMs = 10_000

/** The figures of the day and the queues, asked every ten seconds while the page is looked at. */
export function useToday() {
  return useQuery({
    queryKey: ['POST /api/console/today'],
    queryFn: ({ signal }) => call('POST /api/console/today', {}, signal),
    refetchInterval: pollMs,
    refetchIntervalInBackground: false,
    retry: false,
    meta: { inPlace: true },
  })
}

/** Lists of a queue are asked anew as soon as its counter moves, so that new items appear without a reload. */
export function useFreshQueues() {
  const { data } = useToday()
  const cache = useQueryClient()
  const seen = useRef(data)
  useEffect(() => {
    const before = seen.current
    seen.current = data
    if (!before || !data) return
    for (const [counter, list] of Object.entries(counters) as [Counter, ConsoleCallName][]) {
      if (before[counter] !== data[counter]) void cache.invalidateQueries({ queryKey: [list] })
    }
  }, [data, cache])
}
