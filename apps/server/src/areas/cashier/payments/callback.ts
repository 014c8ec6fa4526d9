import { disputeState, depositState } from '@tianping/contract/cashier/facts'
import { transaction, type Tx } from '@tianping/database'
import type { IncomingHttpHeaders } from 'node:http'
import type { Services } from '../../../kernel/http/services.ts'
import { attemptFrom } from '../../../kernel/http/throttle.ts'
import {
  isTestNo,
  takeTestPayment,
  type PaymentEvent,
  type PaymentProvider,
} from '../../providers/providers.ts'
import { confirmByProvider } from '../disputes/confirm.ts'
import { mostPaid, openDispute } from '../disputes/open.ts'
import { takePayoutEvent } from '../sending/settle.ts'
import { wasAskedFor } from '../store/attempt.sql.ts'
import {
  addCallbacks,
  knownPayment,
  lockDeposit,
  markRefused,
  notePaidSaid,
  type Deposit,
} from '../store/deposit.sql.ts'
import { disputeOfPayment, isUnconfirmed, noteSaid, type Dispute } from '../store/dispute.sql.ts'
import { ownerOf } from '../store/order.sql.ts'
import { applyPayment } from './apply.ts'
import { takeInTurn } from './queue.ts'
import type { Taken, Told, Verdict } from './verdict.ts'

/**
 * Callbacks that do not prove whose they are: beyond this many from one address they are not even
 * kept.
 */
const forgedByAddress = { attempts: 100, windowMs: 600_000 }
const MAX_KEPT_BODY = 4_000

export type Received = { headers: IncomingHttpHeaders; body: Buffer; address: string }

const nothing: Taken = { verdict: 'ignored' }

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
  const { address } = received
  const record = { provider: provider.name, receivedAt: now, address, ...kept(received) }
  const verified = provider.verifyCallback(received.headers, received.body, now)
  if (!verified.genuine) {
    await attemptFrom(db, 'callback', address, forgedByAddress, now)
    await addCallbacks(db, [{ ...record, verdict: verified.why }])
    return verified.why
  }
  const { event, payout } = verified
  const told = { record, event }
  const together = payout ? 'alone' : await takeInTurn(services, told)
  const { verdict, memberId } =
    together === 'alone'
      ? await takenAlone(services, told, tx =>
          payout
            ? takePayoutEvent(tx, provider.name, payout, now)
            : taken(tx, provider.name, event, now),
        )
      : together
  if (memberId !== undefined) bus.publish('member', [memberId.toString()])
  const no = event?.depositNo ?? payout?.payoutNo
  services.log.info({ deposit_no: no, verdict }, 'payment callback')
  return verdict
}

/** One callback in a transaction of its own, which waits for whoever has its order. */
const takenAlone = (
  { db }: Pick<Services, 'db'>,
  { record }: Told,
  take: (tx: Tx) => Promise<Taken>,
): Promise<Taken> =>
  transaction(db, async tx => {
    const found = await take(tx)
    await addCallbacks(tx, [{ ...record, verdict: found.verdict }])
    return found
  })

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
  const opening = { providerNo, reason, dueAt, amountFen, openedBy: '', confirmBy: null }
  const known = await disputeOfPayment(tx, provider, reference)
  if (known?.state === disputeState.open && isUnconfirmed(known))
    await confirmByProvider(tx, known, mostPaid(payment, opening), now)
  else if (isAnother(known, state)) await openDispute(tx, payment, opening, now)
  const open = await disputeOfPayment(tx, provider, reference)
  if (open && state !== 'open')
    await noteSaid(tx, { disputeNo: open.disputeNo, said: state, providerNo })
  return { verdict: 'disputed', memberId }
}

/** Whether the provider speaks of another dispute than the last one. */
const isAnother = (last: Dispute | undefined, word: 'open' | 'won' | 'lost') =>
  last === undefined ||
  last.state === disputeState.lifted ||
  (last.state === disputeState.won && word === 'open')

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
