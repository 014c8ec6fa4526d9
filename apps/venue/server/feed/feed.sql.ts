import { row, rows, sql, theRow, type Db, type Tx } from '@tianping/database'

/** Of the beacon that a shared round was drawn with, and the salt before it was mixed in. */
export type BetBeacon = {
  salt: string | null
  beaconRound: bigint | null
  beaconKey: string | null
  beaconSignature: Buffer | null
}
export const NO_BEACON: BetBeacon = {
  salt: null,
  beaconRound: null,
  beaconKey: null,
  beaconSignature: null,
}

/** What a bet had to do with a jackpot; nothing for most. */
export type BetJackpot = {
  jackpotRef: string | null
  jackpotCycle: number | null
  jackpotSeed: bigint | null
  jackpotPart: bigint | null
  jackpotRoom: bigint | null
  jackpotShare: bigint | null
  jackpotWon: bigint | null
}
export const NO_JACKPOT: BetJackpot = {
  jackpotRef: null,
  jackpotCycle: null,
  jackpotSeed: null,
  jackpotPart: null,
  jackpotRoom: null,
  jackpotShare: null,
  jackpotWon: null,
}

export type BetRow = BetBeacon &
  BetJackpot & {
    betId: string
    clientBetId: string
    version: bigint | null
    revision: number
    playerId: string
    gameCode: string
    category: string
    roundId: string
    selection: Record<string, unknown>
    stake: bigint
    /** The grant that paid for the round, and the stake it was drawn with; null for own money. */
    freeRef: string | null
    freeStake: bigint | null
    validAmount: bigint
    payout: bigint
    odds: string | null
    status: 'OPEN' | 'SETTLED' | 'VOID'
    sessionStart: Date
    placedAt: Date
    settledAt: Date | null
    clientSeed: string
    nonce: bigint
    model: string
    mathVersion: string
    outcome: Record<string, unknown>
    /** Of the shared round it was placed on; null for an instant game. */
    tableCode: string | null
    roundNumber: bigint | null
    commitHash: string
    /** Null until the seed is revealed. */
    serverSeed: Buffer | null
  }

/**
 * A bet with what it is drawn from: the seed pair of its player, its round, or the last of its
 * matches.
 */
export const betSource = sql`bet b left join seed s using (seed_id) left join round r on r.table_code = b.table_code and r.number = b.round_number
  left join match m on m.game_code = b.match_code and m.number = b.match_number left join beacon bc on bc.chain_hash = r.beacon_chain
  left join jackpot_bet jp on jp.desk_id = b.desk_id and jp.bet_id = b.bet_id`

/** Of `betSource`. */
export const betColumns = sql`b.bet_id, b.client_bet_id, b.version, b.revision, b.player_id, b.game_code, b.category, b.round_id, b.selection, b.stake,
  b.valid_amount, b.payout, b.odds, b.free_ref, b.free_stake, b.status, b.session_start, b.placed_at, b.settled_at, coalesce(r.client_seed, b.client_seed) as client_seed, b.nonce, b.model,
  b.math_version, b.outcome, b.table_code, b.round_number, coalesce(s.commit_hash, r.commit_hash, m.commit_hash) as commit_hash,
  case when s.state = 'revealed' then s.server_seed else coalesce(r.seed, m.seed) end as server_seed,
  r.salt, r.beacon_round, bc.public_key as beacon_key, r.beacon_signature,
  jp.ref as jackpot_ref, jp.cycle as jackpot_cycle, jp.seed as jackpot_seed, jp.part as jackpot_part, jp.room as jackpot_room,
  jp.share as jackpot_share, jp.won as jackpot_won`

/**
 * The next version of a desk's feed. The row stays locked until the settling transaction ends, so
 * versions become visible in order and a reader who goes by `version > after` never skips one. Take
 * it as late as possible.
 */
export const nextVersion = async (tx: Tx, desk: number): Promise<bigint> =>
  (
    await theRow(
      tx,
      sql<{
        version: bigint
      }>`update feed_counter set version = version + 1 where desk_id = ${desk} returning version`,
    )
  ).version

export const betsAfter = (db: Db, desk: number, after: bigint, limit: number) =>
  rows(
    db,
    sql<BetRow>`select ${betColumns} from ${betSource}
    where b.desk_id = ${desk} and b.version > ${after} order by b.version limit ${limit}`,
  )

export const findBet = (db: Db, desk: number, betId: string) =>
  row(
    db,
    sql<BetRow>`select ${betColumns} from ${betSource} where b.desk_id = ${desk} and b.bet_id = ${betId}`,
  )

export type DayTotals = {
  count: bigint
  stake: bigint
  validAmount: bigint
  payout: bigint
  voidCount: bigint
  inCount: bigint
  inAmount: bigint
  outCount: bigint
  outAmount: bigint
  freeCount: bigint
  freeStake: bigint
  freePayout: bigint
}

export const totalsOf = (db: Db, desk: number, from: Date, until: Date) =>
  theRow(
    db,
    sql<DayTotals>`
    select b.*, t.* from (
      select count(*) filter (where status = 'SETTLED' and free_ref is null) as count,
        coalesce(sum(stake) filter (where status = 'SETTLED'), 0)::bigint as stake,
        coalesce(sum(valid_amount) filter (where status = 'SETTLED'), 0)::bigint as valid_amount,
        coalesce(sum(payout) filter (where status = 'SETTLED' and free_ref is null), 0)::bigint as payout,
        count(*) filter (where status = 'VOID' and free_ref is null) as void_count,
        count(*) filter (where status = 'SETTLED' and free_ref is not null) as free_count,
        coalesce(sum(free_stake) filter (where status = 'SETTLED'), 0)::bigint as free_stake,
        coalesce(sum(payout) filter (where status = 'SETTLED' and free_ref is not null), 0)::bigint as free_payout
      from bet where desk_id = ${desk} and version is not null and settled_at >= ${from} and settled_at < ${until}
    ) b cross join (
      select count(*) filter (where direction = 'IN') as in_count,
        coalesce(sum(amount) filter (where direction = 'IN'), 0)::bigint as in_amount,
        count(*) filter (where direction = 'OUT') as out_count,
        coalesce(sum(amount) filter (where direction = 'OUT'), 0)::bigint as out_amount
      from transfer where desk_id = ${desk} and status = 'SUCCESS' and created_at >= ${from} and created_at < ${until}
    ) t`,
  )
