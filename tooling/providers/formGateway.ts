// A channel of signed forms, as a process: `node tooling/providers/formGateway.ts JSON`.
import { createHash, createSign, createVerify } from 'node:crypto'
import { serveStub, type Answer, type Called, type NoticeAsked, type Order } from './stub.ts'

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
  if (order.state !== 'paid' || others + fen > order.fen) return no('REFUND_TOO_MUCH', 'too much')
  refunds.set(refundNo, { order: fields['out_trade_no'] ?? '', fen })
  return said({ code: '0', msg: 'ok', status: 'DONE', refund_id: `RF${refundNo}` })
}

const states = { open: 'WAIT', paid: 'SUCCESS', closed: 'CLOSED' }
function answer({ path, form }: Called): Answer {
  const fields = Object.fromEntries(form)
  if (fields['mch_id'] !== config.merchant || !isMerchants(fields))
    return no('SIGN', 'bad signature')
  if (path === '/pay') return pay(fields)
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
serveStub({ refunded, orders, answer, refusal: () => no('BUSY', 'channel closed'), notice })
