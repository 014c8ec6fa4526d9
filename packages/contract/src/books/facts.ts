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

/** How far the closing of a month has come. */
export const monthStates = {
  running: '进行中',
  open: '待制表签字',
  prepared: '待复核签字',
  closed: '已关账',
} as const
export type MonthState = keyof typeof monthStates

/** Whose statements of a month an accountant reads. */
export const statementKinds = { venue: '场馆', provider: '支付通道', agent: '代理' } as const
export type StatementKind = keyof typeof statementKinds

/** Rails that are no provider. */
export const ownRails = { hand: '人工付款', bank: '银行账户', chain: '链上 USDT' } as const
/** How a rail's day came. */
export const railSources = { port: '接口', file: '文件' } as const
/** Which way the operator moved money. */
export const railDirections = { out: '通道结算到银行', in: '充值到通道' } as const
