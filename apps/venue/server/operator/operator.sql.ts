import { row, rows, run, sql, theRow, type Db } from '@tianping/database'

export type ActionRow = {
  actionId: bigint
  at: Date
  operator: string
  action: string
  target: string
  reason: string
  endedAt: Date | null
  outcome: Record<string, unknown> | null
}

export const beginAction = async (
  db: Db,
  entry: Pick<ActionRow, 'operator' | 'action' | 'target' | 'reason'>,
  at: Date,
): Promise<bigint> =>
  (
    await theRow(
      db,
      sql<{ actionId: bigint }>`insert into operator_action (at, operator, action, target, reason)
    values (${at}, ${entry.operator}, ${entry.action}, ${entry.target}, ${entry.reason}) returning action_id`,
    )
  ).actionId

export const endAction = (db: Db, actionId: bigint, outcome: object, at: Date) =>
  run(
    db,
    sql`update operator_action set outcome = ${JSON.stringify(outcome)}, ended_at = ${at} where action_id = ${actionId} and outcome is null`,
  )

export const actionsBefore = (db: Db, before: bigint | null, limit: number) =>
  rows(
    db,
    sql<ActionRow>`select action_id, at, operator, action, target, reason, ended_at, outcome from operator_action
    ${before === null ? sql`` : sql`where action_id < ${before}`} order by action_id desc limit ${limit}`,
  )

export const setGameOpen = (db: Db, code: string, open: boolean, at: Date) =>
  run(
    db,
    sql`insert into game_setting (game_code, open, changed_at) values (${code}, ${open}, ${at})
    on conflict (game_code) do update set open = excluded.open, changed_at = excluded.changed_at`,
  )

export type DeskTotals = {
  venue: string
  merchant: string
  players: bigint
  available: bigint
  openCount: bigint
  openStake: bigint
  feedVersion: bigint
}

/** What each desk's wallets hold and what is staked and undecided; demo players aside. */
export const deskTotals = (db: Db) =>
  rows(
    db,
    sql<DeskTotals>`
    select d.venue_code as venue, d.merchant, f.version as feed_version,
      (select count(*) from player p where p.desk_id = d.desk_id and not p.demo) as players,
      (select coalesce(sum(w.available), 0)::bigint from wallet w join player p using (desk_id, player_id) where w.desk_id = d.desk_id and not p.demo) as available,
      o.count as open_count, o.stake as open_stake
    from desk d join feed_counter f using (desk_id)
    cross join lateral (select count(*) as count, coalesce(sum(stake), 0)::bigint as stake from bet b where b.desk_id = d.desk_id and b.status = 'OPEN' and b.version is not null) o
    order by d.venue_code, d.merchant`,
  )

export type RoundTotals = {
  number: bigint
  day: string
  place: number
  state: string
  closesAt: Date
  endsAt: Date
  outcome: unknown
  bets: bigint
  stake: bigint
  payout: bigint
  voided: bigint
}

/** Rounds before `before`, latest first, with what was bet on them. */
export const roundTotals = (db: Db, code: string, before: bigint | null, limit: number) =>
  rows(
    db,
    sql<RoundTotals>`
    select r.number, r.day, r.place, r.state, r.closes_at, r.ends_at, r.outcome, t.* from round r
    cross join lateral (select count(*) as bets, coalesce(sum(stake), 0)::bigint as stake, coalesce(sum(payout), 0)::bigint as payout, count(*) filter (where status = 'VOID') as voided
      from bet b where b.table_code = r.table_code and b.round_number = r.number and b.version is not null) t
    where r.table_code = ${code} ${before === null ? sql`` : sql`and r.number < ${before}`} order by r.number desc limit ${limit}`,
  )

export type MatchTotals = {
  number: bigint
  home: string
  away: string
  state: string
  kicksOffAt: Date
  endsAt: Date
  settledAt: Date | null
  tickets: bigint
  undecided: bigint
  stake: bigint
}

/**
 * Matches before `before`, latest first, with the tickets that name them. The end of a match under
 * way is secret, here too.
 */
export const matchTotals = (db: Db, code: string, before: bigint | null, limit: number) =>
  rows(
    db,
    sql<MatchTotals>`
    select m.number, m.home, m.away, m.state, m.kicks_off_at, m.ends_at, m.settled_at, t.* from match m
    cross join lateral (select count(*) as tickets, count(*) filter (where l.result is null) as undecided, coalesce(sum(b.stake), 0)::bigint as stake
      from leg l join bet b using (desk_id, bet_id) where l.game_code = m.game_code and l.number = m.number and b.version is not null) t
    where m.game_code = ${code} ${before === null ? sql`` : sql`and m.number < ${before}`} order by m.number desc limit ${limit}`,
  )

export type BetFilter = {
  venue?: string | undefined
  player?: string | undefined
  bet?: string | undefined
  round?: string | undefined
  status?: string | undefined
}
export type ListedBet = {
  betId: string
  venue: string
  merchant: string
  playerId: string
  gameCode: string
  roundId: string
  stake: bigint
  validAmount: bigint
  payout: bigint
  status: string
  revision: number
  placedAt: Date
  settledAt: Date | null
}

/** Bets, latest first, after the one that ended the last page. */
export const betsFound = (db: Db, filter: BetFilter, before: string | null, limit: number) =>
  rows(
    db,
    sql<ListedBet>`
    select b.bet_id, d.venue_code as venue, d.merchant, b.player_id, b.game_code, b.round_id, b.stake, b.valid_amount, b.payout, b.status, b.revision, b.placed_at, b.settled_at
    from bet b join desk d using (desk_id) where b.version is not null
      ${filter.venue ? sql`and d.venue_code = ${filter.venue}` : sql``} ${filter.player ? sql`and b.player_id = ${filter.player}` : sql``}
      ${filter.bet ? sql`and b.bet_id = ${filter.bet}` : sql``} ${filter.round ? sql`and b.round_id = ${filter.round}` : sql``}
      ${filter.status ? sql`and b.status = ${filter.status}` : sql``} ${before === null ? sql`` : sql`and (b.placed_at, b.bet_id) < (select placed_at, bet_id from bet where bet_id = ${before} limit 1)`}
    order by b.placed_at desc, b.bet_id desc limit ${limit}`,
  )

export const deskOfBet = (db: Db, betId: string) =>
  row(
    db,
    sql<{
      deskId: number
    }>`select desk_id from bet where bet_id = ${betId} and version is not null`,
  )
