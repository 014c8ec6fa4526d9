import type { ValueOf } from '../facts.ts'

/** A transfer is pending while the venue has not said what became of it. */
export const transferState = { failed: 0, done: 1, pending: 2 } as const
export type TransferState = ValueOf<typeof transferState>

/** What the list of transfers takes for transfers in every state. */
export const everyTransfer: number = 9

/** As operators read them. */
export const transferLabels = { failed: '失败', done: '成功', pending: '待确认' } as const

/** Whether a venue lets members in, as everybody reads it. */
export const venueLabels = { open: '开放', maintenance: '维护中' } as const
