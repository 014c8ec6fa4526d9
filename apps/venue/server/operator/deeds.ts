import { VenueRefusal } from '@tianping/venue-protocol'
import type { Venue } from '../venue.ts'
import { beginAction, endAction } from './operator.sql.ts'

/** Who does what to what, and why. */
export type Deed = { operator: string; action: string; target: string; reason: string }

/**
 * Does something and keeps what came of it: the log knows of it before it begins, so that nothing
 * happens unseen. Answers what was done together with its place in the log; a refusal is kept and
 * thrown.
 */
export async function logged<T extends object>(
  venue: Venue,
  deed: Deed,
  work: () => Promise<T>,
): Promise<T & { action_id: bigint }> {
  const now = () => new Date(venue.clock())
  const actionId = await beginAction(venue.db, deed, now())
  try {
    const done = await work()
    await endAction(venue.db, actionId, { done }, now())
    return { ...done, action_id: actionId }
  } catch (error) {
    await endAction(
      venue.db,
      actionId,
      error instanceof VenueRefusal ? { refused: error.message } : { failed: true },
      now(),
    )
    throw error
  }
}
