import { everyState, reviewState } from '@tianping/contract/facts'
import { Select } from 'antd'
import { useState, type ReactNode } from 'react'
import { href } from '../../app/address.ts'
import { useOpen } from '../list/useOpen.ts'
import type { StandardFilters } from '../list/standard.ts'
import type { ListTable } from '../list/useTable.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Room } from '../../ui/Room.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useKeys } from '../../ui/useKeys.ts'
import { methodLabel } from '../labels.ts'
import { everyOf, orderStates, type State } from '../states.ts'
import { Rows, type Columns, type Sum } from '../../ui/Rows.tsx'
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
  /** What an empty queue says. */
  empty?: string
  /** Beside the search: another filter, or what begins a new item. */
  more?: ReactNode
  panel: (
    no: string,
    step: { close: () => void; next: () => void; previous: () => void },
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
  empty = '没有待审核的单子',
  more,
  panel,
}: BenchProps<Row, F>) {
  const { rows, filters } = table
  const { open, setOpen, marked, openRow, next, previous } = useWalk(rows, idOf)
  const narrowed = { ...narrowedBy(pick, filters), ...keptFilters(filters) }
  const resting =
    filters.state === reviewState.waiting && !filters.q && Object.keys(narrowed).length === 0
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
          <Refresh busy={table.refreshing} onClick={table.refresh} />
        </>
      }
    >
      <div className={`${css.bench} ${open ? css.split : ''}`}>
        <div className={css.list}>
          <Rows
            table={table}
            columns={open ? brief : columns}
            compact={!!open}
            rowKey={rowKey}
            label={title}
            empty={resting ? empty : '没有符合条件的单子'}
            current={marked && rowKey(marked)}
            onRow={openRow}
            sums={sums}
          />
        </div>
        {open && panel(open, { close: () => setOpen(''), next, previous })}
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

/** The rows as one walks them: the one that is opened or marked, and the ways to its neighbours. */
function useWalk<Row>(rows: Row[], idOf: (row: Row) => string) {
  const [open, setOpen] = useOpen()
  const [cursor, setCursor] = useState(-1)
  const at = rows.findIndex(row => idOf(row) === open)
  const show = (index: number) => {
    const row = rows[index]
    if (!row) return
    setCursor(index)
    if (open) setOpen(idOf(row))
  }
  // A decided item leaves the queue and the next one takes its place.
  const gone = open !== '' && at < 0
  const from = open ? at : cursor
  const next = () => show(gone ? Math.max(cursor, 0) : from + 1)
  const previous = () => show((gone ? cursor : from) - 1)
  const openRow = (row: Row) => {
    setCursor(rows.indexOf(row))
    setOpen(idOf(row))
  }
  useKeys({ j: next, k: previous, Enter: () => rows[cursor] && !open && openRow(rows[cursor]) })
  return { open, setOpen, marked: rows[from], openRow, next, previous }
}

const pickedOf = <F extends ReviewFilters>(pick: Pick<F>, filters: F) =>
  filters[pick.name] as string | number

/** The picked value for the address; nothing while it rests at its first option. */
function narrowedBy<F extends ReviewFilters>(pick: Pick<F> | undefined, filters: F) {
  if (!pick) return {}
  const picked = pickedOf(pick, filters)
  return picked === pick.options[0]?.value ? {} : { [pick.name]: picked }
}

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
      onChange={value => table.set({ [pick.name]: value } as Partial<F>)}
    />
  )
}
