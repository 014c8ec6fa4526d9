import { row, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import type { VenueCode } from '@tianping/venue-protocol'
import { termColumns, termValues, type LaunchRow, type Terms } from '../launch/launch.sql.ts'
import type { LockedWallet } from '../wallet/wallet.sql.ts'

export type Session = Terms & {
  deskId: number
  venueCode: VenueCode
  merchant: string
  playerId: string
  gameCode: string
  lobbyUrl: string
  openedAt: Date
  demo: boolean
  games: string[] | null
  /** False while the operator of the venue keeps the game closed. */
  gameOpen: boolean
}
export type Play = { staked: bigint; returned: bigint; rounds: number; realityFrom: Date }

export const openSession = (
  tx: Tx,
  sessionHash: Buffer,
  launch: LaunchRow,
  at: Date,
  expiresAt: Date,
) =>
  run(
    tx,
    sql`insert into session (session_hash, desk_id, player_id, game_code, lobby_url, ${termColumns}, opened_at, expires_at)
    values (${sessionHash}, ${launch.deskId}, ${launch.playerId}, ${launch.gameCode}, ${launch.lobbyUrl},
      ${termValues(launch)}, ${at}, ${expiresAt})`,
  )

/**
 * A session that is open at `at`; `forShare` also keeps a kick from passing until the transaction
 * ends.
 */
export const findSession = (db: Db, sessionHash: Buffer, at: Date, forShare = false) =>
  row(
    db,
    sql<Session>`
    select s.desk_id, d.venue_code, d.merchant, s.player_id, s.game_code, s.lobby_url, s.opened_at,
      ${termColumns}, s.player_id like '~%' as demo,
      coalesce((select g.open from game_setting g where g.game_code = s.game_code), true) as game_open
    from session s join desk d using (desk_id)
    where s.session_hash = ${sessionHash} and s.ended_at is null and s.expires_at > ${at} ${forShare ? sql`for share of s` : sql``}`,
  )

/** A session with the wallet of its player. */
export type Seat = { session: Session; wallet: LockedWallet }

/**
 * What `findSession` and `lockWallet` find, in one statement: the session is kept from a kick, then
 * the wallet locked. Nothing comes back when either is missing. Whatever else the wallet's lock
 * protects is to be read after it, by another statement.
 */
export const takeSeat = async (
  tx: Tx,
  sessionHash: Buffer,
  at: Date,
): Promise<Seat | undefined> => {
  const found = await row(
    tx,
    sql<Session & Omit<LockedWallet, 'playerId'>>`/* prepared */
    select s.desk_id, d.venue_code, d.merchant, s.player_id, s.game_code, s.lobby_url, s.opened_at,
      ${termColumns}, s.player_id like '~%' as demo,
      coalesce((select g.open from game_setting g where g.game_code = s.game_code), true) as game_open,
      w.available, w.frozen, w.version, p.locked
    from session s join desk d using (desk_id) join wallet w using (desk_id, player_id) join player p using (desk_id, player_id)
    where s.session_hash = ${sessionHash} and s.ended_at is null and s.expires_at > ${at} for share of s for update of w`,
  )
  if (!found) return undefined
  const { available, frozen, version, locked, ...session } = found
  return { session, wallet: { playerId: session.playerId, available, frozen, version, locked } }
}

export const endSession = (db: Db, sessionHash: Buffer, at: Date) =>
  run(
    db,
    sql`update session set ended_at = ${at} where session_hash = ${sessionHash} and ended_at is null`,
  )

type Who = { deskId: number; playerId: string; sessionStart: Date }

/**
 * The running totals of the operator's session, begun when it is first seen here. Its reality check
 * goes on from the last one the player answered, if that was after its beginning: an operator who
 * says a long session as the last day's says another beginning at each launch. A launch is at most
 * a week older than its session's end, so nothing older is looked at.
 */
export const beginPlay = (db: Db, { deskId: desk, playerId: player, sessionStart: start }: Who) =>
  run(
    db,
    sql`insert into play (desk_id, player_id, session_start, reality_from)
    select ${desk}, ${player}, ${start}, coalesce(max(reality_from), ${start}) from play
    where desk_id = ${desk} and player_id = ${player} and session_start > ${start}::timestamptz - interval '8 days'
      and reality_from > greatest(session_start, ${start}::timestamptz) on conflict do nothing`,
  )

export const findPlay = (db: Db, who: Who) =>
  theRow(
    db,
    sql<Play>`select staked, returned, rounds, reality_from from play
    where desk_id = ${who.deskId} and player_id = ${who.playerId} and session_start = ${who.sessionStart}`,
  )

/**
 * What an operator's session has staked and lost at this desk, open stakes included; the loss is
 * below zero when it has won.
 */
export const playedSoFar = async (db: Db, who: Who): Promise<{ staked: bigint; lost: bigint }> =>
  (await row(
    db,
    sql<{ staked: bigint; lost: bigint }>`select staked, staked - returned as lost from play
    where desk_id = ${who.deskId} and player_id = ${who.playerId} and session_start = ${who.sessionStart}`,
  )) ?? { staked: 0n, lost: 0n }

export const addToPlay = (tx: Tx, who: Who, staked: bigint, returned: bigint, rounds: number) =>
  theRow(
    tx,
    sql<Play>`update play set staked = staked + ${staked}, returned = returned + ${returned}, rounds = rounds + ${rounds}
    where desk_id = ${who.deskId} and player_id = ${who.playerId} and session_start = ${who.sessionStart}
    returning staked, returned, rounds, reality_from`,
  )

export const answerReality = (db: Db, who: Who, at: Date) =>
  run(
    db,
    sql`update play set reality_from = ${at}
    where desk_id = ${who.deskId} and player_id = ${who.playerId} and session_start = ${who.sessionStart}`,
  )
