import { methodLabels } from './payments.ts'
import { z } from 'zod'
import { operator } from '../call.ts'
import {
  claiming,
  decision,
  memberFigures,
  orderFilter,
  orderNo,
  remark,
} from '../consoleFields.ts'
import { oneOf, text, time, yuan, stateOf, nameOf } from '../fields.ts'
import { amounts, keyed, sorted, span } from '../listed.ts'
import { payoutLabels, payoutState, providerPayoutStates } from './facts.ts'

const payoutRow = z.object({
  out_trade_no: z.string(),
  member_id: z.number().int(),
  username: z.string(),
  method: nameOf(methodLabels),
  amount: yuan,
  /** What is to be sent: the amount, or the USDT left after the fee. */
  receives: z.string(),
  attempt: z.number().int(),
  /** 1 to be paid, 2 paid, 3 failed. */
  state: stateOf(payoutState, payoutLabels),
  provider: z.string(),
  /** The bank's or the provider's own number of the payment. */
  reference: z.string(),
  created_at: time,
  ...decision.shape,
})

/** What a provider has of the newest attempt. */
const sending = z.object({
  payout_no: z.string(),
  provider: z.string(),
  /** The file for the bank that it is a line of; empty for none. */
  batch_no: z.string(),
  state: oneOf(providerPayoutStates),
  /** The provider's own last word and number; empty without one. */
  says: z.string(),
  said: z.string(),
  reference: z.string(),
  tries: z.number().int(),
  sent_at: z.string(),
  /** Empty once it is settled. */
  next_at: z.string(),
  /** What one person found out and another has to confirm; empty for nothing. */
  judged_by: z.string(),
  judged_paid: z.boolean(),
  judged_reference: z.string(),
})

const payoutDetail = payoutRow.extend({
  sending: sending.nullable(),
  /** Where it goes; masked unless the operator may see it. */
  card: z.object({ bank: z.string(), bank_owner: z.string(), bank_no: z.string() }),
  approved_by: z.string(),
  /** Who may not mark it as paid: of a large amount whoever approved it last; empty for nobody. */
  not_payer: z.string(),
  /** All attempts of the withdrawal, oldest first. */
  attempts: z.array(
    z.object({
      attempt: z.number().int(),
      state: stateOf(payoutState, payoutLabels),
      reference: z.string(),
      reason: z.string(),
      created_at: time,
      settled_at: z.string(),
      settled_by: z.string(),
    }),
  ),
  member: memberFigures,
})

const item = z.object({ out_trade_no: orderNo })

/**
 * Paying approved withdrawals out. The money stands at 210 withdrawalPayable until it is paid or
 * given back.
 */
export const payoutConsole = {
  /** One row per attempt. */
  'POST /api/console/payouts/list': operator(
    'payout.read',
    z.object({
      ...orderFilter.shape,
      ...sorted('POST /api/console/payouts/list'),
      ...span,
      ...amounts,
    }),
    keyed(payoutRow),
  ),
  /** The withdrawal with its latest attempt. */
  'POST /api/console/payouts/show': operator('payout.read', item, payoutDetail),
  'POST /api/console/payouts/claim': operator('payout.pay', item.extend(claiming), z.null()),
  /**
   * It was paid: 210 withdrawalPayable to 220 payoutBank. `attempt` is the one that was seen, so
   * that an older screen pays nothing.
   */
  'POST /api/console/payouts/pay': operator(
    'payout.pay',
    item.extend({ attempt: z.number().int(), reference: text(100) }),
    z.null(),
    { once: true },
  ),
  /** Hands the attempt to a provider, under everything that a payment by hand is asked. */
  'POST /api/console/payouts/send': operator(
    'payout.pay',
    item.extend({ attempt: z.number().int() }),
    z.null(),
    { once: true },
  ),
  /**
   * What became of a payout whose provider does not say: one person records what was found out,
   * another one's same word settles it.
   */
  'POST /api/console/payouts/judge': operator(
    'payout.pay',
    item.extend({
      attempt: z.number().int(),
      paid: z.boolean(),
      reference: text(64),
      remark,
    }),
    z.null(),
    { once: true },
  ),
  /** This attempt did not reach anybody: the money stays owed and the next attempt opens. */
  'POST /api/console/payouts/fail': operator(
    'payout.pay',
    item.extend({ attempt: z.number().int(), remark }),
    z.null(),
    { once: true },
  ),
  /**
   * It cannot be paid at all: the money goes back to the member's wallet and the withdrawal counts
   * as refused.
   */
  'POST /api/console/payouts/return': operator(
    'payout.pay',
    item.extend({ attempt: z.number().int(), remark }),
    z.null(),
    { once: true },
  ),
} as const
