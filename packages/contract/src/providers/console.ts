import { z } from 'zod'
import { operator } from '../call.ts'
import { remark } from '../consoleFields.ts'
import { int4, nothing, oneOf, text, time, yuan } from '../fields.ts'
import {
  KEY_LENGTH,
  providerAbilities,
  providerAdapters,
  providerStates,
  testStates,
} from './facts.ts'

const code = text(24)

/** What a provider is, without its keys. */
const config = z.object({
  name: z.string(),
  adapter: oneOf(providerAdapters),
  endpoint: z.string(),
  merchant: z.string(),
  methods: z.array(z.string()),
  min_price: yuan,
  max_price: yuan,
  /** Hundredths of a percent, and fen for each payment. */
  fee_rate: z.number().int(),
  fee_fen: z.number().int(),
  /** What it sends out; a greatest of 0 for nothing. */
  payout_min_price: yuan,
  payout_max_price: yuan,
  payout_fee_rate: z.number().int(),
  payout_fee_fen: z.number().int(),
  /** Beijing times `HH:mm`; `24:00` ends a day. */
  hours_from: z.string(),
  hours_until: z.string(),
  min_tier: z.number().int(),
  priority: z.number().int(),
  weight: z.number().int(),
})

const testOrder = z.object({
  test_no: z.string(),
  amount: yuan,
  state: oneOf(testStates),
  pay_url: z.string(),
  opened_by: z.string(),
  opened_at: time,
  paid_at: z.string(),
})

const providerRow = config.extend({
  code: z.string(),
  state: oneOf(providerStates),
  version: z.number().int(),
  /** Short digests of the live keys; empty where there is none. */
  key: z.string(),
  previous_key: z.string(),
  abilities: z.array(oneOf(providerAbilities)),
  callback_url: z.string(),
  /** Until when no order is sent there; empty while it works. */
  rests_until: z.string(),
  failures: z.number().int(),
  /** Who proposed what waits for a second person; empty for nothing. */
  proposed_by: z.string(),
  test: testOrder.nullable(),
})

const hourRow = z.object({
  code: z.string(),
  name: z.string(),
  /** The Beijing hour, `MM-DD HH:00`. */
  hour: z.string(),
  orders: z.number().int(),
  /** Orders for which the provider gave no page to pay on. */
  refused: z.number().int(),
  credited: z.number().int(),
  /** Credited of those that could be paid, in percent with one decimal; empty for none. */
  success: z.string(),
  /** Seconds from order to credit, the mean; null while nothing is credited. */
  seconds: z.number().int().nullable(),
})

const share = z.object({ code, priority: int4, weight: int4 })
const partRow = z.object({
  /** Empty for orders that no provider takes. */
  code: z.string(),
  name: z.string(),
  orders: z.number().int(),
  amount: yuan,
  fee: yuan,
})

const once = { once: true } as const

/** Payment providers: rows that are connected, tested, opened and paused here. */
export const providerConsole = {
  'POST /api/console/providers/list': operator('provider.read', nothing, z.array(providerRow)),
  /** How the channels did within the last day, hour by hour. */
  'POST /api/console/providers/hours': operator('provider.read', nothing, z.array(hourRow)),
  /**
   * What other priorities and weights would have done to the orders of yesterday: who would have
   * got each first, by the present rows and by these. Nothing is changed.
   */
  'POST /api/console/providers/preview': operator(
    'provider.read',
    z.object({ shares: z.array(share).max(50) }),
    z.object({
      day: z.string(),
      orders: z.number().int(),
      now: z.array(partRow),
      tried: z.array(partRow),
    }),
  ),
  /**
   * Proposes a new provider (`version` 0) or a change; another person approves it. A change of
   * endpoint, merchant or adapter closes it until it was tested again.
   */
  'POST /api/console/providers/save': operator(
    'provider.write',
    z.object({
      code,
      version: int4,
      name: text(20),
      adapter: text(20),
      endpoint: text(200),
      merchant: text(64),
      methods: z.array(text(20)).max(20),
      min_price: z.union([z.number(), text(20)]),
      max_price: z.union([z.number(), text(20)]),
      fee_rate: int4,
      fee_fen: int4,
      payout_min_price: z.union([z.number(), text(20)]).default(0),
      payout_max_price: z.union([z.number(), text(20)]).default(0),
      payout_fee_rate: int4.default(0),
      payout_fee_fen: int4.default(0),
      hours_from: text(5),
      hours_until: text(5),
      min_tier: int4,
      priority: int4,
      weight: int4,
      remark,
    }),
    z.null(),
    once,
  ),
  /** Hands in keys; once another person approves, the current ones become the previous. */
  'POST /api/console/providers/keys': operator(
    'provider.write',
    z.object({
      code,
      /** Signs what we send. */
      sign_key: z.string().max(KEY_LENGTH),
      /** Proves what the provider sends. */
      verify_key: z.string().max(KEY_LENGTH),
      remark,
    }),
    z.null(),
    once,
  ),
  /** Opens a small real order, which nobody is credited for. */
  'POST /api/console/providers/test': operator(
    'provider.write',
    z.object({ code, method: text(20), amount: z.union([z.number(), text(20)]) }),
    z.object({ test_no: z.string(), pay_url: z.string() }).nullable(),
    once,
  ),
  /** Proposes that members' orders go there; another person approves it. */
  'POST /api/console/providers/open': operator(
    'provider.write',
    z.object({ code, remark }),
    z.null(),
    once,
  ),
  /** Stops new orders at once; what was paid before is still credited. */
  'POST /api/console/providers/pause': operator(
    'provider.write',
    z.object({ code, remark }),
    z.null(),
    once,
  ),
} as const
