import { z } from 'zod'
import { member } from './call.ts'
import { amount, int, nothing, secret, text, yuan } from './fields.ts'

/**
 * A venue and what the member holds there; the client adds the platform wallet itself
 * (docs/decisions/0019-the-full-user-object.md).
 */
export const wallet = z.object({
  name: z.string(),
  platname: z.string(),
  balance: yuan,
  ico: z.string(),
  state: z.enum(['open', 'maintenance']),
})

/**
 * A bound card (type 1) or USDT address (type 2); the number is masked to its last four characters
 * (docs/decisions/0022-card-numbers-leave-the-server-masked.md).
 */
export const card = z.object({
  id: z.number().int(),
  bank: z.string(),
  /** The holder, or the protocol of a USDT address. */
  bank_owner: z.string(),
  bank_no: z.string(),
  ico: z.string(),
})

export const walletCalls = {
  'POST /api/balancelist': member(nothing, z.array(wallet)),
  /** Asks one venue for the member's balance there; clients must work without `data`. */
  'POST /api/userapimoney/:code': member(
    z.object({ code: text(20) }),
    z.object({ balance: yuan }).nullable(),
  ),
  /** Brings back what all venues hold; partial success is reported in the message. */
  'POST /api/transall': member(
    nothing,
    z.object({ recalled: yuan, failed: z.array(z.string()), pending: z.array(z.string()) }),
    { once: true },
  ),
  /**
   * Moves money between the platform wallet and one venue; one side is always `userbalance`.
   * Documented with code and message only: clients must work without `data`.
   */
  'POST /api/transfer': member(
    z.object({ sourcetype: text(20), targettype: text(20), amount }),
    z.object({ out_trade_no: z.string(), state: z.number().int() }).nullable(),
    { once: true },
  ),
  'POST /api/getcard': member(z.object({ type: int }), z.array(card)),
  'POST /api/bindcard': member(
    z.object({
      bank: text(40),
      bank_owner: text(40),
      bank_no: text(80),
      bank_address: text(80),
      pay_pass: secret,
    }),
    z.null(),
    { once: true },
  ),
  'POST /api/delcard': member(z.object({ id: int }), z.null()),
  'POST /api/banklist': member(
    nothing,
    z.array(z.object({ id: z.number().int(), bank_name: z.string(), ico: z.string() })),
  ),
  /**
   * Turnover still missing before a withdrawal (docs/decisions/0030-credits-ask-for-turnover.md).
   */
  'POST /api/getBetAmount': member(nothing, z.object({ bet_amount: yuan })),
} as const
