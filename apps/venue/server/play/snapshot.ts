import { transaction, type Tx } from '@tianping/database'
import type { InstantGame } from '../../model/InstantGame.ts'
import { gameByCode, isBook, isTable, type Game } from '../../games/registry.ts'
import type { Table } from '../../model/Table.ts'
import type { Venue } from '../venue.ts'
import { LOBBY } from '../launch/lobby.ts'
import { lockWallet } from '../wallet/wallet.sql.ts'
import { lastBetOf } from './bet.sql.ts'
import { betView } from './betView.ts'
import { slotCycleMs } from './keepCycle.ts'
import { PlayRefusal } from './PlayRefusal.ts'
import { freeHere } from '../free/freeView.ts'
import { jackpotHere } from '../jackpot/jackpotView.ts'
import { tournamentHere } from '../tournament/tournamentView.ts'
import { topUpOf } from '../signals/topUp.ts'
import { currentSeeds } from './seed.sql.ts'
import { findPlay, type Play, type Session } from './session.sql.ts'

/** When the next reality check is due. */
export function realityDueAt(session: Session, play: Play): Date {
  return new Date(play.realityFrom.getTime() + session.realityCheckMin * 60_000)
}

/**
 * What may still be lost before the net-loss limit, which counts from its launch on; null without
 * one.
 */
function netLimitLeft(session: Session, play: Play): bigint | null {
  if (session.netLimit === null) return null
  const left = session.netLimit - (play.staked - play.returned - session.limitFrom)
  return left > 0n ? left : 0n
}

/** What may still be staked before the limit of stakes; null without one. */
function stakeLimitLeft(session: Session, play: Play): bigint | null {
  if (session.stakeLimit === null) return null
  const left = session.stakeLimit - (play.staked - session.stakeFrom)
  return left > 0n ? left : 0n
}

/** Refuses what begins after the time the operator gave the session. */
export function refuseEnded({ endsAt }: Pick<Session, 'endsAt'>, at: Date): void {
  if (endsAt !== null && at >= endsAt) throw new PlayRefusal(4106)
}

/** Refuses a bet where the player's time, losses or stakes are at their end. */
export function refuseProtected(session: Session, play: Play, stake: bigint, at: Date): void {
  refuseEnded(session, at)
  if (at >= realityDueAt(session, play)) throw new PlayRefusal(4101)
  const mayLose = netLimitLeft(session, play)
  if (mayLose !== null && stake > mayLose) throw new PlayRefusal(4102)
  const mayStake = stakeLimitLeft(session, play)
  if (mayStake !== null && stake > mayStake) throw new PlayRefusal(4107)
}

/** Whether one spin of a slot may stake so much. */
export const mayStake = ({ slotStakeMax }: Pick<Session, 'slotStakeMax'>, stake: bigint) =>
  slotStakeMax === null || stake <= slotStakeMax

/** The figures that change with every bet. */
export function figures(session: Session, play: Play, balance: bigint) {
  return {
    balance,
    session: {
      started_at: session.sessionStart.toISOString(),
      staked: play.staked,
      returned: play.returned,
      net: play.returned - play.staked,
      rounds: play.rounds,
      net_limit_left: netLimitLeft(session, play),
      stake_limit_left: stakeLimitLeft(session, play),
      ends_at: session.endsAt?.toISOString() ?? null,
      reality_check_min: session.realityCheckMin,
      reality_due_at: realityDueAt(session, play).toISOString(),
    },
  }
}

export function gameOf(session: Session): Game {
  const game = gameByCode(session.gameCode)
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
    const wallet = await lockWallet(tx, session.deskId, session.playerId)
    if (!wallet) throw new PlayRefusal(4002)
    const game = session.gameCode === LOBBY.code ? LOBBY : gameOf(session)
    const last = await lastBetOf(tx, session.deskId, session.playerId, game.code)
    return {
      ...figures(session, await findPlay(tx, session), wallet.available),
      now: new Date(venue.clock()).toISOString(),
      demo: session.demo,
      lobby_url: session.lobbyUrl,
      limit_url: session.limitUrl,
      history_url: session.historyUrl,
      game: gameView(game, session),
      seeds: await seedsView(tx, session),
      last: last ? betView(last) : null,
      cycle_ms: slotCycleMs(venue, session),
      /** What the player may still bring into this game; null where they allowed nothing. */
      top_up: await topUpOf(tx, session),
      /** Rounds the house pays for in this game; null without any. */
      free: await freeHere(tx, session, new Date(venue.clock())),
      /** The pool that stakes in this game go to; null without one. */
      jackpot: await jackpotHere(tx, session),
      /** The race that the player entered and this game counts in; null without one. */
      tournament: await tournamentHere(tx, session, new Date(venue.clock())),
    }
  })
}

function gameView(
  game: Pick<Game, 'code' | 'name' | 'model' | 'mathVersion' | 'rtpPercent' | 'stakesFen'>,
  session: Session,
) {
  const { code, name, model, mathVersion, rtpPercent } = game
  const spun = !('phases' in game) && !('fixture' in game)
  const stakesFen = spun ? game.stakesFen.filter(stake => mayStake(session, stake)) : game.stakesFen
  return {
    code,
    name,
    model,
    math_version: mathVersion,
    rtp_percent: rtpPercent,
    stakes: stakesFen,
    /** Its rounds are drawn by the player's own seed pair. */
    own_rounds: 'outcome' in game,
  }
}

/** The wallet must be locked. */
export async function seedsView(tx: Tx, session: Session) {
  const { active, next } = await currentSeeds(tx, session.deskId, session.playerId)
  return {
    commit: active.commitHash,
    client_seed: active.clientSeed,
    /** False while no page of the player has drawn one. */
    own: active.ownSeed,
    nonce: active.nextNonce,
    next_commit: next.commitHash,
  }
}
