// Card payments on the provider's own page: bearer key, form-encoded calls with an idempotency key,
// JSON answers, and webhooks signed as `t=…,v1=…`.
import { createHmac } from 'node:crypto'
import { equalText } from '../../../kernel/keyed.ts'
import {
  ProviderRefused,
  type DisputeAnswer,
  type DisputeWord,
  type PaymentEvent,
  type PaymentProvider,
  type ProviderOrder,
  type Refund,
  type Verified,
} from '../port.ts'
import { objectIn, textOf, webPage, type Connection } from './connection.ts'

/** A webhook is older than this only when somebody kept it. */
const TOLERANCE_MS = 300_000
/** Answers of 4xx that may be another one later. */
const TRY_AGAIN = [401, 403, 408, 409, 425, 429]

type Read = Record<string, unknown>
type Asked = { path: string; form?: Record<string, string>; key?: string }

async function ask(at: Connection, { path, form, key }: Asked): Promise<Read> {
  const { status, body } = await at.outside({
    method: form ? 'POST' : 'GET',
    url: `${at.endpoint}${path}`,
    ...(form && { form }),
    headers: {
      authorization: `Bearer ${at.keys[0].sign}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  })
  if (status >= 200 && status < 300) return objectIn(body)
  throw refusalOf(status, body)
}

/** A refusal says so in its own shape; whatever else stands in between leaves the outcome open. */
function refusalOf(status: number, body: string): Error {
  const said = `the provider answered ${status}`
  if (status < 400 || status >= 500 || TRY_AGAIN.includes(status)) return new Error(said)
  const error = objectIn(body)['error']
  if (typeof error !== 'object' || error === null) return new Error(said)
  return new ProviderRefused(textOf((error as Read)['message']).slice(0, 200) || said)
}

/** The page's session; repeated under the same key it is the same session. */
const openSession = (at: Connection, order: ProviderOrder) =>
  ask(at, {
    path: '/v1/checkout/sessions',
    key: order.depositNo,
    form: {
      mode: 'payment',
      client_reference_id: order.depositNo,
      success_url: `${order.origin}/#/transRecord`,
      cancel_url: `${order.origin}/#/recharge`,
      expires_at: String(Math.floor(order.expiresAt.getTime() / 1_000)),
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'cny',
      'line_items[0][price_data][unit_amount]': order.amountFen.toString(),
      'line_items[0][price_data][product_data][name]': 'Top-up',
      'payment_intent_data[metadata][deposit_no]': order.depositNo,
    },
  })

const idOf = (session: Read) => {
  const id = textOf(session['id'])
  if (!/^\w{1,120}$/.test(id)) throw new Error('the provider answered no session')
  return id
}

async function querySession(at: Connection, order: ProviderOrder) {
  const id = idOf(await openSession(at, order))
  const session = await ask(at, { path: `/v1/checkout/sessions/${id}` })
  const amountFen = BigInt(Number(session['amount_total'] ?? 0))
  if (session['payment_status'] === 'paid') return { state: 'paid' as const, amountFen }
  return {
    state: session['status'] === 'open' ? ('unpaid' as const) : ('closed' as const),
    amountFen,
  }
}

async function expireSession(at: Connection, order: ProviderOrder) {
  const id = idOf(await openSession(at, order))
  const session = await ask(at, { path: `/v1/checkout/sessions/${id}/expire`, form: {} })
  if (session['status'] !== 'expired') throw new Error('the session did not end')
}

async function refundPayment(at: Connection, refund: Refund) {
  const made = await ask(at, {
    path: '/v1/refunds',
    key: refund.refundNo,
    form: {
      payment_intent: refund.reference,
      amount: refund.amountFen.toString(),
      'metadata[refund_no]': refund.refundNo,
    },
  })
  const status = textOf(made['status'])
  if (status === 'failed' || status === 'canceled') throw new ProviderRefused(`refund ${status}`)
  if (status !== 'succeeded' && status !== 'pending' && status !== 'requires_action')
    throw new Error('the provider answered an unknown state of a refund')
  return {
    state: status === 'succeeded' ? ('done' as const) : ('pending' as const),
    reference: idOf(made),
  }
}

function isSigned(at: Connection, header: string, body: Buffer): { genuine: boolean; at: number } {
  const parts = header.split(',').map(part => part.split('=') as [string, string?])
  const stamp = parts.find(([name]) => name === 't')?.[1] ?? ''
  const given = parts.filter(([name]) => name === 'v1').map(([, value]) => value ?? '')
  const genuine = at.keys.some(({ verify }) => {
    const expected = createHmac('sha256', verify).update(`${stamp}.`).update(body).digest('hex')
    return given.some(each => equalText(each, expected))
  })
  return { genuine, at: Number(stamp) * 1_000 }
}

function readWebhook(at: Connection, header: string, body: Buffer, now: Date): Verified {
  const signed = isSigned(at, header, body)
  if (!signed.genuine) return { genuine: false, why: 'forged' }
  if (!(Math.abs(now.getTime() - signed.at) <= TOLERANCE_MS))
    return { genuine: false, why: 'stale' }
  try {
    const event = objectIn(body.toString('utf8'))
    const read = eventOf(event)
    return read === undefined
      ? { genuine: false, why: 'malformed' }
      : { genuine: true, event: read }
  } catch {
    return { genuine: false, why: 'malformed' }
  }
}

const outcomes: Record<string, PaymentEvent['outcome']> = {
  'checkout.session.completed': 'paid',
  'checkout.session.async_payment_succeeded': 'paid',
  'checkout.session.async_payment_failed': 'failed',
  'checkout.session.expired': 'failed',
  'charge.dispute.created': 'disputed',
  'charge.dispute.closed': 'disputed',
}

const isOrderNo = (text: string) => /^[0-9A-Z]{1,64}$/.test(text)
const isReference = (text: string) => /^[\w-]{1,64}$/.test(text)

/** What was paid for a session; null for another currency, or for no amount. */
function paidIn({ currency, amount_total: amount }: Read): bigint | null {
  const isAmount = currency === 'cny' && Number.isSafeInteger(amount) && Number(amount) > 0
  return isAmount ? BigInt(Number(amount)) : null
}

/** Null for what is about nothing of ours, undefined for what cannot be read. */
function eventOf(event: Read): PaymentEvent | null | undefined {
  const named = outcomes[textOf(event['type'])]
  if (!named) return null
  const { object } = (event['data'] ?? {}) as { object?: Read }
  const paidAt = new Date(Number(event['created']) * 1_000)
  if (!object || Number.isNaN(paidAt.getTime())) return undefined
  const read = objectOf(object, named)
  return read && { ...read, paidAt, fromAddress: '' }
}

function objectOf(object: Read, named: PaymentEvent['outcome']) {
  const depositNo = textOf(object['client_reference_id'])
  const reference = textOf(object['payment_intent']) || textOf(object['id'])
  if (!isReference(reference)) return undefined
  // A dispute names the payment only.
  if (named === 'disputed')
    return { depositNo: '', reference, outcome: named, amountFen: 0n, dispute: wordOf(object) }
  if (!isOrderNo(depositNo)) return undefined
  const outcome = named === 'paid' && object['payment_status'] !== 'paid' ? 'pending' : named
  if (outcome !== 'paid') return { depositNo, reference, outcome, amountFen: 0n }
  const amountFen = paidIn(object)
  return amountFen === null ? undefined : { depositNo, reference, outcome, amountFen }
}

/** Ours by theirs; a dispute that neither side has won is open. */
const disputeStates: Record<string, DisputeWord['state']> = { won: 'won', lost: 'lost' }
const MAX_REASON = 200

function wordOf(object: Read): DisputeWord {
  const { amount, currency, evidence_details: details } = object
  const due = Number((details as Read | undefined)?.['due_by'] ?? 0)
  const isAmount = currency === 'cny' && Number.isSafeInteger(amount) && Number(amount) > 0
  return {
    providerNo: textOf(object['id']).slice(0, 64),
    state: disputeStates[textOf(object['status'])] ?? 'open',
    amountFen: isAmount ? BigInt(Number(amount)) : 0n,
    reason: textOf(object['reason']).slice(0, MAX_REASON),
    dueAt: due > 0 && Number.isSafeInteger(due) ? new Date(due * 1_000) : null,
  }
}

async function answerDispute(at: Connection, { providerNo, evidence, accepts }: DisputeAnswer) {
  if (!isReference(providerNo)) throw new ProviderRefused('the dispute has no number')
  const path = `/v1/disputes/${providerNo}`
  const made = accepts
    ? await ask(at, { path: `${path}/close`, key: `${providerNo}-close`, form: {} })
    : await ask(at, {
        path,
        form: { 'evidence[uncategorized_text]': evidence, submit: 'true' },
      })
  if (idOf(made) !== providerNo) throw new Error('the provider answered another dispute')
}

export const cardAbilities = ['query', 'cancel', 'refund', 'dispute'] as const

export function cardPsp(at: Connection): PaymentProvider {
  return {
    name: at.code,
    can: cardAbilities,
    createOrder: async order => {
      const session = await openSession(at, order)
      return { payUrl: webPage(textOf(session['url'])) }
    },
    verifyCallback: (headers, body, now) => {
      const header = headers['stripe-signature']
      return readWebhook(at, typeof header === 'string' ? header : '', body, now)
    },
    query: order => querySession(at, order),
    cancel: order => expireSession(at, order),
    refund: refund => refundPayment(at, refund),
    dispute: answer => answerDispute(at, answer),
  }
}
