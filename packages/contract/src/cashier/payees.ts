import { z } from 'zod'
import { operator } from '../call.ts'
import { orderNo, remark } from '../consoleFields.ts'
import { oneOf, time } from '../fields.ts'
import { keyed, sortedByName, span } from '../listed.ts'
import { payeeStates } from './facts.ts'

const payeeRow = z.object({
  payee_id: z.number().int(),
  member_id: z.number().int(),
  username: z.string(),
  /** Masked. */
  receives: z.string(),
  state: oneOf(payeeStates),
  added_by: z.string(),
  created_at: time,
  remark: z.string(),
  listed_by: z.string(),
  listed_at: z.string(),
  /** From when on a file may pay it; empty while nobody has confirmed it. */
  payable_from: z.string(),
  removed_by: z.string(),
  removed_at: z.string(),
  removed_for: z.string(),
})

const named = z.object({ payee_id: z.number().int().min(1) })
const once = { once: true } as const

/** Accounts that files for the bank may pay, where the rule asks for such a list. */
export const payeeConsole = {
  'POST /api/console/payees/list': operator(
    'payout.read',
    z.object({ ...sortedByName('POST /api/console/payees/list'), ...span }),
    keyed(payeeRow),
  ),
  /** The account that a withdrawal goes to. */
  'POST /api/console/payees/add': operator(
    'payout.pay',
    z.object({ out_trade_no: orderNo, remark }),
    z.null(),
    once,
  ),
  /** By another person than who added it; it may be paid some hours later. */
  'POST /api/console/payees/confirm': operator(
    'payout.pay',
    named.extend({ remark }),
    z.null(),
    once,
  ),
  'POST /api/console/payees/remove': operator(
    'payout.pay',
    named.extend({ remark }),
    z.null(),
    once,
  ),
} as const
