import { row, rows, run, sql, type Db, type Tx } from '@tianping/database'

export type Terms = {
  sessionStart: Date
  realityCheckMin: number
  netLimit: bigint | null
  /** The net loss of the session from which the limit counts. */
  limitFrom: bigint
  /** The most that may be staked, counted from what was staked at the launch; null for none. */
  stakeLimit: bigint | null
  stakeFrom: bigint
  /** No bet is taken from this moment on; null for none. */
  endsAt: Date | null
  /** The platform's pages of the player's limits and history. */
  limitUrl: string | null
  historyUrl: string | null
  /** The least time between two rounds, where the operator asks for more than the venue does. */
  slotCycleMs: number | null
  casinoCycleMs: number | null
  /** The set of origins that may show the game in a frame; null for none. */
  frameId: string | null
  /** True where opening a game ends the player's others, over all desks of the merchant. */
  oneGame: boolean
  /** The most that one spin of a slot may stake; null for what the venue allows. */
  slotStakeMax: bigint | null
  /** The platform's name of the launch; null for a platform of v1, and for a demo. */
  ticket: string | null
  /** What the player has agreed may follow into the game, at once and in all; null for nothing. */
  moneyEach: bigint | null
  moneyTotal: bigint | null
}
export type LaunchRow = Terms & {
  deskId: number
  playerId: string
  gameCode: string
  lobbyUrl: string
  lang: string
  /** What a lobby lists, in this order; null for all there is. */
  games: string[] | null
}

/** The columns of a launch that its session takes over. */
export const termColumns = sql`session_start, reality_check_min, net_limit, limit_from, stake_limit, stake_from, ends_at, limit_url, history_url, slot_cycle_ms, casino_cycle_ms, slot_stake_max, one_game, frame_id, games, ticket, money_each, money_total`
export const termValues = (terms: Terms & Pick<LaunchRow, 'games'>) =>
  sql`${terms.sessionStart}, ${terms.realityCheckMin}, ${terms.netLimit}, ${terms.limitFrom}, ${terms.stakeLimit}, ${terms.stakeFrom},
      ${terms.endsAt}, ${terms.limitUrl}, ${terms.historyUrl}, ${terms.slotCycleMs}, ${terms.casinoCycleMs}, ${terms.slotStakeMax}, ${terms.oneGame}, ${terms.frameId}, ${terms.games},
      ${terms.ticket}, ${terms.moneyEach}, ${terms.moneyTotal}`

export const writeLaunch = (db: Db, tokenHash: Buffer, launch: LaunchRow, expiresAt: Date) =>
  run(
    db,
    sql`insert into launch (token_hash, desk_id, player_id, game_code, lobby_url, lang, ${termColumns}, expires_at)
    values (${tokenHash}, ${launch.deskId}, ${launch.playerId}, ${launch.gameCode}, ${launch.lobbyUrl}, ${launch.lang},
      ${termValues(launch)}, ${expiresAt})`,
  )

/** Uses a token up, once, before its time is over; nothing comes back otherwise. */
export const consumeLaunch = (db: Db, tokenHash: Buffer, at: Date) =>
  row(
    db,
    sql<LaunchRow>`update launch set used_at = ${at}
    where token_hash = ${tokenHash} and used_at is null and voided_at is null and expires_at > ${at}
    returning desk_id, player_id, game_code, lobby_url, lang, ${termColumns}`,
  )

export const voidLaunches = (db: Db, desk: number, player: string, at: Date) =>
  run(
    db,
    sql`update launch set voided_at = ${at}
    where desk_id = ${desk} and player_id = ${player} and used_at is null and voided_at is null and expires_at > ${at}`,
  )

export const endSessions = (db: Db, desk: number, player: string, at: Date) =>
  run(
    db,
    sql`update session set ended_at = ${at}
    where desk_id = ${desk} and player_id = ${player} and ended_at is null and expires_at > ${at}`,
  )

type Player = { deskId: number; playerId: string }

/**
 * Keeps two pages of one player from opening side by side until the transaction ends, at whichever
 * desks of the merchant: neither would see the other's session.
 */
export const lockPlayer = (tx: Tx, { deskId, playerId }: Player) =>
  run(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(d.merchant || '/' || ${playerId}, 0)) from desk d where d.desk_id = ${deskId}`,
  )

/** Ends every session of a player at all desks of the merchant but this one. */
export const endOtherSessions = (tx: Tx, { deskId, playerId }: Player, kept: Buffer, at: Date) =>
  run(
    tx,
    sql`update session set ended_at = ${at}
    where player_id = ${playerId} and ended_at is null and expires_at > ${at} and session_hash <> ${kept}
      and desk_id in (select o.desk_id from desk d join desk o using (merchant) where d.desk_id = ${deskId})`,
  )

/** False while the operator of the venue keeps the game closed. */
export const gameIsOpen = async (db: Db, code: string): Promise<boolean> =>
  (await row(db, sql<{ open: boolean }>`select open from game_setting where game_code = ${code}`))
    ?.open ?? true

export const closedGames = async (db: Db): Promise<Set<string>> =>
  new Set(
    (
      await rows(db, sql<{ gameCode: string }>`select game_code from game_setting where not open`)
    ).map(found => found.gameCode),
  )

export const deleteStale = (db: Db, before: Date) =>
  rows(
    db,
    sql`with l as (delete from launch where expires_at < ${before}) delete from session where expires_at < ${before}`,
  )
