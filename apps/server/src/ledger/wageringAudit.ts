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
  /** More than zero: what the versions of the bet added up to. */
  amountFen: bigint
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
