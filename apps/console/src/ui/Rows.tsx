import { Table, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { Blank } from './Blank.tsx'
import { Failure } from './Failure.tsx'
import css from './rows.module.css'

export type Columns<Row> = NonNullable<TableProps<Row>['columns']>
type Paged<Row> = {
  rows: Row[]
  total: number
  perPage: number
  filters: { page: number }
  loading: boolean
  error: Error | null
  refresh(): void
  setPage(page: number): void
  /** What stands above the rows, and which columns of those given are shown. */
  tools?(columns: Columns<Row>): ReactNode
  shown?(columns: Columns<Row>): Columns<Row>
}
/** Totals are counted up to here. */
const most = 10_000

/** Rows of a `useTable`: dense, paged by the server, one of them marked as open. */
export function Rows<Row extends object>({
  table,
  columns,
  rowKey,
  label,
  empty,
  current,
  onRow,
  expandable,
  compact,
}: {
  table: Paged<Row>
  columns: Columns<Row>
  rowKey: (row: Row) => string | number
  label: string
  empty: string
  current?: string | number | undefined
  onRow?: (row: Row) => void
  expandable?: TableProps<Row>['expandable']
  compact?: boolean
}) {
  if (table.error) return <Failure error={table.error} retry={table.refresh} />
  const isCurrent = (row: Row) => current !== undefined && rowKey(row) === current
  return (
    <>
      {!compact && table.tools?.(columns)}
      <Table<Row>
        aria-label={label}
        className={css.rows}
        size="small"
        columns={compact ? columns : (table.shown?.(columns) ?? columns)}
        dataSource={table.rows}
        rowKey={rowKey}
        loading={{ spinning: table.loading, delay: 200 }}
        scroll={{ x: compact ? undefined : 'max-content' }}
        expandable={expandable ?? {}}
        showHeader={!compact}
        rowClassName={row => (isCurrent(row) ? css.current : onRow && css.link) ?? ''}
        onRow={row => ({
          'aria-current': isCurrent(row) ? ('true' as const) : undefined,
          onClick: event => meansRow(event.target as HTMLElement) && onRow?.(row),
        })}
        locale={{ emptyText: table.loading ? ' ' : <Blank picture="nothing" title={empty} /> }}
        pagination={{
          current: table.filters.page,
          pageSize: table.perPage,
          total: table.total,
          showSizeChanger: false,
          simple: compact ? { readOnly: true } : false,
          showTotal: total =>
            `共 ${total.toLocaleString('zh-CN')} 条${total >= most ? '以上' : ''}`,
          onChange: table.setPage,
          hideOnSinglePage: false,
          size: 'small',
          className: css.pages,
        }}
      />
    </>
  )
}

/** A link or button inside the row, or a selection of its text, means itself. */
const meansRow = (target: HTMLElement) =>
  !target.closest('a, button') && !getSelection()?.toString()
