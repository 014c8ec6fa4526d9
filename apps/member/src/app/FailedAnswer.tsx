import { Failed, SkeletonRows } from '../ui/states.tsx'
import { wordsOf } from './api.ts'

type Query = { error: Error | null; isFetching: boolean; refetch: () => unknown }

/** A read that failed: the server's own words when it answered, and the way to ask again. */
export const FailedAnswer = ({ of: { error, isFetching, refetch } }: { of: Query }) => (
  <Failed words={wordsOf(error)} busy={isFetching} onRetry={() => void refetch()} />
)

/** Stands in the place of a read that is not here: it is on its way, or it failed. */
export const Awaited = ({ of: query, rows = 5 }: { of: Query; rows?: number }) =>
  query.error ? <FailedAnswer of={query} /> : <SkeletonRows rows={rows} />
