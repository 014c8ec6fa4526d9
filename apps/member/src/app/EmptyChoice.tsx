import { FailedAnswer } from './FailedAnswer.tsx'

type Query = {
  data: unknown
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** Why a sheet has nothing to choose: still coming, refused or not answered, or an empty list. */
export function EmptyChoice({ of: query, text = '空空如也' }: { of: Query; text?: string }) {
  if (query.data !== undefined) return <p className="muted">{text}</p>
  return query.error ? <FailedAnswer of={query} /> : <p className="muted">加载中...</p>
}
