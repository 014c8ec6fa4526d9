// What one bet of a venue changes.
import type { Db } from '@tianping/database'
import type { VenueBet } from '@tianping/venue-protocol'
import { contribute } from '../../../ledger/wagering.ts'
import { countTurnover } from '../../turnover/turnover.ts'
import type { Weigher } from '../../wagering/wagering.ts'
import { noteJackpot } from '../jackpotBets.ts'
import { upsertBet } from '../store/bet.sql.ts'
import { noteFreeRound } from '../store/free.sql.ts'

export type Applied = { venueId: number; memberId: bigint; bet: VenueBet; weigh: Weigher }

/**
 * Full state, never a delta: only a version above the one kept counts. A correction carries its own
 * time; the bet keeps counting as of when it first settled, so that it never serves a requirement
 * that was opened since.
 */
export async function applyBet(tx: Db, { venueId, memberId, bet, weigh }: Applied) {
  const change = await upsertBet(tx, venueId, memberId, ownPart(bet))
  if (change) await noteBesides(tx, { memberId, venueId, bet })
  if (!change || (bet.status === 'OPEN' && !change.before)) return
  const settledAt = change.firstSettledAt ?? new Date(bet.settled_at ?? bet.placed_at)
  await contribute(tx, {
    memberId,
    venueId,
    betId: bet.bet_id,
    version: Number(bet.version),
    validFen: change.after?.validFen ?? 0n,
    weight: weigh(venueId, bet.game_code),
    settledAt,
  })
  await countTurnover(tx, {
    memberId,
    venueId,
    settledAt,
    before: change.before,
    after: change.after,
  })
}

type Told = { memberId: bigint; venueId: number; bet: VenueBet }

/**
 * What a bet has to do with a grant or a jackpot; nothing for most. A free round takes no part in a
 * jackpot (docs/venue-protocol.md): where a venue says both, nothing is booked for the jackpot, and
 * its pool differs from the venue's until that is settled.
 */
async function noteBesides(tx: Db, told: Told) {
  const { free_rounds: free, jackpot } = told.bet
  if (free) await noteFreeRound(tx, { ...told, free })
  else if (jackpot) await noteJackpot(tx, { ...told, jackpot })
}

/**
 * A round that the house paid for is kept as a bet of nothing: what it wins is no result of play
 * but a bonus, which is paid with its grant. So it counts in no sum of bets and nowhere twice.
 */
function ownPart(bet: VenueBet): VenueBet {
  const { free_rounds: free, jackpot, selection, payout } = bet
  if (free) {
    const shown = { ref: free.ref, stake: Number(free.stake), payout: Number(payout) }
    const nothing = { stake: 0n, valid_amount: 0n, payout: 0n, net: 0n }
    return { ...bet, ...nothing, selection: { ...selection, free_rounds: shown } }
  }
  if (!jackpot || jackpot.won <= 0n) return bet
  return { ...bet, selection: { ...selection, jackpot: { won: Number(jackpot.won) } } }
}
