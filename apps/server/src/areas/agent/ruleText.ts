import { shortFen } from '@tianping/money'
import type { AgentRule } from './setting.ts'

/** The formula as agents read it: exactly what `commissionOf` does. */
export function agentRuleText(rule: AgentRule): string[] {
  const net = `团队投注减派彩${rule.deductPromotions ? '，再减去团队的红包、返水与活动奖金' : ''}`
  return [
    `每个自然月（北京时间）结算一次，计佣基数为${rule.basis === 'turnover' ? '团队有效投注' : net}`,
    ...(rule.carryNegative && rule.basis === 'net_result' ? ['当月为负数时结转至下月扣除'] : []),
    `当月有效投注满${shortFen(rule.activeValidFen)}元的会员为活跃会员`,
    ...rule.tiers.map(
      tier =>
        `计佣金额达到${shortFen(tier.fromFen)}元且活跃会员不少于${tier.minActive}位：佣金比例${tier.hundredths / 100}%`,
    ),
    '已结算月份的注单如有更正，差额计入下一个月',
    rule.turnoverTimes === 0
      ? '佣金审核后入账，无流水要求'
      : `佣金审核后入账，完成${rule.turnoverTimes}倍流水即可提款`,
  ]
}
