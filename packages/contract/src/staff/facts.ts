import { accountLabels } from '../account/facts.ts'
import type { Decisions } from '../facts.ts'

/** As operators read the states of a request; taking one back rejects it too. */
export const requestLabels = {
  waiting: '待批准',
  approved: '已批准',
  rejected: '已拒绝或撤回',
} as const
export const requestDecisions: Decisions = { approved: '批准', rejected: '拒绝或撤回' }

/** The account of an operator, which waits until its creation is approved. */
export const staffLabels = { ...accountLabels, waits: requestLabels.waiting } as const
export type StaffState = keyof typeof staffLabels

/** The longest span of days that is counted over all brands at once. */
export const mostGroupDays = 92

/** What an operator who asks for a second factor has set up. */
export const factorLabels = {
  none: '未设置',
  totp: '验证器',
  passkey: '通行密钥',
  both: '验证器、通行密钥',
} as const

/** What waits for a second administrator. */
export const requestKinds = {
  create: '新增操作员',
  role: '变更角色',
  password: '重设密码',
  permissions: '扩大角色权限',
} as const
