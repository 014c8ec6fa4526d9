import { z } from 'zod'
import { operator } from '../call.ts'
import { orderNo, remark } from '../consoleFields.ts'
import { amounts, keyed, sortedByName, span } from '../listed.ts'
import { nothing, oneOf, text, time, yuan } from '../fields.ts'
import { BATCH_LINES, batchStates, providerPayoutStates } from './facts.ts'

const batchRow = z.object({
  batch_no: z.string(),
  layout: z.string(),
  lines: z.number().int(),
  amount: yuan,
  state: oneOf(batchStates),
  /** How many lines are settled so, and how many wait for the bank's word. */
  paid: z.number().int(),
  failed: z.number().int(),
  open: z.number().int(),
  built_by: z.string(),
  created_at: time,
  decided_by: z.string(),
  decided_at: z.string(),
  exported_at: z.string(),
  results_at: z.string(),
  remark: z.string(),
})

const batchLine = z.object({
  line: z.number().int(),
  payout_no: z.string(),
  out_trade_no: z.string(),
  member_id: z.number().int(),
  username: z.string(),
  /** Masked. */
  receives: z.string(),
  amount: yuan,
  state: oneOf(providerPayoutStates),
  says: z.string(),
  reference: z.string(),
  said: z.string(),
})

const named = z.object({ batch_no: text(20) })
const once = { once: true } as const

/** Files for the bank: approved payouts that leave together, and what the bank answers. */
export const batchConsole = {
  'POST /api/console/payout-batches/list': operator(
    'payout.read',
    z.object({
      ...sortedByName('POST /api/console/payout-batches/list'),
      ...span,
      ...amounts,
    }),
    keyed(batchRow),
  ),
  'POST /api/console/payout-batches/show': operator(
    'payout.read',
    named,
    batchRow.extend({ file_hash: z.string(), rows: z.array(batchLine) }),
  ),
  /** Layouts, and open payouts that nobody has. */
  'POST /api/console/payout-batches/choices': operator(
    'payout.pay',
    nothing,
    z.object({
      layouts: z.array(z.object({ code: z.string(), label: z.string() })),
      payouts: z.array(
        z.object({
          out_trade_no: z.string(),
          username: z.string(),
          amount: yuan,
          receives: z.string(),
          created_at: time,
          /** Why its account may not be in a file now; empty when it may. */
          why: z.string(),
          /** Its account is not on the list of payees and may be added. */
          may_add: z.boolean(),
        }),
      ),
    }),
  ),
  'POST /api/console/payout-batches/build': operator(
    'payout.pay',
    z.object({ layout: text(24), payouts: z.array(orderNo).max(BATCH_LINES), remark }),
    z.object({ batch_no: z.string() }).nullable(),
    once,
  ),
  /** By another person than who built it; `amount` is the sum that was looked at. */
  'POST /api/console/payout-batches/approve': operator(
    'payout.pay',
    named.extend({ amount: z.union([z.number(), text(20)]) }),
    z.null(),
    once,
  ),
  /** Before it is approved: its payouts wait again for a person. */
  'POST /api/console/payout-batches/cancel': operator(
    'payout.pay',
    named.extend({ remark }),
    z.null(),
    once,
  ),
  /** The approved file, with names and numbers in full; every export is in the audit log. */
  'POST /api/console/payout-batches/export': operator(
    'payout.pay',
    named,
    z.object({ filename: z.string(), content: z.base64() }).nullable(),
    once,
  ),
  /** The bank's answer: all lines of the file, or none. */
  'POST /api/console/payout-batches/import': operator(
    'payout.pay',
    named.extend({ filename: text(120), content: z.base64().max(700_000) }),
    z
      .object({
        paid: z.number().int(),
        failed: z.number().int(),
        open: z.number().int(),
        known: z.number().int(),
        changed: z.number().int(),
      })
      .nullable(),
    { large: true, once: true },
  ),
} as const
