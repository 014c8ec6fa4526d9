// Signed form posts with an asynchronous notice, which is answered with the plain word `success`.
import { methods } from '@tianping/contract/payments'
import { parseYuan } from '@tianping/money'
import {
  ProviderRefused,
  type OrderAtProvider,
  type PaymentEvent,
  type PaymentProvider,
  type ProviderOrder,
  type Refund,
  type Verified,
} from '../port.ts'
import { webPage, type Connection } from './connection.ts'
import { ask, isBySome, plainYuan, refuse } from './formCall.ts'
import { askBalance, askPayout, askStatement, payoutEventOf, queryPayout } from './formPayout.ts'
import type { Fields, FormSigning } from './formSign.ts'

/** Ours by theirs. */
const outcomes: Record<string, PaymentEvent['outcome']> = {
  SUCCESS: 'paid',
  FAIL: 'failed',
  PROCESSING: 'pending',
}
const states: Record<string, OrderAtProvider['state']> = {
  SUCCESS: 'paid',
  PROCESSING: 'paid',
  WAIT: 'unpaid',
  CLOSED: 'closed',
  FAIL: 'closed',
}
const NO_SUCH_ORDER = 'ORDER_NOT_EXIST'

const payTypes = { wechat: 'wechat', alipay: 'alipay', unionpay: 'unionpay' } as const
const payTypeOf = ({ method }: ProviderOrder) => {
  const { family } = methods[method]
  if (family === 'bank' || family === 'usdt') throw new ProviderRefused('no such method')
  return payTypes[family]
}

async function queryOrder(at: Connection, signing: FormSigning, depositNo: string) {
  const answer = await ask(at, signing, '/query', { out_trade_no: depositNo })
  if (answer['code'] === NO_SUCH_ORDER) return { state: 'none' as const, amountFen: 0n }
  refuse(answer)
  const state = states[answer['status'] ?? '']
  if (!state) throw new Error('the provider answered an unknown state')
  return { state, amountFen: parseYuan(answer['amount']) ?? 0n }
}

async function refundPayment(at: Connection, signing: FormSigning, refund: Refund) {
  const answer = await ask(at, signing, '/refund', {
    out_trade_no: refund.depositNo,
    trade_no: refund.reference,
    refund_no: refund.refundNo,
    amount: plainYuan(refund.amountFen),
  })
  refuse(answer)
  if (answer['status'] !== 'DONE' && answer['status'] !== 'PROCESSING')
    throw new Error('the provider answered an unknown state of a refund')
  const reference = answer['refund_id'] ?? ''
  return {
    state: answer['status'] === 'DONE' ? ('done' as const) : ('pending' as const),
    reference,
  }
}

function readNotice(at: Connection, signing: FormSigning, body: Buffer, now: Date): Verified {
  const fields = Object.fromEntries(new URLSearchParams(body.toString('utf8')))
  if (!isBySome(at, signing, fields)) return { genuine: false, why: 'forged' }
  if (fields['mch_id'] !== at.merchant) return { genuine: false, why: 'malformed' }
  if (fields['payout_no'] !== undefined) {
    const payout = payoutEventOf(fields)
    return payout ? { genuine: true, event: null, payout } : { genuine: false, why: 'malformed' }
  }
  const event = eventOf(fields, now)
  return event ? { genuine: true, event } : { genuine: false, why: 'malformed' }
}

const isOrderNo = (text: string) => /^[0-9A-Z]{1,64}$/.test(text)
const isReference = (text: string) => /^[\w-]{1,64}$/.test(text)

/** Null for what cannot be read. */
function eventOf(fields: Fields, now: Date): PaymentEvent | null {
  const { out_trade_no: depositNo = '', trade_no: reference = '', status = '' } = fields
  const outcome = outcomes[status]
  if (!outcome || !isOrderNo(depositNo) || !isReference(reference)) return null
  const amountFen = outcome === 'paid' ? (parseYuan(fields['amount']) ?? 0n) : 0n
  if (outcome === 'paid' && amountFen <= 0n) return null
  const paidAt = momentOf(fields['pay_time'] ?? '') ?? now
  return { depositNo, reference, outcome, amountFen, paidAt, fromAddress: '' }
}

/** Beijing time, as these channels write it; null where it is none. */
function momentOf(text: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null
  const at = new Date(`${text.replace(' ', 'T')}+08:00`)
  return Number.isNaN(at.getTime()) ? null : at
}

export const formAbilities = [
  'query',
  'cancel',
  'refund',
  'payout',
  'balance',
  'statement',
] as const

export function formGateway(at: Connection, signing: FormSigning): PaymentProvider {
  return {
    name: at.code,
    can: formAbilities,
    taken: 'success',
    createOrder: async order => {
      const answer = await ask(at, signing, '/pay', {
        out_trade_no: order.depositNo,
        amount: plainYuan(order.amountFen),
        pay_type: payTypeOf(order),
        subject: 'topup',
        notify_url: at.callbackUrl,
        return_url: `${order.origin}/#/transRecord`,
        expire_at: String(Math.floor(order.expiresAt.getTime() / 1_000)),
      })
      refuse(answer)
      return { payUrl: webPage(answer['pay_url'] ?? '') }
    },
    verifyCallback: (_, body, now) => readNotice(at, signing, body, now),
    query: order => queryOrder(at, signing, order.depositNo),
    cancel: async order => {
      const answer = await ask(at, signing, '/close', { out_trade_no: order.depositNo })
      refuse(answer)
    },
    refund: refund => refundPayment(at, signing, refund),
    payout: payout => askPayout(at, signing, payout),
    queryPayout: payoutNo => queryPayout(at, signing, payoutNo),
    balance: () => askBalance(at, signing),
    statement: day => askStatement(at, signing, day),
  }
}
