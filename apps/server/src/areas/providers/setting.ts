// What a provider is, as a setting: versions, and two persons for each change.
import { LAST_TIER } from '@tianping/contract/verification/facts'
import { payMethods } from '@tianping/contract/payments'
import {
  providerAdapters,
  providerCurrencies,
  type ProviderAdapter,
} from '@tianping/contract/providers/facts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { clockTimeTo24 } from '../../kernel/setting.ts'

const fen = z.number().int().min(1).max(1_000_000_000_000)
const keyNo = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const adapters = Object.keys(providerAdapters) as [ProviderAdapter, ...ProviderAdapter[]]

export const providerSchema = z.object({
  name: z.string().min(1).max(20),
  adapter: z.enum(adapters),
  endpoint: z.string().max(200),
  merchant: z.string().max(64),
  /** The number of the key in use, and of the one before, by which callbacks are still taken. */
  key: keyNo,
  previousKey: keyNo,
  methods: z.array(z.enum(payMethods)).min(1),
  currency: z.enum(providerCurrencies),
  minFen: fen,
  maxFen: fen,
  /** Hundredths of a percent of a payment, and fen for each. */
  feeRate: z.number().int().min(0).max(2_000),
  feeFen: z.number().int().min(0).max(100_000),
  /** What it sends out for us; a greatest of 0 for nothing. */
  payoutMinFen: z.number().int().min(0).max(1_000_000_000_000).default(0),
  payoutMaxFen: z.number().int().min(0).max(1_000_000_000_000).default(0),
  payoutFeeRate: z.number().int().min(0).max(2_000).default(0),
  payoutFeeFen: z.number().int().min(0).max(100_000).default(0),
  /** Beijing times; until before from runs over midnight. */
  from: clockTimeTo24,
  until: clockTimeTo24,
  /** One above the last is what older versions may hold: nobody has it. */
  minTier: z
    .number()
    .int()
    .min(0)
    .max(LAST_TIER + 1),
  /** The smaller comes first; among equals orders are shared by weight. */
  priority: z.number().int().min(1).max(99),
  weight: z.number().int().min(0).max(100),
  /** Whether orders of members go there. */
  live: z.boolean(),
})
export type ProviderValue = z.output<typeof providerSchema>

export const providerKey = (code: string) => `provider:${code}`
/** What orders carry that are paid on the chain; no provider has this code. */
export const CHAIN = 'chain'
/** What came by bank transfer, as a statement of the bank says. */
export const BANK = 'bank'
/** Payouts that leave in a file for the bank. */
export const BATCH = 'batch'
const reserved = [CHAIN, BANK, BATCH]
export const isProviderCode = (code: string) =>
  /^[a-z][a-z0-9-]{1,23}$/.test(code) && !reserved.includes(code)

/** What a test order proves: where orders go, as whom, and by which key. */
export const configHash = ({ adapter, endpoint, merchant, key }: ProviderValue): string =>
  createHash('sha256')
    .update(JSON.stringify([adapter, endpoint, merchant, key]))
    .digest('hex')
