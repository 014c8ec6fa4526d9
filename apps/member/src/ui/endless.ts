import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { Paged } from './InfiniteList.tsx'

type Query = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetching' | 'isError' | 'isFetchNextPageError' | 'fetchNextPage' | 'refetch'
>
type Way = Pick<Paged<never>, 'hasMore' | 'loading' | 'failed' | 'onMore' | 'onRetry'>

/** How a list in pages stands, and the ways on: the next page, or once more what failed. */
export const endless = (query: Query): Way => ({
  hasMore: query.hasNextPage,
  loading: query.isFetching,
  failed: query.isError,
  onMore: () => {
    if (!query.isFetching) void query.fetchNextPage()
  },
  onRetry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
})
