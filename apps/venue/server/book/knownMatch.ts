import { commitOf } from '@tianping/fairness'
import { mathOf } from '../../model/mathOf.ts'
import type { Book } from '../../model/Book.ts'
import type { MatchRow } from './match.sql.ts'
import type { KnownMatch } from './matchView.ts'
import { matchSeed, type Place } from './seeds.ts'

/**
 * Adds to a match what its seed says. A void match, or one under other mathematics, has no outcome
 * and shows as 0:0.
 */
export async function knownMatch(
  place: Place,
  book: Book,
  row: MatchRow,
): Promise<KnownMatch | null> {
  if (row.outcome !== null) return { row, outcome: row.outcome }
  const drawn = await drawOf(place, book, row)
  return drawn && { row, outcome: drawn.outcome }
}

/**
 * The seed and the outcome of a match. Null when it cannot be drawn: it was opened under
 * mathematics that draw otherwise than the present ones, or its chain is not the one it was
 * committed to.
 */
export async function drawOf(
  place: Place,
  book: Book,
  row: MatchRow,
): Promise<{ seed: Uint8Array; outcome: unknown } | null> {
  const seed = await matchSeed(place, book, Number(row.number))
  if (mathOf(book, row.mathVersion) === undefined || commitOf(seed) !== row.commitHash) return null
  return {
    seed,
    outcome: book.draw(
      { serverSeed: seed, clientSeed: row.salt, nonce: Number(row.number) },
      row.terms,
    ),
  }
}

/** True when the seed of a match is not the one it was committed to, which is a fault. */
export async function seedIsBroken(place: Place, book: Book, row: MatchRow): Promise<boolean> {
  return commitOf(await matchSeed(place, book, Number(row.number))) !== row.commitHash
}
