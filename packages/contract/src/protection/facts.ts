/** What a member can limit, in the order in which it is offered: deposits come first. */
export const limitTopics = {
  deposit: '存款',
  loss: '净输',
  stake: '投注额',
  time: '游戏时长',
} as const
export type LimitTopic = keyof typeof limitTopics

/** Calendar spans of Beijing: a day, a week from Monday, a month. */
export const limitSpans = { day: '每日', week: '每周', month: '每月' } as const
export type LimitSpan = keyof typeof limitSpans

/** Every limit, without the word 限额 behind it. */
export const limitLabels = {
  deposit_day: '每日存款',
  deposit_week: '每周存款',
  deposit_month: '每月存款',
  loss_day: '每日净输',
  loss_week: '每周净输',
  loss_month: '每月净输',
  stake_day: '每日投注额',
  stake_week: '每周投注额',
  stake_month: '每月投注额',
  time_day: '每日游戏时长',
  time_week: '每周游戏时长',
  time_month: '每月游戏时长',
} as const
export type LimitKind = keyof typeof limitLabels
export const limitKinds = Object.keys(limitLabels) as LimitKind[]

export const topicOf = (kind: LimitKind) => kind.split('_')[0] as LimitTopic
export const spanOf = (kind: LimitKind) => kind.split('_')[1] as LimitSpan

/** Limits of time are whole minutes; all others are money. */
export const isTime = (kind: LimitKind) => topicOf(kind) === 'time'
/** A day has no more minutes, nor a week or a month more days. */
export const mostMinutes = { day: 1_440, week: 10_080, month: 44_640 } as const

/** Breaks that end by themselves; at most six weeks. */
export const timeouts = {
  '24h': { label: '24 小时', hours: 24 },
  '7d': { label: '7 天', hours: 168 },
  '30d': { label: '30 天', hours: 720 },
  '6w': { label: '6 周', hours: 1_008 },
} as const
export type TimeoutTerm = keyof typeof timeouts
export const timeoutTerms = Object.keys(timeouts) as [TimeoutTerm, ...TimeoutTerm[]]
/** The longest break of a length of one's own, in days. */
export const MAX_TIMEOUT_DAYS = 42

/** Exclusions: they do not end by themselves. */
export const exclusions = {
  '6m': { label: '6 个月', months: 6 },
  '1y': { label: '1 年', months: 12 },
  '2y': { label: '2 年', months: 24 },
  '5y': { label: '5 年', months: 60 },
  forever: { label: '永久', months: null },
} as const
export type ExclusionTerm = keyof typeof exclusions

export const exclusionTerms = Object.keys(exclusions) as [ExclusionTerm, ...ExclusionTerm[]]

/** What stops a member: a break, an exclusion, staff, or the exclusion of the same person. */
export const blockKinds = {
  timeout: '暂停投注',
  exclusion: '自我排除',
  staff: '客服暂停',
  linked: '关联账户自我排除',
} as const
export type BlockKind = keyof typeof blockKinds

/** What ends or loosens a block and needs a person besides the member. */
export const protectionRequests = {
  return: '恢复申请',
  earlier: '提前解除',
  unlink: '解除关联',
  stranger: '资料被冒用',
} as const
export type ProtectionRequestKind = keyof typeof protectionRequests

/** How a member reached us with it. */
export const reachedBy = {
  app: '会员本人在线',
  phone: '电话',
  letter: '信函或邮件',
  chat: '在线客服',
  visit: '当面',
} as const
export type ReachedBy = keyof typeof reachedBy

/** Days within which an earlier end is decided. */
export const DECIDE_DAYS = 7

/** How far members' money is protected should the operator become insolvent. */
export const fundsLevels = {
  unprotected: '不受保护',
  medium: '部分受保护',
  high: '受保护',
} as const
export type FundsLevel = keyof typeof fundsLevels
/** Unprotected members are reminded after so many months. */
export const FUNDS_REMINDER_MONTHS = 6

/** What the national register of excluded persons says of a member. */
export type RegisterOutcome = 'clear' | 'excluded' | 'unknown'

/** Typed before an exclusion. */
export const EXCLUSION_WORD = '我要排除'

/** How far back a statement can begin, and how many days it can have. */
export const STATEMENT_MONTHS = 12
export const MAX_STATEMENT_DAYS = 366
/** A statement of so many days has bars for days, a longer one for months. */
export const MAX_DAY_BARS = 31

/** What came to a member's accounts besides deposits and wins, by its key in the answer. */
export const creditLabels = {
  bonuses: '活动彩金',
  rebates: '返水',
  red_packets: '红包',
  commissions: '代理佣金',
  adjustments: '人工调整',
} as const
export type Credit = keyof typeof creditLabels

/** What the figures of a statement mean; below the page and in its files. */
export const statementDefinitions = [
  '按北京时间。净额 = 派彩 − 投注，只计已结算注单，按首次结算日归入，不含红包、返水等优惠。',
  '净存入 = 存款 − 取款。存款按入账时间；取款按审核通过时间，退回的取款自退回之日扣除。',
] as const
