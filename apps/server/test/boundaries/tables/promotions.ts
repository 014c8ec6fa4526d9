import { alike, TAKEN, type Table } from '../edge.ts'

const MISSING = '打码量不足，还需0.01元'
const DEPOSITS = '累计存款未达到领取条件'
const CLAIMED = '今日2个红包已全部领取'

/** Turnover that a credit asks for before a withdrawal, by the fen. */
export const turnoverTimes = [
  'redpacket.tiers[].turnoverTimes',
  'rebate.turnoverTimes',
  'agent.turnoverTimes',
] as const
export const turnoverEdges = alike(turnoverTimes, [3, MISSING, TAKEN, TAKEN])

/** Hours by the millisecond. */
export const redPacketEdges = {
  'redpacket.opens': ['11:00', '今日红包尚未开始', TAKEN, TAKEN],
  'redpacket.closes': ['13:00', TAKEN, '今日红包已结束', '今日红包已结束'],
  'redpacket.maxTimes': [2, TAKEN, TAKEN, CLAIMED],
  'redpacket.tiers[].minFen': [200_00, DEPOSITS, TAKEN, TAKEN],
  'redpacket.tiers[].maxFen': [300_00, TAKEN, TAKEN, DEPOSITS],
  'redpacket.tiers[].claims': [2, TAKEN, TAKEN, CLAIMED],
  'redpacket.tiers[].drawMinFen': [10_01, 'never', 'drawn', 'drawn'],
  'redpacket.tiers[].drawMaxFen': [10_02, 'drawn', 'drawn', 'never'],
} satisfies Table
/** The first day's beginning and the last day's end, US Eastern time, by the millisecond. */
export const redPacketDays = {
  'redpacket.tiers[].startDay': ['2028-01-05', 'not_started', 'open', 'open'],
  'redpacket.tiers[].endDay': ['2028-02-05', 'open', 'ended', 'ended'],
} satisfies Table

/** The tenth level, the night of the review and the levels that wait for a release. */
export const levelEdges = {
  'vip_levels[].rechargeFen': [10_000_00, 'VIP9', 'VIP10', 'VIP10'],
  'vip_levels[].flowFen': [20_000_00, 'VIP9', 'VIP10', 'VIP10'],
  'vip_levels[].keepFen': [5_000_00, 'VIP9', 'VIP10', 'VIP10'],
} satisfies Table
export const vipEdges = {
  'vip.runAt': ['02:00', '', 'reviewed', 'reviewed'],
  'vip.windowDays': [30, 'VIP2', 'VIP1', 'VIP1'],
  'vip.releaseFrom': [5, 'raised', 'waits', 'waits'],
  'vip.releaseDays': [30, TAKEN, TAKEN, '“负担能力”已超过 30 天，请重新核查'],
} satisfies Table
export const rebateEdges = {
  'rebate.runAt': ['03:00', '', 'pending', 'pending'],
} satisfies Table

/** The tier of a statement, by what is commissionable and who was active. */
export const agentEdges = {
  'agent.activeValidFen': [2_000_00, 'inactive', 'active', 'active'],
  'agent.tiers[].fromFen': [700_000_00, '35%', '40%', '40%'],
  'agent.tiers[].minActive': [12, '35%', '40%', '40%'],
  'agent.together.hundredths': [70_00, 'within', 'within', 'beyond'],
} satisfies Table

/** What stands above the categories; days by the millisecond. */
export const lobbyEdges = {
  'lobby.hotDays': [5, 'hot', 'hot', ''],
  'lobby.hotPlayers': [6, '', 'hot', 'hot'],
  'lobby.hotShown': [3, 'all', 'all', 'all but one'],
  'lobby.newDays': [10, 'new', 'new', ''],
  'lobby.newShown': [3, 'all', 'all', 'all but one'],
} satisfies Table
