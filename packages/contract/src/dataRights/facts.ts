import { reviewState, type ValueOf } from '../facts.ts'

/** What a member may ask of their personal data, besides a copy. */
export const dataRequestKinds = {
  erase: '删除个人信息',
  correct: '更正个人信息',
  restrict: '限制处理',
  object: '反对处理',
  explain: '解释处理规则',
  heir: '近亲属行使权利',
} as const
export type DataRequestKind = keyof typeof dataRequestKinds

/** A member asks for these alone; the last one is written down by staff. */
export const askedByMembers = ['erase', 'correct', 'restrict', 'object', 'explain'] as const

export const dataRequestState = reviewState

/** As members read them. */
export const dataRequestLabels = {
  waiting: '处理中',
  approved: '已完成',
  rejected: '未通过',
} as const

/** What is open between the house and a member, which an erasure waits for, as people read it. */
export const claimLabels = {
  dispute: '处理中的支付争议',
  complaint: '处理中的投诉',
  statement: '待审核的佣金账单',
  debt: '未结清的欠款',
} as const
export type Claim = keyof typeof claimLabels

/** A copy of the data: a job runs, the file is there for a while. */
export const dataExportState = { running: 1, ready: 2, failed: 3, over: 4 } as const
export type DataExportState = ValueOf<typeof dataExportState>
