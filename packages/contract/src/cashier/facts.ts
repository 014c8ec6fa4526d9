import { reviewState, type ValueOf } from '../facts.ts'

/** A deposit waits for the provider or for a person until it is credited or rejected. */
export const depositState = {
  waiting: reviewState.waiting,
  credited: reviewState.approved,
  rejected: reviewState.rejected,
} as const
export type DepositState = ValueOf<typeof depositState>

/** An attempt to pay an approved withdrawal out. Its column holds the names. */
export const payoutState = {
  open: reviewState.waiting,
  paid: reviewState.approved,
  failed: reviewState.rejected,
} as const
export type PayoutStateName = keyof typeof payoutState

/** As operators read them. */
export const payoutLabels = { open: '待付款', paid: '已付款', failed: '失败' } as const

/** Whether a receipt can be handed in, was, or is no longer asked for. */
export const receiptState = { none: '未上传', sent: '已上传', closed: '已结束' } as const
export type ReceiptState = keyof typeof receiptState

/** The largest picture of a receipt. */
export const RECEIPT_BYTES = 8 * 1024 * 1024
