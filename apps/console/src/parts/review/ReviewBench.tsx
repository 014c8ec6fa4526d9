import { Select } from 'antd'
import { useState, type ReactNode } from 'react'
import { href } from '../../app/address.ts'
import { useOpen } from '../list/useOpen.ts'
import type { ListTable } from '../list/useTable.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Room } from '../../ui/Room.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useKeys } from '../../ui/useKeys.ts'
import { methodLabel, orderStates } from '../labels.ts'
import { Rows, type Columns } from '../../ui/Rows.tsx'
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
  pick,
  columns,
  brief,
  idOf,
  rowKey = idOf,
  search,
  more,
  panel,
}: {
  title: string
  /** In place of the title, where a room has several queues. */
  heading?: ReactNode
  path: string
  table: ListTable<Row, F>
  pending: number | undefined
  states?: readonly { state: number; text: string }[]
  /** One more thing to narrow the list by; its resting value is its default. */
  pick?: Pick<F> | undefined
  columns: Columns<Row>
  /** The same in two lines, for when an item is open beside. */
  brief: Columns<Row>
  idOf: (row: Row) => string
  /** Where several rows open the same item. */
  rowKey?: (row: Row) => string
  search: string
  /** Beside the search: another filter, or what begins a new item. */
  more?: ReactNode
  panel: (
    no: string,
    step: { close: () => void; next: () => void; previous: () => void },
  ) => ReactNode
}) {
  const [open, setOpen] = useOpen()
  const [cursor, setCursor] = useState(-1)
  const { rows, filters } = table
  const at = rows.findIndex(row => idOf(row) === open)
  const show = (index: number) => {
    const row = rows[index]
    if (!row) return
    setCursor(index)
    if (open) setOpen(idOf(row))
  }
  // A decided item leaves the queue and the next one takes its place.
  const from = !open ? cursor : at
  const next = () => show(open && at < 0 ? Math.max(cursor, 0) : from + 1)
  const previous = () => show((open && at < 0 ? cursor : from) - 1)
  const openRow = (row: Row) => {
    setCursor(rows.indexOf(row))
    setOpen(idOf(row))
  }
  useKeys({ j: next, k: previous, Enter: () => rows[cursor] && !open && openRow(rows[cursor]) })
  const marked = open ? rows[at] : rows[cursor]
  const current = marked && rowKey(marked)
  const rest = pick ? pick.options[0]!.value : ''
  const picked = pick ? (filters[pick.name] as string | number) : ''
  const tabs = states.map(({ state, text }) => ({
    key: String(state),
    text,
    href: href(path, {
      ...(state === reviewDefaults.state ? {} : { state }),
      ...(pick && picked !== rest ? { [pick.name]: picked } : {}),
      ...(filters.q ? { q: filters.q } : {}),
    }),
    count: state === 1 ? pending : undefined,
  }))
  return (
    <Room
      scrolls={false}
      title={heading ?? title}
      tools={
        <>
          <LinkTabs label="状态" tabs={tabs} current={String(filters.state)} />
          <span className={css.push} />
          {pick && (
            <Select<string | number>
              aria-label={pick.label}
              value={picked}
              style={{ width: 150 }}
              popupMatchSelectWidth={false}
              options={pick.options}
              onChange={value => table.set({ [pick.name]: value } as Partial<F>)}
            />
          )}
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
            empty={
              filters.state === 1 && !filters.q && picked === rest
                ? '没有待审核的单子'
                : '没有符合条件的单子'
            }
            current={current}
            onRow={openRow}
          />
        </div>
        {open && panel(open, { close: () => setOpen(''), next, previous })}
      </div>
    </Room>
  )
}
