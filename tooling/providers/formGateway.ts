// A channel of signed forms, as a process: `node tooling/providers/formGateway.ts JSON`.
import { createHash, createSign, createVerify } from 'node:crypto'
import {
  deliver,
  paidFor,
  payments,
  serveStub,
  type Answer,
  type Called,
  type NoticeAsked,
  type Order,
} from './stub.ts'

type Config = {
  merchant: string
  type: 'MD5' | 'RSA2'
  /** What its own words are signed by now, and by the key before. */
  key: string
  previousKey: string
  /** What proves the merchant's words. */
  verify: string
}
const config = JSON.parse(process.argv[2] ?? '{}') as Config
const orders = new Map<string, Order>()
const refunds = new Map<string, { order: string; fen: number }>()
type Payout = {
  fen: number
  account: string
  state: 'SUCCESS' | 'PROCESSING' | 'FAIL'
  msg: string
  notify: string
  at: number
}
const payouts = new Map<string, Payout>()
/** How the next payouts end; without an order of its own a payout is done at once. */
const nextPayouts: Payout['state'][] = []
const FEE = { rate: 0.006, payout: 200 }

const inOrder = (fields: Record<string, string>) => {
  let text = ''
  for (const name of Object.keys(fields).sort()) {
    if (name === 'sign' || name === 'sign_type' || !fields[name]) continue
    text += `${text === '' ? '' : '&'}${name}=${fields[name]}`
  }
  return text
}
const signature = (fields: Record<string, string>, key: string) =>
  config.type === 'MD5'
    ? createHash('md5')
        .update(`${inOrder(fields)}&key=${key}`)
        .digest('hex')
        .toUpperCase()
    : createSign('RSA-SHA256').update(inOrder(fields)).sign(key, 'base64')
const isMerchants = (fields: Record<string, string>) =>
  config.type === 'MD5'
    ? fields['sign'] === signature(fields, config.verify)
    : createVerify('RSA-SHA256')
        .update(inOrder(fields))
        .verify(config.verify, fields['sign'] ?? '', 'base64')

const said = (fields: Record<string, string>): Answer => ({
  body: { ...fields, sign_type: config.type, sign: signature(fields, config.key) },
})
const no = (code: string, msg: string) => said({ code, msg })
const yuan = (fen: number) => (fen / 100).toFixed(2)

function pay(fields: Record<string, string>): Answer {
  const orderNo = fields['out_trade_no'] ?? ''
  const known = orders.get(orderNo)
  const order = known ?? {
    fen: Math.round(Number(fields['amount']) * 100),
    page: `http://127.0.0.1/pay/${orderNo}`,
    state: 'open' as const,
    notify: fields['notify_url'] ?? '',
  }
  if (order.state === 'closed') return no('ORDER_CLOSED', 'closed')
  orders.set(orderNo, order)
  return said({ code: '0', msg: 'ok', pay_url: order.page })
}

function close(order: Order): Answer {
  if (order.state === 'paid') return no('ORDER_PAID', 'paid')
  order.state = 'closed'
  return said({ code: '0', msg: 'ok', status: 'CLOSED' })
}

function refund(order: Order, fields: Record<string, string>): Answer {
  const fen = Math.round(Number(fields['amount']) * 100)
  const refundNo = fields['refund_no'] ?? ''
  const others = [...refunds]
    .filter(([id, each]) => id !== refundNo && each.order === fields['out_trade_no'])
    .reduce((sum, [, each]) => sum + each.fen, 0)
  if (order.state !== 'paid' || others + fen > paidFor(fields['out_trade_no'] ?? ''))
    return no('REFUND_TOO_MUCH', 'too much')
  refunds.set(refundNo, { order: fields['out_trade_no'] ?? '', fen })
  return said({ code: '0', msg: 'ok', status: 'DONE', refund_id: `RF${refundNo}` })
}

const payoutFields = (payoutNo: string, { fen, state, msg }: Payout) => ({
  payout_no: payoutNo,
  trade_no: `PO${payoutNo}`,
  status: state,
  amount: yuan(fen),
  msg,
})

const needed = ['payout_no', 'account_no', 'account_name']

function payout(fields: Record<string, string>): Answer {
  const payoutNo = fields['payout_no'] ?? ''
  const fen = Math.round(Number(fields['amount']) * 100)
  if (needed.some(name => !fields[name]) || !(fen > 0)) return no('PAYOUT_FIELDS', 'incomplete')
  const made = payouts.get(payoutNo) ?? {
    fen,
    account: fields['account_no'] ?? '',
    state: nextPayouts.shift() ?? 'SUCCESS',
    msg: 'ok',
    notify: fields['notify_url'] ?? '',
    at: Date.now(),
  }
  if (made.fen !== fen || made.account !== fields['account_no'])
    return no('PAYOUT_DIFFERS', 'the number was used for another payout')
  payouts.set(payoutNo, made)
  return said({ code: '0', ...payoutFields(payoutNo, made) })
}

function queryPayout(fields: Record<string, string>): Answer {
  const payoutNo = fields['payout_no'] ?? ''
  const found = payouts.get(payoutNo)
  if (!found) return no('PAYOUT_NOT_EXIST', 'no such payout')
  return said({ code: '0', ...payoutFields(payoutNo, found) })
}

const sentPayouts = () => [...payouts].filter(([, { state }]) => state === 'SUCCESS')
const feeOf = (fen: number) => Math.floor(fen * FEE.rate)

/** What the merchant has here: paid in less fees, sent out, and sent back. */
function balance(): number {
  const came = [...payments.values()].reduce((sum, { fen }) => sum + fen - feeOf(fen), 0)
  const went = sentPayouts().reduce((sum, [, { fen }]) => sum + fen + FEE.payout, 0)
  return opening + came - went - refunded()
}
/** What was there before, so that the balance is no debt. */
let opening = 1_000_000_00
/** Lines that a test adds or takes away, so that the books differ. */
const otherLines: string[] = []
let hidden = ''

function statement(fields: Record<string, string>): Answer {
  const lines = [
    ...[...payments].map(
      ([reference, { order, fen }]) => `PAY,${order},${reference},${yuan(fen)},${yuan(feeOf(fen))}`,
    ),
    ...sentPayouts().map(
      ([no_, { fen }]) => `PAYOUT,${no_},PO${no_},${yuan(fen)},${yuan(FEE.payout)}`,
    ),
    ...[...refunds].map(([no_, { fen }]) => `REFUND,${no_},RF${no_},${yuan(fen)},0.00`),
    ...otherLines,
  ].filter(line => hidden === '' || !line.includes(hidden))
  const size = Number(fields['per_page'])
  const from = (Number(fields['page']) - 1) * size
  const more = lines.length > from + size ? '1' : '0'
  return said({ code: '0', msg: 'ok', lines: lines.slice(from, from + size).join('\n'), more })
}

const states = { open: 'WAIT', paid: 'SUCCESS', closed: 'CLOSED' }
/** Calls that name no order. */
const others: Record<string, (fields: Record<string, string>) => Answer> = {
  '/pay': pay,
  '/payout': payout,
  '/payout_query': queryPayout,
  '/balance': () => said({ code: '0', msg: 'ok', balance: yuan(balance()) }),
  '/statement': statement,
}

function answer({ path, form }: Called): Answer {
  const fields = Object.fromEntries(form)
  if (fields['mch_id'] !== config.merchant || !isMerchants(fields))
    return no('SIGN', 'bad signature')
  const other = others[path]
  if (other) return other(fields)
  if (!['/query', '/close', '/refund'].includes(path)) return no('PATH', 'no such call')
  const order = orders.get(fields['out_trade_no'] ?? '')
  if (!order) return no('ORDER_NOT_EXIST', 'no such order')
  if (path === '/query')
    return said({ code: '0', msg: 'ok', status: states[order.state], amount: yuan(order.fen) })
  if (path === '/close') return close(order)
  return refund(order, fields)
}

const WORDS = { paid: 'SUCCESS', failed: 'FAIL', pending: 'PROCESSING', disputed: 'DISPUTE' }
const foreign = (fields: Record<string, string>) =>
  config.type === 'MD5'
    ? signature(fields, 'another-key-of-nobody-at-all')
    : Buffer.from('no signature').toString('base64')

function notice(asked: NoticeAsked) {
  const beijing = new Date(asked.at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const fields: Record<string, string> = {
    mch_id: config.merchant,
    out_trade_no: asked.order,
    trade_no: asked.reference,
    amount: yuan(asked.amount ?? orders.get(asked.order)?.fen ?? 0),
    status: WORDS[asked.outcome],
    pay_time: beijing,
  }
  const key = asked.previous ? config.previousKey : config.key
  const sign = asked.wrong === 'secret' ? foreign(fields) : signature(fields, key)
  if (asked.wrong === 'body') fields['amount'] = '99999.00'
  const body = new URLSearchParams({ ...fields, sign_type: config.type, sign }).toString()
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: asked.wrong === 'cut' ? body.slice(0, body.length / 2) : body,
  }
}

const refunded = () => [...refunds.values()].reduce((sum, { fen }) => sum + fen, 0)

type PayoutTold = {
  payout: string
  state?: Payout['state']
  amount?: number
  wrong?: NoticeAsked['wrong']
  to?: string
}

const unheard: Payout = { fen: 0, account: '', state: 'SUCCESS', msg: '', notify: '', at: 0 }

/** Has a payout end in a state, and tells it; `amount` is what the notice says instead. */
async function tellPayout(asked: PayoutTold): Promise<object> {
  const found = payouts.get(asked.payout)
  if (found && asked.state) found.state = asked.state
  const told = found ?? unheard
  const { headers, body } = payoutNotice(asked, told)
  if (asked.to === '') return { headers, body }
  return deliver(asked.to ?? told.notify, { headers, body })
}

function payoutNotice({ payout: payoutNo, amount, wrong }: PayoutTold, told: Payout) {
  const fields: Record<string, string> = {
    mch_id: config.merchant,
    ...payoutFields(payoutNo, told),
    ...(amount !== undefined && { amount: yuan(amount) }),
  }
  const sign = wrong === 'secret' ? foreign(fields) : signature(fields, config.key)
  if (wrong === 'body') fields['status'] = 'FAIL'
  const whole = new URLSearchParams({ ...fields, sign_type: config.type, sign }).toString()
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: wrong === 'cut' ? whole.slice(0, whole.length / 2) : whole,
  }
}

const steering: Record<string, (asked: Record<string, unknown>) => unknown> = {
  '/_next_payouts': asked => nextPayouts.push(...(asked['states'] as Payout['state'][])),
  '/_payout_told': asked => tellPayout(asked as PayoutTold),
  '/_payouts': () => Object.fromEntries(payouts),
  '/_line': asked => otherLines.push(String(asked['line'])),
  '/_hide': asked => (hidden = String(asked['text'])),
  '/_balance': () => ({ fen: balance() - opening }),
  '/_opening': asked => (opening += Number(asked['fen'])),
}

async function steer(path: string, asked: Record<string, unknown>): Promise<object> {
  const done = await steering[path]?.(asked)
  return typeof done === 'object' && done !== null ? done : {}
}

const books = { refunds, payouts }
serveStub({
  refunded,
  orders,
  books,
  answer,
  steer,
  refusal: () => no('BUSY', 'channel closed'),
  notice,
})
