import type { ReactNode } from 'react'
import css from '../../parts/list/lists.module.css'

export type PlainColumn<Row> = { title: string; cell: (row: Row) => ReactNode }

/** A short table inside a panel or an opened row: no paging, no sorting, no choice of columns. */
export function PlainTable<Row>({
  label,
  columns,
  rows,
  rowKey,
}: {
  label: string
  columns: PlainColumn<Row>[]
  rows: Row[]
  rowKey: (row: Row, index: number) => string | number
}) {
  return (
    <div className={css.scroll}>
      <table className={css.conditions} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map(({ title, cell }) => (
                <td key={title}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
