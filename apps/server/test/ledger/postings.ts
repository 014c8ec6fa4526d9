// Shorthand for the postings that the ledger's tests make.
import { randomUUID } from 'node:crypto'
import type { Account, Posting } from '../../src/ledger/ledger.ts'

export const system = { type: 'system', id: 'test' } as const
export const cash: Account = { name: 'memberCash' }
export const venue = (venueId: number): Account => ({ name: 'memberVenue', venueId })

let lastMember = 1_000_000n + BigInt(process.pid) * 10_000n
/** A member nobody has used. */
export const newMember = () => (lastMember += 1n)

type Free = Partial<Pick<Posting, 'key' | 'source'>>

const posting = (
  memberId: bigint,
  amountFen: bigint,
  code: Posting['code'],
  from: Account,
  to: Account,
  free: Free,
): Posting => {
  const key = free.key ?? randomUUID()
  return {
    memberId,
    key,
    code,
    from,
    to,
    amountFen,
    source: free.source ?? { type: 'test', id: key },
    actor: system,
  }
}

export const deposit = (memberId: bigint, amountFen: bigint, free: Free = {}) =>
  posting(memberId, amountFen, 'deposit', { name: 'depositClearing' }, cash, free)

export const withdrawal = (memberId: bigint, amountFen: bigint, free: Free = {}) =>
  posting(memberId, amountFen, 'withdrawal', cash, { name: 'withdrawalPayable' }, free)

export const toVenue = (memberId: bigint, venueId: number, amountFen: bigint, free: Free = {}) =>
  posting(memberId, amountFen, 'venue_in', cash, venue(venueId), free)

export const fromVenue = (memberId: bigint, venueId: number, amountFen: bigint, free: Free = {}) =>
  posting(memberId, amountFen, 'venue_out', venue(venueId), cash, free)

/** What the member won at the venue. */
export const won = (memberId: bigint, venueId: number, amountFen: bigint, free: Free = {}) =>
  posting(memberId, amountFen, 'game_result', { name: 'gameResult', venueId }, venue(venueId), free)

export const lost = (memberId: bigint, venueId: number, amountFen: bigint, free: Free = {}) =>
  posting(memberId, amountFen, 'game_result', venue(venueId), { name: 'gameResult', venueId }, free)
