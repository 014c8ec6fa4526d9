import type { RowOf } from '@tianping/contract'
import { useAnswer } from '../../app/calls.ts'
import { usePages } from '../../app/lists.ts'
import { sentOf, type Filter } from '../../app/records/filters.ts'
import type { Type } from './labels.ts'

export type Transaction = RowOf<'POST /api/gettransrecord'>

/** One type's records under a filter; another type or filter starts again at page 1. */
export const useTransRecord = (type: Type, filter: Filter) =>
  usePages('POST /api/gettransrecord', { type: Number(type), ...sentOf(filter) })

/** The picture of a venue by the name its transfers carry. */
export function useVenueIco() {
  const { data } = useAnswer('POST /api/balancelist', {})
  return (name: string) => data?.find(venue => venue.name === name)?.ico
}
