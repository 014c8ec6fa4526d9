import { Failed } from '../ui/states.tsx'
import { wordsOf } from './api.ts'

type Query = { error: Error | null; isFetching: boolean; refetch: () => unknown }

/** A read that failed: the server's own words when it answered, and the way to ask again. */
export const FailedAnswer = ({ of: { error, isFetching, refetch } }: { of: Query }) => (
  <Failed words={wordsOf(error)} busy={isFetching} onRetry={() => void refetch()} />
)
