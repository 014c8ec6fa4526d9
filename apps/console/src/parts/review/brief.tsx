import type { ReactNode } from 'react'
import type { Columns } from '../../ui/Rows.tsx'
import { Money } from '../../ui/values/Money.tsx'
import css from './review.module.css'

/** The first cell of a brief row: its name, and what it is. */
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

/** The sum of a brief row, and what is said under it. */
export const briefSum = <Row,>(
  amount: (row: Row) => number,
  note: (row: Row) => ReactNode,
): Columns<Row>[number] => ({
  key: 'what',
  align: 'right',
  render: (_, row) => (
    <span className={`${css.two} ${css.end}`}>
      <Money amount={amount(row)} strong />
      <small>{note(row)}</small>
    </span>
  ),
})
