import type { RowOf } from '@tianping/contract'
import { useAnswer } from '../../app/calls.ts'
import { usePages } from '../../app/lists.ts'
import { sentOf, type Filter } from '../../app/records/filters.ts'

export type Bet = RowOf<'POST /api/betrecord'>

/** The bets under a filter; another filter starts again at page 1. */
export const useBetRecord = (filter: Filter) => usePages('POST /api/betrecord', sentOf(filter))

/** The picture of a venue. */
export function useVenueIco() {
  const { data } = useAnswer('POST /api/balancelist', {})
  return (platname: string) => data?.find(venue => venue.platname === platname)?.ico
}
