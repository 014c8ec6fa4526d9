// The demo agent's links: two channels with visits and members, and a plan that waits for a second
// person.
import { row, run, sql, transaction, type Tx } from '@tianping/database'
import { addDays, addMonths, beijingDay, beijingMonth, startOfDay } from '@tianping/money/day'
import { addChannel, bindMember } from '../areas/channels/channels.ts'
import type { World } from './world.ts'

const HOUR_MS = 3_600_000
type Link = { name: string; came: readonly string[]; visits: number }

/** Names of the channels, and the members of the team who came by each. */
const linksOf = (team: readonly string[]): Link[] => [
  { name: '微信社群', came: team.slice(0, 2), visits: 4 },
  { name: '短视频主页', came: team.slice(2), visits: 9 },
]

async function fill(
  tx: Tx,
  { agentId, from, until }: { agentId: bigint; from: string; until: string },
  link: Link,
) {
  const now = new Date(startOfDay(from).getTime() - HOUR_MS)
  const { channelId } = await addChannel(tx, { agentId, name: link.name, by: '', now })
  for (const name of link.came) {
    const found = await row(
      tx,
      sql<{ memberId: bigint }>`select member_id from member where name = ${name}`,
    )
    if (found) await bindMember(tx, found.memberId, channelId)
  }
  await run(
    tx,
    sql`
    insert into promo_channel_visit (channel_id, day, visits)
    select ${channelId}, d::date, ${link.visits}::int + extract(day from d)::int * 7 % 5
      from generate_series(${from}::date, ${until}::date, interval '1 day') d`,
  )
}

/** The links of the demo agent, all of it or nothing; visits from the given day until yesterday. */
export const advertise = (
  { owner, now }: World,
  { agentId, from, team }: { agentId: bigint; from: string; team: readonly string[] },
): Promise<void> =>
  transaction(owner, async tx => {
    if (await row(tx, sql`select 1 from promo_channel where agent_id = ${agentId}`)) return
    const until = addDays(beijingDay(now), -1)
    for (const link of linksOf(team)) await fill(tx, { agentId, from, until }, link)
    await run(
      tx,
      sql`
      insert into site_visit (day, visits)
      select d::date, 2 + extract(day from d)::int * 7 % 4 from generate_series(${from}::date, ${until}::date, interval '1 day') d
      on conflict do nothing`,
    )
  })

/** A plan for the month to come, which another operator has to approve. */
export async function proposePlan({ owner, now }: World, agentId: bigint): Promise<void> {
  const terms = {
    share: 'house',
    levels: [500, 200],
    cpa: { amountFen: 100_00, minDepositFen: 500_00, minValidFen: 2_000_00, verified: true },
  }
  await run(
    owner,
    sql`
    insert into agent_plan (agent_id, name, terms, from_month, note, proposed_by, proposed_at)
    select ${agentId}, '三级分成与首存奖励', ${JSON.stringify(terms)}::jsonb, ${addMonths(beijingMonth(now), 1)}, '社群规模已过三百人，申请试行三个月。', 'risk',
      ${now}
    where not exists (select from agent_plan where agent_id = ${agentId})`,
  )
}
