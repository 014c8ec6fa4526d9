import { methodLabels } from './payments.ts'
import { z } from 'zod'
import { operator } from '../call.ts'
import {
  claiming,
  confirmation,
  decision,
  holds,
  memberFigures,
  orderFilter,
  orderNo,
  remark,
} from '../consoleFields.ts'
import { oneOf, text, time, yuan, stateOf, nameOf } from '../fields.ts'
import { amounts, keyed, sorted, span } from '../listed.ts'
import { reviewLabels, reviewState } from '../facts.ts'
import { bulkOutcomes, fundKinds, payoutChecks } from './facts.ts'
import { stageLabels, depositWishes, refundState } from './stages.ts'

const depositRow = z.object({
  deposit_no: z.string(),
  member_id: z.number().int(),
  username: z.string(),
  method: nameOf(methodLabels),
  amount: yuan,
  state: stateOf(reviewState, reviewLabels),
  /** Who moves a pending one: a person, or the provider's callback; empty when it is decided. */
  waits_for: oneOf({ person: '人工', provider: '支付通道', '': '' }),
  /** As the member reads it: the same words as on the order's page. */
  stage: oneOf(stageLabels),
  stage_words: z.string(),
  created_at: time,
  /** Who approved it first where two have to. */
  confirmed_by: z.string(),
  ...decision.shape,
})

const depositDetail = depositRow.extend({
  confirmation,
  /** What the member said of the payment; masked unless the operator may see it. */
  payer: z.object({
    bank: z.string(),
    bank_owner: z.string(),
    bank_no: z.string(),
    bank_address: z.string(),
  }),
  /** The account that the member says was paid, all empty where nothing was said. */
  receiver: z.object({ bank: z.string(), bank_no: z.string(), bank_owner: z.string() }),
  /** What the member was told to write on a bank transfer; empty for other methods. */
  note: z.string(),
  /** When the member handed in a receipt; empty without one. */
  receipt_at: z.string(),
  protocol: z.string(),
  usdt_amount: z.number(),
  provider_ref: z.string(),
  paid_amount: yuan,
  /**
   * What an approval credits, or what was credited: the amount really paid where the provider
   * reported one.
   */
  credits: yuan,
  expires_at: z.string(),
  /** What the member wants done with a payment of another amount; empty for nothing. */
  wish: oneOf({ '': '', ...depositWishes }),
  wished_at: z.string(),
  /** What goes back or went back of what was paid for it. */
  refunds: z.array(
    z.object({
      refund_no: z.string(),
      amount: yuan,
      state: z.enum(refundState),
      voucher: z.string(),
    }),
  ),
  /** Every callback as it came, newest first. */
  callbacks: z.array(z.object({ received_at: time, verdict: z.string(), payload: z.string() })),
  member: memberFigures,
})

const withdrawalRow = z.object({
  out_trade_no: z.string(),
  member_id: z.number().int(),
  username: z.string(),
  method: nameOf(methodLabels),
  amount: yuan,
  usdt_amount: z.number(),
  fee_usdt: z.number(),
  receives: z.string(),
  state: stateOf(reviewState, reviewLabels),
  created_at: time,
  confirmed_by: z.string(),
  ...decision.shape,
})

const withdrawalDetail = withdrawalRow.extend({
  /** What kept it from an automatic approval; empty also where none was tried. */
  automatic: z.array(oneOf(payoutChecks)),
  confirmation,
  /**
   * `holder`: whether a bank card's holder is the member (`match`, `differs`), or the member said
   * so of a USDT address (`confirmed`, `unconfirmed`); also for who sees the names masked.
   */
  card: z.object({
    bank: z.string(),
    bank_owner: z.string(),
    bank_no: z.string(),
    holder: z.enum(['match', 'differs', 'confirmed', 'unconfirmed']),
    bound_at: time,
  }),
  /** What stops the payout, and who released it. */
  holds,
  /** Other members who have bound one of this member's numbers. */
  shared_with: z.array(z.object({ id: z.number().int(), username: z.string() })),
  member: memberFigures,
})

const fund = oneOf(fundKinds)

const bulkNumbers = z.array(orderNo).min(1).max(100)
const bulkAnswer = z.object({
  items: z.array(
    z.object({
      out_trade_no: z.string(),
      username: z.string(),
      amount: yuan,
      outcome: oneOf(bulkOutcomes),
      /** Why it was left; empty otherwise. */
      why: z.string(),
    }),
  ),
  /** Of what is ready or was done. */
  count: z.number().int(),
  total: yuan,
})

/** Gives an item back that one has claimed. */

export const cashierConsole = {
  'POST /api/console/deposits/list': operator(
    'deposit.read',
    z.object({
      ...orderFilter.shape,
      ...sorted('POST /api/console/deposits/list'),
      ...span,
      ...amounts,
      method: text(20),
    }),
    keyed(depositRow),
  ),
  'POST /api/console/deposits/show': operator(
    'deposit.read',
    z.object({ deposit_no: orderNo }),
    depositDetail,
  ),
  /**
   * Takes the item for oneself, so that no two work on it; refused while another holds it (ten
   * minutes).
   */
  'POST /api/console/deposits/claim': operator(
    'deposit.review',
    z.object({ deposit_no: orderNo, ...claiming }),
    z.null(),
  ),
  'POST /api/console/deposits/approve': operator(
    'deposit.review',
    z.object({ deposit_no: orderNo, remark }),
    z.null(),
    { once: true },
  ),
  'POST /api/console/deposits/reject': operator(
    'deposit.review',
    z.object({ deposit_no: orderNo, remark }),
    z.null(),
    { once: true },
  ),
  'POST /api/console/withdrawals/list': operator(
    'withdrawal.read',
    z.object({
      ...orderFilter.shape,
      ...sorted('POST /api/console/withdrawals/list'),
      ...span,
      ...amounts,
      method: text(20),
    }),
    keyed(withdrawalRow),
  ),
  'POST /api/console/withdrawals/show': operator(
    'withdrawal.read',
    z.object({ out_trade_no: orderNo }),
    withdrawalDetail,
  ),
  'POST /api/console/withdrawals/claim': operator(
    'withdrawal.review',
    z.object({ out_trade_no: orderNo, ...claiming }),
    z.null(),
  ),
  /**
   * What the money consists of: everything that moved the member's own accounts since the
   * withdrawal before it. Losses, what earlier withdrawals hold and the amount are taken from the
   * oldest kind of money on.
   */
  'POST /api/console/withdrawals/funds': operator(
    'withdrawal.read',
    z.object({ out_trade_no: orderNo }),
    z.object({
      /** When the withdrawal before it was approved; empty without one. */
      since: z.string(),
      lines: z.array(z.object({ kind: fund, movements: z.number().int(), amount: yuan })),
      /** Transfers between the member's own wallet and venues. */
      transfers: z.number().int(),
      total: yuan,
      /** What earlier withdrawals, none of them rejected since, held when it was asked for. */
      held: yuan,
      consists: z.array(z.object({ kind: fund, amount: yuan })),
      /** Whether all of it was looked through. */
      whole: z.boolean(),
    }),
  ),
  /** What of these withdrawals the rules (`cashier.review.bulk`) call harmless, and why not. */
  'POST /api/console/withdrawals/check': operator(
    'withdrawal.review',
    z.object({ numbers: bulkNumbers }),
    bulkAnswer,
  ),
  /**
   * Approves each that is harmless, one by one and by every rule of a single approval; where two
   * have to approve this is the first or the second of them.
   */
  'POST /api/console/withdrawals/bulk': operator(
    'withdrawal.review',
    z.object({ numbers: bulkNumbers, remark }),
    bulkAnswer,
    { once: true },
  ),
  'POST /api/console/withdrawals/approve': operator(
    'withdrawal.review',
    z.object({ out_trade_no: orderNo, remark }),
    z.null(),
    { once: true },
  ),
  /** Releases what stops the payout now; another person approves it then. */
  'POST /api/console/withdrawals/release': operator(
    'hold.release',
    z.object({ out_trade_no: orderNo, remark }),
    z.null(),
    { once: true },
  ),
  'POST /api/console/withdrawals/reject': operator(
    'withdrawal.review',
    z.object({ out_trade_no: orderNo, remark }),
    z.null(),
    { once: true },
  ),
} as const
