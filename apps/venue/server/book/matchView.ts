import { toHex } from '@tianping/fairness'
import type { Book, Live } from '../../model/Book.ts'
import type { MatchRow } from './match.sql.ts'

export type Phase = 'pre' | 'live' | 'over' | 'void'

/** A match with its outcome, which is known to the server only, for as long as it is under way. */
export type KnownMatch = { row: MatchRow; outcome: unknown }

export function phaseOf({ row }: KnownMatch, nowMs: number): Phase {
  if (row.state === 'void') return 'void'
  if (row.state === 'over' || nowMs >= row.endsAt.getTime()) return 'over'
  return nowMs < row.kicksOffAt.getTime() ? 'pre' : 'live'
}

/** What everybody may know of it at this moment, lines and prices included. */
export function liveOf(book: Book, match: KnownMatch, nowMs: number): Live {
  return book.at(
    match.row.terms,
    match.outcome,
    Math.min(nowMs, match.row.endsAt.getTime()) - match.row.kicksOffAt.getTime(),
  )
}

/**
 * A match as everybody may see it; its seed only once it is over. Times are ms since 1970, prices
 * hundredths.
 */
export function matchView(book: Book, match: KnownMatch, nowMs: number) {
  const { row } = match
  const phase = phaseOf(match, nowMs)
  const { score, key, detail, lines } = liveOf(book, match, nowMs)
  return {
    number: Number(row.number),
    day: row.day,
    place: row.place,
    phase,
    settled: row.settledAt !== null,
    home: row.home,
    away: row.away,
    terms: row.terms,
    kicks_off_at: row.kicksOffAt.getTime(),
    score,
    key,
    detail,
    lines: phase === 'pre' || phase === 'live' ? lines : [],
    commit: row.commitHash,
    salt: row.salt,
    math_version: row.mathVersion,
    seed: row.seed ? toHex(row.seed) : null,
  }
}
export type MatchView = ReturnType<typeof matchView>
