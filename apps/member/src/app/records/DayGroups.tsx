import type { ReactNode } from 'react'
import { byDay, dayLabel, type Day } from './days.ts'
import css from './records.module.css'

type Props<T> = {
  rows: readonly T[]
  timeOf: (row: T) => string
  hasMore: boolean
  /** Right over a day's rows; left out while the day is not complete. */
  sumOf: (day: Day<T>) => ReactNode
  children: (row: T) => ReactNode
}

/** Rows under the Beijing day they belong to. */
export function DayGroups<T>({ rows, timeOf, hasMore, sumOf, children }: Props<T>) {
  const now = Date.now()
  return byDay(rows, timeOf, hasMore).map(group => {
    const { near, date } = dayLabel(group.day, now)
    return (
      <section key={group.day} aria-label={date}>
        <h2 className={css.day}>
          <b>
            {near} {date}
          </b>
          <span>{group.whole && sumOf(group)}</span>
        </h2>
        <div className={`list ${css.list}`}>{group.rows.map(children)}</div>
      </section>
    )
  })
}
