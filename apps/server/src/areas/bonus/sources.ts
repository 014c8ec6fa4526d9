import type { AccountName, TransactionCode } from '../../ledger/ledger.ts'

/** What opened a requirement, as the member reads it. */
const SOURCES: Record<string, string> = {
  deposit: '存款',
  red_packet: '红包',
  rebate: '返水',
  activity: '活动彩金',
  activity_bonus: '活动彩金',
  free_rounds: '赠送旋转',
  tournament: '锦标赛奖金',
  campaign: '营销奖金',
  journey: '会员礼金',
  code: '兑换码彩金',
  mission: '任务彩金',
  agent_commission: '代理佣金',
  adjustment: '人工调整',
  resettlement: '注单重新结算',
}
export const sourceLabel = (type: string) => SOURCES[type] ?? '其他'

/** How a bonus was posted: the prefix of its key, its code, and the account that paid it. */
type Paid = { prefix: string; code: TransactionCode; by: AccountName }

/**
 * What a member may give up, by the source of its requirement. Rebates and commissions were earned
 * by play; an adjustment asks for turnover only where it is a gift.
 */
const bonuses: Record<string, Paid> = {
  activity_bonus: { prefix: 'activity', code: 'activity_bonus', by: 'activityBonus' },
  free_rounds: { prefix: 'free_rounds', code: 'activity_bonus', by: 'activityBonus' },
  tournament: { prefix: 'tournament', code: 'activity_bonus', by: 'activityBonus' },
  journey: { prefix: 'journey', code: 'activity_bonus', by: 'activityBonus' },
  campaign: { prefix: 'campaign', code: 'activity_bonus', by: 'activityBonus' },
  mission: { prefix: 'mission', code: 'activity_bonus', by: 'activityBonus' },
  code: { prefix: 'code', code: 'activity_bonus', by: 'activityBonus' },
  red_packet: { prefix: 'red_packet', code: 'red_packet', by: 'redPacketExpense' },
  adjustment: { prefix: 'adjustment', code: 'adjustment', by: 'adjustment' },
}

export type Source = { type: string; id: string }

export const paidAs = (source: Source): (Paid & { key: string }) | undefined => {
  const paid = bonuses[source.type]
  return paid && { ...paid, key: `${paid.prefix}:${source.id}` }
}
