import { useQuery } from '@tanstack/react-query'
import { call } from './api.ts'

const pollMs = 15_000

/** The figures of the day, asked anew while the page is looked at, and as soon as a queue moves. */
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
