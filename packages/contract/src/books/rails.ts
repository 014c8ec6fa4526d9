import { z } from 'zod'
import { operator } from '../call.ts'
import { day, remark } from '../consoleFields.ts'
import { amount, int8, nothing, oneOf, text, time, yuan } from '../fields.ts'
import { inOrder, keyed, span } from '../listed.ts'
import { railDirections, railSources } from './facts.ts'

const once = { once: true } as const
const count = z.number().int()

/** What the books say of one rail, and what it said itself at the last look. */
const railRow = z.object({
  rail: z.string(),
  rail_name: z.string(),
  /** What the rail holds for us by our books. */
  our_balance: yuan,
  /** Fees that were booked in all. */
  rail_fees: yuan,
  /** Null where it was never asked. */
  their_balance: yuan.nullable(),
  asked_at: z.string(),
  /** Theirs less ours at that moment, beyond what was there before the books began. */
  drift: yuan.nullable(),
  /** Whether a day can be asked for. */
  by_port: z.boolean(),
  last_day: z.string(),
  last_differences: count,
})

const dayRow = z.object({
  rail: z.string(),
  rail_name: z.string(),
  day: z.string(),
  source: oneOf(railSources),
  compared_at: time,
  our_lines: count,
  their_lines: count,
  our_payments: yuan,
  their_payments: yuan,
  our_payouts: yuan,
  their_payouts: yuan,
  our_refunds: yuan,
  their_refunds: yuan,
  our_fees: yuan,
  their_fees: yuan,
  differences: count,
})

const settlementRow = z.object({
  settlement_id: count,
  rail: z.string(),
  rail_name: z.string(),
  direction: oneOf(railDirections),
  amount: yuan,
  reference: z.string(),
  remark: z.string(),
  recorded_by: z.string(),
  recorded_at: time,
  checked_by: z.string(),
  checked_at: z.string(),
})

/** Books of the ways that money takes: balances and days beside ours, settlements. */
export const railConsole = {
  'POST /api/console/rails/all': operator('reconciliation.read', nothing, z.array(railRow)),
  'POST /api/console/rails/days/list': operator(
    'reconciliation.read',
    z.object({ ...inOrder('POST /api/console/rails/days/list'), ...span }),
    keyed(dayRow),
  ),
  /** Asks a provider for its statement of a Beijing day now; it works in the background. */
  'POST /api/console/rails/ask': operator(
    'reconciliation.work',
    z.object({ rail: text(24), day }),
    z.null(),
    once,
  ),
  'POST /api/console/rails/settlements/list': operator(
    'reconciliation.read',
    z.object({ ...inOrder('POST /api/console/rails/settlements/list'), ...span }),
    keyed(settlementRow),
  ),
  /** Money moved between a rail and the operator's own bank; another person confirms it. */
  'POST /api/console/rails/settlements/note': operator(
    'payout.pay',
    z.object({
      rail: text(24),
      direction: oneOf(railDirections),
      amount,
      reference: text(64),
      remark,
    }),
    z.null(),
    once,
  ),
  'POST /api/console/rails/settlements/confirm': operator(
    'payout.pay',
    z.object({ settlement_id: int8 }),
    z.null(),
    once,
  ),
} as const
