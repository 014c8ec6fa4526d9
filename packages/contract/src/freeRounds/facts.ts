/** How a grant of free rounds stands. The first three numbers are those of every review. */
export const grantState = {
  /** For a second person. */
  waiting: 1,
  /** On its way to the venue. */
  sending: 2,
  rejected: 3,
  open: 4,
  /** Played, expired or ended by staff: what it won is compared with the venue, and paid. */
  settling: 5,
  paid: 6,
  /** The member was blocked: it ends, and nothing is paid. */
  forfeiting: 7,
  forfeited: 8,
  /** The venue refused it. */
  failed: 9,
} as const
export type GrantState = (typeof grantState)[keyof typeof grantState]

/** As operators read them. */
export const grantLabels = {
  waiting: '待复核',
  sending: '发放中',
  rejected: '已拒绝',
  open: '可使用',
  settling: '结算中',
  paid: '已结算',
  forfeiting: '作废中',
  forfeited: '已作废',
  failed: '场馆拒绝',
} as const

/** What gave it. */
export const grantSources = { hand: '人工', activity: '活动', vip: 'VIP 等级' } as const
export type GrantSource = keyof typeof grantSources

/** As members read them; what a second person has not looked at is not shown. */
export const grantStanding = {
  open: '可使用',
  settling: '结算中',
  paid: '已结算',
  forfeited: '已作废',
} as const
export type GrantStanding = keyof typeof grantStanding
