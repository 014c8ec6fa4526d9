import {
  VenueRefusal,
  type VenueErrorCode,
  type VenueInput,
  type VenueTransfer,
} from '@tianping/venue-protocol'
import { randomUUID } from 'node:crypto'
import type { Handler } from '../handler.ts'
import { applyTransfer, type TransferRow } from './wallet.sql.ts'

/**
 * Moves money in or out, at most once per ref. The first outcome of a ref is final, a refusal too:
 * otherwise the retry of a refused request could succeed later, when nobody expects it any more.
 */
export const transfer: Handler<'transfer'> = async ({ venue, desk, at }, input) => {
  const { ref, player, direction } = input
  const request = requestText(input)
  const done = await applyTransfer(venue.db, desk.id, {
    ref,
    request,
    player,
    direction,
    amount: input.amount ?? null,
    venueTxnId: randomUUID(),
    at,
  })
  if (done.status === 'VOIDED') throw new VenueRefusal(2005)
  if (done.request !== request) throw new VenueRefusal(2004)
  if (done.status === 'FAILED') throw new VenueRefusal(done.code as VenueErrorCode)
  return transferAnswer(done)
}

/** What makes two requests the same: everything but the ref, in one fixed order. */
function requestText({ player, direction, amount, all }: VenueInput<'transfer'>): string {
  return `${direction} ${player} ${all ? 'all' : amount}`
}

export function transferAnswer(row: TransferRow): VenueTransfer {
  return {
    ref: row.ref,
    status: row.status,
    venue_txn_id: row.venueTxnId,
    player: row.playerId,
    direction: row.direction,
    amount: row.amount,
    balance_after: row.balanceAfter,
    code: row.code,
    created_at: row.createdAt.toISOString(),
  }
}
