import { transaction, type Tx } from '@tianping/database'
import type { InstantGame } from '../../model/InstantGame.ts'
import { gameByCode, isBook, isTable, type Game } from '../../games/registry.ts'
import type { Table } from '../../model/Table.ts'
import type { Venue } from '../venue.ts'
import { LOBBY } from '../launch/lobby.ts'
import { lockWallet } from '../wallet/wallet.sql.ts'
import { lastBetOf } from './bet.sql.ts'
import { betView } from './betView.ts'
import { PlayRefusal } from './PlayRefusal.ts'
import { currentSeeds } from './seed.sql.ts'
import { findPlay, type Play, type Session } from './session.sql.ts'

/** When the next reality check is due. */
export function realityDueAt(session: Session, play: Play): Date {
  return new Date(play.reality_from.getTime() + session.reality_check_min * 60_000)
}

/**
 * What may still be lost before the net-loss limit, which counts from its launch on; null without
 * one.
 */
export function netLimitLeft(session: Session, play: Play): bigint | null {
  if (session.net_limit === null) return null
  const left = session.net_limit - (play.staked - play.returned - session.limit_from)
  return left > 0n ? left : 0n
}

/** The figures that change with every bet. */
export function figures(session: Session, play: Play, balance: bigint) {
  return {
    balance,
    session: {
      started_at: session.session_start.toISOString(),
      staked: play.staked,
      returned: play.returned,
      net: play.returned - play.staked,
      rounds: play.rounds,
      net_limit_left: netLimitLeft(session, play),
      reality_check_min: session.reality_check_min,
      reality_due_at: realityDueAt(session, play).toISOString(),
    },
  }
}

export function gameOf(session: Session): Game {
  const game = gameByCode(session.game_code)
  if (!game) throw new PlayRefusal(3002)
  return game
}

/** The session's game, one round at a time. */
export function instantGameOf(session: Session): InstantGame {
  const game = gameOf(session)
  if (isTable(game) || isBook(game)) throw new PlayRefusal(2000)
  return game
}

/** The session's game, a table with shared rounds. */
export function tableOf(session: Session): Table {
  const game = gameOf(session)
  if (!isTable(game)) throw new PlayRefusal(2000)
  return game
}

/** Everything the page needs to draw itself from nothing. */
export function snapshot(venue: Venue, session: Session) {
  return transaction(venue.db, async tx => {
    const wallet = await lockWallet(tx, session.desk_id, session.player_id)
    if (!wallet) throw new PlayRefusal(4002)
    const game = session.game_code === LOBBY.code ? LOBBY : gameOf(session)
    const last = await lastBetOf(tx, session.desk_id, session.player_id, game.code)
    return {
      ...figures(session, await findPlay(tx, session), wallet.available),
      now: new Date(venue.clock()).toISOString(),
      demo: session.demo,
      lobby_url: session.lobby_url,
      game: gameView(game),
      seeds: await seedsView(tx, session),
      last: last ? betView(last) : null,
      cycle_ms: venue.spinCycleMs,
    }
  })
}

function gameView(
  game: Pick<Game, 'code' | 'name' | 'model' | 'mathVersion' | 'rtpPercent' | 'stakesFen'>,
) {
  const { code, name, model, mathVersion, rtpPercent, stakesFen } = game
  return {
    code,
    name,
    model,
    math_version: mathVersion,
    rtp_percent: rtpPercent,
    stakes: stakesFen,
  }
}

/** The wallet must be locked. */
export async function seedsView(tx: Tx, session: Session) {
  const { active, next } = await currentSeeds(tx, session.desk_id, session.player_id)
  return {
    commit: active.commit_hash,
    client_seed: active.client_seed,
    nonce: active.next_nonce,
    next_commit: next.commit_hash,
  }
}
