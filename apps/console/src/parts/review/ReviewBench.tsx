import { everyState, reviewState } from '@tianping/contract/facts'
import { Checkbox, Select } from 'antd'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { href } from '../../app/address.ts'
import { autoNext } from '../list/kept.ts'
import { useNarrow } from '../list/useNarrow.ts'
import { useOpen } from '../list/useOpen.ts'
import type { StandardFilters } from '../list/standard.ts'
import type { ListTable } from '../list/useTable.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Room } from '../../ui/Room.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { leaveKeys, useKeys } from '../../ui/useKeys.ts'
import { methodLabel } from '../labels.ts'
import { everyOf, orderStates, type State } from '../states.ts'
import { Rows, type Columns, type RowsBulk, type Sum } from '../../ui/Rows.tsx'
import { reviewDefaults, type ReviewFilters } from './reviewFilters.ts'
import css from './review.module.css'

type Pick<F> = {
  name: keyof F & string
  label: string
  options: { value: string | number; label: string }[]
}
/** The methods of payment to narrow a list of orders by. */
export const methodPick = (methods: string[]): Pick<ReviewFilters & { method: string }> => ({
  name: 'method',
  label: '方式',
  options: [
    { value: '', label: '全部方式' },
    ...methods.map(value => ({ value, label: methodLabel(value) })),
  ],
})

type BenchProps<Row extends object, F extends ReviewFilters> = {
  title: string
  /** In place of the title, where a room has several queues. */
  heading?: ReactNode
  path: string
  table: ListTable<Row, F>
  pending: number | undefined
  states?: readonly State[]
  /** What the list takes for items in every state. */
  every?: number
  /** One more thing to narrow the list by; its resting value is its default. */
  pick?: Pick<F> | undefined
  columns: Columns<Row>
  /** The same in two lines, for when an item is open beside. */
  brief: Columns<Row>
  idOf: (row: Row) => string
  /** Where several rows open the same item. */
  rowKey?: (row: Row) => string
  search: string
  sums?: readonly Sum<Row>[]
  /** What can be done with selected rows. */
  bulk?: RowsBulk<Row> | undefined
  /** What an empty queue says. */
  empty?: string
  /** Beside the search: another filter, or what begins a new item. */
  more?: ReactNode
  panel: (
    no: string,
    step: { close: () => void; next: () => void; previous: () => void; decided: () => void },
  ) => ReactNode
}

/**
 * A queue and its archive: filters above, rows at the left, the opened item at the right. J and K
 * walk, Enter opens.
 */
export function ReviewBench<Row extends object, F extends ReviewFilters>({
  title,
  heading,
  path,
  table,
  pending,
  states = orderStates,
  every = everyState,
  pick,
  columns,
  brief,
  idOf,
  rowKey = idOf,
  search,
  sums,
  bulk,
  empty = '没有待审核的单子',
  more,
  panel,
}: BenchProps<Row, F>) {
  const { filters } = table
  const { rows, open, setOpen, marked, openRow, ...ways } = useWalk<Row>(table, idOf)
  const dense = [useNarrow(), open !== ''].includes(true)
  const narrowed = { ...narrowedBy(pick, filters), ...keptFilters(filters) }
  return (
    <Room
      scrolls={false}
      title={heading ?? title}
      tools={
        <>
          <StateTabs
            path={path}
            filters={filters}
            narrowed={narrowed}
            {...{ states, every, pending }}
          />
          <span className={css.push} />
          {pick && <PickSelect pick={pick} table={table} />}
          {more}
          <SearchBox
            value={filters.q}
            placeholder={search}
            onSearch={q => table.set({ q } as Partial<F>)}
          />
          {open && <AutoNext />}
          <Refresh busy={table.refreshing} onClick={table.refresh} />
        </>
      }
    >
      <div className={`${css.bench} ${open ? css.split : ''}`}>
        <div className={css.list}>
          <Rows
            table={{ ...table, rows }}
            columns={columns}
            brief={dense ? brief : undefined}
            compact={open !== ''}
            rowKey={rowKey}
            label={title}
            empty={isResting(filters, narrowed) ? empty : '没有符合条件的单子'}
            current={marked && rowKey(marked)}
            onRow={openRow}
            sums={sums}
            bulk={bulk}
          />
        </div>
        {open && panel(open, { close: () => setOpen(''), ...ways })}
      </div>
    </Room>
  )
}

function StateTabs({
  path,
  filters,
  narrowed,
  states,
  every,
  pending,
}: {
  path: string
  filters: ReviewFilters
  narrowed: Record<string, string | number>
  states: readonly State[]
  every: number
  pending: number | undefined
}) {
  const tabs = [...states, everyOf(every)].map(({ state, text }) => ({
    key: String(state),
    text,
    href: href(path, {
      ...(state === reviewDefaults.state ? {} : { state }),
      ...narrowed,
      ...(filters.q ? { q: filters.q } : {}),
    }),
    count: state === reviewState.waiting ? pending : undefined,
  }))
  return <LinkTabs label="状态" tabs={tabs} current={String(filters.state)} />
}

/** Items of one member stand together, at the place of the first; the order is kept otherwise. */
function together<Row extends object>(rows: Row[]): Row[] {
  const groups = new Map<unknown, Row[]>()
  for (const row of rows) {
    const member = 'member_id' in row ? row.member_id : row
    groups.set(member, [...(groups.get(member) ?? []), row])
  }
  return [...groups.values()].flat()
}

/** The rows as one walks them: the one that is opened or marked, and the ways to its neighbours. */
function useWalk<Row extends object>(
  table: ListTable<Row, ReviewFilters>,
  idOf: (row: Row) => string,
) {
  const { filters } = table
  const waits = filters.state === reviewState.waiting
  const rows = waits ? together(table.rows) : table.rows
  const [open, setOpen] = useOpen()
  const [cursor, setCursor] = useState(-1)
  const follows = autoNext.use() === '开'
  const at = rows.findIndex(row => idOf(row) === open)
  const show = (index: number) => {
    const row = rows[index]
    if (!row) return
    setCursor(index)
    // Enter is for the marked row from here on, and no longer for the link that led here.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    if (open) setOpen(idOf(row))
  }
  const turn = useTurn(table, rows.length, show)
  // A decided item leaves the queue and the next one takes its place.
  const gone = open !== '' && at < 0
  const from = open ? at : cursor
  const next = () => {
    const to = gone ? Math.max(cursor, 0) : from + 1
    if (to < rows.length) show(to)
    else turn(1)
  }
  const previous = () => {
    const to = (gone ? cursor : from) - 1
    if (to >= 0) show(to)
    else turn(-1)
  }
  /** The one behind it, or at the end of the page the first that is left. */
  const decided = () => {
    if (!follows || !waits || gone || rows.length < 2) return
    show(at + 1 < rows.length ? at + 1 : 0)
  }
  const openRow = (row: Row) => {
    setCursor(rows.indexOf(row))
    setOpen(idOf(row))
  }
  useKeys({ j: next, k: previous, Enter: () => rows[cursor] && !open && openRow(rows[cursor]) })
  return { rows, open, setOpen, marked: rows[from], openRow, next, previous, decided }
}

/** J and K over the end of a page: turns it, and shows its first or last row when it is there. */
function useTurn<Row>(
  { filters, loading, setPage, total, perPage, keyed }: ListTable<Row, ReviewFilters>,
  length: number,
  show: (index: number) => void,
) {
  const turning = useRef<{ page: number; by: 1 | -1 }>(null)
  const arrive = useEffectEvent(() => {
    const { page, by } = turning.current ?? {}
    if (page !== filters.page || loading) return
    turning.current = null
    show(by === -1 ? length - 1 : 0)
  })
  useEffect(() => arrive(), [filters.page, loading])
  return (by: 1 | -1) => {
    const page = filters.page + by
    const exists = by === 1 ? (keyed?.more ?? filters.page * perPage < total) : page >= 1
    if (!exists) return
    turning.current = { page, by }
    setPage(page)
  }
}

function AutoNext() {
  return (
    <Checkbox
      checked={autoNext.use() === '开'}
      onChange={event => autoNext.choose(event.target.checked ? '开' : '关')}
    >
      自动下一笔
    </Checkbox>
  )
}

const pickedOf = <F extends ReviewFilters>(pick: Pick<F>, filters: F) =>
  filters[pick.name] as string | number

/** The picked value for the address; nothing while it rests at its first option. */
function narrowedBy<F extends ReviewFilters>(pick: Pick<F> | undefined, filters: F) {
  if (!pick) return {}
  const picked = pickedOf(pick, filters)
  return picked === pick.options[0]?.value ? {} : { [pick.name]: picked }
}

/** The queue itself, narrowed by nothing. */
const isResting = ({ state, q }: ReviewFilters, narrowed: object) =>
  state === reviewState.waiting && q === '' && Object.keys(narrowed).length === 0

/** Days and amounts that stay when one turns to another state. */
const keptFilters = (filters: object) =>
  Object.fromEntries(
    (['day', 'from', 'to', 'least', 'most'] as const).flatMap(name =>
      (filters as Partial<StandardFilters>)[name]
        ? [[name, (filters as StandardFilters)[name]] as const]
        : [],
    ),
  )

function PickSelect<Row, F extends ReviewFilters>({
  pick,
  table,
}: {
  pick: Pick<F>
  table: ListTable<Row, F>
}) {
  return (
    <Select<string | number>
      aria-label={pick.label}
      value={pickedOf(pick, table.filters)}
      style={{ width: 150 }}
      popupMatchSelectWidth={false}
      options={pick.options}
      onOpenChange={leaveKeys}
      onChange={value => table.set({ [pick.name]: value } as Partial<F>)}
    />
  )
}
