import type { CampaignArm, CampaignGoal } from '@tianping/contract/campaigns/facts'
import { rows, run, sql, type Db, type Sql, type Tx } from '@tianping/database'
import { totalOf } from '../../../kernel/operator/listed.sql.ts'
import {
  byId,
  foundOf,
  window,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

type Assigned = { campaignId: number; memberId: bigint; arm: CampaignArm; bonusFen: bigint }

/** Answers false where the member has an arm already. */
export const assign = async (tx: Tx, a: Assigned & { at: Date }): Promise<boolean> =>
  (await run(
    tx,
    sql`insert into campaign_member (campaign_id, member_id, arm, bonus_fen, assigned_at)
    values (${a.campaignId}, ${a.memberId}, ${a.arm}, ${a.bonusFen}, ${a.at}) on conflict do nothing`,
  )) > 0

/**
 * Those of some members who are not yet part of the campaign, by none of their person's accounts,
 * and do not work in the back office.
 */
export const newTo = async (
  db: Db,
  { campaignId, memberIds }: { campaignId: number; memberIds: bigint[] },
): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint }>`
    select u.member_id from unnest(${memberIds}::bigint[]) u (member_id)
    where not exists (select from accounts_of_person(u.member_id) a (member_id) join campaign_member x using (member_id)
        where x.campaign_id = ${campaignId})
      and not exists (select from operator o where o.member_id = u.member_id)
    order by u.member_id`,
    )
  ).map(each => each.memberId)

/** What a member did within the days of the goal; a Beijing day counts whole. */
const days = sql`d.member_id = m.member_id and d.day between m.first and m.last`
const values: Record<CampaignGoal, Sql> = {
  depositors: sql`exists (select from ledger.member_day d where ${days} and d.deposits > 0)::int::bigint`,
  deposit: sql`(select coalesce(sum(d.deposit_fen), 0)::bigint from ledger.member_day d where ${days})`,
  stake: sql`(select coalesce(sum(d.stake_fen), 0)::bigint from play_day d where ${days})`,
}

export type ArmSums = {
  arm: CampaignArm
  members: number
  complete: number
  bonuses: number
  bonusFen: bigint
  total: bigint
  mean: number
  deviation: number | null
}

/** What each arm did since its members were assigned, from the facts. */
export const armSums = (
  db: Db,
  c: { campaignId: number; goal: CampaignGoal; goalDays: number; today: string },
) =>
  rows(
    db,
    sql<ArmSums>`
    select m.arm, count(*)::int as members, (count(*) filter (where m.last < ${c.today}::date))::int as complete,
      (count(*) filter (where m.bonus_fen > 0))::int as bonuses, coalesce(sum(m.bonus_fen), 0)::bigint as bonus_fen,
      coalesce(sum(v.value), 0)::bigint as total, coalesce(avg(v.value), 0)::float8 as mean, stddev_samp(v.value)::float8 as deviation
    from (select member_id, arm, bonus_fen, day as first, day + ${c.goalDays}::int - 1 as last
      from (select *, (assigned_at at time zone 'Asia/Shanghai')::date as day from campaign_member where campaign_id = ${c.campaignId}) a) m
    cross join lateral (select ${values[c.goal]} as value) v
    group by m.arm order by m.arm`,
  )

export type MemberListed = Pick<Assigned, 'memberId' | 'arm' | 'bonusFen'> & {
  username: string
  assignedAt: Date
}

/** Members of a campaign in the order of their numbers. */
export async function memberRows(db: Db, f: { campaignId: number; paging: Paging }) {
  const { paging: p } = f
  const { behind, order, key } = byId(p, sql`x.member_id`, false)
  const from = sql`from campaign_member x where x.campaign_id = ${f.campaignId}`
  const read = await rows(
    db,
    sql<MemberListed & Keyed>`
    select x.member_id, m.name as username, x.arm, x.bonus_fen, x.assigned_at, x.sort_value, x.sort_no
    from (select x.*, ${key} ${from} and ${behind} order by ${order} ${window(p)}) x join member m using (member_id) order by ${order}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

/** Campaigns whose budget, members and entries do not say the same. */
export const oddCampaigns = (db: Db) =>
  rows(
    db,
    sql<{ memberId: bigint; subject: string; expected: string; found: string }>`
    select 0::bigint as member_id, 'campaign:C' || c.campaign_id as subject, c.spent_fen::text as expected,
      coalesce(sum(x.bonus_fen), 0)::text as found
    from campaign c left join campaign_member x using (campaign_id) group by c.campaign_id, c.spent_fen
    having c.spent_fen <> coalesce(sum(x.bonus_fen), 0)
    union all
    (select x.member_id, 'campaign:C' || x.campaign_id, x.bonus_fen::text, 'no entry' from campaign_member x
    where x.bonus_fen > 0 and not exists (select from ledger.transaction t
      where t.member_id = x.member_id and t.idempotency_key = 'campaign:C' || x.campaign_id))
    limit 100`,
  )
