import type { Columns } from '../../ui/Rows.tsx'
import { Table } from 'antd'
import type { ReactNode } from 'react'
import { Card } from '../../ui/Room.tsx'
import css from './member.module.css'

/** A short list that comes whole with the member. */
export function ShortList<Row extends object>({
  title,
  columns,
  rows,
  empty,
  rowKey,
  note,
}: {
  title: string
  columns: Columns<Row>
  rows: Row[]
  empty: ReactNode
  rowKey: (row: Row) => string | number
  /** What is said below the rows. */
  note?: ReactNode
}) {
  return (
    <Card title={title} flush>
      {rows.length === 0 ? (
        <p className={css.none}>{empty}</p>
      ) : (
        <Table<Row>
          aria-label={title}
          size="small"
          columns={columns}
          dataSource={rows}
          rowKey={rowKey}
          pagination={false}
          scroll={{ x: 'max-content' }}
        />
      )}
      {rows.length > 0 && note ? <p className={css.none}>{note}</p> : null}
    </Card>
  )
}
