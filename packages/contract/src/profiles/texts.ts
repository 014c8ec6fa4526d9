import type { Catalogue } from '../say.ts'

/** What is refused to operators by an enabled profile. */
export const profileTexts = {
  'profile.limits_missing': [
    409,
    '{profiles}要求至少提供其中一种限额：{topics}，请先调整“玩家保护”',
  ],
  'profile.uneven': [409, '{tier}高于下一级相对消费的奖励，奖励增幅不能超过消费增幅'],
  'profile.wagering': [409, '{profiles}规定优惠流水不超过 {max} 倍'],
} as const satisfies Catalogue
