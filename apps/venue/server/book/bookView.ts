import { rows, sql, type Db } from '@tianping/database'
import { betColumns, betSource, type BetRow } from '../feed/feed.sql.ts'
import { betView } from '../play/betView.ts'
import type { Session } from '../play/session.sql.ts'
import { chainsFrom, roundNow } from '../rounds/round.sql.ts'
import { chainView } from '../rounds/tableView.ts'
import type { Venue } from '../venue.ts'
import { BOOK_LIMITS, type Book } from '../../model/Book.ts'
import { bookOf } from './bookOf.ts'
import { knownMatch } from './knownMatch.ts'
import {
  findMatch,
  matchesBefore,
  matchesOnShow,
  nothingBefore,
  type MatchRow,
} from './match.sql.ts'
import { matchView, type MatchView } from './matchView.ts'
import { linkOf } from './seeds.ts'
import { legResults } from './slip.sql.ts'
import { dayOf, upcomingAt } from './timetable.ts'

/** Ended matches of the page's own list, and of one page of the archive. */
const ENDED_ON_SHOW = 12
const LISTED_MATCHES = 30
const LISTED_SLIPS = 40

/**
 * Everything a page needs to draw a book from nothing; figures of the session come from the
 * session's own snapshot.
 */
export async function bookView(venue: Venue, session: Session) {
  const book = bookOf(session)
  const { db } = venue
  const now = await roundNow(db)
  const onShow = await matchesOnShow(db, book.code, ENDED_ON_SHOW)
  return {
    now: now.getTime(),
    book: {
      code: book.code,
      name: book.name,
      math_version: book.mathVersion,
      every_ms: book.everyMs,
      ahead_ms: book.aheadMs,
      min_stake: book.stakesFen[0],
      max_stake: book.stakesFen[1],
      max_legs: BOOK_LIMITS.maxLegs,
      max_payout: BOOK_LIMITS.maxPayoutFen,
      accept_delay_ms: book.acceptDelayMs,
    },
    matches: await viewsOf(venue, book, onShow, now.getTime()),
    mine: await slipsOf(db, session, book.code),
    chains: (
      await chainsFrom(db, book.code, dayOf(book, upcomingAt(book, now.getTime()).first).day)
    ).map(chainView),
  }
}

async function viewsOf(
  venue: Venue,
  book: Book,
  found: readonly MatchRow[],
  nowMs: number,
): Promise<MatchView[]> {
  const views: MatchView[] = []
  for (const row of found) {
    const match = await knownMatch(venue, book, row)
    if (match) views.push(matchView(book, match, nowMs))
  }
  return views
}

/** The player's tickets in this book, latest first, with what became of their selections so far. */
export async function slipsOf(db: Db, { deskId: desk, playerId: player }: Session, code: string) {
  const bets = await rows(
    db,
    sql<BetRow>`select ${betColumns} from ${betSource}
    where b.desk_id = ${desk} and b.player_id = ${player} and b.game_code = ${code} and b.match_code = ${code}
    order by b.placed_at desc, b.bet_id limit ${LISTED_SLIPS}`,
  )
  const legs = await legResults(
    db,
    desk,
    bets.map(bet => bet.betId),
  )
  return bets.map(bet => ({
    ...betView(bet),
    odds: bet.odds,
    results: legs
      .filter(leg => leg.betId === bet.betId)
      .map(leg => ({
        match: Number(leg.number),
        result: leg.result,
        seed: leg.seed?.toString('hex') ?? null,
        outcome: leg.outcome,
      })),
  }))
}

/** Matches that are over before one, latest first: for anybody, they are public. */
export async function endedMatches(venue: Venue, book: Book, before: number | undefined) {
  const found = await matchesBefore(
    venue.db,
    book.code,
    before === undefined ? null : BigInt(before),
    LISTED_MATCHES + 1,
  )
  const nowMs = (await roundNow(venue.db)).getTime()
  return {
    items: await viewsOf(venue, book, found.slice(0, LISTED_MATCHES), nowMs),
    has_more: found.length > LISTED_MATCHES,
  }
}

/**
 * One match with what its day was committed to; undefined when it was never opened. `link` is the
 * chain's own seed, from which the match's seed follows. It would give away the seeds of earlier
 * matches, so it is revealed once none of them is under way.
 */
export async function oneMatch(venue: Venue, book: Book, number: number) {
  const row = await findMatch(venue.db, book.code, BigInt(number))
  const match = row && (await knownMatch(venue, book, row))
  if (!row || !match) return undefined
  const chain = (await chainsFrom(venue.db, book.code, row.day))[0]
  const revealed =
    row.state !== 'open' &&
    (await nothingBefore(venue.db, book.code, row.number)) &&
    row.endsAt <= (await roundNow(venue.db))
  return {
    match: matchView(book, match, (await roundNow(venue.db)).getTime()),
    chain: chain?.day === row.day ? chainView(chain) : null,
    link: revealed ? (await linkOf(venue, book, number)).toString('hex') : null,
  }
}
