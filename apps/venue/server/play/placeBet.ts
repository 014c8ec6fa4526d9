import { transaction, type Tx } from '@tianping/database'
import {
  NO_BEACON,
  NO_JACKPOT,
  nextVersion,
  type BetJackpot,
  type BetRow,
} from '../feed/feed.sql.ts'
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
import { playJackpot } from '../jackpot/draw.ts'
import type { Drawn } from '../jackpot/jackpot.sql.ts'
import { jackpotHere } from '../jackpot/jackpotView.ts'
import { playableGrant } from '../free/free.sql.ts'
import { withGrant } from '../free/freeView.ts'
import { addToPlay, findPlay, takeSeat, type Play, type Session } from './session.sql.ts'
import { mayStake, figures, instantGameOf, refuseProtected } from './snapshot.ts'

export type BetRequest = {
  client_bet_id: string
  stake: bigint
  /** The grant that pays for the round; absent for the player's own money. */
  free?: string | undefined
}

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
    if (before) return repeated(tx, session, before, request, play, wallet)
    // Read after the lock, so that the cycle is counted from the round that was waited for.
    const at = new Date(venue.clock())
    const game = instantGameOf(session)
    if (game.feature && (await openRoundOf(tx, session.deskId, session.playerId, game.code)))
      throw new PlayRefusal(4104)
    refuse(venue, session, wallet)
    if (request.free === undefined) refuseOwn(session, game, wallet, play, request, at)
    else await refuseFree(tx, session, play, { ...request, free: request.free }, at)
    await keepCycle(venue, tx, session, at)
    return settle(tx, session, game, request, at)
  })
}

async function repeated(
  tx: Tx,
  session: Session,
  before: BetRow,
  request: BetRequest,
  play: Play,
  wallet: LockedWallet,
) {
  const isSame =
    (before.freeStake ?? before.stake) === request.stake &&
    before.freeRef === (request.free ?? null) &&
    before.gameCode === session.gameCode
  if (!isSame) throw new PlayRefusal(2004)
  return {
    bet: betView(before),
    ...figures(session, play, wallet.available),
    nonce: before.nonce + 1n,
    jackpot: await jackpotHere(tx, session),
    ...(await withGrant(tx, session, before)),
  }
}

/** What stands against any round. */
function refuse(venue: Venue, session: Session, wallet: LockedWallet) {
  if (wallet.locked) throw new PlayRefusal(2002)
  if (!session.gameOpen) throw new PlayRefusal(3002)
  const site = { venue: session.venueCode, endpoint: 'placeBet', player: session.playerId }
  if (venue.faults?.meet(site, 'maintenance')) throw new PlayRefusal(3002)
}

/**
 * What stands against a bet of the player's own; limits come before money, so that protection is
 * what the player reads.
 */
function refuseOwn(
  session: Session,
  game: InstantGame,
  wallet: LockedWallet,
  play: Play,
  { stake }: BetRequest,
  at: Date,
) {
  if (!game.stakesFen.includes(stake)) throw new PlayRefusal(2006)
  refuseProtected(session, play, stake, at)
  if (!mayStake(session, stake)) throw new PlayRefusal(4109)
  if (wallet.available < stake) throw new PlayRefusal(2003)
}

/** A free round costs nothing, so limits of stakes and losses do not apply. */
async function refuseFree(
  tx: Tx,
  session: Session,
  play: Play,
  { stake, free }: BetRequest & { free: string },
  at: Date,
) {
  refuseProtected(session, play, 0n, at)
  if (!mayStake(session, stake)) throw new PlayRefusal(4109)
  const grant = await playableGrant(tx, { ...session, ref: free, at })
  if (!grant || grant.used >= grant.rounds) throw new PlayRefusal(4111)
  if (grant.stake !== stake) throw new PlayRefusal(2006)
}

async function settle(
  tx: Tx,
  session: Session,
  game: InstantGame,
  { client_bet_id, stake, free }: BetRequest,
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
  const { own, paidBy } = fundsOf({ stake, free })
  const betId = newBetId(session.venueCode)
  const drawn = await jackpotDrawn(tx, session, {
    ...roundOf(seed, nonce),
    betId,
    stake: own(stake),
  })
  const payout = goesOn ? 0n : payoutFen + (drawn?.won ?? 0n)
  const { available } = await changeWallet(tx, desk, player, own(payout) - own(stake))
  const play = await addToPlay(tx, session, own(stake), own(payout), 1)
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
    stake: own(stake),
    ...paidBy,
    validAmount: goesOn ? 0n : own(stake),
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
    bet: betView(seen(bet, seed, jackpotOf(drawn))),
    ...figures(session, play, available),
    nonce: seed.nextNonce,
    jackpot: await jackpotHere(tx, session),
    ...(await withGrant(tx, session, bet)),
  }
}

/** Practice has no pool, and a round that the house pays for puts nothing in and wins nothing. */
const jackpotDrawn = (
  tx: Tx,
  { demo, deskId, gameCode }: Session,
  bet: ReturnType<typeof roundOf> & { betId: string; stake: bigint },
): Promise<Drawn | null> | null =>
  demo || bet.stake === 0n ? null : playJackpot(tx, { ...bet, deskId, gameCode })

const roundOf = ({ serverSeed, clientSeed }: SeedRow, nonce: bigint) => ({
  serverSeed,
  clientSeed,
  nonce,
})

const jackpotOf = (drawn: Drawn | null): BetJackpot =>
  drawn === null
    ? NO_JACKPOT
    : {
        jackpotRef: drawn.ref,
        jackpotCycle: drawn.cycle,
        jackpotSeed: drawn.seed,
        jackpotPart: drawn.part,
        jackpotRoom: drawn.room,
        jackpotShare: drawn.share,
        jackpotWon: drawn.won,
      }

/** The house stakes a free round and the platform pays what it wins: the wallet has no part. */
const fundsOf = ({ stake, free }: Pick<BetRequest, 'stake' | 'free'>) =>
  free === undefined
    ? { own: (fen: bigint) => fen, paidBy: { freeRef: null, freeStake: null } }
    : { own: () => 0n, paidBy: { freeRef: free, freeStake: stake } }

/** The bet as a later read would give it; its seed is still secret. */
function seen(bet: NewBet, seed: SeedRow, jackpot: BetJackpot): BetRow {
  return {
    ...bet,
    ...NO_BEACON,
    ...jackpot,
    odds: null,
    tableCode: null,
    roundNumber: null,
    commitHash: seed.commitHash,
    serverSeed: null,
  }
}
