// Closed months: the trial balance of a month, kept for good (migrations/292…).
import { row, rows, theRow, type Db, type Tx } from '@tianping/database'
import * as statements from './months.sql.ts'
import type { ClosedMonth, MonthLine, Signed } from './months.sql.ts'

export type { ClosedMonth, MonthLine }

/** `2026-10` as the books write it. */
const first = (month: string) => `${month}-01`

export const monthLines = (db: Db, month: string): Promise<MonthLine[]> =>
  rows(db, statements.monthLines(first(month)))

/** What a person signs: the hash of the lines of an open month. */
export const monthDigest = async (db: Db, month: string): Promise<string> =>
  (await theRow(db, statements.monthDigest(first(month)))).digest

/** Closed months, the newest first. */
export const closedMonths = async (db: Db): Promise<ClosedMonth[]> =>
  (await rows(db, statements.closedMonths)).map(each => ({
    ...each,
    month: each.month.slice(0, 7),
  }))

/** The first month of the books and the oldest open one; null while there are no books. */
export async function openMonth(db: Db): Promise<{ first: string; open: string } | null> {
  const found = await row(db, statements.openMonth)
  if (!found?.first || !found.open) return null
  return { first: found.first.slice(0, 7), open: found.open.slice(0, 7) }
}

export type Closing = 'closed' | 'not_next' | 'not_over' | 'changed' | 'unbalanced'

/**
 * Closes the oldest open month, up to where its days are complete; what commits later counts in the
 * month after. Call it in the transaction that has brought the days up to date.
 */
export async function closeMonth(tx: Tx, signed: Signed): Promise<Closing> {
  const { outcome } = await theRow(
    tx,
    statements.closeMonth({ ...signed, month: first(signed.month) }),
  )
  return outcome as Closing
}
