import { Button, Table, type TableProps } from 'antd'
import { useState, type ReactNode } from 'react'
import { Blank } from './Blank.tsx'
import { Failure } from './Failure.tsx'
import { leaveKeys } from './useKeys.ts'
import { yuan } from './values/Money.tsx'
import { counted } from './values/counted.ts'
import css from './rows.module.css'

/** `fields` are what a column shows of a row, where that is not the field it is named after. */
export type Columns<Row> = (NonNullable<TableProps<Row>['columns']>[number] & {
  fields?: readonly string[]
})[]
type SortOrder = 'ascend' | 'descend' | null
/** What a list that is paged by key offers beside its rows. */
export type Keyed = {
  sizes: readonly number[]
  setPer(size: number): void
  /** Columns that an index serves. */
  sortable: readonly string[]
  sort: { column: string; order: SortOrder }
  setSort(column: string, order: SortOrder | undefined): void
  /** Another page follows this one, however deep. */
  more: boolean
}
type Paged<Row> = {
  rows: Row[]
  total: number
  perPage: number
  filters: { page: number }
  loading: boolean
  error: Error | null
  refresh(): void
  setPage(page: number): void
  keyed?: Keyed | undefined
  density?: string
  /** What stands above the rows, and which columns of those given are shown. */
  tools?(columns: Columns<Row>): ReactNode
  shown?(columns: Columns<Row>): Columns<Row>
}
/** A field of money whose sum is shown for what is selected and for the page. */
export type Sum<Row> = { key: keyof Row & string; title: string }
type Selection<Row> = {
  rows: Row[]
  keys: React.Key[]
  choose(keys: React.Key[], rows: Row[]): void
  clear(): void
}
/** Totals are counted up to here. */
const most = 10_000
const smallest = 10

export type RowsBulk<Row> = (rows: Row[], clear: () => void) => ReactNode
type RowsProps<Row extends object> = {
  table: Paged<Row>
  columns: Columns<Row>
  rowKey: (row: Row) => string | number
  label: string
  empty: string
  current?: string | number | undefined
  onRow?: (row: Row) => void
  expandable?: TableProps<Row>['expandable']
  /** Drawn in place of the columns where those have no room. */
  brief?: Columns<Row> | undefined
  /** Beside what is open, or inside a page: the rows alone. */
  compact?: boolean
  sums?: readonly Sum<Row>[] | undefined
  /** What can be done with the selected rows. */
  bulk?: RowsBulk<Row> | undefined
}

/** Rows of a `useTable`: dense, paged by the server, one of them marked as open. */
export function Rows<Row extends object>(props: RowsProps<Row>) {
  const { table, columns, rowKey, label, empty, onRow, expandable, compact } = props
  const selection = useSelection<Row>()
  if (table.error) return <Failure error={table.error} retry={table.refresh} />
  const isCurrent = (row: Row) => props.current !== undefined && rowKey(row) === props.current
  const { dense, keyed, counts, selects, scroll } = drawingOf(props)
  return (
    <>
      {!compact && table.tools?.(columns)}
      {counts && <Totals {...props} selection={selection} />}
      <Table<Row>
        aria-label={label}
        className={css.rows}
        data-density={table.density}
        size="small"
        columns={shownColumns(props, keyed)}
        dataSource={table.rows}
        rowKey={rowKey}
        loading={{ spinning: table.loading, delay: 200 }}
        data-dense={dense}
        data-brief={props.brief !== undefined}
        {...scroll}
        expandable={expandable ? opened(expandable) : {}}
        showHeader={!dense}
        {...(selects && { rowSelection: selectionOf(selection) })}
        onChange={(_pages, _filters, sorter) => keyed && sortBy(keyed, sorter)}
        rowClassName={row => (isCurrent(row) ? css.current : onRow && css.link) ?? ''}
        onRow={row => ({
          'aria-current': isCurrent(row) ? ('true' as const) : undefined,
          onClick: event => meansRow(event.target as HTMLElement) && onRow?.(row),
        })}
        locale={{ emptyText: table.loading ? ' ' : <Empty text={empty} /> }}
        pagination={pagesOf(table, dense)}
      />
    </>
  )
}

const Empty = ({ text }: { text: string }) => (
  <div className={css.seen}>
    <Blank picture="nothing" title={text} />
  </div>
)

/** Only a column that stays needs the widths of the others, which cost a second drawing. */
const measured = { scroll: { x: 'max-content' } }

/** Where whole rows have no room nothing is selected or sorted; sums of the page stay. */
function drawingOf<Row extends object>(props: RowsProps<Row>) {
  const { table, columns, brief, compact = false } = props
  const dense = compact || brief !== undefined
  const counts = canSelect(props)
  return {
    dense,
    keyed: dense ? undefined : table.keyed,
    counts,
    selects: counts && !dense,
    scroll: !dense && columns.some(column => column.fixed) ? measured : {},
  }
}

type Expandable<Row> = NonNullable<TableProps<Row>['expandable']>

/** What an opened row shows keeps to the width of the screen, beside a table that is wider. */
const opened = <Row,>(given: Expandable<Row>): Expandable<Row> => ({
  ...given,
  expandedRowRender: (...row) => (
    <div className={css.seen}>{given.expandedRowRender?.(...row)}</div>
  ),
})

/** Lists that are paged by key, and those whose selected rows can be worked on. */
const canSelect = <Row extends object>({ compact, table, bulk }: RowsProps<Row>): boolean =>
  !compact && (table.keyed !== undefined || bulk !== undefined)

function shownColumns<Row extends object>(
  { table, columns, brief, compact }: RowsProps<Row>,
  keyed: Keyed | undefined,
): Columns<Row> {
  if (brief || compact) return brief ?? columns
  const shown = table.shown?.(columns) ?? columns
  return keyed ? shown.map(column => sortable(column, keyed)) : shown
}

type Sorter = Parameters<NonNullable<TableProps['onChange']>>[2]

/** The table also says so when one only turns a page. */
function sortBy({ sort, setSort }: Keyed, sorter: Sorter) {
  const { columnKey, order = null } = (Array.isArray(sorter) ? sorter[0] : sorter) ?? {}
  const column = order ? String(columnKey) : ''
  if (column !== sort.column || order !== sort.order) setSort(column, order)
}

const selectionOf = <Row extends object>({ keys, choose }: Selection<Row>) => ({
  selectedRowKeys: keys,
  preserveSelectedRowKeys: true,
  columnWidth: 40,
  onChange: choose,
})

function useSelection<Row>(): Selection<Row> {
  const [{ keys, rows }, choose] = useState<{ keys: React.Key[]; rows: Row[] }>(nothing)
  return {
    keys,
    rows,
    choose: (nextKeys, nextRows) => choose({ keys: nextKeys, rows: nextRows }),
    clear: () => choose(nothing),
  }
}
const nothing = { keys: [], rows: [] }

function sortable<Row>(column: Columns<Row>[number], { sortable: by, sort }: Keyed) {
  const key = String(column.key)
  if (!by.includes(key)) return column
  return {
    ...column,
    sorter: true,
    sortDirections: ['descend' as const, 'ascend' as const],
    sortOrder: sort.column === key ? sort.order : null,
    showSorterTooltip: false,
  }
}

/** What the selected rows, or those of the page, come to. */
function Totals<Row extends object>({
  table,
  selection,
  sums = [],
  bulk,
}: RowsProps<Row> & { selection: Selection<Row> }) {
  const chosen = selection.rows.length > 0
  const rows = chosen ? selection.rows : table.rows
  if (rows.length === 0) return null
  return (
    <p className={css.totals} data-chosen={chosen} aria-live="polite">
      <b>
        {chosen ? '已选' : '本页'} {rows.length} 条
      </b>
      {sums.map(({ key, title }) => (
        <span key={key}>
          {title} {yuan(sumOf(rows, key))}
        </span>
      ))}
      {chosen && bulk?.(selection.rows, selection.clear)}
      {chosen && (
        <Button size="small" type="link" onClick={selection.clear}>
          取消选择
        </Button>
      )}
    </p>
  )
}

/** Added in fen, so that no half of a fen is left over. */
const sumOf = <Row,>(rows: Row[], key: keyof Row) =>
  rows.reduce((fen, row) => fen + Math.round(Number(row[key]) * 100), 0) / 100

/** Behind what is counted there is one page more as long as the server says so. */
const reachedBy = <Row,>({ keyed, perPage, filters, rows }: Paged<Row>) =>
  keyed ? (filters.page - 1) * perPage + rows.length + (keyed.more ? 1 : 0) : 0

const sizeChanger = { showSearch: false, onOpenChange: leaveKeys }

function pagesOf<Row>(table: Paged<Row>, dense: boolean): TableProps['pagination'] {
  const { keyed, total, perPage, filters } = table
  return {
    current: filters.page,
    pageSize: perPage,
    total: Math.max(total, reachedBy(table)),
    showSizeChanger: keyed && !dense ? sizeChanger : false,
    pageSizeOptions: keyed?.sizes.map(String) ?? [String(smallest)],
    simple: dense ? { readOnly: true } : false,
    showTotal: () => `共 ${counted(total)} 条${total >= most ? '以上' : ''}`,
    onChange: (page, size) => (size === perPage ? table.setPage(page) : keyed?.setPer(size)),
    hideOnSinglePage: false,
    size: 'small',
    className: css.pages ?? '',
  }
}

/** A link, a button or a box inside the row, or a selection of its text, means itself. */
const meansRow = (target: HTMLElement) =>
  !target.closest('a, button, label, .ant-table-selection-column') && !getSelection()?.toString()
