// The money of jackpots: what the feed says of a bet, booked to the pool of its venue. A win is in
// the payout of its bet and reaches the member's wallet as any win does.
import type { Db } from '@tianping/database'
import type { VenueBet } from '@tianping/venue-protocol'
import { mustPost, type Account } from '../../ledger/ledger.ts'
import { addCycle, jackpotBetBefore, jackpotNoOf, keepJackpotBet } from './store/jackpot.sql.ts'

type Told = {
  memberId: bigint
  venueId: number
  bet: VenueBet
  jackpot: NonNullable<VenueBet['jackpot']>
}

/** Called for newer versions of a bet alone; books what changed since the one before. */
export async function noteJackpot(tx: Db, { memberId, venueId, bet, jackpot }: Told) {
  const { ref, cycle, seed, share, won } = jackpot
  const jackpotNo = await jackpotNoOf(tx, venueId, ref)
  const pool: Account = { name: 'jackpotPool', jackpotNo }
  const play: Account = { name: 'gameResult', venueId }
  const named = { memberId, venueId, betId: bet.bet_id }
  const before = await jackpotBetBefore(tx, named)
  const book = async (what: string, [from, to]: [Account, Account], amountFen: bigint) => {
    if (amountFen === 0n) return
    const [debit, credit] = amountFen > 0n ? [from, to] : [to, from]
    await mustPost(tx, {
      memberId,
      key: `jackpot:${what}`,
      code: 'jackpot',
      from: debit,
      to: credit,
      amountFen: amountFen > 0n ? amountFen : -amountFen,
      source: { type: 'jackpot', id: `${venueId}:${ref}:${cycle}` },
      actor: { type: 'venue', id: String(venueId) },
      effectiveAt: new Date(bet.settled_at ?? bet.placed_at),
    })
  }
  const version = `${venueId}:${bet.bet_id}:${bet.version}`
  if (await addCycle(tx, { jackpotNo, cycle, seedFen: seed }))
    await book(`${jackpotNo}:${cycle}:seed`, [{ name: 'jackpotSeed' }, pool], seed)
  await book(`${version}:share`, [play, pool], share - (before?.shareFen ?? 0n))
  await book(`${version}:won`, [pool, play], won - (before?.wonFen ?? 0n))
  const at = new Date(bet.placed_at)
  await keepJackpotBet(tx, { ...named, jackpotNo, cycle, shareFen: share, wonFen: won, at })
}
