import { reviewState, type Decisions, type ValueOf } from '../facts.ts'

/** What the risk rules look for, as operators read it. */
export const riskKinds = {
  shared_address: '同一地址',
  shared_device: '同一设备',
  shared_card: '同一收款账号',
  bonus_abuse: '优惠套利',
  opposite_sides: '对冲投注',
  rapid_in_out: '快进快出',
  changed_payout: '变更后新卡取款',
  large_win: '大额赢利',
} as const
export type RiskKind = keyof typeof riskKinds

/** A flag is open until a person confirms or dismisses it. */
export const flagState = {
  open: reviewState.waiting,
  confirmed: reviewState.approved,
  dismissed: reviewState.rejected,
} as const
export type FlagState = ValueOf<typeof flagState>

/** As operators read them. */
export const flagLabels = { open: '待处理', confirmed: '已确认', dismissed: '已解除' } as const
export const flagDecisions: Decisions = { approved: '确认', rejected: '解除' }

/** The parameters of the risk rules that no other rule has, as operators read them. */
export const riskParameters = {
  members: '会员数达到',
  rounds: '局数达到',
  hours: '小时以内',
  dayFen: '单日净赢达到',
  betFen: '单注派彩达到',
} as const
