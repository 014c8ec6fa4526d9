/** How a tournament stands. The first three numbers are those of every review. */
export const tournamentState = {
  /** For a second person. */
  waiting: 1,
  approved: 2,
  rejected: 3,
  /** Its standings are final, prizes are being paid. */
  frozen: 4,
  /** Every prize was paid or forfeited. */
  closed: 5,
} as const
export type TournamentState = (typeof tournamentState)[keyof typeof tournamentState]

/** As operators read them; an approved one is called by its time (`tournamentStanding`). */
export const tournamentLabels = {
  waiting: '待复核',
  approved: '已批准',
  rejected: '已拒绝',
  frozen: '派奖中',
  closed: '已完成',
} as const

/** What a place is won by. */
export const measures = {
  stake: '累计投注额',
  multiple: '单注净赢倍数',
  bets: '投注笔数',
} as const
export type Measure = keyof typeof measures

/** As members read it. */
export const tournamentStanding = {
  coming: '未开始',
  running: '进行中',
  settling: '结算中',
  ended: '已结束',
} as const
export type TournamentStanding = keyof typeof tournamentStanding

/** `none` is a place without a prize that is due. */
export const prizeState = { none: 0, waiting: 1, paid: 2, forfeited: 3 } as const
export type PrizeState = (typeof prizeState)[keyof typeof prizeState]
export const prizeLabels = {
  none: '',
  waiting: '待派发',
  paid: '已派发',
  forfeited: '已作废',
} as const

/** Members whom a page of standings shows. */
export const SHOWN_PLACES = 20
export const MAX_PLACES = 100
