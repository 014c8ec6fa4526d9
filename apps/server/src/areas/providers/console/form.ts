// What an operator typed about a provider, as its next version; refuses the first field that does
// not fit.
import { LAST_TIER } from '@tianping/contract/verification/facts'
import { payMethods, type PayMethod } from '@tianping/contract/payments'
import { providerAdapters, type ProviderAdapter } from '@tianping/contract/providers/facts'
import { say } from '@tianping/contract/refusals'
import type { ConsolePayload } from '@tianping/contract/console'
import { parseYuan } from '@tianping/money'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { ProviderValue } from '../setting.ts'

type Body = ConsolePayload<'POST /api/console/providers/save'>

const isAdapter = (name: string): name is ProviderAdapter => Object.hasOwn(providerAdapters, name)
const isMethod = (name: string): name is PayMethod =>
  (payMethods as readonly string[]).includes(name)

const bounds = {
  fee_rate: { label: '费率（万分比）', min: 0, max: 2_000 },
  fee_fen: { label: '每笔费用（分）', min: 0, max: 100_000 },
  payout_fee_rate: { label: '付款费率（万分比）', min: 0, max: 2_000 },
  payout_fee_fen: { label: '每笔付款费用（分）', min: 0, max: 100_000 },
  min_tier: { label: '最低认证级别', min: 0, max: LAST_TIER },
  priority: { label: '优先级', min: 1, max: 99 },
  weight: { label: '权重', min: 0, max: 100 },
} as const

function numberOf(body: Body, field: keyof typeof bounds): number {
  const { label, min, max } = bounds[field]
  const value = body[field]
  if (value < min || value > max)
    throw new Refusal(say('provider.number', { label, min, max }), { field })
  return value
}

function hourOf(body: Body, field: 'hours_from' | 'hours_until'): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(body[field]))
    throw new Refusal(say('provider.hours_format'), { field })
  return body[field]
}

const MOST_FEN = 1_000_000_000_000n

function amountOf(body: Body, field: 'min_price' | 'max_price'): number {
  const fen = parseYuan(body[field])
  if (fen === null || fen < 1n || fen > MOST_FEN)
    throw new Refusal(say('provider.range'), { field })
  return Number(fen)
}

/** 0 for nothing. */
function payoutAmountOf(body: Body, field: 'payout_min_price' | 'payout_max_price'): number {
  if (Number(body[field]) === 0) return 0
  const fen = parseYuan(body[field])
  if (fen === null || fen > MOST_FEN) throw new Refusal(say('provider.payout_range'), { field })
  return Number(fen)
}

function methodsOf({ methods }: Body): PayMethod[] {
  if (methods.length === 0 || !methods.every(isMethod))
    throw new Refusal(say('provider.methods_missing'), { field: 'methods' })
  return payMethods.filter(method => methods.includes(method))
}

/** Keys of another kind of provider are none; at another address nothing was tested. */
function keptOf(body: Body, before: ProviderValue | null) {
  if (before?.adapter !== body.adapter) return { key: 0, previousKey: 0, live: false }
  const { key, previousKey, endpoint, merchant, live } = before
  const same = endpoint === body.endpoint && merchant === body.merchant
  return { key, previousKey, live: live && same }
}

/** The next version; its keys and whether it takes orders follow from the one before. */
export function valueOf(body: Body, before: ProviderValue | null): ProviderValue {
  const { name, adapter, endpoint, merchant } = body
  if (name === '') throw new Refusal(say('provider.name_missing'), { field: 'name' })
  if (!isAdapter(adapter)) throw new Refusal(say('provider.adapter_unknown'), { field: 'adapter' })
  return {
    name,
    adapter,
    endpoint,
    merchant,
    methods: methodsOf(body),
    currency: 'CNY',
    minFen: amountOf(body, 'min_price'),
    maxFen: amountOf(body, 'max_price'),
    feeRate: numberOf(body, 'fee_rate'),
    feeFen: numberOf(body, 'fee_fen'),
    payoutMinFen: payoutAmountOf(body, 'payout_min_price'),
    payoutMaxFen: payoutAmountOf(body, 'payout_max_price'),
    payoutFeeRate: numberOf(body, 'payout_fee_rate'),
    payoutFeeFen: numberOf(body, 'payout_fee_fen'),
    from: hourOf(body, 'hours_from'),
    until: hourOf(body, 'hours_until'),
    minTier: numberOf(body, 'min_tier'),
    priority: numberOf(body, 'priority'),
    weight: numberOf(body, 'weight'),
    ...keptOf(body, before),
  }
}
