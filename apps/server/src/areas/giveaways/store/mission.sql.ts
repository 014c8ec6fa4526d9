import type { Category } from '@tianping/contract/games/facts'
import type { MissionGoal } from '@tianping/contract/giveaways/facts'
import { rows, run, sql, type Db, type Sql } from '@tianping/database'
import { totalOf } from '../../../kernel/operator/listed.sql.ts'
import { isKept } from '../../cashier/cashier.ts'

/** What counts towards a goal. */
export type Counted = {
  goal: MissionGoal
  /** Both the moments and the Beijing days [from, until). */
  from: Date
  until: Date
  fromDay: string
  untilDay: string
  places: readonly { venueId: number; game: string }[]
  /** The tier of an identity, which counts while it is valid. */
  tier: number
  now: Date
}

/** Sums of play that a place narrows: by day and venue, or by game where one is named. */
function playOf({ places, fromDay, untilDay }: Counted): Sql {
  const days = sql`p.day >= ${fromDay}::date and p.day < ${untilDay}::date`
  if (places.length === 0) return sql`from turnover_day p where ${days}`
  const venues = places.map(({ venueId }) => venueId)
  if (places.every(({ game }) => game === ''))
    return sql`from turnover_day p where ${days} and p.venue_id = any(${venues}::smallint[])`
  return sql`from play_day p where ${days} and exists (
      select from unnest(${venues}::smallint[], ${places.map(({ game }) => game)}::text[]) g (venue_id, game_code)
      where g.venue_id = p.venue_id and g.game_code in ('', p.game_code))`
}

const depositsOf = ({ from, until }: Counted) => sql`from deposit_order p
    where p.decided_at >= ${from} and p.decided_at < ${until} and ${isKept(sql`p`)}`

/** Where a goal is counted, and what of each row. Facts that the engines keep; no bet is read. */
const counting: Record<MissionGoal, (counted: Counted) => { rows: Sql; value: Sql }> = {
  deposit: c => ({ rows: depositsOf(c), value: sql`sum(p.credited_fen)` }),
  deposits: c => ({ rows: depositsOf(c), value: sql`count(*)` }),
  stake: c => ({ rows: playOf(c), value: sql`sum(p.valid_fen)` }),
  bets: c => ({ rows: playOf(c), value: sql`sum(p.bets)` }),
  identity: ({ tier, now }) => ({
    rows: sql`from member_tier p where p.tier >= ${tier} and (p.valid_until is null or p.valid_until > ${now})`,
    value: sql`count(*)`,
  }),
}

/** The progress of some members, in fen or a count; a member without any has no entry. */
export const doneAmong = async (
  db: Db,
  memberIds: bigint[],
  counted: Counted,
): Promise<Map<bigint, bigint>> => {
  const { rows: from, value } = counting[counted.goal](counted)
  const found = await rows(
    db,
    sql<{ memberId: bigint; done: bigint }>`
    select p.member_id, (${value})::bigint as done ${from} and p.member_id = any(${memberIds}::bigint[]) group by p.member_id`,
  )
  return new Map(found.map(({ memberId, done }) => [memberId, done]))
}

/** How many accounts have reached a goal. all members: an operator asks about the house. */
export const countReached = (db: Db, counted: Counted, needed: bigint): Promise<number> => {
  const { rows: from, value } = counting[counted.goal](counted)
  return totalOf(db, sql`${from} group by p.member_id having ${value} >= ${needed}`)
}

/** What members read of some venues and games, and of what category they are. */
export const placeNames = (db: Db, places: Counted['places']) =>
  rows(
    db,
    sql<{ venueId: number; game: string; name: string; category: Category }>`
    select g.venue_id, g.game_code as game, v.category, v.name || coalesce(' ' || x.name, '') as name
    from unnest(${places.map(each => each.venueId)}::smallint[], ${places.map(each => each.game)}::text[])
      with ordinality g (venue_id, game_code, nth)
      join venue v using (venue_id) left join game x on x.venue_id = g.venue_id and x.game_code = g.game_code
    order by g.nth`,
  )

type Claimed = { giveawayId: number; memberId: bigint }

/** The newest claims of missions, to be compared with the facts of today. */
export const newestClaims = (db: Db, limit: number) =>
  rows(
    db,
    sql<Claimed>`select giveaway_id, member_id from giveaway_gift
    where reached is not null order by given_at desc limit ${limit}`,
  )

/** How many claimed a mission. */
export const countClaimed = (db: Db, giveawayId: number): Promise<number> =>
  totalOf(db, sql`from giveaway_gift where giveaway_id = ${giveawayId}`)

/** Of some missions those that a member was shown. */
export async function shownAmong(
  db: Db,
  memberId: bigint,
  giveawayIds: number[],
): Promise<Set<number>> {
  if (giveawayIds.length === 0) return new Set()
  const found = await rows(
    db,
    sql<{ giveawayId: number }>`
    select giveaway_id from mission_shown where member_id = ${memberId} and giveaway_id = any(${giveawayIds}::int[])`,
  )
  return new Set(found.map(each => each.giveawayId))
}

/** Writes down what a member was shown; nothing is written of what stands there. */
export const noteShown = (
  db: Db,
  { memberId, giveawayIds, now }: { memberId: bigint; giveawayIds: number[]; now: Date },
) =>
  run(
    db,
    sql`
    insert into mission_shown (giveaway_id, member_id, shown_at)
    select id, ${memberId}, ${now} from unnest(${giveawayIds}::int[]) id
    where not exists (select from mission_shown s where s.member_id = ${memberId} and s.giveaway_id = id) on conflict do nothing`,
  )
