import { z } from 'zod'
import { member } from '../call.ts'
import { amount, nothing, oneOf, text, yuan } from '../fields.ts'
import { transferState, venueLabels } from '../venues/facts.ts'
import { outcomes } from './facts.ts'

/**
 * A venue and what the member holds there; the client adds the platform wallet itself
 * (docs/decisions/0019-the-full-user-object.md).
 */
export const wallet = z.object({
  name: z.string(),
  platname: z.string(),
  balance: yuan,
  /** Staked on bets that are not settled yet; no part of `balance`. */
  open_stake: yuan,
  ico: z.string(),
  state: oneOf(venueLabels),
})

export const walletCalls = {
  'POST /api/balancelist': member(nothing, z.array(wallet), { polled: true }),
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
    z.object({ out_trade_no: z.string(), state: z.enum(transferState) }).nullable(),
    { once: true },
  ),
  /**
   * What became of the action that the member sent under this `Idempotency-Key`, for a client that
   * lost the answer. A key that never arrived is closed: what still comes under it is refused, so
   * `none` is certain.
   */
  'POST /api/outcome': member(
    z.object({ key: text(64) }),
    z.object({
      state: z.enum(outcomes),
      order_no: z.string(),
      /** What was answered, as far as it is known. */
      message: z.string(),
    }),
  ),
  /**
   * Turnover still missing before a withdrawal (docs/decisions/0030-credits-ask-for-turnover.md).
   */
  'POST /api/getBetAmount': member(nothing, z.object({ bet_amount: yuan })),
} as const
