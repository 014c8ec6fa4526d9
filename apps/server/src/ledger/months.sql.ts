// all members: the months of the house.
import { sql } from '@tianping/database'

export type MonthLine = {
  accountCode: number
  venueId: number
  openingFen: bigint
  debitFen: bigint
  creditFen: bigint
  closingFen: bigint
  entries: bigint
}

/** The lines of a closed month as they were kept, those of an open one as its days say. */
export const monthLines = (month: string) => sql<MonthLine>`
  select account_code, venue_id, opening_fen, debit_fen, credit_fen, closing_fen, entries from ledger.month_line where month = ${month}::date
  union all
  select account_code, venue_id, opening_fen, debit_fen, credit_fen, closing_fen, entries from ledger.month_lines(${month}::date)
  where not exists (select from ledger.month_closing where month = ${month}::date)
  order by account_code, venue_id`

export const monthDigest = (month: string) => sql<{ digest: string }>`
  select encode(ledger.month_digest(${month}::date), 'hex') as digest`

export type Signed = {
  month: string
  /** Hexadecimal digits. */
  digest: string
  preparedBy: string
  preparedAt: Date
  closedBy: string
  closedAt: Date
}

export const closeMonth = (s: Signed) => sql<{ outcome: string }>`
  select ledger.close_month(${s.month}::date, decode(${s.digest}, 'hex'), ${s.preparedBy}, ${s.preparedAt}, ${s.closedBy}, ${s.closedAt}) as outcome`

export type ClosedMonth = {
  month: string
  preparedBy: string
  preparedAt: Date
  closedBy: string
  closedAt: Date
  entries: bigint
  hash: string
}

export const closedMonths = sql<ClosedMonth>`
  select month, prepared_by, prepared_at, closed_by, closed_at, entries, encode(hash, 'hex') as hash from ledger.month_closing order by month desc`

/** The first month of the books, and the oldest that is open; null while there are no books. */
export const openMonth = sql<{ first: string | null; open: string | null }>`
  select date_trunc('month', min(day))::date as first,
    coalesce((select (max(month) + interval '1 month')::date from ledger.month_closing), date_trunc('month', min(day))::date) as open
  from ledger.account_day`
