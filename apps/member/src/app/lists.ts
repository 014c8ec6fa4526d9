import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import type { CallName, Given, Sent } from '@tianping/contract'
import { useEffect } from 'react'
import { endless } from '../ui/endless.ts'
import type { Paged } from '../ui/InfiniteList.tsx'
import { call, wordsOf } from './api.ts'
import { cache, keyOf } from './cache.ts'
import { whenDrawn } from './calls.ts'

type Page<T> = { data: T[]; current_page: number; last_page: number; total: number }
type PageOf<N extends CallName> =
  Given<N> extends Page<infer T>
    ? Page<T>
    : Given<N> extends { list: Page<infer T> } | { bets: Page<infer T> }
      ? Page<T>
      : never
type RowIn<N extends CallName> = PageOf<N>['data'][number]

/** The page of an answer: the whole of it, or the list it carries beside its figures. */
const pageIn = <N extends CallName>(given: Given<N>) => {
  const { list, bets } = given as { list?: PageOf<N>; bets?: PageOf<N> }
  return (list ?? bets ?? given) as Page<RowIn<N>>
}

/** Forgets all pages of a list but the first, which shows at once when the list is opened again. */
const keepFirstPage = (queryKey: readonly unknown[]) =>
  cache.setQueryData<InfiniteData<unknown>>(
    queryKey,
    all => all && { pages: all.pages.slice(0, 1), pageParams: all.pageParams.slice(0, 1) },
  )

/**
 * Reads a paged call as one list for `InfiniteList`; another payload starts again at page 1.
 * `first` is the whole first answer, for the figures some lists carry beside their rows.
 */
export function usePages<N extends CallName>(
  name: N,
  payload: Omit<Sent<N> & object, 'page'>,
  { enabled = true }: { enabled?: boolean } = {},
): Paged<RowIn<N>> & {
  total: number
  first: Given<N> | undefined
} {
  const query = useInfiniteQuery({
    queryKey: keyOf(name, payload),
    queryFn: async ({ pageParam, signal, queryKey }) => {
      await whenDrawn(queryKey)
      return (await call(name, { ...payload, page: pageParam } as Sent<N>, { signal })).data
    },
    initialPageParam: 1,
    getNextPageParam: (last, all) => {
      const { last_page, total } = pageIn<N>(last)
      const read = all.reduce((sum, given) => sum + pageIn<N>(given).data.length, 0)
      return all.length < last_page && read < total ? all.length + 1 : undefined
    },
    staleTime: 0,
    enabled,
  })
  // The next visit, and the next time of this filter, starts at page 1 (P2-4-17).
  const list = JSON.stringify(keyOf(name, payload))
  useEffect(() => () => void keepFirstPage(JSON.parse(list) as unknown[]), [list])
  const pages = query.data?.pages
  return {
    rows: pages?.flatMap(given => pageIn<N>(given).data),
    total: pages?.[0] ? pageIn<N>(pages[0]).total : 0,
    first: pages?.[0],
    ...endless(query),
    words: wordsOf(query.error),
  }
}
