import { grantState, type GrantSource, type GrantState } from '@tianping/contract/freeRounds/facts'
import { gameState } from '@tianping/contract/games/facts'
import { betStatus } from '@tianping/contract/records/facts'
import { row, rows, run, sql, theRow, type Db, type Sql } from '@tianping/database'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import { inSpan, ofNumbered, ofStates, totalOf } from '../../../kernel/operator/listed.sql.ts'
import {
  behindMoment,
  foundOf,
  inOrderOf,
  momentKey,
  window,
  type Keyed,
} from '../../../kernel/operator/pages.sql.ts'

export type Grant = {
  memberId: bigint
  grantNo: string
  venueId: number
  games: string[]
  stakeFen: bigint
  rounds: number
  turnoverTimes: number
  maxPaidFen: bigint | null
  endsAt: Date
  source: GrantSource
  sourceId: string
  reason: string
  proposedBy: string
  proposedAt: Date
  decidedBy: string
  decidedAt: Date | null
  remark: string
  state: GrantState
  nextAt: Date
  attempts: number
  said: string
  used: number
  wonFen: bigint
  paidFen: bigint
}
export type GrantListed = Grant & { username: string; venue: string; gameNames: string[] }

const columns = sql`g.member_id, g.grant_no, g.venue_id, g.games, g.stake_fen, g.rounds, g.turnover_times, g.max_paid_fen, g.ends_at, g.source,
  g.source_id, g.reason, g.proposed_by, g.proposed_at, g.decided_by, g.decided_at, g.remark, g.state, g.next_at, g.attempts, g.said, g.used,
  g.won_fen, g.paid_fen`

/** Grants of all members are counted one after the other, so that the budget is never passed. */
export const lockBudget = (tx: Db) =>
  run(tx, sql`select pg_advisory_xact_lock(hashtext('free_rounds'))`)

const DEAD = sql`(${sql.literal(grantState.rejected)}, ${sql.literal(grantState.failed)})`

/** The stakes of what was given since, and what of it was paid. */
export const givenSince = (db: Db, since: Date) =>
  theRow(
    db,
    sql<{ givenFen: bigint; paidFen: bigint }>`
    select coalesce(sum(stake_fen * rounds), 0)::bigint as given_fen, coalesce(sum(paid_fen), 0)::bigint as paid_fen
    from free_round_grant where proposed_at >= ${since} and state not in ${DEAD}`,
  )

/** The stakes of what an operator gave by hand since and without anybody else. */
export const givenAlone = async (db: Db, operator: string, since: Date): Promise<bigint> =>
  (
    await theRow(
      db,
      sql<{ givenFen: bigint }>`
      select coalesce(sum(stake_fen * rounds), 0)::bigint as given_fen from free_round_grant
      where proposed_at >= ${since} and source = 'hand' and lower(proposed_by) = lower(${operator})
        and decided_by = '' and state <> ${sql.literal(grantState.waiting)} and state not in ${DEAD}`,
    )
  ).givenFen

type New = Pick<
  Grant,
  | 'memberId'
  | 'grantNo'
  | 'venueId'
  | 'games'
  | 'stakeFen'
  | 'rounds'
  | 'turnoverTimes'
  | 'maxPaidFen'
  | 'endsAt'
  | 'source'
  | 'sourceId'
  | 'reason'
  | 'proposedBy'
  | 'proposedAt'
  | 'state'
>

/** Answers false where this source has given to the member before. */
export const insertGrant = async (tx: Db, g: New): Promise<boolean> =>
  (await run(
    tx,
    sql`insert into free_round_grant (member_id, grant_no, venue_id, games, stake_fen, rounds, turnover_times, max_paid_fen, ends_at, source,
      source_id, reason, proposed_by, proposed_at, state, next_at)
    values (${g.memberId}, ${g.grantNo}, ${g.venueId}, ${g.games}, ${g.stakeFen}, ${g.rounds}, ${g.turnoverTimes}, ${g.maxPaidFen}, ${g.endsAt},
      ${g.source}, ${g.sourceId}, ${g.reason}, ${g.proposedBy}, ${g.proposedAt}, ${g.state}, ${g.proposedAt}) on conflict do nothing`,
  )) > 0

export const lockGrant = (tx: Db, grantNo: string) =>
  row(
    tx,
    sql<Grant>`select ${columns} from free_round_grant g where g.grant_no = ${grantNo} for update`,
  )

type Named = Pick<Grant, 'memberId' | 'grantNo'>
const isNamed = ({ memberId, grantNo }: Named) =>
  sql`member_id = ${memberId} and grant_no = ${grantNo}`

export const decideGrant = (
  tx: Db,
  g: Named & { state: GrantState; by: string; remark: string; at: Date },
) =>
  run(
    tx,
    sql`update free_round_grant set state = ${g.state}, decided_by = ${g.by}, remark = ${g.remark}, decided_at = ${g.at}, next_at = ${g.at}
    where ${isNamed(g)}`,
  )

/** A step of a grant at its venue; `from` keeps two instances apart. */
export const moveGrant = async (
  tx: Db,
  g: Named & { from: GrantState; state: GrantState; nextAt: Date; said?: string },
): Promise<boolean> =>
  (await run(
    tx,
    sql`update free_round_grant set state = ${g.state}, next_at = ${g.nextAt}, attempts = 0, said = ${g.said ?? ''}
    where ${isNamed(g)} and state = ${g.from}`,
  )) > 0

/** Asked in vain, or nothing is new: looked at again later. */
export const waitGrant = (db: Db, g: Named & { nextAt: Date; said: string; failed: boolean }) =>
  run(
    db,
    sql`update free_round_grant set next_at = ${g.nextAt}, said = ${g.said}, attempts = case when ${g.failed} then attempts + 1 else 0 end
    where ${isNamed(g)}`,
  )

export const closeGrant = async (
  tx: Db,
  g: Named & {
    from: GrantState
    state: GrantState
    turnoverTimes: number
    used: number
    wonFen: bigint
    paidFen: bigint
    at: Date
  },
): Promise<boolean> =>
  (await run(
    tx,
    sql`update free_round_grant set state = ${g.state}, turnover_times = ${g.turnoverTimes}, used = ${g.used}, won_fen = ${g.wonFen},
      paid_fen = ${g.paidFen}, closed_at = ${g.at}, said = ''
    where ${isNamed(g)} and state = ${g.from}`,
  )) > 0

/**
 * What keeps a member from play: an exclusion, also of another account, or a break. A closed
 * account is kept from it for good.
 */
export type Block = 'exclusion' | 'break' | null

const blockOn = (memberId: Sql, now: Date) =>
  sql`coalesce(
    (select 'exclusion' from member m where m.member_id = ${memberId} and m.closed_at is not null),
    (select case when bool_or(b.kind in ('exclusion', 'linked')) then 'exclusion' else 'break' end
      from blocks_at(${now}) b where b.member_id = ${memberId} having count(*) > 0))`

export const blockOf = async (db: Db, memberId: bigint, now: Date): Promise<Block> =>
  (await theRow(db, sql<{ block: Block }>`select ${blockOn(sql`${memberId}`, now)} as block`)).block

/** What is to be done next; whoever takes it has it until `until`. Excluded members come first. */
export const takeDue = (db: Db, t: { now: Date; until: Date; limit: number }) =>
  rows(
    db,
    sql<Grant & { block: Block; leaving: boolean }>`
    with due as (
      select member_id, grant_no from free_round_grant
      where state in (${sql.literal(grantState.sending)}, ${sql.literal(grantState.open)}, ${sql.literal(grantState.settling)}, ${sql.literal(grantState.forfeiting)})
        and next_at <= ${t.now}
      order by next_at limit ${t.limit} for update skip locked)
    update free_round_grant g set next_at = ${t.until} from due where due.member_id = g.member_id and due.grant_no = g.grant_no
    returning ${columns}, ${blockOn(sql`g.member_id`, t.now)} as block,
      (select m.closing_at is not null from member m where m.member_id = g.member_id) as leaving`,
  )

/** Grants of members who were excluded since are looked at at once. */
export const hurryExcluded = (db: Db, now: Date) =>
  run(
    db,
    sql`update free_round_grant g set next_at = ${now} from blocks_at(${now}) b
    where b.member_id = g.member_id and b.kind in ('exclusion', 'linked')
      and g.state in (${sql.literal(grantState.sending)}, ${sql.literal(grantState.open)}) and g.next_at > ${now} and g.attempts = 0`,
  )

const named = sql`${columns}, m.name as username, v.name as venue,
  array(select coalesce(x.name, c.code) from unnest(g.games) with ordinality c (code, at)
    left join game x on x.venue_id = g.venue_id and x.game_code = c.code order by c.at) as game_names`

/** What waits oldest first, the others newest first. */
export async function grantRows(db: Db, f: ListFilter) {
  const at = f.paging
  const by = sql`g.proposed_at`
  const no = sql`g.grant_no`
  const own = f.states.length !== 1 || f.states[0] !== grantState.waiting
  const order = inOrderOf(at, by, no, own)
  const from = sql`from free_round_grant g where ${ofStates(f.states, sql`g.state`)} and ${inSpan(by, f)}
    and ${ofNumbered(f.q, { member: sql`g.member_id`, no })}`
  const found = await rows(
    db,
    sql<GrantListed & Keyed>`
    select ${named}, ${momentKey(by, no)} from (select * ${from} and ${behindMoment(at, by, no, own)} order by ${order} ${window(at)}) g
    join member m using (member_id) join venue v using (venue_id) order by ${order}`,
  )
  return { ...foundOf(at, found), total: at.counted ? await totalOf(db, from) : 0 }
}

export type GrantShown = Grant & {
  platname: string
  venue: string
  names: { game_code: string; name: string }[]
  playedRounds: number
  wonSoFarFen: bigint
}

/** A member's own, newest first, of what the venue has taken. */
export async function grantsOf(db: Db, memberId: bigint, f: { limit: number; offset: number }) {
  const from = sql`from free_round_grant g where g.member_id = ${memberId}
    and g.state not in (${sql.literal(grantState.waiting)}, ${sql.literal(grantState.sending)},
      ${sql.literal(grantState.rejected)}, ${sql.literal(grantState.failed)})`
  const found = await rows(
    db,
    sql<GrantShown>`
    select ${columns}, v.platname, v.name as venue, b.played_rounds, b.won_so_far_fen,
      coalesce((select json_agg(json_build_object('game_code', c.code, 'name', coalesce(x.name, c.code)) order by c.at)
        from unnest(g.games) with ordinality c (code, at) left join game x on x.venue_id = g.venue_id and x.game_code = c.code), '[]') as names
    from (select * ${from} order by g.proposed_at desc, g.grant_no limit ${f.limit} offset ${f.offset}) g join venue v using (venue_id)
    cross join lateral (
      select count(*) filter (where status <> ${sql.literal(betStatus.void)})::int as played_rounds,
        coalesce(sum(payout_fen) filter (where status = ${sql.literal(betStatus.settled)}), 0)::bigint as won_so_far_fen
      from free_round_bet f where f.member_id = g.member_id and f.venue_id = g.venue_id and f.grant_no = g.grant_no) b
    order by g.proposed_at desc, g.grant_no`,
  )
  return { rows: found, total: await totalOf(db, from) }
}

/** Grants of one member that are looked through for what can be played now. */
const MOST_OPEN = 50

/** Rounds that are left to the member by game; a grant of several games counts with each. */
export const roundsByGame = (db: Db, memberId: bigint, now: Date) =>
  rows(
    db,
    sql<{ platname: string; code: string; left: number }>`
    select v.platname, c.code, sum(g.rounds - b.used)::int as left
    from (select * from free_round_grant
      where member_id = ${memberId} and state = ${sql.literal(grantState.open)} and ends_at > ${now}
      order by ends_at limit ${MOST_OPEN}) g
    cross join lateral (select count(*)::int as used from free_round_bet f
      where f.member_id = g.member_id and f.venue_id = g.venue_id and f.grant_no = g.grant_no
        and f.status <> ${sql.literal(betStatus.void)}) b
    cross join lateral unnest(g.games) c (code)
    join venue v using (venue_id) join game x on x.venue_id = g.venue_id and x.game_code = c.code
    where b.used < g.rounds and x.app_state = ${sql.literal(gameState.shown)}
    group by v.platname, c.code order by v.platname, c.code limit 500`,
  )

/** Grants that were paid as something else than their bets say now, or that nobody could close. */
export const oddGrants = (db: Db, { now, staleBefore }: { now: Date; staleBefore: Date }) =>
  rows(
    db,
    sql<{ memberId: bigint; subject: string; expected: string; found: string }>`
    select g.member_id, g.grant_no as subject, b.won::text as expected, g.won_fen::text as found
    from free_round_grant g cross join lateral (
      select coalesce(sum(payout_fen) filter (where status = ${sql.literal(betStatus.settled)}), 0) as won from free_round_bet f
      where f.member_id = g.member_id and f.venue_id = g.venue_id and f.grant_no = g.grant_no) b
    where g.state in (${sql.literal(grantState.paid)}, ${sql.literal(grantState.forfeited)}) and b.won <> g.won_fen
    union all
    select g.member_id, g.grant_no, 'closed', g.said from free_round_grant g
    where g.state in (${sql.literal(grantState.settling)}, ${sql.literal(grantState.forfeiting)}) and g.ends_at < ${staleBefore}
      and ${blockOn(sql`g.member_id`, now)} is distinct from 'break'
    union all
    -- A round that belongs to no grant of this member at this venue.
    select f.member_id, f.grant_no, 'a grant', f.bet_id from free_round_bet f
    where not exists (select from free_round_grant g where g.member_id = f.member_id and g.venue_id = f.venue_id and g.grant_no = f.grant_no)
    limit 100`,
  )

export const venueIdOf = async (db: Db, platname: string): Promise<number | undefined> =>
  (
    await row(
      db,
      sql<{
        venueId: number
      }>`select venue_id from venue where upper(platname) = ${platname.toUpperCase()}`,
    )
  )?.venueId
