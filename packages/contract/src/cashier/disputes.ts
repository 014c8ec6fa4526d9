import { z } from 'zod'
import { amounts, inOrder, keyed, sorted, span } from '../listed.ts'
import { operator } from '../call.ts'
import {
  claiming,
  decision,
  memberFigures,
  moment,
  orderFilter,
  orderNo,
  remark,
} from '../consoleFields.ts'
import { amount, int8, oneOf, text, time, yuan, stateOf } from '../fields.ts'
import { DISPUTE_FILE_BYTES, disputeOutcomes, disputeLabels, disputeState } from './facts.ts'

const once = { once: true } as const

const disputeRow = z.object({
  dispute_no: z.string(),
  deposit_no: z.string(),
  member_id: z.number().int(),
  username: z.string(),
  /** The provider's name. */
  provider: z.string(),
  /** The provider's number of the payment. */
  reference: z.string(),
  amount: yuan,
  reason: z.string(),
  /** Until when evidence is taken; empty where the provider names no day. */
  due_at: z.string(),
  /** 1 open, 2 won, 3 lost, 4 accepted, 5 lifted: not confirmed in time. */
  state: stateOf(disputeState, disputeLabels),
  created_at: time,
  /** What came from the wallet, and what the member owes. */
  taken: yuan,
  debt: yuan,
  ...decision.shape,
  opened_by: z.string(),
  /** Until when another person has to confirm it; empty where nobody has to. */
  confirm_by: z.string(),
})

const disputeDetail = disputeRow.extend({
  /** The provider's number of the dispute. */
  provider_no: z.string(),
  /** The provider's word of how it ended; empty while there is none. */
  said: z.enum(['', 'won', 'lost']),
  /** Another operator, or the code of the provider that told of it later. */
  confirmed_by: z.string(),
  confirmed_at: z.string(),
  evidence: z.string(),
  evidence_by: z.string(),
  evidence_at: z.string(),
  /** Files of evidence; `GET /api/console/disputes/file/<file_id>` answers one. */
  files: z.array(
    z.object({
      file_id: z.number().int(),
      name: z.string(),
      type: z.enum(['webp', 'pdf']),
      bytes: z.number().int(),
      added_by: z.string(),
      added_at: time,
    }),
  ),
  answered_by: z.string(),
  answered_at: z.string(),
  /** What another person has to confirm; empty for nothing. */
  proposed: z.union([z.literal(''), oneOf(disputeOutcomes)]),
  proposed_by: z.string(),
  /** Whether the provider takes an answer by its interface. */
  by_port: z.boolean(),
  /** What the member can lose now: the wallet, and what would be owed. */
  would_take: yuan,
  would_owe: yuan,
  member: memberFigures,
})

const debtRow = z.object({
  member_id: z.number().int(),
  username: z.string(),
  owed: yuan,
  changed_at: time,
  write_off_by: z.string(),
  remark: z.string(),
})

const item = z.object({ dispute_no: orderNo })
const outcome = oneOf(disputeOutcomes)

/** Payments that their payers take back, and what members owe after lost ones. */
export const disputeConsole = {
  'POST /api/console/disputes/list': operator(
    'payout.read',
    orderFilter.extend({
      ...sorted('POST /api/console/disputes/list'),
      ...span,
      ...amounts,
    }),
    keyed(disputeRow),
  ),
  'POST /api/console/disputes/show': operator('payout.read', item, disputeDetail),
  'POST /api/console/disputes/claim': operator('payout.pay', item.extend(claiming), z.null()),
  /**
   * A provider told of it by mail or on its page: `provider` is its name or code, `reference` its
   * number of the payment.
   */
  'POST /api/console/disputes/open': operator(
    'payout.pay',
    z.object({
      provider: text(24),
      reference: text(64),
      amount,
      reason: text(200),
      due_at: moment,
    }),
    z.null(),
    once,
  ),
  /** Makes one that was noted by hand count: by another person than the one who noted it. */
  'POST /api/console/disputes/confirm': operator(
    'payout.pay',
    item.extend({ remark }),
    z.null(),
    once,
  ),
  'POST /api/console/disputes/evidence': operator(
    'payout.pay',
    item.extend({ evidence: text(4_000) }),
    z.null(),
    once,
  ),
  /** A picture or a PDF as base64. */
  'POST /api/console/disputes/file': operator(
    'payout.pay',
    item.extend({
      name: text(100),
      content: z.base64().max(Math.ceil(DISPUTE_FILE_BYTES / 3) * 4),
    }),
    z.null(),
    { once: true, large: true },
  ),
  /** Sends the evidence through the provider's interface. */
  'POST /api/console/disputes/answer': operator('payout.pay', item, z.null(), once),
  /** Two voices end it: two operators, or the provider's word and one operator. */
  'POST /api/console/disputes/settle': operator(
    'payout.pay',
    item.extend({ outcome, remark }),
    z.null(),
    once,
  ),
  'POST /api/console/debts/list': operator(
    'payout.read',
    z.object({ ...inOrder('POST /api/console/debts/list'), ...span }),
    keyed(debtRow),
  ),
  /** Takes what is in the wallet, at most what is owed. */
  'POST /api/console/debts/collect': operator(
    'payout.pay',
    z.object({ member_id: int8 }),
    z.null(),
    once,
  ),
  /** The first time it is proposed, another person's makes it count; `owed` is what was seen. */
  'POST /api/console/debts/write-off': operator(
    'payout.pay',
    z.object({ member_id: int8, owed: amount, remark }),
    z.null(),
    once,
  ),
} as const
