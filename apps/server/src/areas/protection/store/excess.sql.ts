import { reviewState } from '@tianping/contract/facts'
import type { LimitKind } from '@tianping/contract/protection/facts'
import { rows, run, sql, type Db } from '@tianping/database'

const rejected = sql.literal(reviewState.rejected)

export type Excess = {
  memberId: bigint
  depositNo: string
  kind: LimitKind
  excessFen: bigint
  limitFen: bigint
  at: Date
  until: Date
}

export const writeExcess = (tx: Db, e: Excess) =>
  run(
    tx,
    sql`
    insert into deposit_excess (member_id, deposit_no, kind, excess_fen, limit_fen, at, until)
    values (${e.memberId}, ${e.depositNo}, ${e.kind}, ${e.excessFen}, ${e.limitFen}, ${e.at}, ${e.until})`,
  )

/** What was recorded above each limit in the span under way, for every account of the person. */
export const recordedOf = (db: Db, memberId: bigint, now: Date) =>
  rows(
    db,
    sql<{ kind: LimitKind; recordedFen: bigint }>`
    select kind, sum(excess_fen)::bigint as recorded_fen from deposit_excess
    where member_id = any(array(select accounts_of_person(${memberId}))) and until > ${now} group by kind`,
  )

export type OpenExcess = { kind: LimitKind; until: Date; leftFen: bigint }

/**
 * What lies above each limit in the span under way and has not been withdrawn since. A withdrawal
 * takes what was there when it was asked for, and no later excess, so that of every row what came
 * with and after it is compared with the withdrawals since.
 */
export const excessOf = (db: Db, memberId: bigint, now: Date) =>
  rows(
    db,
    sql<OpenExcess>`
    select e.kind, max(e.until) as until,
      max(greatest(0, e.since_fen - w.fen))::bigint as left_fen
    from (
      select kind, until, excess_fen, at,
        sum(excess_fen) over (partition by kind order by at desc, deposit_no) as since_fen
      from deposit_excess where member_id = ${memberId} and until > ${now}) e
    cross join lateral (
      select coalesce(sum(amount_fen), 0) as fen from withdrawal_order
      where member_id = ${memberId} and state <> ${rejected} and created_at >= e.at) w
    group by e.kind`,
  )
