import { VenueRefusal } from '@tianping/venue-protocol'
import type { Venue } from '../venue.ts'
import { beginAction, endAction } from './operator.sql.ts'

/** What an operator does to what, and why. */
export type OperatorAction = { operator: string; action: string; target: string; reason: string }

/**
 * Runs an operator's action and logs its outcome. The log entry is committed before the action
 * begins, so that no action goes unrecorded. Answers the result with the id of its log entry; a
 * refusal is logged and thrown.
 */
export async function loggedAction<T extends object>(
  venue: Venue,
  action: OperatorAction,
  work: () => Promise<T>,
): Promise<T & { action_id: bigint }> {
  const now = () => new Date(venue.clock())
  const actionId = await beginAction(venue.db, action, now())
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
