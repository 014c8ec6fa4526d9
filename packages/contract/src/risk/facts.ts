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
  large_sum: '大额资金',
  structuring: '疑似拆分',
  third_party: '他人付款',
  mule: '疑似过账账户',
  many_methods: '多种付款途径',
  beyond_profile: '超出预计存款',
  refused_diligence: '高级认证未通过',
} as const
export type RiskKind = keyof typeof riskKinds

/** Kinds that may be laundering: they are worked on as cases. */
export const launderingKinds = [
  'rapid_in_out',
  'large_sum',
  'structuring',
  'third_party',
  'mule',
  'many_methods',
  'beyond_profile',
  'refused_diligence',
] as const satisfies readonly RiskKind[]

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
  days: '统计天数',
  sumFen: '存款或取款合计达到',
  limitFen: '拆分所避开的金额',
  nearPercent: '单笔不低于该金额的百分比',
  atLeast: '笔数达到',
  throughFen: '合计转入达到',
  methods: '存款方式达到（种）',
  accounts: '付款账户或地址达到（个）',
  profileTimes: '超过预计月存款的倍数',
  aboveFen: '30 天存款达到',
} as const
