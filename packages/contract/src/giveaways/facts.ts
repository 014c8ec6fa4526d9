/** How a giveaway stands. The first three numbers are those of every review. */
export const giveawayState = {
  /** For a second person. */
  waiting: 1,
  approved: 2,
  rejected: 3,
  /** Nothing is given any more. */
  stopped: 4,
} as const
export type GiveawayState = (typeof giveawayState)[keyof typeof giveawayState]

export const giveawayLabels = {
  waiting: '待复核',
  approved: '已批准',
  rejected: '已拒绝',
  stopped: '已停止',
} as const

/** What a giveaway gives. */
export const giveawayKinds = { packets: '红包时段', code: '兑换码', mission: '任务' } as const
export type GiveawayKind = keyof typeof giveawayKinds

/** How the hours of a window stand today, as members read it. */
export const windowStanding = { before: '未开始', open: '进行中', after: '今日已结束' } as const
export type WindowStanding = keyof typeof windowStanding

/**
 * What a mission counts. It rewards no loss and no time of play
 * (docs/decisions/0212-missions-are-claimed-and-urge-nobody.md).
 */
export const missionGoals = {
  deposit: '累计存款',
  deposits: '存款次数',
  stake: '累计有效投注',
  bets: '注单数',
  identity: '身份认证',
} as const
export type MissionGoal = keyof typeof missionGoals

/** Goals in yuan; others are counts. */
export const isAmountGoal = (goal: MissionGoal) => goal === 'deposit' || goal === 'stake'
/** Goals that may be narrowed to venues and games. */
export const isPlayGoal = (goal: MissionGoal) => goal === 'stake' || goal === 'bets'

/** How a mission stands for a member. */
export const missionStanding = {
  before: '未开始',
  open: '进行中',
  reached: '已达成',
  claimed: '已领取',
  missed: '未达成',
} as const
export type MissionStanding = keyof typeof missionStanding
