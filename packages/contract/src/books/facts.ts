import { reviewState, type Decisions, type ValueOf } from '../facts.ts'

/** As operators read the states of an adjustment. */
export const adjustmentLabels = {
  waiting: '待审批',
  approved: '已入账',
  rejected: '已拒绝',
} as const
export const adjustmentDecisions: Decisions = { approved: '批准', rejected: '拒绝' }

/** A difference that a reconciliation found. */
export const caseState = { open: reviewState.waiting, resolved: reviewState.approved } as const
export type CaseState = ValueOf<typeof caseState>

/** As operators read them. */
export const caseLabels = { open: '待处理', resolved: '已处理' } as const
