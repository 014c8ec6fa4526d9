import { randomBytes } from 'node:crypto'
import type { Deposit } from '../store/deposit.sql.ts'
import { signedHeaders, type SandboxPayload } from './provider.ts'

/** What a tester can let the provider do; each is a button of the cashier page. */
export const actions = {
  paid: { label: '支付成功', hint: '按订单金额付款，立即通知' },
  pending: { label: '付款处理中', hint: '渠道已受理，结果稍后通知' },
  failed: { label: '支付失败', hint: '付款未成功' },
  twice: { label: '重复支付', hint: '同一笔付款通知两次，随后再付一笔' },
  late: { label: '超时后支付', hint: '订单过期十分钟后才付款' },
  wrong_amount: { label: '金额不符', hint: '只付一半，转人工审核' },
  listed: { label: '名单地址付款', hint: '从所给地址付款；在名单上则转审核' },
  forged: { label: '伪造签名', hint: '用错误的密钥签名通知' },
} as const
export type Action = keyof typeof actions
export const isAction = (name: unknown): name is Action =>
  typeof name === 'string' && Object.hasOwn(actions, name)

export type Notice = { headers: Record<string, string>; body: Buffer }

const LATE_MS = 10 * 60_000
const WRONG_SECRET = 'not-the-secret-of-this-provider'

/** The notices an action sends, in their order. */
export function noticesOf(
  action: Action,
  order: Deposit,
  { secret, now, sender }: { secret: string; now: Date; sender: string },
): Notice[] {
  const paid = (change: Partial<SandboxPayload> = {}): SandboxPayload => ({
    deposit_no: order.depositNo,
    reference: `SBX${randomBytes(9).toString('hex').toUpperCase()}`,
    outcome: 'paid',
    amount_fen: order.amountFen.toString(),
    paid_at: now.toISOString(),
    ...change,
  })
  const signed = (payload: SandboxPayload, by = secret): Notice => {
    const body = Buffer.from(JSON.stringify(payload))
    return { headers: signedHeaders(by, body, now), body }
  }
  switch (action) {
    case 'pending':
    case 'failed':
      return [signed(paid({ outcome: action, amount_fen: '0' }))]
    case 'twice': {
      const first = paid()
      return [signed(first), signed(first), signed(paid())]
    }
    case 'late':
      return [
        signed(
          paid({ paid_at: new Date((order.expiresAt ?? now).getTime() + LATE_MS).toISOString() }),
        ),
      ]
    case 'wrong_amount':
      return [signed(paid({ amount_fen: (order.amountFen / 2n || 1n).toString() }))]
    case 'listed':
      return [signed(paid({ from_address: sender }))]
    case 'forged':
      return [signed(paid(), WRONG_SECRET)]
    default:
      return [signed(paid())]
  }
}
