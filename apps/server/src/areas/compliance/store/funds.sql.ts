// What is owed to members at the end of a day, and what the bank says lies apart for them.
import { row, run, sql, type Db, type Tx } from '@tianping/database'
import { inDays, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import { byDay, keyedRows, type Keyed, type Paging } from '../../../kernel/operator/pages.sql.ts'

/**
 * The books of this moment: wallets, wallets at venues, and approved payouts that have not left.
 * Kept for the day once. all members: it is the sum of what is owed to them.
 */
export const countFunds = (db: Db, day: string, now: Date) =>
  run(
    db,
    sql`
    insert into funds_day (day, wallets_fen, venues_fen, payable_fen, counted_at)
    select ${day}::date, coalesce(sum(a.posted_balance) filter (where a.account_code = 100), 0)::bigint,
      coalesce(sum(a.posted_balance) filter (where a.account_code = 110), 0)::bigint,
      coalesce((select sum(h.amount) from ledger.house_balance h where h.account_code = 210), 0)::bigint, ${now}
    from ledger.account a on conflict (day) do nothing`,
  )

export type FundsDay = {
  day: string
  walletsFen: bigint
  venuesFen: bigint
  payableFen: bigint
  liabilityFen: bigint
  balanceFen: bigint | null
  reference: string
  enteredBy: string
  enteredAt: Date | null
}
const columns = sql`
  f.day, f.wallets_fen, f.venues_fen, f.payable_fen, f.liability_fen, b.balance_fen, coalesce(b.reference, '') as reference,
  coalesce(b.entered_by, '') as entered_by, b.entered_at`
const newest = sql`
  left join lateral (
    select balance_fen, reference, entered_by, entered_at from funds_balance e where e.day = f.day order by e.entry_id desc limit 1) b on true`

/** Days with what is owed at their end, the newest first. */
export function fundsRows(db: Db, { paging, ...narrowed }: Narrowed & { paging: Paging }) {
  const { key, page } = byDay(paging, sql`f.day`, sql`0::bigint`, true)
  const within = sql`where ${inDays(sql`f.day`, narrowed)}`
  return keyedRows(
    db,
    paging,
    sql<FundsDay & Keyed>`
    select ${columns}, ${key} from funds_day f ${newest} ${within} and ${page}`,
    sql`from funds_day f ${within}`,
  )
}

/** Locks the day, so that two balances of it come one after the other. */
export const lockFunds = (tx: Tx, day: string) =>
  row(
    tx,
    sql<FundsDay>`
    select ${columns} from funds_day f ${newest} where f.day = ${day}::date for update of f`,
  )

export const insertBalance = (
  tx: Tx,
  b: { day: string; balanceFen: bigint; reference: string; by: string; at: Date },
) =>
  run(
    tx,
    sql`
    insert into funds_balance (day, balance_fen, reference, entered_by, entered_at)
    values (${b.day}::date, ${b.balanceFen}, ${b.reference}, ${b.by}, ${b.at})`,
  )

export const markShort = (tx: Tx, day: string, at: Date) =>
  run(
    tx,
    sql`update funds_day set alarmed_at = coalesce(alarmed_at, ${at}) where day = ${day}::date`,
  )
