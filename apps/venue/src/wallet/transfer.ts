import { transaction, type Tx } from '@tianping/database'
import { VenueRefusal, type VenueErrorCode, type VenueInput, type VenueTransfer } from '@tianping/venue-protocol'
import { randomUUID } from 'node:crypto'
import type { Handler } from '../handler.ts'
import { changeWallet, findTransfer, lockRef, lockWallet, writeTransfer, type LockedWallet, type TransferRow } from './wallet.sql.ts'

type Request = VenueInput<'transfer'>

/**
 * Moves money in or out, at most once per ref. The first outcome of a ref is final, a refusal too: otherwise the retry of
 * a refused request could succeed later, when nobody expects it any more.
 */
export const transfer: Handler<'transfer'> = async ({ venue, desk, at }, input) => {
  const done = await transaction(venue.db, async tx => {
    await lockRef(tx, desk.id, input.ref)
    const before = await findTransfer(tx, desk.id, input.ref)
    if (before) return repeated(before, input)
    const made = await apply(tx, desk.id, input, at)
    await writeTransfer(tx, desk.id, made)
    return made
  })
  if (done.status === 'FAILED') throw new VenueRefusal(done.code as VenueErrorCode)
  return transferAnswer(done)
}

function repeated(before: TransferRow, input: Request): TransferRow {
  if (before.status === 'VOIDED') throw new VenueRefusal(2005)
  if (before.request !== requestText(input)) throw new VenueRefusal(2004)
  return before
}

async function apply(tx: Tx, desk: number, input: Request, at: Date): Promise<TransferRow> {
  const wallet = await lockWallet(tx, desk, input.player)
  const amount = input.all ? (wallet?.available ?? 0n) : input.amount!
  const shared = { ref: input.ref, request: requestText(input), player_id: input.player, direction: input.direction, created_at: at }
  const code = refusal(wallet, input, amount)
  if (code) return { ...shared, status: 'FAILED', amount: input.amount ?? null, code, venue_txn_id: null, balance_after: null }
  const { available } = await changeWallet(tx, desk, input.player, input.direction === 'IN' ? amount : -amount)
  return { ...shared, status: 'SUCCESS', amount, code: null, venue_txn_id: randomUUID(), balance_after: available }
}

function refusal(wallet: LockedWallet | undefined, input: Request, amount: bigint): VenueErrorCode | null {
  if (!wallet) return 2001
  if (wallet.locked) return 2002
  if (input.direction === 'OUT' && amount > wallet.available) return 2003
  return null
}

/** What makes two requests the same: everything but the ref, in one fixed order. */
function requestText({ player, direction, amount, all }: Request): string {
  return `${direction} ${player} ${all ? 'all' : amount}`
}

export function transferAnswer(row: TransferRow): VenueTransfer {
  const { ref, status, venue_txn_id, player_id: player, direction, amount, balance_after, code, created_at } = row
  return { ref, status, venue_txn_id, player, direction, amount, balance_after, code, created_at: created_at.toISOString() }
}
