// A provider of card payments on its own page, as a process:
// `node tooling/providers/cardPsp.ts JSON`.
import { createHmac } from 'node:crypto'
import {
  paidFor,
  payments,
  serveStub,
  type Answer,
  type Called,
  type NoticeAsked,
  type Order,
} from './stub.ts'

type Config = { apiKey: string; webhookKey: string; previousWebhookKey: string }
const config = JSON.parse(process.argv[2] ?? '{}') as Config
const orders = new Map<string, Order>()
/** By idempotency key, as long as the process lives. */
const remembered = new Map<string, Answer>()
const refunds = new Map<string, { intent: string; fen: number }>()

const no = (status: number, message: string): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', message } },
})
const statuses = { open: 'open', paid: 'complete', closed: 'expired' }
const sessionOf = (orderNo: string, order: Order) => ({
  id: `cs_${orderNo}`,
  object: 'checkout.session',
  client_reference_id: orderNo,
  url: order.page,
  amount_total: order.fen,
  currency: 'cny',
  status: statuses[order.state],
  payment_status: order.state === 'paid' ? 'paid' : 'unpaid',
})

function openSession(form: URLSearchParams): Answer {
  const orderNo = form.get('client_reference_id') ?? ''
  const fen = Number(form.get('line_items[0][price_data][unit_amount]'))
  const currency = form.get('line_items[0][price_data][currency]')
  if (form.get('mode') !== 'payment' || currency !== 'cny' || !(fen > 0))
    return no(400, 'bad session')
  const page = `http://127.0.0.1/c/${orderNo}`
  const order: Order = { fen, page, state: 'open', notify: '' }
  orders.set(orderNo, order)
  return { body: sessionOf(orderNo, order) }
}

function refund(form: URLSearchParams): Answer {
  const intent = form.get('payment_intent') ?? ''
  const fen = Number(form.get('amount'))
  const paid = payments.get(intent)?.fen ?? paidFor(intent.replace(/^pi_/, ''))
  const others = [...refunds.values()]
    .filter(each => each.intent === intent)
    .reduce((sum, each) => sum + each.fen, 0)
  if (others + fen > paid) return no(400, 'refund amount is greater than charge amount')
  const id = `re_${refunds.size + 1}`
  refunds.set(id, { intent, fen })
  return { body: { id, object: 'refund', status: 'succeeded', amount: fen } }
}

function oneSession(path: string): Answer {
  const [, orderNo = '', expire] =
    /^\/v1\/checkout\/sessions\/cs_(\w+?)(\/expire)?$/.exec(path) ?? []
  const order = orders.get(orderNo)
  if (!order) return no(404, 'no such session')
  if (expire && order.state === 'paid') return no(400, 'this session is complete')
  if (expire) order.state = 'closed'
  return { body: sessionOf(orderNo, order) }
}

function once(key: string, make: () => Answer): Answer {
  const answer = remembered.get(key) ?? make()
  remembered.set(key, answer)
  return answer
}

type Dispute = { id: string; status: string; evidence: string; fen: number }
/** By their numbers: what merchants did about them. */
const disputes = new Map<string, Dispute>()

function dispute(path: string, form: URLSearchParams): Answer {
  const [, id = '', close] = /^\/v1\/disputes\/(\w+?)(\/close)?$/.exec(path) ?? []
  const found = disputes.get(id)
  if (!found) return no(404, 'no such dispute')
  if (close) found.status = 'lost'
  else found.evidence = form.get('evidence[uncategorized_text]') ?? ''
  return { body: { ...found, object: 'dispute' } }
}

function answer({ method, path, form, headers }: Called): Answer {
  if (headers.authorization !== `Bearer ${config.apiKey}`) return no(401, 'invalid api key')
  const key = String(headers['idempotency-key'] ?? '')
  if (method === 'POST' && path === '/v1/checkout/sessions')
    return once(key, () => openSession(form))
  if (method === 'POST' && path === '/v1/refunds') return once(key, () => refund(form))
  if (method === 'POST' && path.startsWith('/v1/disputes/')) return dispute(path, form)
  return oneSession(path)
}

const TYPES = {
  paid: 'checkout.session.completed',
  pending: 'checkout.session.completed',
  failed: 'checkout.session.async_payment_failed',
  disputed: 'charge.dispute.created',
}

/** A dispute is created, or ends as `ends` says; the last one of a payment has the same number. */
function disputeOf(asked: NoticeAsked, order: Order | undefined) {
  const id = `dp_${asked.reference.replaceAll(/\W/g, '')}`
  const status = asked.ends ?? 'needs_response'
  const fen = asked.amount ?? payments.get(asked.reference)?.fen ?? order?.fen ?? 0
  const known = disputes.get(id)
  if (!known) disputes.set(id, { id, status, evidence: '', fen })
  else if (asked.ends) known.status = asked.ends
  return {
    id,
    object: 'dispute',
    payment_intent: asked.reference,
    amount: fen,
    currency: 'cny',
    reason: 'fraudulent',
    status,
    evidence_details: { due_by: Math.floor(asked.at / 1_000) + 7 * 86_400 },
  }
}

function aboutOf(asked: NoticeAsked, order: Order | undefined) {
  if (asked.outcome === 'disputed') return disputeOf(asked, order)
  return {
    ...(order
      ? sessionOf(asked.order, order)
      : { client_reference_id: asked.order, currency: 'cny' }),
    payment_intent: asked.reference,
    payment_status: asked.outcome === 'paid' ? 'paid' : 'unpaid',
    amount_total: asked.amount ?? order?.fen ?? 0,
  }
}

function notice(asked: NoticeAsked) {
  const order = orders.get(asked.order)
  const about = aboutOf(asked, order)
  const seconds = Math.floor(asked.at / 1_000)
  const event = {
    id: `evt_${seconds}`,
    type: asked.ends ? 'charge.dispute.closed' : TYPES[asked.outcome],
    created: seconds,
    data: { object: about },
  }
  const text = JSON.stringify(event)
  const current = asked.previous ? config.previousWebhookKey : config.webhookKey
  const key = asked.wrong === 'secret' ? 'whsec_of_nobody_at_all' : current
  const mac = createHmac('sha256', key).update(`${seconds}.${text}`).digest('hex')
  const sent =
    asked.wrong === 'body' ? text.replace(/"amount_total":\d+/, '"amount_total":1') : text
  return {
    headers: {
      'content-type': 'application/json',
      'stripe-signature': `t=${seconds},v1=${mac},v0=0`,
    },
    body: asked.wrong === 'cut' ? sent.slice(0, sent.length / 2) : sent,
  }
}

const refunded = () => [...refunds.values()].reduce((sum, { fen }) => sum + fen, 0)
const books = { remembered, refunds, disputes }
const steer = (path: string) => (path === '/_disputes' ? Object.fromEntries(disputes) : {})
serveStub({
  refunded,
  orders,
  books,
  answer,
  steer,
  refusal: () => no(402, 'channel closed'),
  notice,
})
