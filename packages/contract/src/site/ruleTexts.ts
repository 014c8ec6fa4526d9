// The rules that members read (P1-4-18 to P1-4-29), in the documents' words, with the site's own
// figures where an operator set others.

import type { PacketHours, SiteRules } from './facts.ts'

export const packetHoursText = ({ packet_opens, packet_closes }: PacketHours) =>
  `每日 ${packet_opens}–${packet_closes}（北京时间）`

export const packetRuleTexts = (rules: PacketHours) => [
  `领取时间为${packetHoursText(rules)}；存款统计时间为前一日 ${rules.packet_closes} 至当日 ${rules.packet_opens}。`,
  '红包次数按活动期间（美东时间）的累计存款计算，达到相应金额即可领取相应次数。',
  '红包即时派发，完成相应倍数流水即可提款；未达标或逾期未领取的存款资格自动失效。',
  '每个红包的金额由事先公布哈希的种子与您的随机种子共同决定，种子公布后任何人都可以验证。',
]

export const vipRuleTexts = ({ vip_days }: Pick<SiteRules, 'vip_days'>) => [
  '累计存款与有效流水达到相应等级要求，次日 24:00 前完成晋级；每日最多晋级一级，不可越级。',
  `达到等级后须在 ${vip_days} 天内完成保级流水，晋级后重新计算。`,
  `${vip_days === 90 ? '一个季度（90 天）' : `${vip_days} 天`}内未完成保级，降低一级，返水比例随之调整。`,
]
