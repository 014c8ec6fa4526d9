// What is owed to members at the end of a day, and what the bank says lies apart for them.
import { row, rows, run, sql, type Db, type Tx } from '@tianping/database'
import { totalOf } from '../../../kernel/operator/listed.sql.ts'

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

export async function fundsRows(db: Db, p: { limit: number; offset: number }) {
  const found = await rows(
    db,
    sql<FundsDay>`
    select ${columns} from funds_day f ${newest} order by f.day desc limit ${p.limit} offset ${p.offset}`,
  )
  return { rows: found, total: await totalOf(db, sql`from funds_day`) }
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
