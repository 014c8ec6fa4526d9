import { row, rows, run, sql, type Db } from '@tianping/database'

export type Terms = {
  sessionStart: Date
  realityCheckMin: number
  netLimit: bigint | null
  /** The net loss of the session from which the limit counts. */
  limitFrom: bigint
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

export const writeLaunch = (db: Db, tokenHash: Buffer, launch: LaunchRow, expiresAt: Date) =>
  run(
    db,
    sql`insert into launch (token_hash, desk_id, player_id, game_code, lobby_url, lang, session_start, reality_check_min, net_limit, limit_from, games, expires_at)
    values (${tokenHash}, ${launch.deskId}, ${launch.playerId}, ${launch.gameCode}, ${launch.lobbyUrl}, ${launch.lang},
      ${launch.sessionStart}, ${launch.realityCheckMin}, ${launch.netLimit}, ${launch.limitFrom}, ${launch.games}, ${expiresAt})`,
  )

/** Uses a token up, once, before its time is over; nothing comes back otherwise. */
export const consumeLaunch = (db: Db, tokenHash: Buffer, at: Date) =>
  row(
    db,
    sql<LaunchRow>`update launch set used_at = ${at}
    where token_hash = ${tokenHash} and used_at is null and voided_at is null and expires_at > ${at}
    returning desk_id, player_id, game_code, lobby_url, lang, session_start, reality_check_min, net_limit, limit_from, games`,
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
