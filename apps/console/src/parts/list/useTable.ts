import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ConsoleGiven, ConsoleRowOf, ConsoleSent } from '@tianping/contract/console'
import { createElement, useEffect, useEffectEvent, type ReactNode } from 'react'
import { amend, useAddress } from '../../app/address.ts'
import { useReads } from '../../app/params.ts'
import { call, type PlainCall } from '../../app/api.ts'
import { useHidden } from './hiddenColumns.ts'
import { readFilters, understood, writeFilters, type Filters } from './filters.ts'
import type { Choosable } from './listed.ts'
import { density, pageSize } from './kept.ts'
import { ListTools } from './ListTools.tsx'
import {
  isStandard,
  sortAs,
  sortOf,
  standardFilters,
  stepTo,
  type Neighbours,
  type StandardFilters,
} from './standard.ts'
import { sortsOf, type SortedList } from '@tianping/contract/sorts'
import type { Keyed } from '../../ui/Rows.tsx'

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
  keyed: Keyed | undefined
  density: string
  /** What stands above the rows: saved views, choice of columns, a file. */
  tools(columns: readonly Choosable[]): ReactNode
  /** The columns without those that were left out. */
  shown<C extends Choosable>(columns: readonly C[]): C[]
}

/** The filters of a list: its own, and where it is paged by key those of every such list. */
type AllFilters<N, F> = N extends SortedList ? F & StandardFilters : F
/** Fields made of the filters; a filter that only the address knows is `undefined` here. */
type More<N extends ListCall, F> = Partial<ConsoleSent<N>> & { [Name in keyof F]?: undefined }

/**
 * One list of the contract: the page and the filters stand in the address, so that a link, a reload
 * and the way back show the same rows. `defaults` are the filters with their resting values; `more`
 * are fields made of the filters, sent along and not shown in the address. Of two lists in one view
 * the second one has `apart` before its names in the address.
 */
export function useTable<N extends ListCall, F extends Filters>(
  name: N,
  defaults: F,
  more: (filters: F) => Partial<ConsoleSent<N>> | More<N, F> = () => ({}),
  apart = '',
): ListTable<ConsoleRowOf<N>, AllFilters<N, F>> {
  const { path, search } = useAddress()
  const hidden = useHidden(name)
  const standard = isStandard(name)
  const per = pageSize.use()
  const all = { ...(standard && standardFilters), ...defaults, page: 1 } as AllFilters<N, F> & {
    page: number
  }
  const filters = readFilters(all, search, apart)
  useReads(understood(all, search, apart))
  const sent = { ...narrowing(filters), ...(standard && { per }), ...more(filters) }
  const query = useQuery({
    queryKey: [name, sent],
    queryFn: ({ signal }) => call(name, sent as ConsoleSent<N>, signal),
    placeholderData: keepPreviousData,
  })
  const page = query.data as Page<ConsoleRowOf<N>> | undefined
  const write = (next: Partial<Filters>, closing: boolean) =>
    amend(path, now => {
      const kept = new URLSearchParams(now)
      if (closing) kept.delete('open')
      return writeFilters<Filters>(all, next, kept.toString(), apart)
    })
  // The last rows of the last page were decided meanwhile: step back rather than show an empty
  // page.
  const beyond =
    !query.isPlaceholderData && page !== undefined && isBeyond(filters, page) ? page.last_page : 0
  const stepBack = useEffectEvent(() => write({ page: beyond, cursor: '' }, false))
  useEffect(() => {
    if (beyond) stepBack()
  }, [beyond])
  return {
    filters,
    set: next => write({ ...next, page: 1, cursor: '' }, true),
    setPage: next => write(stepTo(next, filters.page, page ?? {}), false),
    ...shownOf(page),
    loading: query.isPending || query.isPlaceholderData,
    error: page ? null : query.error,
    refresh: () => void query.refetch(),
    refreshing: query.isFetching,
    updatedAt: query.dataUpdatedAt,
    density: density.use(),
    keyed: standard ? keyedBy(name, filters, page?.next, write) : undefined,
    tools: columns =>
      createElement(ListTools, {
        listed: {
          list: name,
          sent: withoutPage(sent),
          sample: page?.data[0] as object | undefined,
          total: shownOf(page).total,
          hidden,
        },
        columns,
      }),
    shown: columns =>
      columns.filter(each => typeof each.title !== 'string' || !hidden.includes(String(each.key))),
  }
}

/** Without fields of the standard that narrow nothing: not every list knows each of them. */
const narrowing = (filters: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(filters).filter(
      ([name, value]) => value !== '' || !Object.hasOwn(standardFilters, name),
    ),
  )

type Page<Row> = { data: Row[]; total: number; per_page: number; last_page: number } & Neighbours
const noPage = { data: [], total: 0, per_page: 10 }

function shownOf<Row>(page: Page<Row> | undefined) {
  const { data, total, per_page: perPage } = page ?? noPage
  return { rows: data, total, perPage }
}

/** What a list that is paged by key offers beside its rows. */
const keyedBy = (
  list: string,
  { sort = '' }: { page: number; sort?: string },
  next: string | undefined,
  write: (filters: Partial<Filters>, closing: boolean) => void,
): Keyed => ({
  sizes: pageSize.choices,
  setPer: size => {
    pageSize.choose(size as (typeof pageSize.choices)[number])
    write({ page: 1, cursor: '' }, false)
  },
  sortable: sortsOf(list),
  sort: sortOf(sort),
  setSort: (column, order) => write({ sort: sortAs(column, order), page: 1, cursor: '' }, false),
  more: (next ?? '') !== '',
})

/** Behind the last page; a page by key has none, it is over when it is empty. */
function isBeyond(
  { page, cursor = '' }: { page: number; cursor?: string },
  shown: { data: unknown[]; last_page: number },
) {
  return cursor === '' ? page > shown.last_page : shown.data.length === 0
}

function withoutPage({
  page: _page,
  cursor: _cursor,
  per: _per,
  ...filters
}: Record<string, unknown>): Record<string, unknown> {
  return filters
}
