// Books of the ways that money takes into and out of the site (docs/money.md). A rail's account
// (230) is below zero by what the rail holds for us. Its other side is the rails' offset (240), so
// that accounts of deposits (200) and payouts (220), which facts count, stay as they are.
import type { Tx } from '@tianping/database'
import {
  mustPost,
  mustPostAll,
  type Account,
  type Actor,
  type Posting,
} from '../../ledger/ledger.ts'
import { present } from '../../kernel/present.ts'
import {
  addFees,
  changeFee,
  feeId,
  lockFee,
  railNo,
  type FeeKey,
  type FeeKind,
} from './store/rail.sql.ts'

export { allRails, feesOf, isRail, railNo, type FeeKind, type Rail } from './store/rail.sql.ts'

/** What was paid by hand, through no rail that reports. */
export const HAND = 'hand'
/** The own account at the bank: transfers that come in, and files of payouts. */
export const BANK_RAIL = 'bank'

export type Moving = {
  rail: string
  memberId: bigint
  /** The rail's own number of a payment; ours of a payout or a refund. */
  reference: string
  amountFen: bigint
  /** What the rail keeps of it by its rule. */
  feeFen: bigint
  now: Date
}

const actorOf = (rail: string): Actor => ({ type: 'provider', id: rail })

function posting(
  kind: FeeKind,
  no: number,
  { rail, memberId, reference, amountFen, now }: Moving,
): Posting {
  const own: Account = { name: 'rail', railNo: no }
  const offset: Account = { name: 'railOffset' }
  const isIn = kind === 'payment'
  return {
    memberId,
    key: `rail:${kind}:${no}:${reference}`,
    code: 'rail',
    from: isIn ? own : offset,
    to: isIn ? offset : own,
    amountFen,
    source: { type: `rail_${kind}`, id: reference },
    actor: actorOf(rail),
    effectiveAt: now,
  }
}

const feePosting = (
  { railNo: no, kind, reference }: FeeKey,
  f: { memberId: bigint; rail: string; amountFen: bigint; change: number; now: Date },
): Posting => {
  const cost: Account = { name: 'railFees', railNo: no }
  const own: Account = { name: 'rail', railNo: no }
  const more = f.amountFen > 0n
  return {
    memberId: f.memberId,
    key: `rail_fee:${kind}:${no}:${reference}${f.change === 0 ? '' : `:${f.change}`}`,
    code: 'rail_fee',
    from: more ? cost : own,
    to: more ? own : cost,
    amountFen: more ? f.amountFen : -f.amountFen,
    source: { type: `rail_${kind}`, id: reference },
    actor: actorOf(f.rail),
    effectiveAt: f.now,
  }
}

type Numbered = Moving & FeeKey

/**
 * Books payments, payouts or refunds on their rails, with their fees; the same again moves nothing.
 */
async function moved(tx: Tx, kind: FeeKind, all: Moving[]): Promise<void> {
  const numbers = new Map<string, number>()
  for (const rail of new Set(all.map(each => each.rail))) numbers.set(rail, await railNo(tx, rail))
  const numbered = all.map((each): Numbered => ({
    ...each,
    railNo: present(numbers.get(each.rail), 'rail'),
    kind,
  }))
  const costly = numbered.filter(({ feeFen }) => feeFen > 0n)
  const fees = await addFees(
    tx,
    costly.map(each => ({ ...each, bookedFen: each.feeFen, stated: false, at: each.now })),
  )
  const postings = [
    ...numbered.map(each => posting(kind, each.railNo, each)),
    ...costly
      .filter(each => fees.has(feeId(each)))
      .map(each => feePosting(each, { ...each, amountFen: each.feeFen, change: 0 })),
  ]
  await mustPostAll(tx, postings)
}

/** What rails reported as paid is with the rails. */
export const bookPayments = (tx: Tx, all: Moving[]) => moved(tx, 'payment', all)
/** A payout left through a rail. */
export const bookPayout = (tx: Tx, moving: Moving) => moved(tx, 'payout', [moving])
/** A payment went back through a rail. */
export const bookRefund = (tx: Tx, moving: Moving) => moved(tx, 'refund', [moving])

/**
 * Makes the booked fee what the rail's statement says. Answers the difference, 0 where the fee was
 * right.
 */
export async function bookStatedFee(
  tx: Tx,
  { rail, memberId, kind, reference, feeFen, now }: Omit<Moving, 'amountFen'> & { kind: FeeKind },
): Promise<bigint> {
  const key = { railNo: await railNo(tx, rail), kind, reference }
  const first = { ...key, memberId, bookedFen: 0n, stated: true, at: now }
  if (feeFen === 0n && !(await lockFee(tx, key))) return 0n
  await addFees(tx, [first])
  const kept = await lockFee(tx, key)
  if (!kept) throw new Error(`the fee of ${kind} ${reference} is not kept`)
  const change = feeFen - kept.bookedFen
  if (change === 0n) return 0n
  await changeFee(tx, { ...key, bookedFen: feeFen, at: now })
  const asked = { memberId: kept.memberId, rail, amountFen: change, change: kept.changes + 1, now }
  await mustPost(tx, feePosting(key, asked))
  return change
}
