import type { ValueOf } from '../facts.ts'

/** A transfer is pending while the venue has not said what became of it. */
export const transferState = { failed: 0, done: 1, pending: 2 } as const
export type TransferState = ValueOf<typeof transferState>

/** What the list of transfers takes for transfers in every state. */
export const everyTransfer: number = 9

/** As operators read them. */
export const transferLabels = { failed: '失败', done: '成功', pending: '待确认' } as const

/** What a list of returns is ordered by. */
export const returnOrders = {
  stake: '按投注额',
  draws: '按局数',
  actual: '按实际返还率',
  gap: '按偏差',
} as const
export type ReturnOrder = keyof typeof returnOrders

/** How a game's return stands to its mathematics. */
export const returnLabels = {
  within: '范围内',
  over: '高于理论',
  under: '低于理论',
  unpublished: '未公布理论值',
} as const
export type ReturnState = keyof typeof returnLabels

/** Whether a venue lets members in, as everybody reads it. */
export const venueLabels = { open: '开放', maintenance: '维护中' } as const
