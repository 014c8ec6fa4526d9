// How a dispute ends. Two voices agree: two operators, or the provider's word and one operator.
// What is lost comes from the wallet as far as it goes, the rest is a debt: no wallet is negative.
import { disputeState, type DisputeState } from '@tianping/contract/cashier/facts'
import { say } from '@tianping/contract/refusals'
import { refundState } from '@tianping/contract/stages'
import type { Tx } from '@tianping/database'
import { formatFen } from '@tianping/money'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import { present } from '../../../kernel/present.ts'
import { decideLocked, type Outcome, type Queue } from '../../../kernel/operator/queue.ts'
import { balances, lockMember } from '../../../ledger/ledger.ts'
import { notify } from '../../message/message.ts'
import { railNo } from '../../rails/rails.ts'
import { aboutDeposit } from '../about.ts'
import { openRefund } from '../refunds.ts'
import { partsOfOrder, paymentStanding } from '../stage.ts'
import { addDebt } from '../store/debt.sql.ts'
import { lockDeposit, paymentOf, type Deposit } from '../store/deposit.sql.ts'
import {
  disputeShown,
  endDispute,
  isUnconfirmed,
  lockDispute,
  proposeOutcome,
  type Dispute,
} from '../store/dispute.sql.ts'
import { confirmRefund, recordVoucher, type Refund } from '../store/refund.sql.ts'
import { actorOf, move } from './open.ts'

type By = { name: string; now: Date }

/** Orders before disputes, as callbacks lock them. */
async function lockWithOrder(tx: Tx, no: string): Promise<Dispute> {
  const found = existing(await disputeShown(tx, no, new Date(0)), 'dispute.not_found')
  await lockDeposit(tx, found.memberId, found.depositNo)
  return present(await lockDispute(tx, no), 'dispute just found')
}

export const disputes: Queue<string, Dispute> = {
  subjectOf: no => `dispute:${no}`,
  lock: lockWithOrder,
  closed: ({ state, decidedBy }) =>
    state === disputeState.open
      ? undefined
      : { said: say('dispute.decided', { by: decidedBy || '系统' }), data: { state } },
  membersOf: ({ memberId }) => [memberId],
  told: d => ({
    dispute_no: d.disputeNo,
    amount_fen: d.amountFen,
    state: d.state,
    proposed: d.proposed,
    taken_fen: d.takenFen,
    debt_fen: d.debtFen,
  }),
}

/** The provider's word for an end; whoever accepts needs none of it. */
const wordFor = { [disputeState.won]: 'won', [disputeState.lost]: 'lost' } as const
const saidBy = ({ said }: Dispute, outcome: DisputeState) =>
  said !== '' && (wordFor as Partial<Record<DisputeState, string>>)[outcome] === said

/** Whose voice this operator's is the second to; undefined while it is the first. */
function firstVoice(dispute: Dispute, outcome: DisputeState, by: string): string | undefined {
  if (saidBy(dispute, outcome)) return dispute.provider
  const { proposed, proposedBy } = dispute
  const isAnother = proposedBy !== '' && proposedBy.toLowerCase() !== by.toLowerCase()
  return proposed === outcome && isAnother ? proposedBy : undefined
}

/** Proposes how it ends, or makes another's proposal or the provider's word count. */
export const settleDispute = (
  tx: Tx,
  no: string,
  { outcome, remark }: { outcome: DisputeState; remark: string },
  by: By,
): Promise<Outcome<Dispute>> =>
  decideLocked(tx, disputes, no, {
    by,
    repeats: ({ state, decidedBy }) => state === outcome && decidedBy === by.name,
    refuse: dispute => {
      need(remark, 'desk.rejection_missing', 'remark')
      if (isUnconfirmed(dispute)) throw new Refusal(say('dispute.unconfirmed'))
      if (dispute.said !== '' && !saidBy(dispute, outcome))
        throw new Refusal(say('dispute.other_word'))
      const isOwn = dispute.proposed === outcome && dispute.proposedBy === by.name
      if (isOwn && !saidBy(dispute, outcome))
        throw new Refusal(say('dispute.second_person'), { rule: 'two_persons' })
    },
    apply: async dispute => {
      const first = firstVoice(dispute, outcome, by.name)
      if (first === undefined)
        await proposeOutcome(tx, { ...dispute, outcome, by: by.name, at: by.now, remark })
      else if (outcome === disputeState.won) await win(tx, dispute, remark, by)
      else await lose(tx, dispute, { outcome, remark, first }, by)
      return present(await lockDispute(tx, no), 'dispute just decided')
    },
  })

/** The provider gives the money back; everything is as it was. */
async function win(tx: Tx, dispute: Dispute, remark: string, { name, now }: By) {
  const { provider, amountFen, memberId, depositNo, disputeNo } = dispute
  await move(tx, dispute, {
    name: 'returned',
    from: { name: 'rail', railNo: await railNo(tx, provider) },
    to: { name: 'disputed' },
    amountFen,
    actor: actorOf(name, provider),
    now,
  })
  const ended = { disputeNo, state: disputeState.won, by: name, at: now, remark }
  await endDispute(tx, { ...ended, takenFen: 0n, debtFen: 0n })
  await notify(
    tx,
    memberId,
    '存款争议已结束',
    `您的存款订单 ¥${formatFen(amountFen)} 的付款争议已结束，余额不变，取款恢复正常，订单号 ${depositNo}。`,
    now,
    aboutDeposit(depositNo),
  )
}

type Lost = { outcome: DisputeState; remark: string; first: string }

async function lose(tx: Tx, dispute: Dispute, { outcome, remark, first }: Lost, by: By) {
  const { memberId, depositNo, provider, reference, disputeNo } = dispute
  const order = await lockDeposit(tx, memberId, depositNo)
  const parts = await partsOfOrder(tx, order)
  const payment = await paymentOf(tx, provider, reference)
  const { standing, refund } = paymentStanding(order, payment, parts)
  // What the member got, in the wallet or by a refund, is the member's to give back.
  const got = standing === 'credited' || standing === 'refunded'
  const parted = got
    ? await takeBack(tx, dispute, by)
    : await takeUncredited(tx, dispute, order, { refund, first }, by)
  await endDispute(tx, { disputeNo, state: outcome, by: by.name, at: by.now, remark, ...parted })
  await tellLost(tx, dispute, parted, by.now)
}

/** From the wallet as far as it goes; the rest is owed. */
async function takeBack(tx: Tx, dispute: Dispute, { name, now }: By) {
  const { memberId, amountFen, provider } = dispute
  await lockMember(tx, memberId)
  const { cashAvailableFen } = await balances(tx, memberId)
  const takenFen = cashAvailableFen < amountFen ? cashAvailableFen : amountFen
  const debtFen = amountFen - takenFen
  const step = { to: { name: 'disputed' as const }, actor: actorOf(name, provider), now }
  await move(tx, dispute, {
    ...step,
    name: 'taken',
    from: { name: 'memberCash' },
    amountFen: takenFen,
  })
  await move(tx, dispute, {
    ...step,
    name: 'debt',
    from: { name: 'memberDebt' },
    amountFen: debtFen,
  })
  if (debtFen > 0n) await addDebt(tx, { memberId, amountFen: debtFen, at: now })
  return { takenFen, debtFen }
}

/**
 * The payment was never credited: its payer has it back, so it is a refund that is done. One that
 * the provider was asked for without a definite answer comes first.
 */
async function takeUncredited(
  tx: Tx,
  dispute: Dispute,
  order: Deposit,
  { refund, first }: { refund: Refund | undefined; first: string },
  { name, now }: By,
) {
  const { provider, reference, amountFen, disputeNo, memberId } = dispute
  if (refund?.askedAt) throw new Refusal(say('refund.source_asked'))
  if (refund && refund.amountFen !== amountFen) throw new Refusal(say('dispute.refund_differs'))
  if (!refund) {
    const payment = await paymentOf(tx, provider, reference)
    await openRefund(tx, order, payment, { amountFen, reason: 'disputed', now })
  }
  const { refunds } = await partsOfOrder(tx, order)
  const own = refunds.find(each => each.provider === provider && each.reference === reference)
  const { refundNo, state } = present(own, 'refund of a disputed payment')
  if (state === refundState.waiting) {
    await recordVoucher(tx, { memberId, refundNo, voucher: disputeNo, by: first, now })
    await confirmRefund(tx, { memberId, refundNo, by: name, now })
  }
  await move(tx, dispute, {
    name: 'uncredited',
    from: { name: 'railOffset' },
    to: { name: 'disputed' },
    amountFen,
    actor: actorOf(name, provider),
    now,
  })
  return { takenFen: 0n, debtFen: 0n }
}

async function tellLost(
  tx: Tx,
  { memberId, amountFen, depositNo }: Dispute,
  { takenFen, debtFen }: { takenFen: bigint; debtFen: bigint },
  now: Date,
) {
  const taken = takenFen > 0n ? `已从中心钱包扣回 ¥${formatFen(takenFen)}。` : ''
  const owed = debtFen > 0n ? `尚欠 ¥${formatFen(debtFen)}，结清前不能取款，请联系客服。` : ''
  await notify(
    tx,
    memberId,
    '存款已被退单',
    `您的存款订单有一笔 ¥${formatFen(amountFen)} 的付款已退回付款人，订单号 ${depositNo}。${taken}${owed}`,
    now,
    aboutDeposit(depositNo),
  )
}
