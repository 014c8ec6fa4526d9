import { transaction } from '@tianping/database'
import { VenueRefusal } from '@tianping/venue-protocol'
import { correctBet } from '../play/correctBet.ts'
import type { Venue } from '../venue.ts'
import { lockWallets } from '../rounds/ticket.sql.ts'
import type { Book } from './Book.ts'
import { findMatch, tellMatch, voidMatchRow, type MatchRow } from './match.sql.ts'
import { decide, judgeSlip, settleMatch } from './settleMatch.ts'
import { settledSlips, writeResults, type DecidedSlip } from './slip.sql.ts'

/** What an operator's correction of a match did; `refused` are tickets whose player no longer has what would be taken back. */
export type MatchCorrection = { changed: number; refused: string[] }

/**
 * Makes a match void, whatever state it is in: its selections count as 1 on every ticket. Open tickets go on with the rest of
 * their selections, settled ones are corrected one by one, each a revision of its own in the feed.
 */
export async function voidMatch(venue: Venue, book: Book, number: bigint): Promise<MatchCorrection> {
  await transaction(venue.db, async tx => {
    if (!(await findMatch(tx, book.code, number, 'update'))) throw new VenueRefusal(2404, 'no such match')
    if ((await voidMatchRow(tx, book.code, number)) > 0) await tellMatch(tx, book.code, number)
  })
  await settleMatch(venue, book, number)
  return correctAll(venue, book, (await findMatch(venue.db, book.code, number))!)
}

/** Settles a match again as its outcome says, ticket by ticket where something differs: after a defect was mended. */
export async function resettleMatch(venue: Venue, book: Book, number: bigint): Promise<MatchCorrection> {
  const match = await findMatch(venue.db, book.code, number)
  if (match?.state !== 'over' || match.settled_at === null) throw new VenueRefusal(2404, 'no such settled match')
  return correctAll(venue, book, match)
}

async function correctAll(venue: Venue, book: Book, match: MatchRow): Promise<MatchCorrection> {
  const done: MatchCorrection = { changed: 0, refused: [] }
  for (const slip of await settledSlips(venue.db, book.code, match.number)) {
    const legs = slip.legs.map(leg => (leg.match === Number(match.number) ? { ...leg, result: decide(book, match, leg) } : leg))
    const { status, payout, valid } = judgeSlip({ ...slip, legs })
    if (slip.status === 'VOID' || (status === slip.status && payout === slip.payout && valid === slip.valid_amount)) continue
    try {
      await correctSlip(venue, { ...slip, legs }, status === 'VOID' ? { kind: 'void' } : { kind: 'resettle', payout, valid })
      done.changed++
    } catch (error) {
      if (!(error instanceof VenueRefusal)) throw error
      done.refused.push(slip.bet_id)
    }
  }
  return done
}

/** Corrects the results and the bet in one transaction, with the wallet locked first, as everywhere. */
function correctSlip(venue: Venue, slip: DecidedSlip, correction: Parameters<typeof correctBet>[3]): Promise<void> {
  return transaction(venue.db, async tx => {
    await lockWallets(tx, [slip])
    await writeResults(tx, slip.legs.map(leg => ({ desk_id: slip.desk_id, bet_id: slip.bet_id, place: leg.place, result: leg.result })))
    await correctBet({ ...venue, db: tx }, slip.desk_id, slip.bet_id, correction)
  })
}
