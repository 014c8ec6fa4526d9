import type { UseQueryResult } from '@tanstack/react-query'
import { Failure } from '../../ui/Failure.tsx'
import { Waiting } from '../../ui/Waiting.tsx'

/** Stands where a query has no data yet: a failure that can be retried, or the waiting sign. */
export function Unloaded({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  if (query.error) return <Failure error={query.error} retry={() => void query.refetch()} />
  return <Waiting />
}
