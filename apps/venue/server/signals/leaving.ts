import { transaction, type Db } from '@tianping/database'
import { createHash } from 'node:crypto'
import type { Venue } from '../venue.ts'
import * as db from './signal.sql.ts'

/** A page that is loaded again is back sooner. */
const AWAY_MS = 8_000

/**
 * Says that a launch was left, where none of its pages is open any more: a player who goes from one
 * game of the venue to another has not left.
 */
export async function noteLeft(venue: Pick<Venue, 'clock'>, tx: Db, gone: db.Gone) {
  const at = new Date(venue.clock())
  if (await db.isOpen(tx, { ...gone, at })) return
  const { deskId, ticket, playerId } = gone
  // One name for one launch, so that it is said once.
  const ref = `left-${createHash('sha256').update(ticket).digest('hex').slice(0, 32)}`
  await db.addSignal(tx, deskId, {
    ref,
    kind: 'left',
    ticket,
    playerId,
    amount: null,
    madeAt: at,
  })
}

/** Ends the pages that were closed a while ago, and says which launches are left by it. */
export async function endGonePages(venue: Venue): Promise<void> {
  const at = new Date(venue.clock())
  const awayBefore = new Date(at.getTime() - AWAY_MS)
  await transaction(venue.db, async tx => {
    for (const { ticket, ...of } of await db.endGone(tx, { at, awayBefore }))
      if (ticket !== null) await noteLeft(venue, tx, { ...of, ticket })
  })
}
