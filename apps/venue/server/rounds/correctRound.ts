import { transaction } from '@tianping/database'
import { VenueRefusal } from '@tianping/venue-protocol'
import { correctBet } from '../play/correctBet.ts'
import type { Venue } from '../venue.ts'
import { findRound, markVoid, notifyRound } from './round.sql.ts'
import { settleRound } from './settleRound.ts'
import { payoutOf, type Table } from '../../model/Table.ts'
import { openCount, settledBets } from './ticket.sql.ts'

/**
 * What an operator's correction of a round did; `refused` are bets whose player no longer has what
 * would be taken back.
 */
export type RoundCorrection = {
  changed: number
  refused: string[]
  /** Open bets whose stakes went back. */
  returned?: number
}

/**
 * Makes a round void, whatever state it is in: open bets get their stakes back, settled ones are
 * corrected one by one, each a revision of its own in the feed.
 */
export async function voidRound(
  venue: Venue,
  table: Table,
  number: bigint,
): Promise<RoundCorrection> {
  const wasSettled = await transaction(venue.db, async tx => {
    const round = await findRound(tx, table.code, number, 'update')
    if (!round) throw new VenueRefusal(2404, 'no such round')
    if ((await markVoid(tx, table.code, number)) > 0) await notifyRound(tx, table.code, number)
    return round.state === 'settled'
  })
  const returned = wasSettled ? 0 : await openCount(venue.db, table.code, number)
  if (!wasSettled) await settleRound(venue, table, number)
  return { ...(await correctAll(venue, table, number, () => ({ kind: 'void' }))), returned }
}

/**
 * Settles a round again as its outcome says, bet by bet where the payout differs: after a defect
 * was mended.
 */
export async function resettleRound(
  venue: Venue,
  table: Table,
  number: bigint,
): Promise<RoundCorrection> {
  const round = await findRound(venue.db, table.code, number)
  if (round?.state !== 'settled') throw new VenueRefusal(2404, 'no such settled round')
  return correctAll(venue, table, number, bet => {
    const payout = payoutOf(
      bet.lines.map(({ pick, stake }) => ({ pick, stakeFen: BigInt(stake) })),
      bet.lines.map(({ pick }) => table.returnsOf(round.outcome, pick)),
    )
    return payout === bet.payout ? null : { kind: 'resettle', payout }
  })
}

type Settled = Awaited<ReturnType<typeof settledBets>>[number]

async function correctAll(
  venue: Venue,
  table: Table,
  number: bigint,
  correction: (bet: Settled) => Parameters<typeof correctBet>[3] | null,
): Promise<RoundCorrection> {
  const done: RoundCorrection = { changed: 0, refused: [] }
  for (const bet of await settledBets(venue.db, table.code, number)) {
    const wanted = correction(bet)
    if (!wanted) continue
    try {
      await correctBet(venue, bet.deskId, bet.betId, wanted)
      done.changed++
    } catch (error) {
      // Whatever is not settled any more was corrected by somebody else meanwhile.
      if (!(error instanceof VenueRefusal) || (error.code !== 2003 && error.code !== 2404))
        throw error
      if (error.code === 2003) done.refused.push(bet.betId)
    }
  }
  return done
}
