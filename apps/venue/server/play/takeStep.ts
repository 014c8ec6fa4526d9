import { present } from '../../model/present.ts'
import { transaction, type Tx } from '@tianping/database'
import { nextVersion, type BetRow } from '../feed/feed.sql.ts'
import type { InstantGame, RoundOutcome } from '../../model/InstantGame.ts'
import { gameByCode, type Game } from '../../games/registry.ts'
import { hashOfToken } from '../launch/launch.ts'
import type { Venue } from '../venue.ts'
import { changeWallet, lockWallet, type LockedWallet } from '../wallet/wallet.sql.ts'
import {
  betOfPlayer,
  serverSeedOf,
  settleOpen,
  showMore,
  staleRounds,
  voidOpen,
  type StaleRound,
} from './bet.sql.ts'
import { betView } from './betView.ts'
import { PlayRefusal } from './PlayRefusal.ts'
import { currentSeeds } from './seed.sql.ts'
import { keepCycle } from './keepCycle.ts'
import { takeBackWin } from '../jackpot/draw.ts'
import { jackpotHere } from '../jackpot/jackpotView.ts'
import { withGrant } from '../free/freeView.ts'
import { addToPlay, findPlay, takeSeat, type Play, type Session } from './session.sql.ts'
import { figures, instantGameOf, realityDueAt } from './snapshot.ts'

const STALE_AT_A_TIME = 200

/** A game whose rounds go on after the bet. */
type FeatureGame = InstantGame & Required<Pick<InstantGame, 'feature'>>
const hasFeature = (game: Game): game is FeatureGame =>
  'feature' in game && game.feature !== undefined

/**
 * Takes the next step of a round that goes on: the next free spin. The round was drawn as a whole
 * by the seeds of its bet, so a step shows one spin more and the last one settles. A step that was
 * taken already answers how the round stands, and a page that lost the answer can ask again.
 */
export function takeStep(
  venue: Venue,
  sessionToken: string,
  { betId, step }: { betId: string; step: number },
) {
  return transaction(venue.db, async tx => {
    const seat = await takeSeat(tx, hashOfToken(sessionToken), new Date(venue.clock()))
    if (!seat) throw new PlayRefusal(4002)
    const { session, wallet } = seat
    const play = await findPlay(tx, session)
    const game = instantGameOf(session)
    const bet = await betOfPlayer(tx, session.deskId, session.playerId, betId)
    if (!bet || bet.gameCode !== game.code || !hasFeature(game)) throw new PlayRefusal(2404)
    const taken = game.feature.taken(bet.outcome)
    if (bet.status !== 'OPEN' || step <= taken)
      return stepAnswer(tx, session, bet, play, wallet.available)
    if (step !== taken + 1) throw new PlayRefusal(2000)
    // Read after the lock, so that the cycle is counted from the spin that was waited for.
    const at = new Date(venue.clock())
    refuse(session, wallet, play, at)
    await keepCycle(venue, tx, session, at)
    const paid = await show(tx, session.deskId, game, bet, step, at)
    const after = present(await betOfPlayer(tx, session.deskId, session.playerId, betId))
    return stepAnswer(tx, session, after, await findPlay(tx, session), wallet.available + paid)
  })
}

/** Refuses a free spin. It costs nothing, so limits of stakes and losses do not apply. */
function refuse(session: Session, wallet: LockedWallet, play: Play, at: Date) {
  if (wallet.locked) throw new PlayRefusal(2002)
  if (at >= realityDueAt(session, play)) throw new PlayRefusal(4101)
}

/** The bet with the player's figures and seeds, as the page gets it. */
async function stepAnswer(tx: Tx, session: Session, bet: BetRow, play: Play, available: bigint) {
  const { active } = await currentSeeds(tx, session.deskId, session.playerId)
  return {
    bet: betView(bet),
    ...figures(session, play, available),
    nonce: active.nextNonce,
    jackpot: await jackpotHere(tx, session),
    ...(await withGrant(tx, session, bet)),
  }
}

/** The whole round of an open bet, drawn again from its seeds. */
async function wholeRound(
  tx: Tx,
  desk: number,
  game: InstantGame,
  bet: BetRow,
): Promise<RoundOutcome> {
  // A model's mathematics never changes under its name; if it did, its open rounds would be void
  // once they are stale.
  if (bet.mathVersion !== game.mathVersion) throw new PlayRefusal(3002)
  const { serverSeed } = await serverSeedOf(tx, desk, bet.betId)
  return game.outcome({
    serverSeed,
    clientSeed: bet.clientSeed,
    nonce: Number(bet.nonce),
    stakeFen: bet.freeStake ?? bet.stake,
  })
}

/**
 * Shows a round up to a step, or settles it when that is the last, and answers what was paid; the
 * wallet must be locked.
 */
async function show(
  tx: Tx,
  desk: number,
  game: FeatureGame,
  bet: BetRow,
  step: number,
  at: Date,
): Promise<bigint> {
  const { payoutFen: gameFen, detail } = await wholeRound(tx, desk, game, bet)
  // A jackpot was drawn with the bet, and is paid with everything else that the round gives.
  const payoutFen = gameFen + (bet.jackpotWon ?? 0n)
  if (step < game.feature.steps(detail)) {
    await showMore(tx, desk, bet.betId, game.feature.shown(detail, step))
    return 0n
  }
  // What a free round wins is paid by the platform.
  const paidFen = bet.freeRef === null ? payoutFen : 0n
  const who = { deskId: desk, playerId: bet.playerId, sessionStart: bet.sessionStart }
  await changeWallet(tx, desk, bet.playerId, paidFen)
  await addToPlay(tx, who, 0n, paidFen, 0)
  await settleOpen(tx, desk, bet.betId, {
    payout: payoutFen,
    outcome: detail,
    version: bet.version === null ? null : await nextVersion(tx, desk),
    at,
  })
  return paidFen
}

/** Gives the stake of an open round back; the wallet must be locked. */
async function giveBack(tx: Tx, desk: number, bet: BetRow, at: Date): Promise<void> {
  await changeWallet(tx, desk, bet.playerId, bet.stake)
  await takeBackWin(tx, desk, bet.betId)
  await addToPlay(
    tx,
    { deskId: desk, playerId: bet.playerId, sessionStart: bet.sessionStart },
    -bet.stake,
    0n,
    0,
  )
  await voidOpen(tx, desk, bet.betId, {
    version: bet.version === null ? null : await nextVersion(tx, desk),
    at,
  })
}

/**
 * Plays out what players did not come back for: the spins left are those their seeds had drawn all
 * along. A round that the present mathematics cannot draw again is void. One that fails keeps none
 * behind it, and is tried again by the next sweep.
 */
export async function endStaleRounds(venue: Venue, before: Date): Promise<void> {
  const failures: Error[] = []
  for (const stale of await staleRounds(venue.db, before, STALE_AT_A_TIME))
    try {
      await endStale(venue, stale)
    } catch (error) {
      failures.push(new Error(`bet ${stale.betId}: ${(error as Error).message}`, { cause: error }))
    }
  if (failures.length > 0)
    throw new AggregateError(failures, failures.map(each => each.message).join(' · '))
}

async function endStale(venue: Venue, { deskId: desk, playerId, betId }: StaleRound) {
  await transaction(venue.db, async tx => {
    await lockWallet(tx, desk, playerId)
    const bet = await betOfPlayer(tx, desk, playerId, betId)
    const game = bet && gameByCode(bet.gameCode)
    if (bet?.status !== 'OPEN') return
    const at = new Date(venue.clock())
    if (game && hasFeature(game) && bet.mathVersion === game.mathVersion)
      await show(tx, desk, game, bet, Number.MAX_SAFE_INTEGER, at)
    else await giveBack(tx, desk, bet, at)
  })
}
