// What operators do to orders. Each function works inside the caller's transaction and under the
// order's lock, so that whoever comes second finds what the first one did, and the deed and its
// audit row commit together.
import { say } from '@tianping/contract/refusals'
import { formatFen } from '@tianping/contract/money'
import type { Tx } from '@tianping/database'
import { Refusal } from '../../kernel/http/refusal.ts'
import { release, settle, type Actor } from '../../ledger/ledger.ts'
import { notify } from '../message/message.ts'
import type { Settings } from '../../kernel/environment.ts'
import { creditDeposit } from './credit.ts'
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
import { countApproval, saidBefore, subjectOf, type Approval, type Said } from './twoPersons.ts'
import { forgetFirst } from './store/twoPersons.sql.ts'
import { holdKeyOf } from './member/withdraw.ts'
import {
  decideWithdrawal,
  lockWithdrawal,
  readWithdrawal,
  type Withdrawal,
} from './store/withdrawal.sql.ts'
import { CLAIM_MS } from '../../kernel/operator/claimTime.ts'

export type Reviewer = { operatorId: bigint; name: string }
/** `repeated`: the same operator decided the same before, and nothing was done now. */
export type Decided<Order> = { before: Order; after: Order; repeated: boolean } & Said
const alone: Said = { first: '', awaits: null }

type Reviewable = Pick<Deposit, 'state' | 'claimedBy' | 'claimedUntil' | 'decidedBy'>

/** Whoever holds an item now; empty when nobody does. */
export const heldBy = (
  order: Pick<Reviewable, 'claimedBy' | 'claimedUntil' | 'state'>,
  now: Date,
): string =>
  order.state === 1 && order.claimedUntil && order.claimedUntil > now ? order.claimedBy : ''

function refuseUnlessFree(order: Reviewable, reviewer: Reviewer, now: Date) {
  if (order.state !== 1) {
    const verb = order.state === 2 ? '通过' : '拒绝'
    throw new Refusal(say('order.decided', { by: order.decidedBy || '系统', how: verb }), {
      state: order.state,
      decided_by: order.decidedBy,
    })
  }
  const holder = heldBy(order, now)
  if (holder !== '' && holder !== reviewer.name)
    throw new Refusal(say('order.claimed', { holder }), { claimed_by: holder })
}

const actor = (reviewer: Reviewer): Actor => ({
  type: 'operator',
  id: reviewer.operatorId.toString(),
})
const noOrder = () => new Refusal(say('order.not_found'))

async function depositOf(tx: Tx, depositNo: string): Promise<Deposit> {
  const owner = await ownerOf(tx, 'deposit', depositNo)
  if (owner === undefined) throw noOrder()
  return lockDeposit(tx, owner, depositNo)
}

async function withdrawalOf(tx: Tx, withdrawalNo: string): Promise<Withdrawal> {
  const owner = await ownerOf(tx, 'withdrawal', withdrawalNo)
  if (owner === undefined) throw noOrder()
  return lockWithdrawal(tx, owner, withdrawalNo)
}

export async function claimDeposit(
  tx: Tx,
  depositNo: string,
  reviewer: Reviewer,
  now: Date,
): Promise<Deposit> {
  const order = await depositOf(tx, depositNo)
  refuseUnlessFree(order, reviewer, now)
  await claimDepositRow(tx, {
    memberId: order.memberId,
    depositNo,
    operator: reviewer.name,
    until: new Date(now.getTime() + CLAIM_MS),
  })
  return order
}

export async function claimWithdrawal(
  tx: Tx,
  withdrawalNo: string,
  reviewer: Reviewer,
  now: Date,
): Promise<Withdrawal> {
  const order = await withdrawalOf(tx, withdrawalNo)
  refuseUnlessFree(order, reviewer, now)
  await claimWithdrawalRow(tx, {
    memberId: order.memberId,
    withdrawalNo,
    operator: reviewer.name,
    until: new Date(now.getTime() + CLAIM_MS),
  })
  return order
}

/**
 * What an approval credits: what was really paid as far as the provider said; for a bank transfer
 * what was declared.
 */
export async function creditable(
  db: Parameters<typeof paymentsOf>[0],
  order: Deposit,
): Promise<bigint> {
  const paid = (await paymentsOf(db, order.memberId, order.depositNo)).reduce(
    (sum, each) => sum + each.amountFen,
    0n,
  )
  return paid > 0n ? paid : order.amountFen
}

/**
 * Credits a deposit, or where that takes two persons and this is the first, notes it and leaves the
 * order in the queue.
 */
export async function approveDeposit(
  tx: Tx,
  depositNo: string,
  approval: Approval,
): Promise<Decided<Deposit>> {
  const { reviewer, remark, now } = approval
  const before = await depositOf(tx, depositNo)
  const subject = subjectOf.deposit(depositNo)
  if (before.state === 2 && before.decidedBy === reviewer.name)
    return { before, after: before, repeated: true, ...alone }
  const again = await saidBefore(tx, subject, approval)
  if (again) return { before, after: before, repeated: true, ...again }
  refuseUnlessFree(before, reviewer, now)
  // Nobody has paid this one as far as the provider says: crediting it by hand needs a word.
  if (before.waitsFor === 'provider' && remark === '')
    throw new Refusal(say('order.unpaid_remark_missing'), { field: 'remark' })
  const amountFen = await creditable(tx, before)
  const said = await countApproval(tx, subject, amountFen, approval)
  if (said.awaits === null)
    await creditDeposit(tx, before, {
      amountFen,
      actor: actor(reviewer),
      decidedBy: reviewer.name,
      remark,
      now,
    })
  else await markForReview(tx, before.memberId, depositNo)
  return {
    before,
    after: (await readDeposit(tx, before.memberId, depositNo))!,
    repeated: false,
    ...said,
  }
}

export async function rejectDeposit(
  tx: Tx,
  depositNo: string,
  reviewer: Reviewer,
  remark: string,
  now: Date,
): Promise<Decided<Deposit>> {
  const before = await depositOf(tx, depositNo)
  if (before.state === 3 && before.decidedBy === reviewer.name)
    return { before, after: before, repeated: true, ...alone }
  refuseUnlessFree(before, reviewer, now)
  refuseWithoutReason(remark)
  await forgetFirst(tx, subjectOf.deposit(depositNo))
  await markRefused(tx, {
    memberId: before.memberId,
    depositNo,
    decidedBy: reviewer.name,
    remark,
    now,
  })
  await notify(
    tx,
    before.memberId,
    '存款未通过审核',
    `您的存款 ¥${formatFen(before.amountFen)} 未通过审核，订单号 ${depositNo}。\n原因：${remark}`,
    now,
  )
  return {
    before,
    after: (await readDeposit(tx, before.memberId, depositNo))!,
    repeated: false,
    ...alone,
  }
}

/**
 * Posts the amount that was held and hands the order to the payout, or where that takes two persons
 * and this is the first, notes it and leaves the order in the queue.
 */
export async function approveWithdrawal(
  tx: Tx,
  settings: Settings,
  withdrawalNo: string,
  approval: Approval,
): Promise<Decided<Withdrawal>> {
  const { reviewer, remark, now } = approval
  const before = await withdrawalOf(tx, withdrawalNo)
  const { memberId } = before
  const subject = subjectOf.withdrawal(withdrawalNo)
  if (before.state === 2 && before.decidedBy === reviewer.name)
    return { before, after: before, repeated: true, ...alone }
  const again = await saidBefore(tx, subject, approval)
  if (again) return { before, after: before, repeated: true, ...again }
  refuseUnlessFree(before, reviewer, now)
  await refuseLockedCard(tx, before)
  const said = await countApproval(tx, subject, before.amountFen, approval)
  if (said.awaits !== null) {
    await claimWithdrawalRow(tx, { memberId, withdrawalNo, operator: '', until: null })
    return {
      before,
      after: (await readWithdrawal(tx, memberId, withdrawalNo))!,
      repeated: false,
      ...said,
    }
  }
  const settled = await settle(tx, {
    memberId,
    holdKey: holdKeyOf(withdrawalNo),
    key: `withdrawal:${withdrawalNo}:settle`,
    actor: actor(reviewer),
  })
  if (settled.kind !== 'done')
    throw new Error(`withdrawal ${withdrawalNo} could not be settled: ${settled.kind}`)
  await decideWithdrawal(tx, {
    memberId,
    withdrawalNo,
    state: 2,
    decidedBy: reviewer.name,
    now,
    remark,
  })
  await payOut(tx, settings, before, now)
  await notify(
    tx,
    memberId,
    '取款已通过审核',
    `您的取款 ¥${formatFen(before.amountFen)} 已通过审核，正在汇出，订单号 ${withdrawalNo}。`,
    now,
  )
  return {
    before,
    after: (await readWithdrawal(tx, memberId, withdrawalNo))!,
    repeated: false,
    ...said,
  }
}

/** Gives the amount that was held back to the member. */
export async function rejectWithdrawal(
  tx: Tx,
  withdrawalNo: string,
  reviewer: Reviewer,
  remark: string,
  now: Date,
): Promise<Decided<Withdrawal>> {
  const before = await withdrawalOf(tx, withdrawalNo)
  const { memberId } = before
  if (before.state === 3 && before.decidedBy === reviewer.name)
    return { before, after: before, repeated: true, ...alone }
  refuseUnlessFree(before, reviewer, now)
  refuseWithoutReason(remark)
  await forgetFirst(tx, subjectOf.withdrawal(withdrawalNo))
  const released = await release(tx, {
    memberId,
    holdKey: holdKeyOf(withdrawalNo),
    key: `withdrawal:${withdrawalNo}:release`,
    actor: actor(reviewer),
  })
  if (released.kind !== 'done')
    throw new Error(`withdrawal ${withdrawalNo} could not be released: ${released.kind}`)
  await decideWithdrawal(tx, {
    memberId,
    withdrawalNo,
    state: 3,
    decidedBy: reviewer.name,
    now,
    remark,
  })
  await notify(
    tx,
    memberId,
    '取款未通过审核',
    `您的取款 ¥${formatFen(before.amountFen)} 未通过审核，金额已退回中心钱包，订单号 ${withdrawalNo}。\n原因：${remark}`,
    now,
  )
  return {
    before,
    after: (await readWithdrawal(tx, memberId, withdrawalNo))!,
    repeated: false,
    ...alone,
  }
}

function refuseWithoutReason(remark: string) {
  if (remark === '') throw new Refusal(say('desk.rejection_missing'), { field: 'remark' })
}
