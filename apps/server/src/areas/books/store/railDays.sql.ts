// Days of rails, what they hold, and what the operator moved between them and its bank.
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import { inDays, inSpan, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import {
  byDay,
  byId,
  keyedRows,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

type Sums = {
  lines: number
  paymentsFen: bigint
  payoutsFen: bigint
  refundsFen: bigint
  feesFen: bigint
}

export const saveDay = (
  db: Db,
  d: {
    railNo: number
    day: string
    source: 'port' | 'file'
    comparedAt: Date
    ours: Sums
    theirs: Sums
    differences: number
    runId: string
  },
) =>
  run(
    db,
    sql`
    insert into rail_day (rail_no, day, source, compared_at, our_lines, their_lines, our_payments_fen, their_payments_fen, our_payouts_fen,
      their_payouts_fen, our_refunds_fen, their_refunds_fen, our_fees_fen, their_fees_fen, differences, run_id)
    values (${d.railNo}, ${d.day}::date, ${d.source}, ${d.comparedAt}, ${d.ours.lines}, ${d.theirs.lines}, ${d.ours.paymentsFen}, ${d.theirs.paymentsFen},
      ${d.ours.payoutsFen}, ${d.theirs.payoutsFen}, ${d.ours.refundsFen}, ${d.theirs.refundsFen}, ${d.ours.feesFen}, ${d.theirs.feesFen},
      ${d.differences}, ${d.runId}::uuid)
    on conflict (rail_no, day) do update set source = excluded.source, compared_at = excluded.compared_at, our_lines = excluded.our_lines,
      their_lines = excluded.their_lines, our_payments_fen = excluded.our_payments_fen, their_payments_fen = excluded.their_payments_fen,
      our_payouts_fen = excluded.our_payouts_fen, their_payouts_fen = excluded.their_payouts_fen, our_refunds_fen = excluded.our_refunds_fen,
      their_refunds_fen = excluded.their_refunds_fen, our_fees_fen = excluded.our_fees_fen, their_fees_fen = excluded.their_fees_fen,
      differences = excluded.differences, run_id = excluded.run_id`,
  )

export type RailDay = {
  code: string
  day: string
  source: 'port' | 'file'
  comparedAt: Date
  ourLines: number
  theirLines: number
  ourPaymentsFen: bigint
  theirPaymentsFen: bigint
  ourPayoutsFen: bigint
  theirPayoutsFen: bigint
  ourRefundsFen: bigint
  theirRefundsFen: bigint
  ourFeesFen: bigint
  theirFeesFen: bigint
  differences: number
}

/** The newest day first. */
export function railDayRows(db: Db, { paging, ...narrowed }: Narrowed & { paging: Paging }) {
  const { key, page, order } = byDay(paging, sql`d.day`, sql`d.rail_no`, true)
  const from = sql`from rail_day d where ${inDays(sql`d.day`, narrowed)}`
  return keyedRows(
    db,
    paging,
    sql<RailDay & Keyed>`
    select r.code, d.day, d.source, d.compared_at, d.our_lines, d.their_lines, d.our_payments_fen, d.their_payments_fen, d.our_payouts_fen,
      d.their_payouts_fen, d.our_refunds_fen, d.their_refunds_fen, d.our_fees_fen, d.their_fees_fen, d.differences, d.sort_value, d.sort_no
    from (select d.*, ${key} ${from} and ${page}) d join rail r using (rail_no)
    order by ${order}`,
    from,
  )
}

/**
 * What a rail holds for us, as our books say at this moment: its account of the ledger (the days
 * that are added up, and what came since), what the operator moved away, and test orders of the
 * back office, which no member has. all members: a rail is everybody's.
 */
export const ownBalance = async (db: Db, railNo: number): Promise<bigint> =>
  (
    await theRow(
      db,
      sql<{ fen: bigint }>`
      select (-coalesce((select sum(credit_fen - debit_fen) from ledger.account_day where account_code = 230 and venue_id = ${railNo}), 0)
        - coalesce((select sum(e.amount) from ledger.transaction t join ledger.entry e on e.member_id = t.member_id and e.transaction_id = t.transaction_id
            where t.xact_id >= (select through_xid from ledger.fact_progress) and e.layer = 'posted' and e.account_code = 230 and e.venue_id = ${railNo}), 0)
        - coalesce((select sum(amount_fen) from rail_settlement where rail_no = ${railNo} and confirmed_at is not null), 0)
        + coalesce((select sum(t.amount_fen) from payment_test_order t join rail r on r.code = t.code
            where r.rail_no = ${railNo} and t.state = 'paid'), 0))::bigint as fen`,
    )
  ).fen

export type Balance = { askedAt: Date; theirFen: bigint; ourFen: bigint; openingFen: bigint }

/** The newest look, if there was one. */
export const lastBalances = (db: Db, railNo: number) =>
  rows(
    db,
    sql<Balance>`
    select asked_at, their_fen, our_fen, opening_fen from rail_balance where rail_no = ${railNo} order by asked_at desc limit 1`,
  )

export const addBalance = (db: Db, b: Balance & { railNo: number }) =>
  run(
    db,
    sql`
    insert into rail_balance (rail_no, asked_at, their_fen, our_fen, opening_fen)
    values (${b.railNo}, ${b.askedAt}, ${b.theirFen}, ${b.ourFen}, ${b.openingFen}) on conflict do nothing`,
  )

export type RailStanding = {
  code: string
  ourFen: bigint
  feesFen: bigint
  askedAt: Date | null
  theirFen: bigint | null
  thenFen: bigint | null
  openingFen: bigint | null
  lastDay: string | null
  differences: number | null
}

/** Every rail with what it holds; as new as the roll-up of the house is. */
export const railStandings = (db: Db) =>
  rows(
    db,
    sql<RailStanding>`
    select r.code, (-coalesce(h.fen, 0) - coalesce(s.fen, 0))::bigint as our_fen, (-coalesce(f.fen, 0))::bigint as fees_fen,
      b.asked_at, b.their_fen, b.our_fen as then_fen, b.opening_fen, d.day as last_day, d.differences
    from rail r
    left join lateral (select sum(amount) as fen from ledger.house_balance where account_code = 230 and venue_id = r.rail_no) h on true
    left join lateral (select sum(amount) as fen from ledger.house_balance where account_code = 520 and venue_id = r.rail_no) f on true
    left join lateral (select sum(amount_fen) as fen from rail_settlement where rail_no = r.rail_no and confirmed_at is not null) s on true
    left join lateral (select * from rail_balance where rail_no = r.rail_no order by asked_at desc limit 1) b on true
    left join lateral (select day, differences from rail_day where rail_no = r.rail_no order by day desc limit 1) d on true
    order by r.rail_no`,
  )

/** Asks for a day by the port, once a day by the clock. */
export const addPortTask = (db: Db, t: { provider: string; day: string; by: string; at: Date }) =>
  run(
    db,
    sql`
    insert into reconciliation_task (kind, provider, day, by_port, asked_by, asked_at)
    values ('provider', ${t.provider}, ${t.day}::date, true, ${t.by}, ${t.at}) on conflict do nothing`,
  )

/** Whether this day of the rail is being asked for. */
export const openPortTask = (db: Db, provider: string, day: string) =>
  row(
    db,
    sql`
    select 1 from reconciliation_task
    where by_port and provider = ${provider} and day = ${day}::date and finished_at is null limit 1`,
  )

export type Settlement = {
  settlementId: bigint
  code: string
  amountFen: bigint
  reference: string
  remark: string
  notedBy: string
  notedAt: Date
  confirmedBy: string
  confirmedAt: Date | null
}
const settlement = sql`
  s.settlement_id, r.code, s.amount_fen, s.reference, s.remark, s.noted_by, s.noted_at, s.confirmed_by, s.confirmed_at`
const settlements = sql`from rail_settlement s join rail r using (rail_no)`

export function settlementRows(db: Db, { paging, ...narrowed }: Narrowed & { paging: Paging }) {
  const { key, page } = byId(paging, sql`s.settlement_id`, true)
  const from = sql`${settlements} where ${inSpan(sql`s.noted_at`, narrowed)}`
  return keyedRows(
    db,
    paging,
    sql<Settlement & Keyed>`select ${settlement}, ${key} ${from} and ${page}`,
    from,
  )
}

export const lockSettlement = (tx: Db, id: number) =>
  row(
    tx,
    sql<Settlement>`select ${settlement} ${settlements} where s.settlement_id = ${id} for update of s`,
  )

/** False when the rail has one of this reference. */
export const addSettlement = async (
  tx: Db,
  s: { railNo: number; amountFen: bigint; reference: string; remark: string; by: string; at: Date },
): Promise<boolean> =>
  (await run(
    tx,
    sql`
    insert into rail_settlement (rail_no, amount_fen, reference, remark, noted_by, noted_at)
    values (${s.railNo}, ${s.amountFen}, ${s.reference}, ${s.remark}, ${s.by}, ${s.at}) on conflict do nothing`,
  )) === 1

export const confirmSettlement = (tx: Db, s: { settlementId: bigint; by: string; at: Date }) =>
  run(
    tx,
    sql`
    update rail_settlement set confirmed_by = ${s.by}, confirmed_at = ${s.at}
    where settlement_id = ${s.settlementId} and confirmed_at is null`,
  )
