import type { Columns } from '../../ui/Rows.tsx'
import type { ReactNode } from 'react'
import { href } from '../../app/address.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import css from '../../parts/review/review.module.css'

/** The member of a row, which leads to the member's page. */
export const memberColumn = <
  Row extends { member_id: number; username: string },
>(): Columns<Row>[number] => ({
  ...columnOf('member'),
  fields: ['username', 'member_id'],
  render: (_, row) => <a href={href(`/members/${row.member_id}`)}>{row.username}</a>,
})

/** The first cell of a brief row, for when an item is open beside: its name, and what it is. */
export const briefName = <Row,>(
  name: (row: Row) => ReactNode,
  note: (row: Row) => ReactNode,
): Columns<Row>[number] => ({
  key: 'who',
  ellipsis: true,
  render: (_, row) => (
    <span className={css.two}>
      <b>{name(row)}</b>
      <small>{note(row)}</small>
    </span>
  ),
})
