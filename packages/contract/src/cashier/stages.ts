// How a deposit stands, finer than the documented states 1, 2 and 3: one list of names and words
// for the order's page, the records, the letters and the back office. No zod: the browsers load it.
import { fenOf, formatFen } from '@tianping/money'
import { reviewState, type ValueOf } from '../facts.ts'

export const depositStages = [
  'unpaid',
  'confirming',
  'wrong_amount',
  'credited',
  'credited_late',
  'rejected',
  'expired',
  'refunding',
  'paid_again',
  'refunded',
] as const
export type DepositStage = (typeof depositStages)[number]

export const stageLabels: Readonly<Record<DepositStage, string>> = {
  unpaid: '待支付',
  confirming: '已付款待确认',
  wrong_amount: '金额不符',
  credited: '已到账',
  credited_late: '超时到账',
  rejected: '未通过',
  expired: '已超时',
  refunding: '待退款',
  paid_again: '重复付款',
  refunded: '退款完成',
}

/** Yuan that were paid in all, and yuan that go back or went back. */
export type StageFigures = { stage: DepositStage; paid: number; refund: number }

/** The stage with the amount that matters in it. */
export function stageWords({ stage, paid, refund }: StageFigures): string {
  const label = stageLabels[stage]
  const of = (yuan: number) => `¥${formatFen(fenOf(yuan))}`
  if (stage === 'wrong_amount') return `${label}（已收 ${of(paid)}，审核中）`
  if (stage === 'paid_again') return `${label}（待退款 ${of(refund)}）`
  return stage === 'refunding' || stage === 'refunded' ? `${label} ${of(refund)}` : label
}

/** What has happened to an order, in the order it happened. */
export const stepLabels = {
  created: '提交订单',
  said: '您已告知付款',
  provider: '支付渠道受理中',
  expired: '订单过期',
  paid: '收到款项',
  paid_again: '收到重复付款',
  review: '等待人工核对',
  confirm: '等待支付渠道确认',
  credit: '存入中心钱包',
  credited: '已存入中心钱包',
  rejected: '审核未通过',
  refund: '待退款',
  refunded: '退款完成',
} as const
export type StepName = keyof typeof stepLabels

/** How a payment of an order stands. */
export const paymentLabels = {
  review: '审核中',
  credited: '已到账',
  refunding: '待退款',
  refunded: '退款完成',
} as const
export type PaymentStanding = keyof typeof paymentLabels

/** What a member wants done with a payment of another amount. */
export const depositWishes = { credit: '按实付入账', refund: '退款' } as const
export type DepositWish = keyof typeof depositWishes

/** A payment that goes back is recorded by one operator and confirmed by another. */
export const refundState = { waiting: reviewState.waiting, done: reviewState.approved } as const
export type RefundState = ValueOf<typeof refundState>
export const refundLabels = { waiting: '待退款', done: '退款完成' } as const

/** Why a payment goes back. */
export const refundReasons = {
  paid_again: '重复付款',
  rejected: '存款未通过',
  disputed: '付款人退单',
} as const
export type RefundReason = keyof typeof refundReasons
