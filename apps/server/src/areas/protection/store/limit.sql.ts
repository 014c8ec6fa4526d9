import { depositState } from '@tianping/contract/cashier/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'

const credited = sql.literal(depositState.credited)

export const limitKinds = ['deposit_day', 'deposit_month', 'loss_day', 'loss_month'] as const
export type LimitKind = (typeof limitKinds)[number]
export type Limit = {
  kind: LimitKind
  limitFen: bigint | null
  nextFen: bigint | null
  nextFrom: Date | null
  setBy: string
  setAt: Date
}

/** A member's limits as they count at `now`: one whose day has come has taken the other's place. */
export const limitRows = (db: Db, memberId: bigint, now: Date) =>
  rows(
    db,
    sql<Limit>`
    select kind, case when next_from <= ${now} then next_limit_fen else limit_fen end as limit_fen, case when next_from > ${now} then next_limit_fen end as next_fen,
      case when next_from > ${now} then next_from end as next_from, set_by, set_at
    from member_limit where member_id = ${memberId}`,
  )

export const writeLimit = (tx: Db, l: Limit & { memberId: bigint }) =>
  run(
    tx,
    sql`
    insert into member_limit (member_id, kind, limit_fen, next_limit_fen, next_from, set_by, set_at)
    values (${l.memberId}, ${l.kind}, ${l.limitFen}, ${l.nextFen}, ${l.nextFrom}, ${l.setBy}, ${l.setAt})
    on conflict (member_id, kind) do update set limit_fen = excluded.limit_fen, next_limit_fen = excluded.next_limit_fen, next_from = excluded.next_from,
      set_by = excluded.set_by, set_at = excluded.set_at`,
  )

export type Exclusion = { until: Date; reason: string; setBy: string; setAt: Date }

/** The exclusion that lasts at `now`, if there is one. */
export const exclusionOf = (db: Db, memberId: bigint, now: Date) =>
  row(
    db,
    sql<Exclusion>`
    select until, reason, set_by, set_at from member_exclusion where member_id = ${memberId} and until > ${now}`,
  )

/** Never shorter than what stands. */
export const writeExclusion = (tx: Db, e: Exclusion & { memberId: bigint }) =>
  run(
    tx,
    sql`
    insert into member_exclusion as x (member_id, until, reason, set_by, set_at) values (${e.memberId}, ${e.until}, ${e.reason}, ${e.setBy}, ${e.setAt})
    on conflict (member_id) do update set until = greatest(x.until, excluded.until), reason = excluded.reason, set_by = excluded.set_by, set_at = excluded.set_at`,
  )

export type Spans = { day: string; month: string; dayFrom: Date; monthFrom: Date }

/**
 * What counts towards the limits: deposits credited or still waiting, and what settled bets lost.
 * Losses below zero are winnings.
 */
export async function usedOf(
  db: Db,
  memberId: bigint,
  s: Spans,
): Promise<Record<LimitKind, bigint>> {
  const used = await theRow(
    db,
    sql<Record<'depositDay' | 'depositMonth' | 'lossDay' | 'lossMonth', bigint>>`
    select d.day as deposit_day, d.month as deposit_month, l.day as loss_day, l.month as loss_month
    from (
      select coalesce(sum(fen) filter (where at >= ${s.dayFrom}), 0)::bigint as day, coalesce(sum(fen), 0)::bigint as month
      from (
        select case state when ${credited} then credited_fen else amount_fen end as fen, case state when ${credited} then decided_at else created_at end as at
        from deposit_order where member_id = ${memberId} and state in (${sql.literal(depositState.waiting)}, ${credited}) and greatest(created_at, decided_at) >= ${s.monthFrom}
          and (state = ${credited} or expires_at is null or expires_at > ${s.dayFrom})
      ) o where at >= ${s.monthFrom}) d
    cross join (
      select coalesce(sum(stake_fen - payout_fen) filter (where day >= ${s.day}::date), 0)::bigint as day, coalesce(sum(stake_fen - payout_fen), 0)::bigint as month
      from turnover_day where member_id = ${memberId} and day >= ${s.month}::date) l`,
  )
  return {
    deposit_day: used.depositDay,
    deposit_month: used.depositMonth,
    loss_day: used.lossDay,
    loss_month: used.lossMonth,
  }
}
