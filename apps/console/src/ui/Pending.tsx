import { Failure } from './Failure.tsx'
import { Waiting } from './Waiting.tsx'

/** In place of an answer: why it did not come, or that it is on its way. */
export function Pending({ query }: { query: { error: Error | null; refetch(): unknown } }) {
  if (query.error) return <Failure error={query.error} retry={() => void query.refetch()} />
  return <Waiting />
}
