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
export const giveawayKinds = { packets: '红包时段', code: '兑换码' } as const
export type GiveawayKind = keyof typeof giveawayKinds

/** How the hours of a window stand today, as members read it. */
export const windowStanding = { before: '未开始', open: '进行中', after: '今日已结束' } as const
export type WindowStanding = keyof typeof windowStanding
