import { reviewState, type DecidedState, type ReviewState } from '@tianping/contract/facts'
import { depositState } from '@tianping/contract/cashier/facts'
import { row, rows, run, sql, theRow, type Db, type Sql } from '@tianping/database'

const waiting = sql.literal(reviewState.waiting)

export type AgentApplication = {
  memberId: bigint
  applicationId: string
  /** Sealed (`kernel/sealedContact.ts`). */
  mobile: Buffer
  applyInfo: string
  state: ReviewState
  appliedAt: Date
  decidedBy: string
  decidedAt: Date | null
  remark: string
}
const columns = sql`
  member_id, application_id, mobile, apply_info, state, applied_at,
  decided_by, decided_at, remark`

export const applicationOfAction = (db: Db, memberId: bigint, actionKey: string) =>
  row(
    db,
    sql<AgentApplication>`select ${columns} from agent_application where member_id = ${memberId} and action_key = ${actionKey}`,
  )

export const openApplication = (db: Db, memberId: bigint) =>
  row(
    db,
    sql<AgentApplication>`select ${columns} from agent_application where member_id = ${memberId} and state = ${waiting}`,
  )

/** False when the member has an open one already. */
export const insertApplication = async (
  db: Db,
  a: Pick<AgentApplication, 'memberId' | 'applicationId' | 'mobile' | 'applyInfo' | 'appliedAt'> & {
    actionKey: string
  },
): Promise<boolean> =>
  (await run(
    db,
    sql`
    insert into agent_application (member_id, application_id, mobile, apply_info, applied_at, action_key)
    values (${a.memberId}, ${a.applicationId}, ${a.mobile}, ${a.applyInfo}, ${a.appliedAt}, ${a.actionKey}) on conflict do nothing`,
  )) === 1

export const lockApplication = (tx: Db, memberId: bigint, applicationId: string) =>
  row(
    tx,
    sql<AgentApplication>`
    select ${columns} from agent_application where member_id = ${memberId} and application_id = ${applicationId} for update`,
  )

export const decideRow = (
  tx: Db,
  d: {
    memberId: bigint
    applicationId: string
    state: DecidedState
    decidedBy: string
    remark: string
    at: Date
  },
) =>
  run(
    tx,
    sql`
    update agent_application set state = ${d.state}, decided_by = ${d.decidedBy}, decided_at = ${d.at}, remark = ${d.remark}
    where member_id = ${d.memberId} and application_id = ${d.applicationId} and state = ${waiting}`,
  )

export const insertAgent = (
  tx: Db,
  a: { memberId: bigint; at: Date; fromDay: string; month: string },
) =>
  run(
    tx,
    sql`
    insert into agent (member_id, approved_at, from_day, next_month) values (${a.memberId}, ${a.at}, ${a.fromDay}::date, ${a.month}) on conflict do nothing`,
  )

export type TeamRow = {
  memberId: bigint
  name: string
  vip: number
  joinedAt: Date
  depositsFen: bigint
  withdrawalsFen: bigint
  stakeFen: bigint
  validFen: bigint
  payoutFen: bigint
}
type Span = { from: Date; until: Date; fromDay: string; untilDay: string }

/**
 * What invited members did in a span of whole Beijing days; `picked` narrows the members the sums
 * are made for.
 */
const teamSums = (picked: Sql, s: Span) => sql`
  select m.member_id, m.name, m.vip, m.created_at,
    coalesce((select sum(credited_fen) from deposit_order d
      where d.member_id = m.member_id and d.state = ${sql.literal(depositState.credited)} and d.decided_at >= ${s.from} and d.decided_at < ${s.until}), 0)::bigint as deposits,
    coalesce((select sum(amount_fen) from withdrawal_order w
      where w.member_id = m.member_id and w.state = ${sql.literal(reviewState.approved)} and w.decided_at >= ${s.from} and w.decided_at < ${s.until}), 0)::bigint as withdrawals,
    p.stake, p.valid, p.payout
  from (${picked}) m cross join lateral (
    select coalesce(sum(stake_fen), 0)::bigint as stake, coalesce(sum(valid_fen), 0)::bigint as valid, coalesce(sum(payout_fen), 0)::bigint as payout
    from turnover_day t where t.member_id = m.member_id and t.day >= ${s.fromDay}::date and t.day < ${s.untilDay}::date) p`

/**
 * A page of an agent's team, newest member first, with what each did in the span; and how many
 * there are.
 */
export async function team(
  db: Db,
  agentId: bigint,
  s: Span,
  page: { limit: number; offset: number },
) {
  const picked = sql`select * from member where referrer_id = ${agentId} order by created_at desc, member_id desc limit ${page.limit} offset ${page.offset}`
  const found = await rows(
    db,
    sql<TeamRow>`
    select member_id, name, vip, created_at as joined_at, deposits as deposits_fen, withdrawals as withdrawals_fen,
      stake as stake_fen, valid as valid_fen, payout as payout_fen
    from (${teamSums(picked, s)}) t order by created_at desc, member_id desc`,
  )
  const { total } = await theRow(
    db,
    sql<{
      total: number
    }>`select count(*)::int as total from member where referrer_id = ${agentId}`,
  )
  return { rows: found, total }
}

export type TeamTotals = {
  members: number
  joined: number
  depositors: number
  players: number
  depositsFen: bigint
  withdrawalsFen: bigint
  stakeFen: bigint
  validFen: bigint
  payoutFen: bigint
}

/** The whole team's sums of a span. */
export const teamTotals = (db: Db, agentId: bigint, s: Span) =>
  theRow(
    db,
    sql<TeamTotals>`
    select count(*)::int as members, (count(*) filter (where created_at >= ${s.from} and created_at < ${s.until}))::int as joined,
      (count(*) filter (where deposits > 0))::int as depositors, (count(*) filter (where valid > 0))::int as players,
      coalesce(sum(deposits), 0)::bigint as deposits_fen, coalesce(sum(withdrawals), 0)::bigint as withdrawals_fen,
      coalesce(sum(stake), 0)::bigint as stake_fen, coalesce(sum(valid), 0)::bigint as valid_fen, coalesce(sum(payout), 0)::bigint as payout_fen
    from (${teamSums(sql`select * from member where referrer_id = ${agentId}`, s)}) t`,
  )
