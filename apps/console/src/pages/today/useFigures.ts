import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { call } from '../../app/api.ts'

export type Figures = ConsoleGiven<'POST /api/console/figures'>
export const spans = [7, 30, 90] as const
export type Span = (typeof spans)[number]

/** The days behind today. The newest is under way, so it is asked again while it is looked at. */
export function useFigures(days: Span) {
  const name = 'POST /api/console/figures'
  return useQuery({
    queryKey: [name, days],
    queryFn: ({ signal }) => call(name, { days }, signal),
    refetchInterval: 60_000,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  })
}
