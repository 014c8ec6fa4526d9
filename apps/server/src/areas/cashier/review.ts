// What operators do to orders. Each function works inside the caller's transaction and under the
// order's lock, so that whoever comes second finds what the first one did, and the decision and
// its audit row commit together.
import { say } from '@tianping/contract/refusals'
import { formatFen } from '@tianping/money'
import {
  decisionOf,
  reviewDecisions,
  reviewState,
  type ReviewState,
} from '@tianping/contract/facts'
import type { Db, Tx } from '@tianping/database'
import { existing, need, Refusal } from '../../kernel/http/refusal.ts'
import { decideLocked, type Outcome, type Queue } from '../../kernel/operator/queue.ts'
import { mustRelease, mustSettle, type Actor } from '../../ledger/ledger.ts'
import { adjustedBy, refuseHeld, type Going } from '../holds/holds.ts'
import { notify } from '../message/message.ts'
import { senderVerdict } from '../screening/screening.ts'
import type { Settings } from '../../kernel/environment.ts'
import { aboutDeposit, aboutWithdrawals } from './about.ts'
import { refuseDisputed } from './disputes/open.ts'
import { creditDeposit } from './credit.ts'
import { openRefund } from './refunds.ts'
import { isLate, leftOf, partsOfOrder } from './stage.ts'
import {
  lockDeposit,
  markForReview,
  markRefused,
  paymentsOf,
  readDeposit,
  type Deposit,
} from './store/deposit.sql.ts'
import { ownerOf } from './store/order.sql.ts'
import { payOut, refuseLockedCard } from './payout.ts'
import { claimDepositRow, claimWithdrawalRow } from './store/review.sql.ts'
import { secondPerson, subjectOf, type Approvable, type Approval } from './secondApproval.ts'
import { forgetFirst } from './store/secondApproval.sql.ts'
import { holdKeyOf } from './member/withdraw.ts'
import {
  decideWithdrawal,
  lockWithdrawal,
  readWithdrawal,
  type Withdrawal,
} from './store/withdrawal.sql.ts'

export type Reviewer = { operatorId: bigint; name: string }
type Reviewable = Pick<Deposit, 'state' | 'claimedBy' | 'claimedUntil' | 'decidedBy' | 'memberId'>

/** Whoever holds an order now; empty when nobody does. */
export const heldBy = (
  order: Pick<Reviewable, 'claimedBy' | 'claimedUntil' | 'state'>,
  now: Date,
): string =>
  order.state === reviewState.waiting && order.claimedUntil && order.claimedUntil > now
    ? order.claimedBy
    : ''

/** What both queues of orders have in common. */
const ofOrders = {
  closed: ({ state, decidedBy }: Reviewable) =>
    state === reviewState.waiting
      ? undefined
      : {
          said: say('order.decided', {
            by: decidedBy || '系统',
            how: decisionOf(reviewDecisions, state),
          }),
          data: { state, decided_by: decidedBy },
        },
  membersOf: (order: Reviewable) => [order.memberId],
}
const ofColumns = {
  holderOf: heldBy,
  refusal: (holder: string) => say('order.claimed', { holder }),
}

export const deposits: Queue<string, Deposit> = {
  ...ofOrders,
  subjectOf: subjectOf.deposit,
  lock: async (tx, no) =>
    lockDeposit(tx, existing(await ownerOf(tx, 'deposit', no), 'order.not_found'), no),
  told: order => ({
    state: order.state,
    waits_for: order.waitsFor,
    credited_fen: order.creditedFen,
    decided_by: order.decidedBy,
    remark: order.remark,
  }),
  columns: {
    ...ofColumns,
    take: (tx, { memberId, depositNo }, claim) =>
      claimDepositRow(tx, { memberId, depositNo, ...claim }),
  },
}

export const withdrawals: Queue<string, Withdrawal> = {
  ...ofOrders,
  subjectOf: subjectOf.withdrawal,
  lock: async (tx, no) =>
    lockWithdrawal(tx, existing(await ownerOf(tx, 'withdrawal', no), 'order.not_found'), no),
  told: order => ({
    state: order.state,
    amount_fen: order.amountFen,
    decided_by: order.decidedBy,
    remark: order.remark,
  }),
  columns: {
    ...ofColumns,
    take: (tx, { memberId, withdrawalNo }, claim) =>
      claimWithdrawalRow(tx, { memberId, withdrawalNo, ...claim }),
  },
}

const actor = (reviewer: Reviewer): Actor => ({
  type: 'operator',
  id: reviewer.operatorId.toString(),
})

const decidedBy =
  (state: ReviewState, { name }: Reviewer) =>
  (order: Reviewable) =>
    order.state === state && order.decidedBy === name

const depositNow = async (tx: Tx, { memberId, depositNo }: Deposit) =>
  existing(await readDeposit(tx, memberId, depositNo), 'order.not_found')
const withdrawalNow = async (tx: Tx, { memberId, withdrawalNo }: Withdrawal) =>
  existing(await readWithdrawal(tx, memberId, withdrawalNo), 'order.not_found')

/**
 * What an approval credits: what was really paid as far as the provider said; for a bank transfer
 * what was declared.
 */
export async function creditable(db: Db, order: Deposit): Promise<bigint> {
  const parts = await partsOfOrder(db, order)
  return parts.payments.length > 0 ? leftOf(parts) : order.amountFen
}

/**
 * A payment from an address of a list waits for compliance; once confirmed it is never credited.
 */
async function refuseSender(tx: Tx, { memberId, depositNo }: Deposit, to: 'credit' | 'reject') {
  const addresses = (await paymentsOf(tx, memberId, depositNo)).map(each => each.fromAddress)
  const verdict = await senderVerdict(tx, memberId, addresses)
  if (verdict === 'open') throw new Refusal(say('order.sender_open'))
  if (verdict === 'confirmed' && to === 'credit') throw new Refusal(say('order.sender_confirmed'))
}

export const depositApprovable = (
  { memberId, depositNo: no }: Deposit,
  amountFen: bigint,
): Approvable => ({ kind: 'deposit', no, memberId, amountFen })
export const withdrawalApprovable = ({
  memberId,
  cardId,
  withdrawalNo: no,
  amountFen,
}: Withdrawal): Approvable => ({ kind: 'withdrawal', no, memberId, cardId, amountFen })

/** What may stop a withdrawal. */
export const goingOf = (
  { memberId, withdrawalNo, heldUntil, heldFor, needsTier }: Withdrawal,
  now: Date,
): Going => ({
  subject: subjectOf.withdrawal(withdrawalNo),
  memberId,
  pays: 'payout',
  wait: heldUntil && { until: heldUntil, reasons: heldFor },
  needsTier,
  now,
})

const ADJUSTER_DAYS = 7

/** Who proposed an adjustment of the member's money does not let it out as well. */
async function refuseAdjuster(tx: Tx, { memberId }: Withdrawal, { reviewer, now }: Approval) {
  const since = new Date(now.getTime() - ADJUSTER_DAYS * 86_400_000)
  if (await adjustedBy(tx, memberId, reviewer.name, since))
    throw new Refusal(say('order.adjuster', { days: ADJUSTER_DAYS }), { rule: 'two_persons' })
}

/**
 * Credits a deposit, or where that takes two persons and this is the first, notes it and leaves the
 * order in the queue.
 */
export const approveDeposit = (
  tx: Tx,
  depositNo: string,
  approval: Approval,
): Promise<Outcome<Deposit>> => {
  const { reviewer, remark, now } = approval
  return decideLocked(tx, deposits, depositNo, {
    by: { name: reviewer.name, now },
    repeats: decidedBy(reviewState.approved, reviewer),
    refuse: async order => {
      await refuseSender(tx, order, 'credit')
      await refuseDisputed(tx, order)
      if ((await creditable(tx, order)) <= 0n) throw new Refusal(say('order.nothing_left'))
      // Nobody has paid this one as far as the provider says: crediting it by hand needs a word.
      if (order.waitsFor === 'provider') need(remark, 'order.unpaid_remark_missing', 'remark')
    },
    second: secondPerson(tx, subjectOf.deposit(depositNo), approval, {
      approvable: async order => depositApprovable(order, await creditable(tx, order)),
      wait: async order => {
        await markForReview(tx, [order])
        return depositNow(tx, order)
      },
    }),
    apply: async order => {
      await creditDeposit(tx, order, {
        amountFen: await creditable(tx, order),
        late: isLate({ ...order, decidedAt: now }, await partsOfOrder(tx, order)),
        actor: actor(reviewer),
        decidedBy: reviewer.name,
        remark,
        now,
      })
      return depositNow(tx, order)
    },
  })
}

/**
 * What was paid for a rejected order goes back, payment by payment. What came from an address of a
 * list goes nowhere: compliance has it.
 */
async function giveBack(tx: Tx, order: Deposit, now: Date): Promise<bigint> {
  const { payments, refunds } = await partsOfOrder(tx, order)
  const addresses = payments.map(each => each.fromAddress)
  if ((await senderVerdict(tx, order.memberId, addresses)) !== 'clear') return 0n
  const known = new Set(refunds.map(each => each.reference))
  const open = payments.filter(each => !known.has(each.reference))
  for (const payment of open) {
    const { amountFen } = payment
    await openRefund(tx, order, payment, { amountFen, reason: 'rejected', now })
  }
  return open.reduce((sum, each) => sum + each.amountFen, 0n)
}

export const rejectDeposit = (
  tx: Tx,
  depositNo: string,
  reviewer: Reviewer,
  remark: string,
  now: Date,
): Promise<Outcome<Deposit>> =>
  decideLocked(tx, deposits, depositNo, {
    by: { name: reviewer.name, now },
    repeats: decidedBy(reviewState.rejected, reviewer),
    refuse: async order => {
      need(remark, 'desk.rejection_missing', 'remark')
      await refuseSender(tx, order, 'reject')
      await refuseDisputed(tx, order)
    },
    apply: async order => {
      const { memberId } = order
      await forgetFirst(tx, subjectOf.deposit(depositNo))
      await markRefused(tx, { memberId, depositNo, decidedBy: reviewer.name, remark, now })
      const backFen = await giveBack(tx, order, now)
      const back = backFen > 0n ? `\n已收的 ¥${formatFen(backFen)} 待退款，不入账。` : ''
      await notify(
        tx,
        memberId,
        '存款未通过审核',
        `您的存款 ¥${formatFen(order.amountFen)} 未通过审核，订单号 ${depositNo}。\n原因：${remark}${back}`,
        now,
        aboutDeposit(depositNo),
      )
      return depositNow(tx, order)
    },
  })

/**
 * Posts the amount that was held and hands the order to the payout, or where that takes two persons
 * and this is the first, notes it and leaves the order in the queue.
 */
export const approveWithdrawal = (
  tx: Tx,
  settings: Settings,
  withdrawalNo: string,
  approval: Approval,
): Promise<Outcome<Withdrawal>> => {
  const { reviewer, now } = approval
  return decideLocked(tx, withdrawals, withdrawalNo, {
    by: { name: reviewer.name, now },
    repeats: decidedBy(reviewState.approved, reviewer),
    refuse: async order => {
      await refuseLockedCard(tx, order)
      await refuseAdjuster(tx, order, approval)
      await refuseHeld(tx, goingOf(order, now), reviewer.name)
    },
    second: secondPerson(tx, subjectOf.withdrawal(withdrawalNo), approval, {
      approvable: withdrawalApprovable,
      wait: async order => {
        const { memberId } = order
        await claimWithdrawalRow(tx, { memberId, withdrawalNo, operator: '', until: null })
        return withdrawalNow(tx, order)
      },
    }),
    apply: async order => {
      const by = { actor: actor(reviewer), by: reviewer.name, remark: approval.remark, now }
      await settleWithdrawal(tx, settings, order, by)
      return withdrawalNow(tx, order)
    },
  })
}

/** `by` is empty where no person approved it. */
export async function settleWithdrawal(
  tx: Tx,
  settings: Settings,
  order: Withdrawal,
  { actor: who, by, remark, now }: { actor: Actor; by: string; remark: string; now: Date },
) {
  const { memberId, withdrawalNo } = order
  await mustSettle(tx, {
    memberId,
    holdKey: holdKeyOf(withdrawalNo),
    key: `withdrawal:${withdrawalNo}:settle`,
    actor: who,
    effectiveAt: now,
  })
  await decideWithdrawal(tx, {
    memberId,
    withdrawalNo,
    state: reviewState.approved,
    decidedBy: by,
    now,
    remark,
  })
  await payOut(tx, settings, order, now)
  await notify(
    tx,
    memberId,
    '取款已通过审核',
    `您的取款 ¥${formatFen(order.amountFen)} 已通过审核，正在汇出，订单号 ${withdrawalNo}。`,
    now,
    aboutWithdrawals,
  )
}

/** Gives the amount that was held back to the member. */
export const rejectWithdrawal = (
  tx: Tx,
  withdrawalNo: string,
  reviewer: Reviewer,
  remark: string,
  now: Date,
): Promise<Outcome<Withdrawal>> =>
  decideLocked(tx, withdrawals, withdrawalNo, {
    by: { name: reviewer.name, now },
    repeats: decidedBy(reviewState.rejected, reviewer),
    refuse: () => need(remark, 'desk.rejection_missing', 'remark'),
    apply: async order => {
      await forgetFirst(tx, subjectOf.withdrawal(withdrawalNo))
      await releaseWithdrawal(tx, order, { reviewer, remark, now })
      return withdrawalNow(tx, order)
    },
  })

async function releaseWithdrawal(
  tx: Tx,
  { memberId, withdrawalNo, amountFen }: Withdrawal,
  { reviewer, remark, now }: Omit<Approval, 'key'>,
) {
  await mustRelease(tx, {
    memberId,
    holdKey: holdKeyOf(withdrawalNo),
    key: `withdrawal:${withdrawalNo}:release`,
    actor: actor(reviewer),
    effectiveAt: now,
  })
  await decideWithdrawal(tx, {
    memberId,
    withdrawalNo,
    state: reviewState.rejected,
    decidedBy: reviewer.name,
    now,
    remark,
  })
  await notify(
    tx,
    memberId,
    '取款未通过审核',
    `您的取款 ¥${formatFen(amountFen)} 未通过审核，金额已退回中心钱包，订单号 ${withdrawalNo}。\n原因：${remark}`,
    now,
    aboutWithdrawals,
  )
}
