import { depositState } from '@tianping/contract/cashier/facts'
import { transaction, type Tx } from '@tianping/database'
import type { IncomingHttpHeaders } from 'node:http'
import { audit } from '../../kernel/operator/audit.ts'
import type { Services } from '../../kernel/http/services.ts'
import { noteSender } from '../screening/screening.ts'
import { attemptFrom } from '../../kernel/http/throttle.ts'
import { creditDeposit } from './credit.ts'
import {
  addCallback,
  addPayment,
  lockDeposit,
  markForReview,
  markRefused,
  paymentOf,
  paymentsOf,
  type Deposit,
} from './store/deposit.sql.ts'
import { ownerOf } from './store/order.sql.ts'
import type { PaymentEvent, PaymentProvider } from './paymentProvider.ts'
import { present } from '../../kernel/present.ts'

/** What was made of a callback. */
export type Verdict =
  | 'credited'
  | 'credited_late'
  /** The same payment told again. */
  | 'duplicate'
  /**
   * A payment for an order that was credited: the one an operator credited it for, or one more, to
   * be given back.
   */
  | 'already_credited'
  | 'paid_again'
  /**
   * For a person: another amount than ordered, one more payment while under review, a payment after
   * an operator's no.
   */
  | 'wrong_amount'
  | 'in_review'
  | 'after_rejection'
  /** Paid from an address of a list: for compliance first. */
  | 'sender_listed'
  | 'failed'
  | 'failure_ignored'
  | 'unknown_order'
  | 'reference_conflict'
  | 'forged'
  | 'stale'
  | 'malformed'

const refused = new Set<Verdict>(['forged', 'stale', 'malformed'])
const forReview = new Set<Verdict>(['wrong_amount', 'after_rejection', 'sender_listed'])
/**
 * Callbacks that do not prove whose they are: beyond this many from one address they are not even
 * kept.
 */
const forgedByAddress = { attempts: 100, windowMs: 600_000 }
const MAX_KEPT_BODY = 4_000

export type Received = { headers: IncomingHttpHeaders; body: Buffer; address: string }

/**
 * Takes a provider's callback. Everything about it, its record included, is one transaction under
 * the order's lock: a repetition finds either nothing done or all of it. Throws only when the
 * database does, and then the provider tries again.
 */
export async function takeCallback(
  services: Services,
  provider: PaymentProvider,
  received: Received,
): Promise<Verdict> {
  const { db, clock, bus } = services
  const now = clock.now()
  const keep = (on: Tx | typeof db, verdict: Verdict) =>
    addCallback(on, {
      provider: provider.name,
      receivedAt: now,
      address: received.address,
      verdict,
      ...kept(received),
    })
  const verified = provider.verifyCallback(received.headers, received.body, now)
  if (!verified.genuine) {
    await attemptFrom(db, 'callback', received.address, forgedByAddress, now)
    const verdict = verified.why
    await keep(db, verdict)
    return verdict
  }
  const { verdict, memberId } = await transaction(db, async tx => {
    const owner = await ownerOf(tx, 'deposit', verified.event.depositNo)
    const found =
      owner === undefined
        ? 'unknown_order'
        : await apply(
            tx,
            provider.name,
            await lockDeposit(tx, owner, verified.event.depositNo),
            verified.event,
            now,
          )
    await keep(tx, found)
    return { verdict: found, memberId: owner }
  })
  if (memberId !== undefined) bus.publish('member', [memberId.toString()])
  services.log.info({ deposit_no: verified.event.depositNo, verdict }, 'payment callback')
  return verdict
}

export const isRefused = (verdict: Verdict): boolean => refused.has(verdict)

async function apply(
  tx: Tx,
  provider: string,
  order: Deposit,
  event: PaymentEvent,
  now: Date,
): Promise<Verdict> {
  // An order that was never sent to this provider cannot be paid there.
  if (order.provider !== provider) return 'unknown_order'
  if (event.outcome === 'failed') return applyFailure(tx, order, now)
  const { memberId, depositNo } = order
  if (
    !(await addPayment(tx, {
      provider,
      memberId,
      depositNo,
      receivedAt: now,
      reference: event.reference,
      amountFen: event.amountFen,
      paidAt: event.paidAt,
      fromAddress: event.fromAddress,
    }))
  ) {
    const known = await paymentOf(tx, provider, event.reference)
    return known.depositNo === depositNo && known.amountFen === event.amountFen
      ? 'duplicate'
      : 'reference_conflict'
  }
  const paidFen = (await paymentsOf(tx, memberId, depositNo)).reduce(
    (sum, each) => sum + each.amountFen,
    0n,
  )
  const { fromAddress: address } = event
  const isListed = await noteSender(tx, { memberId, subject: event.reference, address, now })
  const verdict = verdictOnPayment(order, event, { paidFen, isListed, now })
  if (verdict === 'credited' || verdict === 'credited_late') {
    await creditDeposit(tx, order, {
      amountFen: event.amountFen,
      actor: { type: 'provider', id: provider },
      decidedBy: '',
      remark: '',
      now,
    })
    return verdict
  }
  if (forReview.has(verdict)) await markForReview(tx, memberId, depositNo)
  await audit(
    tx,
    now,
    { operator: null, address: '' },
    {
      action: `deposit.${verdict}`,
      subject: `deposit:${depositNo}`,
      before: { state: order.state, remark: order.remark },
      after: {
        ordered_fen: order.amountFen,
        paid_fen: event.amountFen,
        paid_in_all_fen: paidFen,
        reference: event.reference,
      },
    },
  )
  return verdict
}

function verdictOnPayment(
  order: Deposit,
  event: PaymentEvent,
  { paidFen, isListed, now }: { paidFen: bigint; isListed: boolean; now: Date },
): Verdict {
  if (order.state === depositState.credited) {
    const creditedFen = present(order.creditedFen, 'amount of a credited deposit')
    return paidFen <= creditedFen ? 'already_credited' : 'paid_again'
  }
  if (order.waitsFor === 'person') return 'in_review'
  // A person's no stands until a person changes it; the provider's own "failed" gives way to its
  // "paid".
  if (order.state === depositState.rejected && order.decidedBy !== '') return 'after_rejection'
  if (isListed) return 'sender_listed'
  if (event.amountFen !== order.amountFen) return 'wrong_amount'
  return isLate(order, event, now) ? 'credited_late' : 'credited'
}

const isLate = ({ expiresAt }: Deposit, { paidAt }: PaymentEvent, now: Date) =>
  expiresAt !== null && (now > expiresAt || paidAt > expiresAt)

/**
 * A failure closes an order nobody has paid; one that comes after the payment it overtook changes
 * nothing.
 */
async function applyFailure(tx: Tx, order: Deposit, now: Date): Promise<Verdict> {
  if (order.state !== depositState.waiting || order.waitsFor !== 'provider')
    return 'failure_ignored'
  await markRefused(tx, {
    memberId: order.memberId,
    depositNo: order.depositNo,
    decidedBy: '',
    remark: '支付未成功',
    now,
  })
  return 'failed'
}

/**
 * What is kept of a callback: the body as text, and the order it names even when it is not genuine.
 */
function kept({ headers, body }: Received) {
  const text = body.toString('utf8').replaceAll('\0', '').slice(0, MAX_KEPT_BODY)
  const named = /"deposit_no"\s*:\s*"([0-9A-Z]{1,64})"/.exec(text)?.[1] ?? ''
  return {
    body: text,
    signature: String(headers['x-provider-signature'] ?? '')
      .replaceAll('\0', '')
      .slice(0, 200),
    depositNo: named,
  }
}
