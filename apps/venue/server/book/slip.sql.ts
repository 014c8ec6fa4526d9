import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import type { Bettor } from '../rounds/ticket.sql.ts'
import type { Decided, Result } from '../../model/result.ts'

/** A selection as a ticket's bet holds it for lists and feed. */
export type StoredLeg = {
  match: number
  home: string
  away: string
  pick: string
  key: string
  price: number
  in_play: boolean
  commit: string
  client_seed: string
  terms: unknown
}

export type NewSlip = Bettor & {
  betId: string
  clientBetId: string
  version: bigint | null
  gameCode: string
  category: string
  roundId: string
  legs: StoredLeg[]
  stake: bigint
  odds: string
  sessionStart: Date
  placedAt: Date
  matchNumber: bigint
  salt: string
  model: string
  mathVersion: string
}

/** Writes a ticket and its selections. */
export async function writeSlip(tx: Tx, bet: NewSlip): Promise<void> {
  await run(
    tx,
    sql`insert into bet (desk_id, bet_id, version, player_id, client_bet_id, game_code, category, round_id, selection, stake, valid_amount, payout, odds,
      status, session_start, placed_at, match_code, match_number, client_seed, nonce, model, math_version, outcome)
    values (${bet.deskId}, ${bet.betId}, ${bet.version}, ${bet.playerId}, ${bet.clientBetId}, ${bet.gameCode}, ${bet.category}, ${bet.roundId},
      ${JSON.stringify({ legs: bet.legs })}, ${bet.stake}, 0, 0, ${bet.odds}, 'OPEN', ${bet.sessionStart}, ${bet.placedAt}, ${bet.gameCode},
      ${bet.matchNumber}, ${bet.salt}, ${bet.matchNumber}, ${bet.model}, ${bet.mathVersion}, '{}')`,
  )
  const { legs } = bet
  await run(
    tx,
    sql`insert into leg (desk_id, bet_id, place, game_code, number, pick, key, price, in_play)
    select ${bet.deskId}, ${bet.betId}, l.place, ${bet.gameCode}, l.number, l.pick, l.key, l.price, l.in_play
    from unnest(${legs.map((_, i) => i + 1)}::int[], ${legs.map(leg => leg.match)}::bigint[], ${legs.map(leg => leg.pick)}::text[],
      ${legs.map(leg => leg.key)}::text[], ${legs.map(leg => leg.price)}::int[], ${legs.map(leg => leg.in_play)}::boolean[]) as l (place, number, pick, key, price, in_play)`,
  )
}

/** What a player has staked on tickets with any of these matches; voided ones do not count. */
export const stakedOnMatches = async (
  tx: Tx,
  desk: number,
  player: string,
  code: string,
  numbers: readonly bigint[],
): Promise<bigint> =>
  (
    await theRow(
      tx,
      sql<{ most: bigint }>`select coalesce(max(staked), 0)::bigint as most from (
    select sum(b.stake) as staked from leg l join bet b using (desk_id, bet_id)
    where l.game_code = ${code} and l.number = any(${numbers}::bigint[]) and b.desk_id = ${desk} and b.player_id = ${player} and b.status <> 'VOID' group by l.number) m`,
    )
  ).most

/** Players with undecided selections on a match, so many at a time. */
export const undecidedBettors = (db: Db, code: string, number: bigint, limit: number) =>
  rows(
    db,
    sql<Bettor>`select distinct b.desk_id, b.player_id from leg l join bet b using (desk_id, bet_id)
    where l.game_code = ${code} and l.number = ${number} and l.result is null order by b.desk_id, b.player_id limit ${limit}`,
  )

export type LegRow = Bettor &
  Decided & { betId: string; place: number; number: bigint; pick: string; key: string }

const list = (bettors: readonly Bettor[]) =>
  sql`unnest(${bettors.map(b => b.deskId)}::int[], ${bettors.map(b => b.playerId)}::text[]) as p (desk_id, player_id)`

/** The undecided selections of some players on a match; their wallets must be locked. */
export const undecidedLegs = (tx: Tx, code: string, number: bigint, bettors: readonly Bettor[]) =>
  rows(
    tx,
    sql<
      Omit<LegRow, 'result'>
    >`select b.desk_id, b.player_id, l.bet_id, l.place, l.number, l.pick, l.key, l.price
    from leg l join bet b using (desk_id, bet_id) join ${list(bettors)} using (desk_id, player_id)
    where l.game_code = ${code} and l.number = ${number} and l.result is null order by b.desk_id, l.bet_id, l.place`,
  )

export type DecidedLeg = { deskId: number; betId: string; place: number; result: Result }
export const writeResults = (tx: Tx, legs: readonly DecidedLeg[]) =>
  run(
    tx,
    sql`update leg l set result = r.result
    from unnest(${legs.map(l => l.deskId)}::int[], ${legs.map(l => l.betId)}::text[], ${legs.map(l => l.place)}::int[], ${legs.map(l => l.result)}::text[]) as r (desk_id, bet_id, place, result)
    where l.desk_id = r.desk_id and l.bet_id = r.bet_id and l.place = r.place`,
  )

export type DecidedSlip = Bettor & {
  betId: string
  sessionStart: Date
  stake: bigint
  demo: boolean
  legs: SlipLeg[]
}
/** `score` and `seed` are of its match, once it was played. */
export type SlipLeg = Decided & {
  place: number
  match: number
  pick: string
  key: string
  outcome: unknown
  seed: string | null
}

const slipLegs = sql`jsonb_agg(jsonb_build_object('place', l.place, 'match', l.number, 'pick', l.pick, 'key', l.key, 'price', l.price, 'result', l.result, 'outcome', m.outcome, 'seed', encode(m.seed, 'hex')) order by l.place)`

/** Those of these open tickets whose selections are all decided. */
export const decidedSlips = (tx: Tx, bets: readonly { deskId: number; betId: string }[]) =>
  rows(
    tx,
    sql<DecidedSlip>`select b.desk_id, b.player_id, b.bet_id, b.session_start, b.stake, b.version is null as demo, ${slipLegs} as legs
    from bet b join unnest(${bets.map(b => b.deskId)}::int[], ${bets.map(b => b.betId)}::text[]) as w (desk_id, bet_id) using (desk_id, bet_id)
      join leg l using (desk_id, bet_id) join match m on m.game_code = l.game_code and m.number = l.number
    where b.status = 'OPEN' group by b.desk_id, b.bet_id having bool_and(l.result is not null) order by b.desk_id, b.player_id, b.bet_id`,
  )

export type EndedSlip = DecidedSlip & { payout: bigint; valid: bigint; status: 'SETTLED' | 'VOID' }

/**
 * The tickets with a selection on a match that a correction may change: those that run, and the
 * settled ones of no demo.
 */
export const slipsOn = (db: Db, code: string, number: bigint) =>
  rows(
    db,
    sql<
      Bettor & { betId: string }
    >`select b.desk_id, b.player_id, b.bet_id from leg l join bet b using (desk_id, bet_id)
    where l.game_code = ${code} and l.number = ${number} and (b.status = 'OPEN' or b.version is not null) and b.status <> 'VOID' order by b.desk_id, b.player_id, b.bet_id`,
  )

/**
 * One ticket with all its selections; of one that runs, some are undecided. Its wallet must be
 * locked.
 */
export const findSlip = (tx: Tx, desk: number, betId: string) =>
  row(
    tx,
    sql<
      DecidedSlip & { payout: bigint; validAmount: bigint; status: 'OPEN' | 'SETTLED' | 'VOID' }
    >`select b.desk_id, b.player_id, b.bet_id, b.session_start, b.stake,
      b.version is null as demo, b.payout, b.valid_amount, b.status, ${slipLegs} as legs
    from bet b join leg l using (desk_id, bet_id) join match m on m.game_code = l.game_code and m.number = l.number
    where b.desk_id = ${desk} and b.bet_id = ${betId} group by b.desk_id, b.bet_id`,
  )

export const writeOutcome = (tx: Tx, desk: number, betId: string, outcome: string) =>
  run(
    tx,
    sql`update bet set outcome = ${outcome}::jsonb where desk_id = ${desk} and bet_id = ${betId}`,
  )

/** The selections of some bets with their results so far, for the player's own list. */
export const legResults = (db: Db, desk: number, betIds: readonly string[]) =>
  rows(
    db,
    sql<{
      betId: string
      place: number
      number: bigint
      result: Result | null
      outcome: unknown
      seed: Buffer | null
    }>`
    select l.bet_id, l.place, l.number, l.result, m.outcome, m.seed from leg l join match m on m.game_code = l.game_code and m.number = l.number
    where l.desk_id = ${desk} and l.bet_id = any(${betIds}::text[]) order by l.bet_id, l.place`,
  )
