import { toHex } from '@tianping/fairness'
import type { Book, Live } from '../../model/Book.ts'
import type { MatchRow } from './match.sql.ts'

export type Phase = 'pre' | 'live' | 'over' | 'void'

/** A match with its outcome, which is known to the server only, for as long as it is under way. */
export type KnownMatch = { row: MatchRow; outcome: unknown }

export function phaseOf({ row }: KnownMatch, nowMs: number): Phase {
  if (row.state === 'void') return 'void'
  if (row.state === 'over' || nowMs >= row.ends_at.getTime()) return 'over'
  return nowMs < row.kicks_off_at.getTime() ? 'pre' : 'live'
}

/** What everybody may know of it at this moment, lines and prices included. */
export function liveOf(book: Book, match: KnownMatch, nowMs: number): Live {
  return book.at(
    match.row.terms,
    match.outcome,
    Math.min(nowMs, match.row.ends_at.getTime()) - match.row.kicks_off_at.getTime(),
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
    settled: row.settled_at !== null,
    home: row.home,
    away: row.away,
    terms: row.terms,
    kicks_off_at: row.kicks_off_at.getTime(),
    score,
    key,
    detail,
    lines: phase === 'pre' || phase === 'live' ? lines : [],
    commit: row.commit_hash,
    salt: row.salt,
    math_version: row.math_version,
    seed: row.seed ? toHex(row.seed) : null,
  }
}
export type MatchView = ReturnType<typeof matchView>
