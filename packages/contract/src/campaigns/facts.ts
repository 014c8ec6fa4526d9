/** How a campaign stands. The first three numbers are those of every review. */
export const campaignState = {
  /** For a second person. */
  waiting: 1,
  approved: 2,
  rejected: 3,
  paused: 4,
  ended: 5,
} as const
export type CampaignState = (typeof campaignState)[keyof typeof campaignState]

export const campaignLabels = {
  waiting: '待复核',
  approved: '已批准',
  rejected: '已拒绝',
  paused: '已暂停',
  ended: '已结束',
} as const

/** Why a campaign has ended. */
export const campaignEnds = { time: '到期', budget: '预算用完', staff: '人工结束' } as const
export type CampaignEnd = keyof typeof campaignEnds

/** What the arms of a campaign are compared by. */
export const campaignGoals = {
  depositors: '存款会员数',
  deposit: '存款金额',
  stake: '投注额',
} as const
export type CampaignGoal = keyof typeof campaignGoals

/** `control` gets nothing. */
export const campaignArms = { a: 'A 组', b: 'B 组', control: '对照组' } as const
export type CampaignArm = keyof typeof campaignArms

/** The longest span of a campaign, and of what it is measured by. */
export const CAMPAIGN_DAYS = 92
export const GOAL_DAYS = 90
