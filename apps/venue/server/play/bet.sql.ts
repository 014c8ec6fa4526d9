import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import {
  betColumns,
  betSource,
  type BetBeacon,
  type BetJackpot,
  type BetRow,
} from '../feed/feed.sql.ts'

export type NewBet = Omit<
  BetRow,
  | 'commitHash'
  | 'serverSeed'
  | 'odds'
  | 'tableCode'
  | 'roundNumber'
  | keyof BetBeacon
  | keyof BetJackpot
> & { deskId: number; seedId: bigint }

export const writeBet = (tx: Tx, bet: NewBet) =>
  run(
    tx,
    sql`insert into bet (desk_id, bet_id, version, revision, player_id, client_bet_id, game_code, category, round_id, selection, stake,
      valid_amount, payout, status, session_start, placed_at, settled_at, seed_id, client_seed, nonce, model, math_version, outcome, free_ref, free_stake)
    values (${bet.deskId}, ${bet.betId}, ${bet.version}, ${bet.revision}, ${bet.playerId}, ${bet.clientBetId}, ${bet.gameCode}, ${bet.category},
      ${bet.roundId}, ${JSON.stringify(bet.selection)}, ${bet.stake}, ${bet.validAmount}, ${bet.payout}, ${bet.status}, ${bet.sessionStart},
      ${bet.placedAt}, ${bet.settledAt}, ${bet.seedId}, ${bet.clientSeed}, ${bet.nonce}, ${bet.model}, ${bet.mathVersion}, ${JSON.stringify(bet.outcome)},
      ${bet.freeRef}, ${bet.freeStake})`,
  )

export const betByClientId = (db: Db, desk: number, player: string, clientBetId: string) =>
  row(
    db,
    sql<BetRow>`select ${betColumns} from ${betSource}
    where b.desk_id = ${desk} and b.player_id = ${player} and b.client_bet_id = ${clientBetId}`,
  )

/** The player's bets of these client ids, the oldest first. */
export const betsByClientIds = (db: Db, desk: number, player: string, ids: readonly string[]) =>
  rows(
    db,
    sql<BetRow>`select ${betColumns} from ${betSource}
    where b.desk_id = ${desk} and b.player_id = ${player} and b.client_bet_id = any(${ids}::text[])
    order by b.placed_at, b.bet_id`,
  )

export const betOfPlayer = (db: Db, desk: number, player: string, betId: string) =>
  row(
    db,
    sql<BetRow>`select ${betColumns} from ${betSource}
    where b.desk_id = ${desk} and b.player_id = ${player} and b.bet_id = ${betId}`,
  )

/** The player's bets since `from`, latest first, after the one that ended the last page. */
export const betsOfPlayer = (
  db: Db,
  desk: number,
  player: string,
  from: Date,
  before: { at: Date; betId: string } | null,
  limit: number,
) =>
  rows(
    db,
    sql<BetRow>`select ${betColumns} from ${betSource}
    where b.desk_id = ${desk} and b.player_id = ${player} and b.placed_at >= ${from}
      and ${before ? sql`(b.placed_at, b.bet_id) < (${before.at}, ${before.betId})` : sql`true`}
    order by b.placed_at desc, b.bet_id desc limit ${limit}`,
  )

export const totalsOfPlayer = (db: Db, desk: number, player: string, from: Date) =>
  theRow(
    db,
    sql<{ count: bigint; staked: bigint; returned: bigint }>`
    select count(*) as count, coalesce(sum(stake), 0)::bigint as staked, coalesce(sum(payout), 0)::bigint as returned
    from bet where desk_id = ${desk} and player_id = ${player} and placed_at >= ${from} and status = 'SETTLED' and free_ref is null`,
  )

/** The last round of a player in one game, for a page that was reloaded. */
export const lastBetOf = (db: Db, desk: number, player: string, game: string) =>
  row(
    db,
    sql<BetRow>`select ${betColumns} from ${betSource}
    where b.desk_id = ${desk} and b.player_id = ${player} and b.game_code = ${game} order by b.placed_at desc limit 1`,
  )

/** An instant round of the player that is not over: its free spins are still to be taken. */
export const openRoundOf = (db: Db, desk: number, player: string, game: string) =>
  row(
    db,
    sql<{
      betId: string
    }>`select bet_id from bet where desk_id = ${desk} and player_id = ${player} and game_code = ${game} and status = 'OPEN' and seed_id is not null`,
  )

/** True while a round drawn by this seed pair is not over. */
export const seedInRound = async (db: Db, seedId: bigint) =>
  (
    await theRow(
      db,
      sql<{
        open: boolean
      }>`select exists (select 1 from bet where seed_id = ${seedId} and status = 'OPEN') as open`,
    )
  ).open

/** The server seed of an instant round, secret or not. */
export const serverSeedOf = (db: Db, desk: number, betId: string) =>
  theRow(
    db,
    sql<{
      serverSeed: Buffer
    }>`select s.server_seed from bet b join seed s using (seed_id) where b.desk_id = ${desk} and b.bet_id = ${betId}`,
  )

export type StaleRound = { deskId: number; playerId: string; betId: string }

/** Instant rounds begun before `before` that are not over, the oldest first. */
export const staleRounds = (db: Db, before: Date, limit: number) =>
  rows(
    db,
    sql<StaleRound>`select desk_id, player_id, bet_id from bet
    where status = 'OPEN' and seed_id is not null and placed_at < ${before} order by placed_at limit ${limit}`,
  )

/** Shows more of an open round. */
export const showMore = (tx: Tx, desk: number, betId: string, outcome: Record<string, unknown>) =>
  run(
    tx,
    sql`update bet set outcome = ${JSON.stringify(outcome)} where desk_id = ${desk} and bet_id = ${betId} and status = 'OPEN'`,
  )

/** Ends an open round. */
export const settleOpen = (
  tx: Tx,
  desk: number,
  betId: string,
  end: { payout: bigint; outcome: Record<string, unknown>; version: bigint | null; at: Date },
) =>
  run(
    tx,
    sql`update bet set status = 'SETTLED', payout = ${end.payout}, valid_amount = stake, outcome = ${JSON.stringify(end.outcome)}, version = ${end.version}, settled_at = ${end.at}
    where desk_id = ${desk} and bet_id = ${betId} and status = 'OPEN'`,
  )

/** Ends an open round that did not count. */
export const voidOpen = (
  tx: Tx,
  desk: number,
  betId: string,
  { version, at }: { version: bigint | null; at: Date },
) =>
  run(
    tx,
    sql`update bet set status = 'VOID', version = ${version}, settled_at = ${at} where desk_id = ${desk} and bet_id = ${betId} and status = 'OPEN'`,
  )

export type Corrected = {
  playerId: string
  freeRef: string | null
  stake: bigint
  payout: bigint
  status: 'OPEN' | 'SETTLED' | 'VOID'
  sessionStart: Date
  version: bigint | null
  tableCode: string | null
  roundNumber: bigint | null
}

/** The bare figures of a bet, for a correction; the wallet must be locked. */
export const figuresOf = (tx: Tx, desk: number, betId: string) =>
  row(
    tx,
    sql<Corrected>`select player_id, free_ref, stake, payout, status, session_start, version, table_code, round_number from bet where desk_id = ${desk} and bet_id = ${betId}`,
  )

export const correctBet = (
  tx: Tx,
  desk: number,
  betId: string,
  now: {
    status: 'SETTLED' | 'VOID'
    payout: bigint
    validAmount: bigint
    version: bigint
    at: Date
  },
) =>
  run(
    tx,
    sql`update bet set status = ${now.status}, payout = ${now.payout}, valid_amount = ${now.validAmount}, version = ${now.version},
    revision = revision + 1, settled_at = ${now.at} where desk_id = ${desk} and bet_id = ${betId}`,
  )
