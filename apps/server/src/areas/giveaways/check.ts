import { rows, sql, type Db } from '@tianping/database'
import type { ExtraCheck } from '../../ledger/reconcile.ts'
import { countedOf, missionOf, neededOf } from './missions.ts'
import { giveawayOf } from './store/giveaway.sql.ts'
import { doneAmong, newestClaims } from './store/mission.sql.ts'

/** Claims that are compared with the facts, the newest ones. */
const MOST_LOOKED_AT = 1_000
const MOST_TOLD = 100

/** Claims whose facts were corrected since, so that they would not be reached any more. */
async function unreached(db: Db) {
  const claims = Map.groupBy(await newestClaims(db, MOST_LOOKED_AT), each => each.giveawayId)
  const found = []
  for (const [id, members] of claims) {
    const giveaway = await giveawayOf(db, id)
    if (!giveaway) continue
    const mission = missionOf(giveaway)
    // A paper runs out; what was proven stays proven.
    if (mission.terms.goal === 'identity') continue
    const memberIds = members.map(({ memberId }) => memberId)
    const done = await doneAmong(db, memberIds, countedOf(mission, giveaway.endsAt))
    const needed = neededOf(mission.terms)
    for (const memberId of memberIds) {
      const now = done.get(memberId) ?? 0n
      if (now < needed)
        found.push({ memberId, subject: `giveaway:C${id}`, expected: `${needed}`, found: `${now}` })
    }
  }
  return found.slice(0, MOST_TOLD)
}

/** What giveaways say they paid, against what was paid. */
export const checkGiveaways = (): ExtraCheck => async db => [
  {
    name: 'giveaways',
    rule: 'a giveaway has spent what it gave, by day and altogether, and a code was used as often as it gave',
    severity: 'mismatch',
    differences: await rows(
      db,
      sql<{ memberId: null; subject: string; expected: string; found: string }>`
      select null::bigint as member_id, 'giveaway:C' || c.giveaway_id as subject, coalesce(d.fen, 0)::text as expected,
        c.spent_fen::text as found
      from giveaway c
        left join lateral (
          select sum(fen) as fen from (
            select r.amount_fen as fen from redpacket_draw r where r.giveaway_id = c.giveaway_id
            union all select g.amount_fen from giveaway_gift g where g.giveaway_id = c.giveaway_id) given) d on true
        left join lateral (select sum(spent_fen) as fen from giveaway_day y where y.giveaway_id = c.giveaway_id) a on true
      where c.spent_fen <> coalesce(d.fen, 0) or (c.kind = 'packets' and c.spent_fen <> coalesce(a.fen, 0))
      union all
      select null, 'giveaway:C' || c.giveaway_id || ':' || c.code, coalesce(g.given, 0)::text, c.uses::text
      from giveaway_code c
        left join (select code, count(*) as given from giveaway_gift group by code) g using (code)
      where c.uses <> coalesce(g.given, 0) limit 100`,
    ),
  },
  {
    name: 'missions',
    rule: 'the facts of a claimed mission still reach its goal',
    severity: 'attention',
    differences: await unreached(db),
  },
]
