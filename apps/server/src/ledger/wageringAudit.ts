// Which requirement a bet's turnover served: what the member and the back office read. Writes
// nothing.
import { rows, type Db } from '@tianping/database'
import * as statements from './wageringAudit.sql.ts'

/**
 * Turnover of one bet that stands with one requirement; with none (`source` null) it is surplus.
 */
export type Contribution = {
  venueId: number
  betId: string
  source: { type: string; id: string } | null
  openedAt: Date | null
  /** Valid turnover of the bet, more than zero: what its versions added up to. */
  amountFen: bigint
  /** What the requirement counts of it. */
  countedFen: bigint
  /** Percent of the bet that gifts count; other requirements count all of it. */
  weight: number
  isGift: boolean
}

/**
 * The contributions of up to a hundred bets of a member, those to the oldest requirements first.
 */
export async function contributionsOf(
  db: Db,
  memberId: bigint,
  bets: { venueId: number; betId: string }[],
): Promise<Contribution[]> {
  if (bets.length === 0) return []
  if (bets.length > 100)
    throw new RangeError(`contributions are asked for at most 100 bets, not ${bets.length}`)
  return (await rows(db, statements.contributionsOf(memberId, bets))).map(
    ({ sourceType, sourceId, ...rest }) => ({
      ...rest,
      source: sourceType === null || sourceId === null ? null : { type: sourceType, id: sourceId },
    }),
  )
}
