import { itemAt, present } from '../../model/present.ts'
import { transaction } from '@tianping/database'
import { VenueRefusal } from '@tianping/venue-protocol'
import { correctBet } from '../play/correctBet.ts'
import type { Venue } from '../venue.ts'
import { lockWallets, type Bettor } from '../rounds/ticket.sql.ts'
import type { Book } from '../../model/Book.ts'
import { findMatch, notifyMatch, voidMatchRow, type MatchRow } from './match.sql.ts'
import { decide, judgeSlip, outcomeText, settleMatch } from './settleMatch.ts'
import { findSlip, slipsOn, writeOutcome, writeResults } from './slip.sql.ts'

/**
 * What an operator's correction of a match did: how many tickets it changed; `refused` are those
 * whose player no longer has what would be taken back.
 */
export type MatchCorrection = { changed: number; refused: string[] }

/**
 * Makes a match void, whatever state it is in: its selections count as 1 on every ticket. Open
 * tickets go on with the rest of their selections, settled ones are corrected one by one, each a
 * revision of its own in the feed.
 */
export async function voidMatch(
  venue: Venue,
  book: Book,
  number: bigint,
): Promise<MatchCorrection> {
  await transaction(venue.db, async tx => {
    if (!(await findMatch(tx, book.code, number, 'update')))
      throw new VenueRefusal(2404, 'no such match')
    if ((await voidMatchRow(tx, book.code, number)) > 0) await notifyMatch(tx, book.code, number)
  })
  await settleMatch(venue, book, number)
  return correctAll(venue, book, present(await findMatch(venue.db, book.code, number)))
}

/**
 * Settles a match again as its outcome says, ticket by ticket where something differs: after a
 * defect was mended.
 */
export async function resettleMatch(
  venue: Venue,
  book: Book,
  number: bigint,
): Promise<MatchCorrection> {
  const match = await findMatch(venue.db, book.code, number)
  if (match?.state !== 'over' || match.settledAt === null)
    throw new VenueRefusal(2404, 'no such settled match')
  return correctAll(venue, book, match)
}

async function correctAll(venue: Venue, book: Book, match: MatchRow): Promise<MatchCorrection> {
  const done: MatchCorrection = { changed: 0, refused: [] }
  for (const slip of await slipsOn(venue.db, book.code, match.number)) {
    try {
      if (await correctSlip(venue, book, match, slip)) done.changed++
    } catch (error) {
      if (!(error instanceof VenueRefusal)) throw error
      done.refused.push(slip.betId)
    }
  }
  return done
}

/**
 * Decides a ticket's selection on this match again, and the ticket with it once it is settled, in
 * one transaction; answers whether that changed anything. It is read under the wallet's lock, as
 * everywhere, so that the corrections of two of its matches follow one another. A selection is
 * written where no money depends on it too: the next correction counts on it.
 */
function correctSlip(
  venue: Venue,
  book: Book,
  match: MatchRow,
  { deskId, playerId, betId }: Bettor & { betId: string },
): Promise<boolean> {
  return transaction(venue.db, async tx => {
    await lockWallets(tx, [{ deskId, playerId }])
    const slip = present(await findSlip(tx, deskId, betId))
    if (slip.status === 'VOID') return false
    const legs = slip.legs.map(leg =>
      leg.match === Number(match.number) ? { ...leg, result: decide(book, match, leg) } : leg,
    )
    const decided = legs.filter((leg, i) => leg.result !== itemAt(slip.legs, i).result)
    const ended = slip.status === 'OPEN' ? null : judgeSlip({ ...slip, legs })
    if (
      decided.length === 0 &&
      (!ended || (ended.payout === slip.payout && ended.valid === slip.validAmount))
    )
      return false
    await writeResults(
      tx,
      decided.map(leg => ({ deskId, betId, place: leg.place, result: leg.result })),
    )
    if (!ended) return true
    await correctBet(
      { ...venue, db: tx },
      deskId,
      betId,
      ended.status === 'VOID'
        ? { kind: 'void' }
        : { kind: 'resettle', payout: ended.payout, valid: ended.valid },
    )
    await writeOutcome(tx, deskId, betId, outcomeText(ended))
    return true
  })
}
