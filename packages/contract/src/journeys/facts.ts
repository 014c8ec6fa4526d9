/** How a version of a journey stands. The first three numbers are those of every review. */
export const journeyState = {
  /** For a second person. */
  waiting: 1,
  approved: 2,
  rejected: 3,
  paused: 4,
  ended: 5,
} as const
export type JourneyState = (typeof journeyState)[keyof typeof journeyState]

export const journeyLabels = {
  waiting: '待复核',
  approved: '运行中',
  rejected: '已拒绝',
  paused: '已暂停',
  ended: '已结束',
} as const

/** Why a version of a journey has ended. */
export const journeyEnds = { time: '到期', staff: '人工结束', replaced: '已被修改替换' } as const
export type JourneyEnd = keyof typeof journeyEnds

type Trigger = {
  /** With `N` for the days. */
  label: string
  /** Days that may be chosen, at least. */
  least: number
  /** Whether it happens to a member more than once. */
  again: boolean
  /** Asks for money or play: whoever has a limit of any kind gets nothing by it. */
  asks: boolean
}

/**
 * What a journey begins with: facts that the server keeps. The list is closed, here and by the
 * database; losses, breaks, limits, refused withdrawals and balances are none of them.
 */
export const journeyTriggers = {
  registered: { label: '注册满 N 天', least: 0, again: false, asks: false },
  no_deposit: { label: '注册满 N 天仍未首存', least: 1, again: false, asks: true },
  first_deposit: { label: '首存满 N 天', least: 0, again: false, asks: false },
  level_up: { label: '升级满 N 天', least: 0, again: true, asks: false },
  no_login: { label: '连续 N 天未登录', least: 14, again: true, asks: true },
} as const satisfies Record<string, Trigger>
export type JourneyTrigger = keyof typeof journeyTriggers

/** A trigger in words. */
export const triggerText = (trigger: JourneyTrigger, days: number): string => {
  const { label } = journeyTriggers[trigger]
  return days === 0 ? label.replace('满 N 天', '时') : label.replace('N', String(days))
}

/** Which guard was against writing to a member. */
export const journeyRefusals = {
  protected: '受保护（排除、暂停、停止优惠或设有限额）',
  unproven: '身份未核实，或有奖金而没有存款和已验证的联系方式',
  unwilling: '不愿接收优惠',
  weekly: '一周优惠站内信已达上限',
  held: '账户锁定、风险已确认或款项有争议',
} as const
export type JourneyRefusal = keyof typeof journeyRefusals

/** The most of what a form of a journey takes. */
export const JOURNEY_DAYS = 365
export const JOURNEY_SPAN_DAYS = 366
export const JOURNEY_PER_DAY = 10_000
/** Whoever could not be reached in so many days, because of the limit of a day, is left out. */
export const JOURNEY_LATE_DAYS = 3
