import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ConsoleGiven, ConsoleRowOf, ConsoleSent } from '@tianping/contract/console'
import { createElement, useEffect, useEffectEvent, type ReactNode } from 'react'
import { go, useAddress } from '../../app/address.ts'
import { call, type PlainCall } from '../../app/api.ts'
import { useHidden } from './hiddenColumns.ts'
import { readFilters, writeFilters, type Filters } from './filters.ts'
import type { Choosable } from './listed.ts'
import { ListTools } from './ListTools.tsx'

/** The calls of the contract that answer a page of rows. */
export type ListCall = {
  [N in PlainCall]: ConsoleGiven<N> extends { data: unknown[]; last_page: number } ? N : never
}[PlainCall]

export type ListTable<Row, F> = {
  filters: F & { page: number }
  /** Sets filters and returns to page 1, closing what was open. */
  set(filters: Partial<F>): void
  setPage(page: number): void
  rows: Row[]
  total: number
  perPage: number
  /** The first answer for these filters is still on its way. */
  loading: boolean
  error: Error | null
  refresh(): void
  refreshing: boolean
  updatedAt: number
  /** What stands above the rows: saved views, choice of columns, a file. */
  tools(columns: readonly Choosable[]): ReactNode
  /** The columns without those that were left out. */
  shown<C extends Choosable>(columns: readonly C[]): C[]
}

/**
 * One list of the contract: the page and the filters stand in the address, so that a link, a reload
 * and the way back show the same rows. `defaults` are the filters with their resting values; `more`
 * are fields made of the filters, sent along and not shown in the address.
 */
export function useTable<N extends ListCall, F extends Filters>(
  name: N,
  defaults: F,
  more: (filters: F) => Partial<ConsoleSent<N>> = () => ({}),
): ListTable<ConsoleRowOf<N>, F> {
  const { path, search } = useAddress()
  const hidden = useHidden(name)
  const all: F & { page: number } = { ...defaults, page: 1 }
  const filters = readFilters(all, search)
  const sent = { ...filters, ...more(filters) }
  const query = useQuery({
    queryKey: [name, sent],
    queryFn: ({ signal }) => call(name, sent as ConsoleSent<N>, signal),
    placeholderData: keepPreviousData,
  })
  const page = query.data as
    | { data: ConsoleRowOf<N>[]; total: number; per_page: number; last_page: number }
    | undefined
  const write = (next: Partial<Filters>, closing: boolean) => {
    const kept = new URLSearchParams(search)
    if (closing) kept.delete('open')
    const written = writeFilters<Filters>(all, next, kept.toString())
    go(written ? `${path}?${written}` : path, true)
  }
  // The last rows of the last page were decided meanwhile: step back rather than show an empty
  // page.
  const beyond =
    !query.isPlaceholderData && page !== undefined && filters.page > page.last_page
      ? page.last_page
      : 0
  const stepBack = useEffectEvent(() => write({ page: beyond }, false))
  useEffect(() => {
    if (beyond) stepBack()
  }, [beyond])
  return {
    filters,
    set: next => write({ ...next, page: 1 }, true),
    setPage: next => write({ page: next }, false),
    rows: page?.data ?? [],
    total: page?.total ?? 0,
    perPage: page?.per_page ?? 10,
    loading: query.isPending || query.isPlaceholderData,
    error: page ? null : query.error,
    refresh: () => void query.refetch(),
    refreshing: query.isFetching,
    updatedAt: query.dataUpdatedAt,
    tools: columns =>
      createElement(ListTools, {
        listed: {
          list: name,
          sent: withoutPage(sent),
          sample: page?.data[0] as object | undefined,
          total: page?.total ?? 0,
          hidden,
        },
        columns,
      }),
    shown: columns =>
      columns.filter(each => typeof each.title !== 'string' || !hidden.includes(String(each.key))),
  }
}

function withoutPage({
  page: _page,
  ...filters
}: Record<string, unknown>): Record<string, unknown> {
  return filters
}
