import { transaction, type Tx } from '@tianping/database'
import { NO_BEACON, nextVersion, type BetRow } from '../feed/feed.sql.ts'
import type { InstantGame } from '../../model/InstantGame.ts'
import { hashOfToken } from '../launch/launch.ts'
import type { Venue } from '../venue.ts'
import { changeWallet, type LockedWallet } from '../wallet/wallet.sql.ts'
import { betByClientId, openRoundOf, writeBet, type NewBet } from './bet.sql.ts'
import { betView } from './betView.ts'
import { newBetId } from './newBetId.ts'
import { PlayRefusal } from './PlayRefusal.ts'
import { currentSeeds, takeNonce, type SeedRow } from './seed.sql.ts'
import { keepCycle } from './keepCycle.ts'
import { addToPlay, findPlay, takeSeat, type Play, type Session } from './session.sql.ts'
import { mayStake, figures, instantGameOf, refuseProtected } from './snapshot.ts'

export type BetRequest = { client_bet_id: string; stake: bigint }

/**
 * Places one instant round, and settles it in the same transaction unless it goes on: then its
 * stake is taken, and it is OPEN until the player has taken its last step. Asked again with the
 * same client_bet_id, it answers the same round, so a page that lost the answer can ask without
 * fear of betting twice.
 */
export function placeBet(venue: Venue, sessionToken: string, request: BetRequest) {
  return transaction(venue.db, async tx => {
    const seat = await takeSeat(tx, hashOfToken(sessionToken), new Date(venue.clock()))
    if (!seat) throw new PlayRefusal(4002)
    const { session, wallet } = seat
    const play = await findPlay(tx, session)
    const before = await betByClientId(tx, session.deskId, session.playerId, request.client_bet_id)
    if (before) return repeated(session, before, request, play, wallet)
    // Read after the lock, so that the cycle is counted from the round that was waited for.
    const at = new Date(venue.clock())
    const game = instantGameOf(session)
    if (game.feature && (await openRoundOf(tx, session.deskId, session.playerId, game.code)))
      throw new PlayRefusal(4104)
    refuse(venue, session, game, wallet, play, request, at)
    await keepCycle(venue, tx, session, at)
    return settle(tx, session, game, request, at)
  })
}

function repeated(
  session: Session,
  before: BetRow,
  request: BetRequest,
  play: Play,
  wallet: LockedWallet,
) {
  if (before.stake !== request.stake || before.gameCode !== session.gameCode)
    throw new PlayRefusal(2004)
  return {
    bet: betView(before),
    ...figures(session, play, wallet.available),
    nonce: before.nonce + 1n,
  }
}

/**
 * Everything that stands against a bet; limits come before money, so that protection is what the
 * player reads.
 */
function refuse(
  venue: Venue,
  session: Session,
  game: InstantGame,
  wallet: LockedWallet,
  play: Play,
  { stake }: BetRequest,
  at: Date,
) {
  if (wallet.locked) throw new PlayRefusal(2002)
  if (!session.gameOpen) throw new PlayRefusal(3002)
  const site = { venue: session.venueCode, endpoint: 'placeBet', player: session.playerId }
  if (venue.faults?.meet(site, 'maintenance')) throw new PlayRefusal(3002)
  if (!game.stakesFen.includes(stake)) throw new PlayRefusal(2006)
  refuseProtected(session, play, stake, at)
  if (!mayStake(session, stake)) throw new PlayRefusal(4109)
  if (wallet.available < stake) throw new PlayRefusal(2003)
}

async function settle(
  tx: Tx,
  session: Session,
  game: InstantGame,
  { client_bet_id, stake }: BetRequest,
  at: Date,
) {
  const { deskId: desk, playerId: player } = session
  const { active } = await currentSeeds(tx, desk, player)
  const seed = await takeNonce(tx, active.seedId)
  const nonce = seed.nextNonce - 1n
  const { payoutFen, detail } = game.outcome({
    serverSeed: seed.serverSeed,
    clientSeed: seed.clientSeed,
    nonce: Number(nonce),
    stakeFen: stake,
  })
  const feature = game.feature && game.feature.steps(detail) > 0 ? game.feature : null
  const goesOn = feature !== null
  const payout = goesOn ? 0n : payoutFen
  const { available } = await changeWallet(tx, desk, player, payout - stake)
  const play = await addToPlay(tx, session, stake, payout, 1)
  const betId = newBetId(session.venueCode)
  const bet: NewBet = {
    deskId: desk,
    betId,
    clientBetId: client_bet_id,
    revision: 1,
    playerId: player,
    gameCode: game.code,
    category: game.category,
    roundId: betId,
    selection: game.selection,
    stake,
    validAmount: goesOn ? 0n : stake,
    payout,
    status: goesOn ? 'OPEN' : 'SETTLED',
    sessionStart: session.sessionStart,
    placedAt: at,
    settledAt: goesOn ? null : at,
    seedId: seed.seedId,
    clientSeed: seed.clientSeed,
    nonce,
    model: game.model,
    mathVersion: game.mathVersion,
    outcome: feature ? feature.shown(detail, 0) : detail,
    version: session.demo ? null : await nextVersion(tx, desk),
  }
  await writeBet(tx, bet)
  return {
    bet: betView(seen(bet, seed)),
    ...figures(session, play, available),
    nonce: seed.nextNonce,
  }
}

/** The bet as a later read would give it; its seed is still secret. */
function seen(bet: NewBet, seed: SeedRow): BetRow {
  return {
    ...bet,
    ...NO_BEACON,
    odds: null,
    tableCode: null,
    roundNumber: null,
    commitHash: seed.commitHash,
    serverSeed: null,
  }
}
