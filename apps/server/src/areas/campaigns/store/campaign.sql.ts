import {
  campaignState,
  type CampaignArm,
  type CampaignEnd,
  type CampaignGoal,
  type CampaignState,
} from '@tianping/contract/campaigns/facts'
import type { OfferProduct } from '@tianping/contract/consents/facts'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import { inSpan, ofStates, totalOf } from '../../../kernel/operator/listed.sql.ts'
import { byId, keyedRows, type Keyed } from '../../../kernel/operator/pages.sql.ts'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import { segmentName } from '../../segments/segments.ts'

export type Arm = {
  arm: Exclude<CampaignArm, 'control'>
  percent: number
  title: string
  content: string
  bonusFen: bigint
}
export type Campaign = {
  campaignId: number
  name: string
  segmentId: bigint | null
  product: OfferProduct | ''
  startsAt: Date
  endsAt: Date
  budgetFen: bigint
  spentFen: bigint
  turnoverTimes: number
  goal: CampaignGoal
  goalDays: number
  state: CampaignState
  proposedBy: string
  proposedAt: Date
  decidedBy: string
  pausedBy: string
  /** Who started it again after the last pause; empty for nobody. */
  resumedBy: string
  stoppedBy: string
  stoppedAt: Date | null
  stoppedWhy: CampaignEnd | ''
  remark: string
  walkedTo: bigint
}
const columns = sql`c.campaign_id, c.name, c.segment_id, c.product, c.starts_at, c.ends_at, c.budget_fen, c.spent_fen, c.turnover_times,
  c.goal, c.goal_days, c.state, c.proposed_by, c.proposed_at, c.decided_by, c.paused_by, c.resumed_by, c.stopped_by,
  c.stopped_at, c.stopped_why, c.remark, c.walked_to`

const waiting = sql.literal(campaignState.waiting)
const approved = sql.literal(campaignState.approved)
const rejected = sql.literal(campaignState.rejected)
const paused = sql.literal(campaignState.paused)
const ended = sql.literal(campaignState.ended)

/** Proposals are counted one after the other, so that the month's budget is never passed. */
export const lockBudget = (tx: Tx) =>
  run(tx, sql`select pg_advisory_xact_lock(hashtext('campaigns'))`)

/** Budgets of what was proposed since and not rejected, and what of them was paid. */
export const givenSince = (db: Db, since: Date) =>
  theRow(
    db,
    sql<{ givenFen: bigint; paidFen: bigint }>`
    select coalesce(sum(budget_fen), 0)::bigint as given_fen, coalesce(sum(spent_fen), 0)::bigint as paid_fen
    from campaign where proposed_at >= ${since} and state <> ${rejected}`,
  )

/** Campaigns that wait or have not ended. */
export const countOpen = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ open: number }>`select count(*)::int as open from campaign
      where state in (${waiting}, ${approved}, ${paused})`,
    )
  ).open

export type NewCampaign = Pick<
  Campaign,
  | 'name'
  | 'segmentId'
  | 'product'
  | 'startsAt'
  | 'endsAt'
  | 'budgetFen'
  | 'turnoverTimes'
  | 'goal'
  | 'goalDays'
> & { arms: readonly Arm[] }

export async function insertCampaign(
  tx: Tx,
  c: NewCampaign,
  by: { name: string; at: Date },
): Promise<number> {
  const { campaignId } = await theRow(
    tx,
    sql<{ campaignId: number }>`
    insert into campaign (name, segment_id, product, starts_at, ends_at, budget_fen, turnover_times, goal, goal_days,
      proposed_by, proposed_at, next_at)
    values (${c.name}, ${c.segmentId}, ${c.product}, ${c.startsAt}, ${c.endsAt}, ${c.budgetFen}, ${c.turnoverTimes},
      ${c.goal}, ${c.goalDays}, ${by.name}, ${by.at}, ${c.startsAt}) returning campaign_id`,
  )
  for (const { arm, percent, title, content, bonusFen } of c.arms)
    await run(
      tx,
      sql`insert into campaign_arm (campaign_id, arm, percent, title, content, bonus_fen)
      values (${campaignId}, ${arm}, ${percent}, ${title}, ${content}, ${bonusFen})`,
    )
  return campaignId
}

/** Whoever decides, pauses or gives holds it. */
export const lockCampaign = (tx: Tx, id: number) =>
  row(tx, sql<Campaign>`select ${columns} from campaign c where c.campaign_id = ${id} for update`)

export const armsOf = (db: Db, id: number) =>
  rows(
    db,
    sql<Arm>`select arm, percent, title, content, bonus_fen from campaign_arm where campaign_id = ${id} order by arm`,
  )

export const decideCampaign = (
  tx: Tx,
  d: { id: number; state: CampaignState; by: string; remark: string; at: Date },
) =>
  run(
    tx,
    sql`
    update campaign set state = ${d.state}, decided_by = ${d.by}, decided_at = ${d.at}, remark = ${d.remark}
    where campaign_id = ${d.id}`,
  )

export const pauseCampaign = (tx: Tx, p: { id: number; by: string; remark: string }) =>
  run(
    tx,
    sql`update campaign set state = ${paused}, paused_by = ${p.by}, remark = ${p.remark} where campaign_id = ${p.id}`,
  )

export const resumeCampaign = (tx: Tx, r: { id: number; by: string; at: Date }) =>
  run(
    tx,
    sql`update campaign set state = ${approved}, paused_by = '', resumed_by = ${r.by}, next_at = ${r.at} where campaign_id = ${r.id}`,
  )

type Ending = { id: number; why: CampaignEnd; by: string; remark: string; at: Date }
export const endCampaign = (tx: Tx, e: Ending) =>
  run(
    tx,
    sql`update campaign set state = ${ended}, stopped_by = ${e.by}, stopped_at = ${e.at}, stopped_why = ${e.why}, remark = ${e.remark}
    where campaign_id = ${e.id}`,
  )

/** Ends those whose time is over. */
export const endOver = (db: Db, now: Date) =>
  run(
    db,
    sql`
    update campaign set state = ${ended}, stopped_at = ends_at, stopped_why = 'time'
    where state in (${approved}, ${paused}) and ends_at <= ${now}`,
  )

const due = (now: Date) =>
  sql`c.state = ${approved} and c.starts_at <= ${now} and c.ends_at > ${now} and c.next_at <= ${now}`

/** Campaigns that give now. */
export const dueCampaigns = async (db: Db, now: Date): Promise<number[]> =>
  (
    await rows(
      db,
      sql<{
        campaignId: number
      }>`select c.campaign_id from campaign c where ${due(now)} order by c.next_at, c.campaign_id`,
    )
  ).map(each => each.campaignId)

/** Takes one that is still due; whoever takes it has it until `until`. */
export const takeDue = (db: Db, t: { id: number; now: Date; until: Date }) =>
  row(
    db,
    sql<Campaign>`update campaign c set next_at = ${t.until} where c.campaign_id = ${t.id} and ${due(t.now)} returning ${columns}`,
  )

/** How far the walk is, and when it goes on. */
export const noteWalk = (db: Db, w: { id: number; walkedTo: bigint; nextAt: Date }) =>
  run(
    db,
    sql`update campaign set walked_to = ${w.walkedTo}, next_at = ${w.nextAt} where campaign_id = ${w.id}`,
  )

/** Counts a bonus against the budget; false where it does not fit any more. */
export const spend = async (tx: Tx, id: number, fen: bigint): Promise<boolean> =>
  (await run(
    tx,
    sql`update campaign set spent_fen = spent_fen + ${fen} where campaign_id = ${id} and spent_fen + ${fen} <= budget_fen`,
  )) > 0

export type Listed = Campaign & { segment: string }
const listed = sql`${columns}, ${segmentName(sql`c.segment_id`)} as segment`

/** Campaigns, the newest first. */
export function campaignRows(db: Db, f: ListFilter) {
  const { key, page } = byId(f.paging, sql`c.campaign_id`, true)
  const from = sql`from campaign c where ${ofStates(f.states, sql`c.state`)} and ${inSpan(sql`c.starts_at`, f)}`
  return keyedRows(
    db,
    f.paging,
    sql<Listed & Keyed>`select ${listed}, ${key} ${from} and ${page}`,
    from,
  )
}

export const listedOne = (db: Db, id: number) =>
  row(db, sql<Listed>`select ${listed} from campaign c where c.campaign_id = ${id}`)

/** How many wait for a second person. */
export const campaignsWaiting = (db: Db): Promise<number> =>
  totalOf(db, sql`from campaign where state = ${waiting}`)
