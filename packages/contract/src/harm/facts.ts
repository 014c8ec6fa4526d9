import { reviewState, type Decisions, type ValueOf } from '../facts.ts'

/** The seven groups of markers, as operators read them. */
export const harmGroups = {
  spend: '花费',
  pattern: '花费方式',
  time: '时间',
  tools: '工具使用',
  contact: '沟通内容',
  reversal: '取款反复',
  other: '账户迹象',
} as const
export type HarmGroup = keyof typeof harmGroups

/** Every marker, as operators read it. */
export const harmMarkers = {
  net_deposit: '净存款偏高',
  deposit_growth: '存款明显增加',
  chasing: '输后追加存款',
  stakes_up: '输后加注',
  long_hours: '游戏时间长',
  night: '深夜游戏',
  long_stretch: '连续游戏过久',
  limit_raises: '多次放宽限额',
  raised_at_limit: '触及限额后放宽',
  breaks: '多次暂停',
  words: '沟通中提到困扰',
  crisis: '沟通中提到危机',
  bonus_asks: '反复索要优惠',
  complaints: '多次投诉',
  reversed: '取款退回后游戏',
  back_again: '取款后又存款',
  methods: '支付方式多',
  failed_deposits: '存款多次失败',
  vulnerable: '员工标记为易受影响',
} as const
export type HarmMarker = keyof typeof harmMarkers

export const groupOf: Record<HarmMarker, HarmGroup> = {
  net_deposit: 'spend',
  deposit_growth: 'spend',
  chasing: 'pattern',
  stakes_up: 'pattern',
  long_hours: 'time',
  night: 'time',
  long_stretch: 'time',
  limit_raises: 'tools',
  raised_at_limit: 'tools',
  breaks: 'tools',
  words: 'contact',
  crisis: 'contact',
  bonus_asks: 'contact',
  complaints: 'contact',
  reversed: 'reversal',
  back_again: 'reversal',
  methods: 'other',
  failed_deposits: 'other',
  vulnerable: 'other',
}

/** How far a member's markers go. */
export const harmLevels = ['正常', '留意', '需要沟通', '高风险'] as const

/** What waits for a person. */
export const harmKinds = { care: '需要沟通', stop: '已停止优惠', check: '易受影响核查' } as const
export type HarmKind = keyof typeof harmKinds

/** A task is open until a person decides about it. */
export const harmState = {
  open: reviewState.waiting,
  eased: reviewState.approved,
  confirmed: reviewState.rejected,
} as const
export type HarmState = ValueOf<typeof harmState>
export const harmLabels = { open: '待处理', eased: '已缓解', confirmed: '已确认' } as const
export const harmDecisions: Decisions = { approved: '认定已缓解', rejected: '确认' }

/** What a decision comes to. `kept`: nothing is offered, and it is looked at again. */
export const harmOutcomes = { eased: '已缓解', kept: '停止优惠', ended: '终止服务' } as const
export type HarmOutcome = keyof typeof harmOutcomes

/** What was done about markers: the first three by the system, the others by a person. */
export const interactionKinds = {
  nudge: '站内提醒',
  task: '转人工',
  stop: '停止优惠',
  call: '电话',
  chat: '在线沟通',
  letter: '书面沟通',
  contest: '会员异议',
  review: '人工复核',
} as const
export type InteractionKind = keyof typeof interactionKinds
/** What staff record by hand. */
export const staffInteractions = ['call', 'chat', 'letter', 'contest'] as const

/** What came of it. */
export const interactionOutcomes = {
  reached: '已沟通',
  tools: '已设置限额或暂停',
  declined: '会员拒绝沟通',
  missed: '未联系上',
} as const
export type InteractionOutcome = keyof typeof interactionOutcomes
