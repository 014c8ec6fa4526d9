import { reviewState } from '@tianping/contract/facts'
import { say } from '@tianping/contract/refusals'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { callbacksOf, readDeposit, type Deposit } from '../store/deposit.sql.ts'
import { receiverOf } from '../store/choice.sql.ts'
import { receiptOf } from '../store/receipt.sql.ts'
import { transferNote } from '../bankTransfer.ts'
import { ownerOf } from '../store/order.sql.ts'
import {
  approveDeposit,
  creditable,
  depositApprovable,
  deposits,
  heldBy,
  rejectDeposit,
} from '../review.ts'
import { partsOf, partsOfOrder, stageOf, wordsOf } from '../stage.ts'
import { listDeposits, type DepositListed } from '../store/review.sql.ts'
import { standing } from '../secondApproval.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { maskedNumber, openNumber } from '../../../kernel/cardNumber.ts'
import { figuresOf } from '../../risk/risk.ts'
import { seesFull } from '../../../kernel/operator/unmask.ts'
import { claim, decide, deciderOf } from '../../../kernel/operator/queue.ts'
import { maskedName } from '../../../kernel/operator/mask.ts'
import { keyedPage } from '../../../kernel/operator/pages.sql.ts'
import { redacted } from './redacted.ts'
import { confirmationOf, orderFilterOf, ORDER_REPEATED } from './review.ts'

const MAX_CALLBACKS = 50

const depositRowOf = (order: DepositListed, now: Date) => ({
  deposit_no: order.depositNo,
  member_id: Number(order.memberId),
  username: order.username,
  method: order.method,
  amount: yuanOf(order.amountFen),
  state: order.state,
  waits_for: order.waitsFor,
  created_at: beijing(order.createdAt),
  claimed_by: heldBy(order, now),
  confirmed_by: order.confirmedBy,
  decided_by: deciderOf(order.state === reviewState.waiting, order.decidedBy),
  decided_at: order.decidedAt ? beijing(order.decidedAt) : '',
  remark: order.remark,
})

/** How it stands, in the member's words. */
const stageFields = (...of: Parameters<typeof stageOf>) => ({
  stage: stageOf(...of),
  stage_words: wordsOf(...of),
})

/** What the member said of a bank transfer: in full for who may see it and has said why. */
async function payerOf(
  { db, clock, settings, operator }: ConsoleContext<'POST /api/console/deposits/show'>,
  order: Deposit,
) {
  const sealed = order.payerNoSealed
  const full = sealed && (await seesFull(db, clock.now(), operator, `deposit:${order.depositNo}`))
  return {
    bank: order.payerBank,
    bank_owner: full ? order.payerOwner : maskedName(order.payerOwner),
    bank_no: full
      ? openNumber(settings.cardKey, order.memberId, sealed)
      : maskedNumber(order.payerNoTail),
    bank_address: order.payerAddress,
  }
}

export const depositHandlers = {
  'POST /api/console/deposits/list': async ({ db, clock, body }) => {
    const now = clock.now()
    const filter = orderFilterOf(body)
    const found = await listDeposits(db, filter)
    const parts = await partsOf(db, found.rows)
    return {
      data: keyedPage(
        filter.paging,
        found,
        found.rows.map(row => ({
          ...depositRowOf(row, now),
          ...stageFields(row, parts(row.depositNo), now),
        })),
      ),
    }
  },
  'POST /api/console/deposits/show': async context => {
    const { db, clock, body, operator } = context
    const owner = await ownerOf(db, 'deposit', body.deposit_no)
    const order = owner === undefined ? undefined : await readDeposit(db, owner, body.deposit_no)
    if (!order) throw new Refusal(say('order.not_found'))
    const now = clock.now()
    const credits = order.creditedFen ?? (await creditable(db, order))
    const [member, parts, callbacks, payer, two, receiver, receipt] = await Promise.all([
      figuresOf(context, order.memberId),
      partsOfOrder(db, order),
      callbacksOf(db, order.depositNo, MAX_CALLBACKS),
      payerOf(context, order),
      standing(db, depositApprovable(order, credits), operator.name, now),
      receiverOf(db, order.memberId, order.depositNo),
      receiptOf(db, order.memberId, order.depositNo),
    ])
    const { payments } = parts
    return {
      data: {
        ...depositRowOf(
          { ...order, username: member.username, confirmedBy: two.first?.operator ?? '' },
          now,
        ),
        ...stageFields(order, parts, now),
        confirmation: confirmationOf(two),
        payer,
        receiver: {
          bank: receiver.bank,
          bank_no: receiver.bankNo,
          bank_owner: receiver.bankOwner,
        },
        note: order.method === 'card' ? transferNote(order.memberId) : '',
        receipt_at: receipt ? beijing(receipt.uploadedAt) : '',
        protocol: order.protocol,
        usdt_amount: yuanOf(order.usdtCents),
        provider_ref: payments.map(payment => payment.reference).join(' '),
        paid_amount: yuanOf(payments.reduce((sum, payment) => sum + payment.amountFen, 0n)),
        credits: yuanOf(credits),
        expires_at: order.expiresAt ? beijing(order.expiresAt) : '',
        wish: order.wish,
        wished_at: order.wishedAt ? beijing(order.wishedAt) : '',
        refunds: parts.refunds.map(refund => ({
          refund_no: refund.refundNo,
          amount: yuanOf(refund.amountFen),
          state: refund.state,
          voucher: refund.voucher,
        })),
        callbacks: callbacks.map(callback => ({
          received_at: beijing(callback.receivedAt),
          verdict: callback.verdict,
          payload: redacted(callback.body),
        })),
        member,
      },
    }
  },
  'POST /api/console/deposits/claim': context =>
    claim(context, deposits, context.body.deposit_no, {
      action: 'deposit.claim',
      tellsState: true,
    }),
  'POST /api/console/deposits/approve': context => {
    const { operator: reviewer, caller, body } = context
    const { deposit_no: no, remark } = body
    return decide(context, deposits, no, {
      action: 'deposit.approve',
      confirms: 'deposit.confirm',
      note: remark,
      done: '已通过',
      repeated: ORDER_REPEATED,
      run: (tx, now) => approveDeposit(tx, no, { reviewer, remark, key: caller.key, now }),
    })
  },
  'POST /api/console/deposits/reject': context => {
    const { deposit_no: no, remark } = context.body
    return decide(context, deposits, no, {
      action: 'deposit.reject',
      note: remark,
      done: '已拒绝',
      repeated: ORDER_REPEATED,
      run: (tx, now) => rejectDeposit(tx, no, context.operator, remark, now),
    })
  },
} satisfies ConsoleHandlers
