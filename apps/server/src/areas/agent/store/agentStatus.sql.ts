import { statementState } from '@tianping/contract/agent/facts'
import { row, rows, run, sql, type Db } from '@tianping/database'

export type Pause = {
  endedAt: Date
  endedBy: string
  reason: string
  fromDay: string
  untilDay: string | null
  reinstatedAt: Date | null
  reinstatedBy: string
}
const columns = sql`
  ended_at, ended_by, reason, from_day, until_day, reinstated_at, reinstated_by`

/**
 * The first day that no longer counts, while an agent's status is taken back. Read after the
 * agent's row is locked, when it must be true.
 */
export const pausedFrom = async (db: Db, agentId: bigint): Promise<string | undefined> =>
  (
    await row(
      db,
      sql<{
        fromDay: string
      }>`select from_day from agent_pause where member_id = ${agentId} and until_day is null`,
    )
  )?.fromDay

/** The newest times an agent's status was taken back. */
export const pauses = (db: Db, agentId: bigint, limit: number) =>
  rows(
    db,
    sql<Pause>`select ${columns} from agent_pause where member_id = ${agentId} order by ended_at desc limit ${limit}`,
  )

/** The pause that a day lies in, if any. */
export const pauseOn = (db: Db, agentId: bigint, day: string) =>
  row(
    db,
    sql<{ fromDay: string; untilDay: string | null }>`
    select from_day, until_day from agent_pause
    where member_id = ${agentId} and from_day <= ${day}::date and coalesce(until_day, 'infinity') > ${day}::date`,
  )

export const insertPause = (
  tx: Db,
  p: { memberId: bigint; at: Date; by: string; reason: string; fromDay: string },
) =>
  run(
    tx,
    sql`insert into agent_pause (member_id, ended_at, ended_by, reason, from_day) values (${p.memberId}, ${p.at}, ${p.by}, ${p.reason}, ${p.fromDay}::date)`,
  )

/** Answers the first day that did not count, or undefined when nothing was taken back. */
export const endPause = async (
  tx: Db,
  p: { memberId: bigint; at: Date; by: string; untilDay: string },
): Promise<string | undefined> =>
  (
    await row(
      tx,
      sql<{ fromDay: string }>`
    update agent_pause set until_day = ${p.untilDay}::date, reinstated_at = ${p.at}, reinstated_by = ${p.by}
    where member_id = ${p.memberId} and until_day is null returning from_day`,
    )
  )?.fromDay

/** Months that lie within the pause have no statement. */
export const skipMonths = (tx: Db, memberId: bigint, pausedFromDay: string, month: string) =>
  run(
    tx,
    sql`
    update agent set next_month = greatest(next_month, ${month}) where member_id = ${memberId} and (next_month || '-01')::date >= ${pausedFromDay}::date`,
  )

export type AgentSince = { approvedAt: Date; isagent: boolean; waiting: number; waitingFen: bigint }

/** Since when a member is or was an agent, and what of their commissions waits for review. */
export const agentSince = (db: Db, memberId: bigint) =>
  row(
    db,
    sql<AgentSince>`
    select a.approved_at, m.isagent, s.waiting, s.fen as waiting_fen
    from agent a join member m using (member_id)
    cross join lateral (select count(*)::int as waiting, coalesce(sum(commission_fen), 0)::bigint as fen from agent_statement where agent_id = a.member_id and state = ${sql.literal(statementState.waiting)}) s
    where a.member_id = ${memberId}`,
  )
