import { z } from 'zod'
import { operator } from '../call.ts'
import { oneOf, page, paged, text, yuan } from '../fields.ts'
import { monthStates, statementKinds } from './facts.ts'

const once = { once: true } as const
const month = text(7).pipe(z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/))
const count = z.number().int()

const monthRow = z.object({
  month: z.string(),
  state: oneOf(monthStates),
  entries: count,
  prepared_by: z.string(),
  prepared_at: z.string(),
  closed_by: z.string(),
  closed_at: z.string(),
  /** Over the lines, the signatures and the month before; empty while the month is open. */
  hash: z.string(),
})

const line = z.object({
  account_code: count,
  account: z.string(),
  venue: z.string(),
  /** What flowed in less what flowed out; an account that has given is below zero. */
  opening: yuan,
  debit: yuan,
  credit: yuan,
  closing: yuan,
  entries: count,
})

/** The books of a month: trial balance, two signatures, and statements for the accountant. */
export const monthConsole = {
  'POST /api/console/months/list': operator('ledger.read', z.object({ page }), paged(monthRow)),
  /** A month with its trial balance; `obstacles` say why it cannot be signed now. */
  'POST /api/console/months/show': operator(
    'ledger.read',
    z.object({ month }),
    monthRow.extend({
      obstacles: z.array(z.string()),
      /** What the lines come to; what is signed. */
      digest: z.string(),
      lines: z.array(line),
      result: z.object({
        ggr: yuan,
        bonus: yuan,
        packet: yuan,
        rebate: yuan,
        commission: yuan,
        adjustment: yuan,
        fee: yuan,
        rail_fee: yuan,
        ngr: yuan,
      }),
      /** Corrections of earlier months that count in this one. */
      late_bets: count,
      late_entries: count,
      as_of: z.string(),
    }),
  ),
  /** The same lines, for a file. */
  'POST /api/console/months/lines/list': operator(
    'ledger.read',
    z.object({ page, month }),
    paged(line),
  ),
  /** The first signature, under the digest that the person has seen. */
  'POST /api/console/months/prepare': operator(
    'month.sign',
    z.object({ month, digest: text(64) }),
    z.null(),
    once,
  ),
  /** Takes the first signature back; anybody who may sign. */
  'POST /api/console/months/withdraw': operator('month.sign', z.object({ month }), z.null(), once),
  /** The second signature, of another person: the month never changes again. */
  'POST /api/console/months/close': operator('month.sign', z.object({ month }), z.null(), once),
  /**
   * What a month came to with each venue (account 110 and its bets), payment provider (deposits in,
   * payouts out) or agent (base and commission); `party` narrows it to the one of that key.
   */
  'POST /api/console/months/parties/list': operator(
    'ledger.read',
    z.object({
      page,
      month,
      kind: oneOf(statementKinds).optional().default('venue'),
      party: text(64),
    }),
    paged(
      z.object({
        party_key: z.string(),
        party_name: z.string(),
        party_count: count,
        opening: yuan,
        inflow: yuan,
        outflow: yuan,
        result: yuan,
        closing: yuan,
      }),
    ),
  ),
} as const
