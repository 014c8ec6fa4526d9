import type { VenueMatch } from '@tianping/venue-protocol'
import { gamesOf, isBook } from '../../games/registry.ts'
import type { Book } from '../../model/Book.ts'
import type { Handler } from '../handler.ts'
import { gameIsOpen } from '../launch/launch.sql.ts'
import { roundNow } from '../rounds/round.sql.ts'
import type { Venue } from '../venue.ts'
import { knownMatch } from './knownMatch.ts'
import { matchesOnShow, type MatchRow } from './match.sql.ts'
import { liveOf, phaseOf } from './matchView.ts'

const MATCHES = 12

/** Matches under way and the next ones of the venue's books, in the order of their beginning. */
export const matches: Handler<'matches'> = async ({ venue, desk }, { limit = MATCHES }) => {
  const nowMs = (await roundNow(venue.db)).getTime()
  const items: VenueMatch[] = []
  for (const book of gamesOf(desk.venue).filter(isBook)) {
    if (!(await gameIsOpen(venue.db, book.code))) continue
    for (const row of await matchesOnShow(venue.db, book.code, 0)) {
      if (items.length >= limit) break
      const item = await listedMatch(venue, book, row, nowMs)
      if (item) items.push(item)
    }
  }
  return { items }
}

const priceText = (price: number | null) => (price === null ? null : (price / 100).toFixed(2))

async function listedMatch(
  venue: Venue,
  book: Book,
  row: MatchRow,
  nowMs: number,
): Promise<VenueMatch | null> {
  const match = await knownMatch(venue, book, row)
  const phase = match && phaseOf(match, nowMs)
  if (!match || (phase !== 'pre' && phase !== 'live')) return null
  const live = liveOf(book, match, nowMs)
  const { home, away, clock, picks } = book.listed(row, live, phase === 'live')
  return {
    match_id: row.number.toString(),
    game_code: book.code,
    home,
    away,
    live: phase === 'live',
    clock,
    score: phase === 'live' ? live.score : null,
    starts_at: row.kicksOffAt.toISOString(),
    markets: live.lines.length,
    picks: picks.map(({ name, price }) => ({ name, price: priceText(price) })),
  }
}
