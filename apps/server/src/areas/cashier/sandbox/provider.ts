import { createHash, createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Settings } from '../../../kernel/environment.ts'
import { present } from '../../../kernel/present.ts'
import { equalText } from '../../../kernel/keyed.ts'
import type { PaymentProvider } from '../../providers/providers.ts'

/** A callback is older than this only when somebody kept it. */
const MAX_AGE_MS = 5 * 60_000

const payload = z.object({
  deposit_no: z.string().min(1).max(64),
  reference: z.string().min(8).max(64),
  outcome: z.enum(['paid', 'failed', 'pending']),
  amount_fen: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(BigInt),
  from_address: z.string().max(120).default(''),
  paid_at: z.iso.datetime().transform(written => new Date(written)),
})
export type SandboxPayload = z.input<typeof payload>

const signatureOf = (secret: string, timestamp: string, nonce: string, body: Buffer) =>
  createHmac('sha256', secret)
    .update(`${timestamp}\n${nonce}\n${createHash('sha256').update(body).digest('hex')}`)
    .digest('hex')

/**
 * What the sandbox provider sends with a callback: when, a number used once, and the HMAC over both
 * and the body's hash.
 */
export function signedHeaders(secret: string, body: Buffer, now: Date): Record<string, string> {
  const timestamp = String(now.getTime())
  const nonce = randomUUID()
  return {
    'x-provider-timestamp': timestamp,
    'x-provider-nonce': nonce,
    'x-provider-signature': signatureOf(secret, timestamp, nonce, body),
  }
}

const header = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

/**
 * The provider of a sandbox: its cashier page is served by ourselves (`/sandbox-pay`), its
 * callbacks are real HTTP.
 */
export function sandboxProvider(settings: Settings): PaymentProvider {
  const secret = present(settings.providerSecret, 'secret of the sandbox provider')
  return {
    name: 'sandbox',
    can: ['payout'],
    payout: async payout => sandboxPaid(payout.payoutNo, payout.amountFen),
    queryPayout: async () => ({ state: 'none', reference: '', amountFen: 0n, said: '' }),
    createOrder: async ({ depositNo, origin }) => {
      if (settings.providerAway) throw new Error('the sandbox provider takes no order')
      return { payUrl: `${origin}/sandbox-pay/${depositNo}` }
    },
    verifyCallback(headers, body, now) {
      const timestamp = header(headers['x-provider-timestamp'])
      const expected = signatureOf(secret, timestamp, header(headers['x-provider-nonce']), body)
      if (!equalText(header(headers['x-provider-signature']), expected))
        return { genuine: false, why: 'forged' }
      if (!(Math.abs(now.getTime() - Number(timestamp)) <= MAX_AGE_MS))
        return { genuine: false, why: 'stale' }
      const read = payload.safeParse(parsed(body))
      if (!read.success) return { genuine: false, why: 'malformed' }
      const { deposit_no, reference, outcome, amount_fen, paid_at, from_address } = read.data
      if (outcome === 'paid' && amount_fen === 0n) return { genuine: false, why: 'malformed' }
      return {
        genuine: true,
        event: {
          depositNo: deposit_no,
          reference,
          outcome,
          amountFen: amount_fen,
          paidAt: paid_at,
          fromAddress: from_address.trim(),
        },
      }
    },
  }
}

/** Play money goes out at once, the same number for every repetition. */
const sandboxPaid = (payoutNo: string, amountFen: bigint) => ({
  state: 'paid' as const,
  reference: `SBXOUT${payoutNo}`,
  amountFen,
  said: '',
})

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
