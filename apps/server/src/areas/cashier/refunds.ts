// Payments that were not credited. They were never booked, so a refund books nothing either: each
// fen is credited, under review or in a refund.
import { refundState, type RefundReason } from '@tianping/contract/stages'
import { say } from '@tianping/contract/refusals'
import type { Db, Tx } from '@tianping/database'
import { formatFen } from '@tianping/money'
import { existing, need, Refusal } from '../../kernel/http/refusal.ts'
import { decideLocked, type Outcome, type Queue } from '../../kernel/operator/queue.ts'
import { notify } from '../message/message.ts'
import { bookRefund, HAND } from '../rails/rails.ts'
import { senderVerdict } from '../screening/screening.ts'
import { aboutDeposit } from './about.ts'
import { refuseDisputed } from './disputes/open.ts'
import { newOrderNo } from './orderNo.ts'
import { lockDeposit, paymentOf, type Deposit, type Payment } from './store/deposit.sql.ts'
import {
  confirmRefund,
  insertRefund,
  lockRefund,
  orderOfRefund,
  recordVoucher,
  refundOfVoucher,
  type Refund,
} from './store/refund.sql.ts'

type Opened = { amountFen: bigint; reason: RefundReason; now: Date }

/** Sends a payment, or a part of it, back. Under the order's lock. */
export const openRefund = (
  tx: Tx,
  { memberId, depositNo }: Deposit,
  { provider, reference }: Payment,
  { amountFen, reason, now }: Opened,
) =>
  insertRefund(tx, {
    memberId,
    depositNo,
    provider,
    reference,
    reason,
    amountFen,
    refundNo: newOrderNo('R', now),
    createdAt: now,
  })

/** The member learns of a payment that was not credited. */
export const tellPaidAgain = (tx: Tx, order: Deposit, amountFen: bigint, now: Date) =>
  notify(
    tx,
    order.memberId,
    '重复付款待退款',
    `您的存款订单收到重复付款，多付的 ¥${formatFen(amountFen)} 待退款，不会重复入账，订单号 ${order.depositNo}。`,
    now,
    aboutDeposit(order.depositNo),
  )

/** Its number and its order's, which the audit log and the claim go by. */
export type RefundId = { no: string; memberId: bigint; depositNo: string }

export async function refundNamed(db: Db, no: string): Promise<RefundId> {
  return { no, ...existing(await orderOfRefund(db, no.toUpperCase()), 'refund.not_found') }
}

export const refunds: Queue<RefundId, Refund> = {
  subjectOf: ({ depositNo }) => `deposit:${depositNo}`,
  lock: async (tx, { no, memberId, depositNo }) => {
    await lockDeposit(tx, memberId, depositNo)
    return lockRefund(tx, memberId, no.toUpperCase())
  },
  closed: ({ state, confirmedBy }) =>
    state === refundState.waiting
      ? undefined
      : { said: say('refund.done', { by: confirmedBy }), data: { state } },
  membersOf: ({ memberId }) => [memberId],
  told: r => ({
    refund_no: r.refundNo,
    amount_fen: r.amountFen,
    refund_state: r.state,
    voucher: r.voucher,
    recorded_by: r.recordedBy,
  }),
}

/** Nothing goes back to an address of a list, and nothing twice while a payment is disputed. */
export async function refuseListed(tx: Tx, refund: Refund) {
  const { memberId, provider, reference } = refund
  // One that the provider was asked for already has to end before its dispute can.
  if (refund.askedAt === null) await refuseDisputed(tx, refund)
  const { fromAddress } = await paymentOf(tx, provider, reference)
  const verdict = await senderVerdict(tx, memberId, [fromAddress])
  if (verdict === 'open') throw new Refusal(say('refund.sender_open'))
  if (verdict === 'confirmed') throw new Refusal(say('refund.sender_confirmed'))
}

type By = { name: string; now: Date }

const again = async (tx: Tx, { memberId, refundNo }: Refund) => lockRefund(tx, memberId, refundNo)

/** One operator has paid it back outside. */
export const recordRefund = (
  tx: Tx,
  id: RefundId,
  voucher: string,
  by: By,
): Promise<Outcome<Refund>> =>
  decideLocked(tx, refunds, id, {
    by,
    repeats: refund => refund.voucher === voucher && refund.recordedBy === by.name,
    refuse: async refund => {
      need(voucher, 'refund.voucher_missing', 'voucher')
      if (refund.recordedBy !== '')
        throw new Refusal(say('refund.recorded', { by: refund.recordedBy }))
      const other = await refundOfVoucher(tx, { ...refund, voucher })
      if (other) throw new Refusal(say('refund.voucher_used', { refund: other }))
      await refuseListed(tx, refund)
    },
    apply: async refund => {
      await recordVoucher(tx, { ...refund, voucher, by: by.name, now: by.now })
      return again(tx, refund)
    },
  })

/** A refund through its provider is recorded under its own number. */
export const isToSource = ({ voucher, refundNo }: Pick<Refund, 'voucher' | 'refundNo'>): boolean =>
  voucher === refundNo

/** Refuses to decide about a record other than the one that was seen, and about one's own. */
export function refuseUnseen({ recordedBy, voucher }: Refund, seen: string, operator: string) {
  if (recordedBy === '') throw new Refusal(say('refund.not_recorded'))
  if (recordedBy === operator)
    throw new Refusal(say('refund.second_person'), { rule: 'two_persons' })
  if (voucher !== seen) throw new Refusal(say('refund.voucher_changed'))
}

/** Another operator found it paid. */
export const finishRefund = (
  tx: Tx,
  id: RefundId,
  seen: string,
  by: By,
): Promise<Outcome<Refund>> =>
  decideLocked(tx, refunds, id, {
    by,
    repeats: ({ state, confirmedBy }) => state === refundState.done && confirmedBy === by.name,
    refuse: async refund => {
      refuseUnseen(refund, seen, by.name)
      await refuseListed(tx, refund)
    },
    apply: async refund => {
      const { memberId, amountFen, depositNo, voucher } = refund
      await confirmRefund(tx, { ...refund, by: by.name, now: by.now })
      const rail = isToSource(refund) ? refund.provider : HAND
      const moving = { rail, memberId, reference: refund.refundNo, amountFen, feeFen: 0n }
      await bookRefund(tx, { ...moving, now: by.now })
      await notify(
        tx,
        memberId,
        '存款退款完成',
        `您的付款 ¥${formatFen(amountFen)} 已退款，凭证号 ${voucher}，订单号 ${depositNo}。中心钱包余额不变。`,
        by.now,
        aboutDeposit(depositNo),
      )
      return again(tx, refund)
    },
  })

/** The voucher does not hold, or was mistyped: whoever recorded it may take it back as well. */
export const reopenRefund = (
  tx: Tx,
  id: RefundId,
  { seen, remark }: { seen: string; remark: string },
  by: By,
): Promise<Outcome<Refund>> =>
  decideLocked(tx, refunds, id, {
    by,
    repeats: () => false,
    refuse: ({ recordedBy, voucher, askedAt }) => {
      if (askedAt !== null) throw new Refusal(say('refund.source_asked'))
      if (recordedBy === '') throw new Refusal(say('refund.not_recorded'))
      if (voucher !== seen) throw new Refusal(say('refund.voucher_changed'))
      need(remark, 'desk.rejection_missing', 'remark')
    },
    apply: async refund => {
      await recordVoucher(tx, { ...refund, voucher: '', by: '', now: null })
      return again(tx, refund)
    },
  })
