import { reviewState, type Decisions, type ValueOf } from '../facts.ts'

/** An agent's month; an empty statement has nothing to pay, so nobody reviews it. */
export const statementState = {
  empty: 0,
  waiting: reviewState.waiting,
  paid: reviewState.approved,
  rejected: reviewState.rejected,
} as const
export type StatementState = ValueOf<typeof statementState>

/** What a part of a statement pays for. */
export const partKinds = { share: '收入分成', cpa: '首存奖励' } as const
export type PartKind = keyof typeof partKinds

/** How a plan shares the result of the agent's own members. */
export const planShares = {
  house: '按通用规则档位',
  percent: '固定比例',
  none: '不计分成',
} as const
export type PlanShare = keyof typeof planShares

/** What the list of statements takes for statements in every state. */
export const everyStatement: number = 9

/** As operators read them. */
export const statementLabels = {
  empty: '无佣金',
  waiting: '待审核',
  paid: '已发放',
  rejected: '已拒绝',
} as const
export const statementDecisions: Decisions = { approved: '发放', rejected: '拒绝' }
