import { commitOf } from '@tianping/fairness'
import { transaction } from '@tianping/database'
import { addDays } from '@tianping/money/day'
import { roundNow } from '../rounds/round.sql.ts'
import type { Venue } from '../venue.ts'
import type { Book } from '../../model/Book.ts'
import { closeForFault } from '../operator/closeForFault.ts'
import { drawOf, seedIsBroken } from './knownMatch.ts'
import {
  endMatch,
  findMatch,
  lastOpened,
  nextEnd,
  openMatch,
  overdueMatches,
  notifyMatch,
  voidMatchRow,
  type MatchRow,
} from './match.sql.ts'
import { matchSeed, publishChain, saltOf } from './seeds.ts'
import { settleMatch } from './settleMatch.ts'
import { dayOf, kickOffMs, upcomingAt } from './timetable.ts'

/** Overdue matches that one turn takes up; the rest follows in the next. */
const OVERDUE_AT_A_TIME = 50

/**
 * Does everything about one book that is due by the database's clock: ends and settles the matches
 * that are over, opens those whose time has come. Each step is a transaction that does nothing when
 * it was done before, so it may be repeated, interrupted anywhere, and even run twice at a time.
 * Matches that nobody opened before they began are skipped. Answers how long there is nothing to
 * do, in ms.
 */
export async function advanceBook(venue: Venue, book: Book): Promise<number> {
  for (;;) {
    const overdue = await overdueMatches(venue.db, book.code, OVERDUE_AT_A_TIME)
    for (const match of overdue) await finish(venue, book, match)
    if (overdue.length < OVERDUE_AT_A_TIME) break
  }
  const nowMs = (await roundNow(venue.db)).getTime()
  const { first, last } = upcomingAt(book, nowMs)
  const opened = Number((await lastOpened(venue.db, book.code))?.number ?? -1)
  for (let number = Math.max(first, opened + 1); number <= last; number++)
    await open(venue, book, number)
  const ends = (await nextEnd(venue.db, book.code))?.endsAt.getTime() ?? Number.POSITIVE_INFINITY
  return (
    Math.min(ends, kickOffMs(book, last + 1) - book.aheadMs) - (await roundNow(venue.db)).getTime()
  )
}

async function open(venue: Venue, book: Book, number: number): Promise<void> {
  const { db } = venue
  const { day, place } = dayOf(book, number)
  await publishChain(db, book, day)
  await publishChain(db, book, addDays(day, 1))
  const salt = await saltOf(db, book, day)
  const seed = await matchSeed(venue, book, number)
  const { home, away, terms } = book.fixture(number)
  const beginsMs = kickOffMs(book, number)
  const lengthMs = book.lengthMs(
    book.draw({ serverSeed: seed, clientSeed: salt, nonce: number }, terms),
  )
  await transaction(db, async tx => {
    const opened = await openMatch(tx, {
      gameCode: book.code,
      number: BigInt(number),
      day,
      place,
      home,
      away,
      terms,
      opensAt: new Date(beginsMs - book.aheadMs),
      kicksOffAt: new Date(beginsMs),
      endsAt: new Date(beginsMs + lengthMs),
      mathVersion: book.mathVersion,
      commitHash: commitOf(seed),
      salt,
    })
    if (opened > 0) await notifyMatch(tx, book.code, BigInt(number))
  })
}

/**
 * Ends a match that is past its end and settles it; one that cannot be drawn is void, and its
 * selections count as 1.
 */
async function finish(venue: Venue, book: Book, { number, state }: MatchRow): Promise<void> {
  if (state === 'open') await end(venue, book, number)
  await settleMatch(venue, book, number)
}

/**
 * The lock waits for every bet that is being placed; whoever comes after it finds the match over.
 */
export async function end(venue: Venue, book: Book, number: bigint): Promise<void> {
  const found = await findMatch(venue.db, book.code, number)
  if (found?.state !== 'open') return
  const drawn = await drawOf(venue, book, found)
  if (!drawn && (await seedIsBroken(venue, book, found)))
    await closeForFault(venue, book.code, `第 ${number} 场的种子与承诺不符，作废`)
  await transaction(venue.db, async tx => {
    if ((await findMatch(tx, book.code, number, 'update'))?.state !== 'open') return
    if (drawn) await endMatch(tx, book.code, number, drawn.seed, drawn.outcome)
    else await voidMatchRow(tx, book.code, number)
    await notifyMatch(tx, book.code, number)
  })
}
