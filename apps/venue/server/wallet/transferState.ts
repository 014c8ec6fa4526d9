import { transaction } from '@tianping/database'
import { VenueRefusal, type VenueTransfer } from '@tianping/venue-protocol'
import type { Handler } from '../handler.ts'
import { transferAnswer } from './transfer.ts'
import { findTransfer, lockRef, refIsIdle, writeTransfer } from './wallet.sql.ts'

/**
 * What became of a ref: PROCESSING while its transaction is under way, 2404 when nothing is known
 * and nothing runs.
 */
export const transferState: Handler<'transferState'> = ({ venue, desk }, { ref }) =>
  transaction(venue.db, async tx => {
    // Asked before the row is read: a transfer that commits in between is then seen.
    const idle = await refIsIdle(tx, desk.id, ref)
    const found = await findTransfer(tx, desk.id, ref)
    if (found) return transferAnswer(found)
    if (idle) throw new VenueRefusal(2404)
    return processing(ref)
  })

/**
 * Waits for whatever runs under this ref and answers its end; an unknown ref is voided, so a late
 * original is refused.
 */
export const finalize: Handler<'finalize'> = ({ venue, desk, at }, { ref }) =>
  transaction(venue.db, async tx => {
    await lockRef(tx, desk.id, ref)
    const found = await findTransfer(tx, desk.id, ref)
    if (found) return transferAnswer(found)
    const tombstone = {
      ref,
      status: 'VOIDED' as const,
      request: null,
      playerId: null,
      direction: null,
      amount: null,
      code: null,
      venueTxnId: null,
      balanceAfter: null,
      createdAt: at,
    }
    await writeTransfer(tx, desk.id, tombstone)
    return transferAnswer(tombstone)
  })

function processing(ref: string): VenueTransfer {
  return {
    ref,
    status: 'PROCESSING',
    venue_txn_id: null,
    player: null,
    direction: null,
    amount: null,
    balance_after: null,
    code: null,
    created_at: null,
  }
}
