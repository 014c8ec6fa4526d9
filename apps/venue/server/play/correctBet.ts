import { present } from '../../model/present.ts'
import { transaction, type Tx } from '@tianping/database'
import { VenueRefusal } from '@tianping/venue-protocol'
import { nextVersion } from '../feed/feed.sql.ts'
import { takeBackWin } from '../jackpot/draw.ts'
import { wonBy } from '../jackpot/jackpot.sql.ts'
import { revalueRound } from '../rounds/revalueRound.ts'
import type { Venue } from '../venue.ts'
import { changeWallet, lockWallet } from '../wallet/wallet.sql.ts'
import { correctBet as writeCorrection, figuresOf } from './bet.sql.ts'
import { addToPlay } from './session.sql.ts'

/**
 * VOID gives the stake back and takes the payout; resettling replaces the payout, and the valid
 * amount (all of the stake when absent).
 */
export type Correction =
  | { kind: 'void' }
  | { kind: 'resettle'; payout: bigint | null; valid?: bigint }

/**
 * Corrects a settled bet: wallet, session totals and feed in one transaction, one revision up.
 * Refused with 2003 when the wallet no longer holds what would have to be taken back: a wallet is
 * never negative.
 */
export function correctBet(
  venue: Venue,
  desk: number,
  betId: string,
  correction: Correction,
): Promise<void> {
  return transaction(venue.db, async tx => {
    const owner = await figuresOf(tx, desk, betId)
    if (!owner || owner.version === null) throw new VenueRefusal(2404)
    const wallet = await lockWallet(tx, desk, owner.playerId)
    // Read again: it may have been corrected while the lock was waited for.
    const bet = present(await figuresOf(tx, desk, betId))
    if (!wallet || bet.status !== 'SETTLED') throw new VenueRefusal(2404)
    const { change, staked, ...after } = corrected(bet, correction)
    // What a free round wins is in no wallet.
    if (bet.freeRef === null) {
      if (wallet.available + change < 0n) throw new VenueRefusal(2003)
      await changeWallet(tx, desk, bet.playerId, change)
      const who = { deskId: desk, playerId: bet.playerId, sessionStart: bet.sessionStart }
      await addToPlay(tx, who, staked, after.payout - bet.payout, 0)
    }
    await correctWin(tx, desk, betId, after)
    await writeCorrection(tx, desk, betId, {
      ...after,
      version: await nextVersion(tx, desk),
      at: new Date(venue.clock()),
    })
    if (bet.tableCode !== null && bet.roundNumber !== null)
      await revalueRound(tx, desk, bet.playerId, bet.tableCode, bet.roundNumber, betId)
  })
}

/** A corrected payout holds what the bet won of a jackpot; a void bet has won nothing. */
async function correctWin(
  tx: Tx,
  desk: number,
  betId: string,
  { status, payout }: { status: 'SETTLED' | 'VOID'; payout: bigint },
) {
  if (status === 'VOID') return takeBackWin(tx, desk, betId)
  const win = await wonBy(tx, desk, betId)
  if (win && payout < win.won) throw new VenueRefusal(2006)
}

/** What a bet comes to by a correction, and what that changes in its wallet and in the stakes. */
function corrected(bet: { stake: bigint; payout: bigint }, correction: Correction) {
  if (correction.kind === 'void')
    return {
      status: 'VOID' as const,
      payout: 0n,
      validAmount: 0n,
      change: bet.stake - bet.payout,
      staked: -bet.stake,
    }
  const payout = correction.payout ?? bet.payout + 1n
  return {
    status: 'SETTLED' as const,
    payout,
    validAmount: correction.valid ?? bet.stake,
    change: payout - bet.payout,
    staked: 0n,
  }
}
