import { z } from 'zod'
import { operator } from '../call.ts'
import { amounts, keyed, sortedByName, span } from '../listed.ts'
import { orderNo, remark } from '../consoleFields.ts'
import { int8, nothing, oneOf, text, time, yuan } from '../fields.ts'
import { bulkOutcomes } from '../cashier/facts.ts'
import { bankLineStates, bankMatches } from './facts.ts'

const lineRow = z.object({
  line_id: z.number().int(),
  account: z.string(),
  booked_at: time,
  amount: yuan,
  /** Masked, like the payers of orders. */
  payer: z.string(),
  payer_no: z.string(),
  /** What the payer wrote. */
  note: z.string(),
  reference: z.string(),
  state: oneOf(bankLineStates),
  /** Of a line that waits; empty once it is decided. */
  match: oneOf({ '': '', ...bankMatches }),
  /** The order that it belongs to, or that alone fits. */
  deposit_no: z.string(),
  voucher: z.string(),
  recorded_by: z.string(),
  decided_by: z.string(),
  decided_at: z.string(),
  remark: z.string(),
})

const candidate = z.object({
  deposit_no: z.string(),
  member_id: z.number().int(),
  username: z.string(),
  amount: yuan,
  payer: z.string(),
  created_at: time,
  /** Whether it still waits; one that was credited by hand may lack its line. */
  waits: z.boolean(),
  same_amount: z.boolean(),
  same_payer: z.boolean(),
  same_note: z.boolean(),
})

const line = z.object({ line_id: int8 })
const once = { once: true } as const

/**
 * Bank statements of the accounts that members pay to. Crediting a line is approving its order:
 * the same rules of amounts and two persons hold.
 */
export const bankLineConsole = {
  /** `state` empty for all; `q` is a reference, an order's number or a payer's first letters. */
  'POST /api/console/bank-lines/list': operator(
    'deposit.read',
    z.object({
      ...sortedByName('POST /api/console/bank-lines/list'),
      ...span,
      ...amounts,
      q: text(64),
    }),
    keyed(lineRow),
  ),
  'POST /api/console/bank-lines/show': operator(
    'deposit.read',
    line,
    lineRow.extend({
      file: z.string(),
      imported_by: z.string(),
      imported_at: time,
      candidates: z.array(candidate),
    }),
  ),
  /** Accounts and layouts to choose from. */
  'POST /api/console/bank-lines/choices': operator(
    'deposit.review',
    nothing,
    z.object({
      accounts: z.array(z.object({ account: z.string(), label: z.string() })),
      layouts: z.array(z.object({ code: z.string(), label: z.string() })),
    }),
  ),
  /** Stores the lines that are new; the same file again changes nothing. */
  'POST /api/console/bank-lines/import': operator(
    'deposit.review',
    z.object({
      account: text(40),
      layout: text(24),
      filename: text(120),
      content: z.base64().max(950_000),
    }),
    z.object({
      lines: z.number().int(),
      fresh: z.number().int(),
      outgoing: z.number().int(),
      /** Of the new ones, those that one order alone fits. */
      matched: z.number().int(),
    }),
    { large: true, once: true },
  ),
  /**
   * Counts the line as the payment of an order and approves it where the amount is right. A line
   * that no order alone fits needs a reason.
   */
  'POST /api/console/bank-lines/assign': operator(
    'deposit.review',
    line.extend({ deposit_no: orderNo, remark }),
    z.null(),
    once,
  ),
  /**
   * Confirms lines that one order alone fits, one by one and by every rule of a single
   * confirmation, within the caps of `cashier.review.bulk`.
   */
  'POST /api/console/bank-lines/bulk': operator(
    'deposit.review',
    z.object({
      lines: z
        .array(line.extend({ deposit_no: orderNo }))
        .min(1)
        .max(100),
    }),
    z.object({
      items: z.array(
        z.object({
          line_id: z.number().int(),
          deposit_no: z.string(),
          amount: yuan,
          outcome: oneOf(bulkOutcomes),
          why: z.string(),
        }),
      ),
      count: z.number().int(),
      total: yuan,
    }),
    once,
  ),
  /** No deposit: interest, a transfer of the house. */
  'POST /api/console/bank-lines/dismiss': operator(
    'deposit.review',
    line.extend({ remark }),
    z.null(),
    once,
  ),
  /** It was sent back at the bank, under this number; another operator confirms it. */
  'POST /api/console/bank-lines/return': operator(
    'deposit.review',
    line.extend({ voucher: text(64) }),
    z.null(),
    once,
  ),
  /** `voucher` is the one that was seen. */
  'POST /api/console/bank-lines/returned': operator(
    'deposit.review',
    line.extend({ voucher: text(64) }),
    z.null(),
    once,
  ),
  /** Takes back that it is no deposit, or a return that nobody confirmed. */
  'POST /api/console/bank-lines/reopen': operator(
    'deposit.review',
    line.extend({ remark }),
    z.null(),
    once,
  ),
} as const
