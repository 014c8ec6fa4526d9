import { rows, run, sql, theLastRow, theRow, type Db, type Tx } from '@tianping/database'
import type { Play } from '../play/session.sql.ts'
import { roundColumns, type RoundRow } from './round.sql.ts'

/** A line as a bet's selection holds it. */
export type StoredLine = { pick: string; stake: number; odds: string }
export type Bettor = { deskId: number; playerId: string }
export type OpenBet = Bettor & {
  betId: string
  sessionStart: Date
  stake: bigint
  lines: StoredLine[]
  demo: boolean
}
export type RoundBet = Bettor & {
  betId: string
  stake: bigint
  payout: bigint
  validAmount: bigint
  status: 'OPEN' | 'SETTLED' | 'VOID'
  version: bigint | null
}

export type NewTicket = Bettor & {
  betId: string
  clientBetId: string
  gameCode: string
  category: string
  roundId: string
  lines: StoredLine[]
  stake: bigint
  odds: string | null
  sessionStart: Date
  placedAt: Date
  tableCode: string
  roundNumber: bigint
  clientSeed: string
  model: string
  mathVersion: string
  /** Demo play has no version. */
  demo: boolean
  /** True for the player's first ticket on its round. */
  newRound: boolean
}

export type Taken = { version: bigint | null; available: bigint; play: Play }

/**
 * Takes a ticket: its stake leaves the wallet, the session's totals grow, the open bet is written
 * with the next version of its feed. One statement, so that the counter stays locked for it and the
 * commit only, which it brings along. The wallet must be locked.
 */
export const takeTicket = async (tx: Tx, bet: NewTicket): Promise<Taken> => {
  const { version, available, ...play } = await theLastRow(
    tx,
    sql<Omit<Taken, 'play'> & Play>`/* prepared */
    with paid as (update wallet set available = available - ${bet.stake}, version = version + 1
        where desk_id = ${bet.deskId} and player_id = ${bet.playerId} returning available),
      played as (update play set staked = staked + ${bet.stake}, rounds = rounds + ${bet.newRound ? 1 : 0}
        where desk_id = ${bet.deskId} and player_id = ${bet.playerId} and session_start = ${bet.sessionStart} returning staked, returned, rounds, reality_from),
      counted as (update feed_counter set version = version + 1 where desk_id = ${bet.deskId} and not ${bet.demo}::boolean returning version),
      placed as (insert into bet (desk_id, bet_id, version, player_id, client_bet_id, game_code, category, round_id, selection, stake, valid_amount, payout, odds,
          status, session_start, placed_at, table_code, round_number, client_seed, nonce, model, math_version, outcome)
        values (${bet.deskId}, ${bet.betId}, (select version from counted), ${bet.playerId}, ${bet.clientBetId}, ${bet.gameCode}, ${bet.category}, ${bet.roundId},
          ${JSON.stringify({ lines: bet.lines })}, ${bet.stake}, 0, 0, ${bet.odds}, 'OPEN', ${bet.sessionStart}, ${bet.placedAt}, ${bet.tableCode},
          ${bet.roundNumber}, ${bet.clientSeed}, ${bet.roundNumber}, ${bet.model}, ${bet.mathVersion}, '{}') returning version)
    select placed.version, paid.available, played.* from placed, paid, played`,
  )
  return { version, available, play }
}

type AtTable = {
  deskId: number
  playerId: string
  sessionStart: Date
  clientBetId: string
  tableCode: string
  roundNumber: bigint
}
/** The player's figures and bets on a round, and the round itself. */
export type TicketContext = {
  play: Play
  /** True when this client_bet_id has been used. */
  repeated: boolean
  /** What the player has on the round; voided bets do not count. */
  before: {
    count: bigint
    stake: bigint
  }
  round: RoundRow | null
  at: Date
}

/**
 * Everything that decides whether a ticket is taken. The wallet must be locked. The statement keeps
 * the round from closing and reads the clock after that lock was granted, which its separate step
 * for the round is for.
 */
export const ticketContextOf = async (tx: Tx, ask: AtTable): Promise<TicketContext> => {
  const { staked, returned, rounds, realityFrom, repeated, count, stake, at, ...round } =
    await theRow(
      tx,
      sql<
        Play & TicketContext['before'] & { repeated: boolean; at: Date } & RoundRow
      >`/* prepared */
    with kept as materialized (select ${roundColumns} from round where table_code = ${ask.tableCode} and number = ${ask.roundNumber} for share)
    select kept.*, p.staked, p.returned, p.rounds, p.reality_from, had.count, had.stake, round_now() as at,
      exists (select 1 from bet where desk_id = ${ask.deskId} and player_id = ${ask.playerId} and client_bet_id = ${ask.clientBetId}) as repeated
    from play p left join kept on true cross join (
      select count(*) as count, coalesce(sum(stake), 0)::bigint as stake from bet
      where table_code = ${ask.tableCode} and round_number = ${ask.roundNumber} and desk_id = ${ask.deskId} and player_id = ${ask.playerId} and status <> 'VOID') had
    where p.desk_id = ${ask.deskId} and p.player_id = ${ask.playerId} and p.session_start = ${ask.sessionStart}`,
    )
  const found = round.tableCode === null ? null : round
  return {
    play: { staked, returned, rounds, realityFrom },
    repeated,
    before: { count, stake },
    round: found,
    at,
  }
}

/** Players with open bets on a round, so many at a time. */
export const openBettors = (db: Db, code: string, number: bigint, limit: number) =>
  rows(
    db,
    sql<Bettor>`select distinct desk_id, player_id from bet
    where table_code = ${code} and round_number = ${number} and status = 'OPEN' order by desk_id, player_id limit ${limit}`,
  )

/** How many bets of a round are open; demo play aside. */
export const openCount = async (db: Db, code: string, number: bigint): Promise<number> =>
  (
    await theRow(
      db,
      sql<{
        count: number
      }>`select count(*)::int as count from bet where table_code = ${code} and round_number = ${number} and status = 'OPEN' and version is not null`,
    )
  ).count

const list = (bettors: readonly Bettor[]) =>
  sql`unnest(${bettors.map(b => b.deskId)}::int[], ${bettors.map(b => b.playerId)}::text[])`

/** Takes the wallets' locks in one fixed order, as everybody who takes more than one does. */
export const lockWallets = (tx: Tx, bettors: readonly Bettor[]) =>
  rows(
    tx,
    sql`select 1 from wallet w join ${list(bettors)} as b (desk_id, player_id) using (desk_id, player_id)
    order by w.desk_id, w.player_id for update of w`,
  )

/** The open bets of some players on a round; their wallets must be locked. */
export const openBets = (tx: Tx, code: string, number: bigint, bettors: readonly Bettor[]) =>
  rows(
    tx,
    sql<OpenBet>`select b.desk_id, b.player_id, b.bet_id, b.session_start, b.stake, b.selection -> 'lines' as lines, b.version is null as demo
    from bet b join ${list(bettors)} as p (desk_id, player_id) using (desk_id, player_id)
    where b.table_code = ${code} and b.round_number = ${number} and b.status = 'OPEN' order by b.desk_id, b.player_id, b.placed_at, b.bet_id`,
  )

export type Credit = Bettor & { amount: bigint }
export const creditWallets = (tx: Tx, credits: readonly Credit[]) =>
  run(
    tx,
    sql`update wallet w set available = w.available + c.amount, version = w.version + 1
    from unnest(${credits.map(c => c.deskId)}::int[], ${credits.map(c => c.playerId)}::text[], ${credits.map(c => c.amount)}::bigint[]) as c (desk_id, player_id, amount)
    where w.desk_id = c.desk_id and w.player_id = c.player_id`,
  )

export type PlayChange = Bettor & { sessionStart: Date; staked: bigint; returned: bigint }
export const changePlays = (tx: Tx, changes: readonly PlayChange[]) =>
  run(
    tx,
    sql`update play p set staked = p.staked + c.staked, returned = p.returned + c.returned
    from unnest(${changes.map(c => c.deskId)}::int[], ${changes.map(c => c.playerId)}::text[], ${changes.map(c => c.sessionStart)}::timestamptz[],
      ${changes.map(c => c.staked)}::bigint[], ${changes.map(c => c.returned)}::bigint[]) as c (desk_id, player_id, session_start, staked, returned)
    where p.desk_id = c.desk_id and p.player_id = c.player_id and p.session_start = c.session_start`,
  )

/**
 * Takes `count` versions of a desk's feed at once and answers the first; like one at a time, held
 * until the commit.
 */
export const nextVersions = async (tx: Tx, desk: number, count: number): Promise<bigint> =>
  (
    await theRow(
      tx,
      sql<{
        first: bigint
      }>`update feed_counter set version = version + ${count} where desk_id = ${desk} returning version - ${count} + 1 as first`,
    )
  ).first

export type EndedBet = {
  deskId: number
  betId: string
  payout: bigint
  validAmount: bigint
  version: bigint | null
  outcome: string
}
export const writeEnds = (tx: Tx, status: 'SETTLED' | 'VOID', ends: readonly EndedBet[]) =>
  run(
    tx,
    sql`update bet b set status = ${status}, payout = e.payout, valid_amount = e.valid_amount, version = e.version, outcome = e.outcome::jsonb, settled_at = round_now()
    from unnest(${ends.map(e => e.deskId)}::int[], ${ends.map(e => e.betId)}::text[], ${ends.map(e => e.payout)}::bigint[], ${ends.map(e => e.validAmount)}::bigint[],
      ${ends.map(e => e.version)}::bigint[], ${ends.map(e => e.outcome)}::text[]) as e (desk_id, bet_id, payout, valid_amount, version, outcome)
    where b.desk_id = e.desk_id and b.bet_id = e.bet_id and b.status = 'OPEN'`,
  )

/** All bets of one player on one round, in the order they were placed. */
export const betsOnRound = (tx: Tx, desk: number, player: string, code: string, number: bigint) =>
  rows(
    tx,
    sql<RoundBet>`select desk_id, player_id, bet_id, stake, payout, valid_amount, status, version from bet
    where table_code = ${code} and round_number = ${number} and desk_id = ${desk} and player_id = ${player} order by placed_at, bet_id`,
  )

/**
 * The share of the bet that was just corrected: part of that correction, so no further revision.
 */
export const setShare = (tx: Tx, desk: number, betId: string, validAmount: bigint) =>
  run(
    tx,
    sql`update bet set valid_amount = ${validAmount} where desk_id = ${desk} and bet_id = ${betId}`,
  )

export const setValidAmount = (
  tx: Tx,
  desk: number,
  betId: string,
  validAmount: bigint,
  version: bigint | null,
) =>
  run(
    tx,
    sql`update bet set valid_amount = ${validAmount}, version = ${version}, revision = revision + 1 where desk_id = ${desk} and bet_id = ${betId}`,
  )

/** The settled bets of a round, for corrections. */
export const settledBets = (db: Db, code: string, number: bigint) =>
  rows(
    db,
    sql<
      Bettor & { betId: string; payout: bigint; lines: StoredLine[] }
    >`select desk_id, player_id, bet_id, payout, selection -> 'lines' as lines from bet
    where table_code = ${code} and round_number = ${number} and status = 'SETTLED' and version is not null order by desk_id, player_id, bet_id`,
  )
