import { disputeState, depositState } from '@tianping/contract/cashier/facts'
import { formatFen } from '@tianping/money'
import { transaction, type Tx } from '@tianping/database'
import type { IncomingHttpHeaders } from 'node:http'
import { audit } from '../../kernel/operator/audit.ts'
import type { Services } from '../../kernel/http/services.ts'
import { notify } from '../message/message.ts'
import {
  isTestNo,
  takeTestPayment,
  feeByRule,
  type PaymentEvent,
  type PaymentProvider,
} from '../providers/providers.ts'
import { bookPayment } from '../rails/rails.ts'
import { noteSender } from '../screening/screening.ts'
import { attemptFrom } from '../../kernel/http/throttle.ts'
import { aboutDeposit } from './about.ts'
import { creditDeposit } from './credit.ts'
import { openDispute } from './disputes/open.ts'
import {
  addCallback,
  addPayment,
  lockDeposit,
  markForReview,
  markRefused,
  knownPayment,
  paymentOf,
  dropWish,
  notePaidSaid,
  type Deposit,
} from './store/deposit.sql.ts'
import { wasAskedFor } from './store/attempt.sql.ts'
import { disputeOfPayment, noteSaid } from './store/dispute.sql.ts'
import { openRefund, tellPaidAgain } from './refunds.ts'
import { leftOf, partsOfOrder, type Parts } from './stage.ts'
import { takePayoutEvent, type PayoutVerdict } from './sending/settle.ts'
import { ownerOf } from './store/order.sql.ts'
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
  /** The provider has it and does not know yet how it ends. */
  | 'payment_pending'
  | 'failed'
  | 'failure_ignored'
  | 'unknown_order'
  /** The order is another provider's: this one was never asked for it. */
  | 'other_provider'
  /** A test order of the back office. */
  | 'test_paid'
  /** The payer takes the payment back. */
  | 'disputed'
  /** Genuine, and about nothing that is kept. */
  | 'ignored'
  | 'reference_conflict'
  | 'forged'
  | 'stale'
  | 'malformed'
  | PayoutVerdict

const refused = new Set<Verdict>(['forged', 'stale', 'malformed', 'other_provider'])
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
  const { event, payout } = verified
  const { verdict, memberId } = await transaction(db, async tx => {
    const found = payout
      ? await takePayoutEvent(tx, provider.name, payout, now)
      : await taken(tx, provider.name, event, now)
    await keep(tx, found.verdict)
    return found
  })
  if (memberId !== undefined) bus.publish('member', [memberId.toString()])
  const no = event?.depositNo ?? payout?.payoutNo
  services.log.info({ deposit_no: no, verdict }, 'payment callback')
  return verdict
}

type Taken = { verdict: Verdict; memberId?: bigint }
const nothing: Taken = { verdict: 'ignored' }

/** A genuine callback: of a test, of a dispute, or of an order. */
async function taken(
  tx: Tx,
  provider: string,
  event: PaymentEvent | null,
  now: Date,
): Promise<Taken> {
  if (event === null) return nothing
  if (isTestNo(event.depositNo)) return { verdict: await takeTestPayment(tx, provider, event, now) }
  if (event.outcome === 'disputed') return takeDispute(tx, provider, event, now)
  const memberId = await ownerOf(tx, 'deposit', event.depositNo)
  if (memberId === undefined) return { verdict: 'unknown_order' }
  const order = await lockDeposit(tx, memberId, event.depositNo)
  return { verdict: await apply(tx, provider, order, event, now), memberId }
}

/**
 * A payer takes a payment back: a work item, and the provider's word of how it ended. Who wins is
 * decided with a person.
 */
async function takeDispute(
  tx: Tx,
  provider: string,
  { reference, dispute }: PaymentEvent,
  now: Date,
): Promise<Taken> {
  const payment = await knownPayment(tx, provider, reference)
  if (!payment) return { verdict: 'unknown_order' }
  const { memberId, depositNo } = payment
  await lockDeposit(tx, memberId, depositNo)
  const { providerNo = '', reason = '', dueAt = null, state = 'open' } = dispute ?? {}
  const amountFen = dispute?.amountFen || payment.amountFen
  const opening = { providerNo, reason, dueAt, amountFen, openedBy: '' }
  const known = await disputeOfPayment(tx, provider, reference)
  const isAnother = known === undefined || (known.state === disputeState.won && state === 'open')
  if (isAnother) await openDispute(tx, payment, opening, now)
  const open = await disputeOfPayment(tx, provider, reference)
  if (open && state !== 'open')
    await noteSaid(tx, { disputeNo: open.disputeNo, said: state, providerNo })
  return { verdict: 'disputed', memberId }
}

export const isRefused = (verdict: Verdict): boolean => refused.has(verdict)

/** What comes of a provider that does not have the order now; null where its payment counts. */
async function ofEarlier(
  tx: Tx,
  provider: string,
  order: Deposit,
  { outcome }: PaymentEvent,
): Promise<Verdict | null> {
  if (order.provider === provider) return null
  // An order that was never sent to this provider cannot be paid there.
  if (!(await wasAskedFor(tx, order, provider)))
    return order.provider === '' ? 'unknown_order' : 'other_provider'
  // What an earlier provider could not do says nothing of the one that has the order now.
  return outcome === 'paid' ? null : 'failure_ignored'
}

/** What a genuine event makes of its order, which the caller has locked. */
export async function apply(
  tx: Tx,
  provider: string,
  order: Deposit,
  event: PaymentEvent,
  now: Date,
): Promise<Verdict> {
  const earlier = await ofEarlier(tx, provider, order, event)
  if (earlier) return earlier
  if (event.outcome === 'failed') return applyFailure(tx, order, now)
  if (event.outcome === 'pending') return applyPending(tx, order, now)
  return applyPayment(tx, provider, order, event, now)
}

export async function applyPayment(
  tx: Tx,
  provider: string,
  order: Deposit,
  event: PaymentEvent,
  now: Date,
): Promise<Verdict> {
  const { memberId, depositNo } = order
  const { reference, amountFen, paidAt, fromAddress } = event
  const came = { provider, reference, memberId, depositNo, amountFen, paidAt, fromAddress }
  if (!(await addPayment(tx, { ...came, receivedAt: now }))) {
    const known = await paymentOf(tx, provider, reference)
    return known.depositNo === depositNo && known.amountFen === amountFen
      ? 'duplicate'
      : 'reference_conflict'
  }
  const feeFen = await feeByRule(tx, provider, 'payment', amountFen)
  await bookPayment(tx, { rail: provider, memberId, reference, amountFen, feeFen, now })
  const parts = await partsOfOrder(tx, order)
  const paidFen = leftOf(parts)
  const address = fromAddress
  const isListed = await noteSender(tx, { memberId, subject: reference, address, now })
  const verdict = verdictOnPayment(order, event, { paidFen, isListed, now })
  if (verdict === 'credited' || verdict === 'credited_late') {
    await creditDeposit(tx, order, {
      amountFen: event.amountFen,
      actor: { type: 'provider', id: provider },
      decidedBy: '',
      remark: '',
      late: verdict === 'credited_late',
      now,
    })
    return verdict
  }
  await keepUncredited(tx, order, { verdict, paidFen, reference, now, provider }, parts)
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
        reference,
      },
    },
  )
  return verdict
}

type Uncredited = {
  verdict: Verdict
  paidFen: bigint
  reference: string
  now: Date
  provider: string
}

/** A payment that is not credited waits for a person, or goes back; the member is told which. */
async function keepUncredited(
  tx: Tx,
  order: Deposit,
  { verdict, paidFen, reference, now, provider }: Uncredited,
  { payments }: Parts,
) {
  const { memberId, depositNo } = order
  if (verdict === 'paid_again') {
    const amountFen = paidFen - present(order.creditedFen, 'amount of a credited deposit')
    const payment = present(
      payments.find(each => each.reference === reference && each.provider === provider),
      'payment just kept',
    )
    await openRefund(tx, order, payment, { amountFen, reason: 'paid_again', now })
    await tellPaidAgain(tx, order, amountFen, now)
    return
  }
  if (forReview.has(verdict)) await markForReview(tx, memberId, depositNo)
  if (forReview.has(verdict) || verdict === 'in_review') await dropWish(tx, memberId, depositNo)
  if ((verdict === 'wrong_amount' || verdict === 'in_review') && paidFen !== order.amountFen)
    await notify(
      tx,
      memberId,
      '存款金额不符',
      `您的存款订单 ¥${formatFen(order.amountFen)} 已收 ¥${formatFen(paidFen)}，金额不符，审核中。请在订单页选择按实付入账或退款，订单号 ${depositNo}。`,
      now,
      aboutDeposit(depositNo),
    )
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

/** The provider has a payment under way: a fact for the order's page, and no more. */
async function applyPending(tx: Tx, order: Deposit, now: Date): Promise<Verdict> {
  const { memberId, depositNo, paidSaidBy } = order
  if (paidSaidBy !== 'provider')
    await notePaidSaid(tx, { memberId, depositNo, by: 'provider', at: now })
  return 'payment_pending'
}

/**
 * What is kept of a callback: the body as text, and the order it names even when it is not genuine.
 */
function kept({ headers, body }: Received) {
  const text = body.toString('utf8').replaceAll('\0', '').slice(0, MAX_KEPT_BODY)
  const named =
    /(?:"(?:deposit_no|client_reference_id)"\s*:\s*"|(?:^|&)out_trade_no=)([0-9A-Z]{1,64})(?![0-9A-Z])/.exec(
      text,
    )?.[1] ?? ''
  return {
    body: text,
    signature: String(headers['x-provider-signature'] ?? headers['stripe-signature'] ?? '')
      .replaceAll('\0', '')
      .slice(0, 200),
    depositNo: named,
  }
}
