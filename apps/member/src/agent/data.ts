import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import type { Given, RowOf, Sent } from '@tianping/contract'
import { endless } from '../ui/endless.ts'
import type { Paged } from '../ui/InfiniteList.tsx'
import { toast } from '../ui/layer/toast.tsx'
import { call, Refused, Unreachable } from './call.ts'
import { end } from './session.ts'

const wordsOf = (error: Error | null) => (error instanceof Refused ? error.message : undefined)

const freshMs = 30_000

/**
 * The site's answers. A session that is over, or an agent that is none any more, leads to the
 * log-in.
 */
export const cache = new QueryClient({
  queryCache: new QueryCache({
    onError: error => {
      if (!(error instanceof Refused)) return
      toast(error.message, 'danger')
      if (error.code === 401 || error.code === 403) end()
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      refetchOnWindowFocus: false,
      // Without a network a read fails and says so; otherwise it would wait for one in silence.
      networkMode: 'always',
      retry: (failures, error) => error instanceof Unreachable && failures < 2,
    },
  },
})

type Read =
  | 'POST /api/agent/summary'
  | 'POST /api/agent/invite'
  | 'POST /api/agent/statement'
  | 'POST /api/agent/channels'

export function useAnswer<N extends Read>(name: N, payload: Sent<N>) {
  const { data, isError, error, isFetching, refetch } = useQuery({
    queryKey: [name, payload],
    queryFn: ({ signal }) => call(name, payload, signal),
    placeholderData: keepPreviousData,
  })
  return {
    data: data as Given<N> | undefined,
    failed: isError,
    words: wordsOf(error),
    busy: isFetching,
    retry: () => void refetch(),
  }
}

type List = 'POST /api/agent/team' | 'POST /api/agent/statements'

/** A paged call as one list that reads on. */
export function usePages<N extends List>(
  name: N,
  payload: Omit<Sent<N> & object, 'page'>,
): Paged<RowOf<N>> & { total: number } {
  const query = useInfiniteQuery({
    queryKey: [name, payload],
    queryFn: ({ pageParam, signal }) =>
      call(name, { ...payload, page: pageParam } as Sent<N>, signal),
    initialPageParam: 1,
    getNextPageParam: last =>
      last.current_page < last.last_page ? last.current_page + 1 : undefined,
  })
  const pages = query.data?.pages
  return {
    rows: pages?.flatMap(page => page.data as RowOf<N>[]),
    total: pages?.at(-1)?.total ?? 0,
    ...endless(query),
    words: wordsOf(query.error),
  }
}

/** The days of the team as one list that reads on, the newest first. */
export function useDays() {
  const name = 'POST /api/agent/days'
  const query = useInfiniteQuery({
    queryKey: [name],
    queryFn: ({ pageParam, signal }) => call(name, { before: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: last => last.before || undefined,
  })
  return {
    rows: query.data?.pages.flatMap(page => page.days),
    ...endless(query),
    words: wordsOf(query.error),
  }
}
