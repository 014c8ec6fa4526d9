// Turnover a member owes before a withdrawal: every credit opens a requirement, settled valid
// turnover consumes them oldest first.
import { type Db, row, rows, run, theRow } from '@tianping/database'
import type { NewGift, NewRequirement } from './wagering.sql.ts'
import * as statements from './wagering.sql.ts'

export type { NewRequirement } from './wagering.sql.ts'

/**
 * open: turnover is missing · met: fulfilled · carried: was fulfilled, but a bet behind it was
 * resettled, and a new requirement carries what is missing again · cancelled: waived by an
 * operator, or ended by a member who gave the bonus up. States only move forward.
 */
export type RequirementState = 'open' | 'met' | 'carried' | 'cancelled'

export type Requirement = {
  source: { type: string; id: string }
  requiredFen: bigint
  contributedFen: bigint
  state: RequirementState
  openedAt: Date
  /** Turnover counts towards it by the weight of its game. */
  isGift: boolean
  /** The last moment to meet it; null while there is none. */
  expiresAt: Date | null
}

/**
 * Opens a requirement once per (member, source); asking again changes nothing. Zero is met at once.
 */
export async function openRequirement(db: Db, asked: NewRequirement): Promise<void> {
  await run(db, statements.openRequirement(asked))
}

/** The same for many, of different members, in one statement. */
export async function openRequirements(db: Db, all: NewRequirement[]): Promise<void> {
  if (all.length > 0) await rows(db, statements.openRequirements(all))
}

/**
 * Requirements of gifts, each opened once per (member, source), of different members in one
 * statement: turnover counts towards them by the weight of its game, until `expiresAt`.
 */
export async function openGifts(db: Db, all: NewGift[]): Promise<void> {
  if (all.length > 0) await rows(db, statements.openGifts(all))
}

/**
 * Counts the valid turnover of one settled bet towards the requirements that were open when it
 * settled, oldest first; what finds none is kept as surplus. The same or a lower version again
 * changes nothing; a higher one takes the earlier one's contributions back to the fen and counts
 * its own instead (0 for a cancelled bet). A gift counts `weight` percent of it, rounded down to
 * the fen; a bet keeps the weight with which it was first counted.
 */
export async function contribute(
  db: Db,
  bet: {
    memberId: bigint
    venueId: number
    betId: string
    version: number
    validFen: bigint
    /** 0 to 100, whole; 100 where it is left out. */
    weight?: number
    settledAt: Date
  },
): Promise<void> {
  await run(db, statements.contribute({ weight: 100, ...bet }))
}

/** Waives an open requirement. Answers whether there was one. */
export async function cancelRequirement(
  db: Db,
  asked: { memberId: bigint; sourceType: string; sourceId: string },
): Promise<boolean> {
  return (await theRow(db, statements.cancelRequirement(asked))).cancelled
}

/** The open requirement of a source. Call after `lockMember` when a movement depends on it. */
export const openOf = (db: Db, memberId: bigint, source: { type: string; id: string }) =>
  row(db, statements.openOf(memberId, source.type, source.id))

/**
 * The turnover still missing before a withdrawal, in fen. Call after `lockMember` when a hold
 * depends on it.
 */
export async function missingTurnover(db: Db, memberId: bigint): Promise<bigint> {
  return (await theRow(db, statements.missingTurnover(memberId))).missingFen
}

/**
 * The newest hundred requirements of a member, oldest of the open ones first, so that a refusal can
 * say what is missing and why.
 */
export async function requirementsOf(db: Db, memberId: bigint): Promise<Requirement[]> {
  return (await rows(db, statements.requirementsOf(memberId))).map(
    ({ sourceType, sourceId, ...rest }) => ({
      source: { type: sourceType, id: sourceId },
      ...rest,
    }),
  )
}
