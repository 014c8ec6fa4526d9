import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from './api.ts'

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
    if (seen.current && data && seen.current.deposits_pending !== data.deposits_pending) void cache.invalidateQueries({ queryKey: ['POST /api/console/deposits/list'] })
    if (seen.current && data && seen.current.withdrawals_pending !== data.withdrawals_pending) void cache.invalidateQueries({ queryKey: ['POST /api/console/withdrawals/list'] })
    seen.current = data
  }, [data, cache])
}
