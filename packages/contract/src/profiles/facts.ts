/** Jurisdiction profiles that the back office can enable. Without one a site runs `base`. */
export const profileLabels = { GB: '英国', MT: '马耳他' } as const
export type ProfileName = keyof typeof profileLabels
export const profileNames = Object.keys(profileLabels) as [ProfileName, ...ProfileName[]]

/** Currencies in which the rules of profiles name their amounts. */
export const profileCurrencies = ['GBP', 'EUR'] as const
export type ProfileCurrency = (typeof profileCurrencies)[number]

/**
 * Every setting of a profile, and which of two values is the stricter one. `most` and `least` are
 * numbers, `fen` is the least of amounts, `yes` is a demand, `topics` are groups of limits of which
 * each group needs one that is offered.
 */
export const profileSettings = {
  minAge: { label: '最低年龄（岁）', stricter: 'most' },
  depositTier: { label: '存款前须达到的认证等级', stricter: 'most' },
  playTier: { label: '游戏与领取优惠前须达到的认证等级', stricter: 'most' },
  idleMinutes: { label: '闲置多少分钟后须重新登录', stricter: 'least' },
  relaxHours: { label: '调高限额等待（小时）', stricter: 'most' },
  operatorHours: { label: '平台限额公告提前（小时）', stricter: 'most' },
  reviewMonths: { label: '回顾提醒间隔（月）', stricter: 'least' },
  realityMinutes: { label: '时间提醒最长间隔（分钟）', stricter: 'least' },
  returnHours: { label: '自我排除期满后恢复等待（小时）', stricter: 'most' },
  returnForeverHours: { label: '永久排除恢复等待（小时）', stricter: 'most' },
  limitTopics: { label: '必须提供的限额', stricter: 'topics' },
  depositPrompt: { label: '首次存款前询问限额', stricter: 'yes' },
  netCheckFen: { label: '30 天净存款超过时须核查', stricter: 'fen' },
  netCheckMonths: { label: '多少个月内不重复核查', stricter: 'least' },
  slotStakeFen: { label: '老虎机每注上限', stricter: 'fen' },
  slotStakeYoungFen: { label: '老虎机每注上限（未满 25 岁）', stricter: 'fen' },
  slotCycleMs: { label: '老虎机每局最短（毫秒）', stricter: 'most' },
  wageringTimes: { label: '优惠流水倍数上限', stricter: 'least' },
  nationalRegister: { label: '注册与登录时查询国家自我排除名册', stricter: 'yes' },
  fundsNotice: { label: '首次游戏前确认资金保护说明', stricter: 'yes' },
  cddFen: { label: '累计交易达到时须尽职调查', stricter: 'fen' },
  assessmentDays: { label: '达到后须完成风险评估（天）', stricter: 'least' },
  exposedApproval: { label: '政治公众人物须批准后才能存款与游戏', stricter: 'yes' },
  creditRefused: { label: '不接受信用卡资金', stricter: 'yes' },
  locationMinutes: { label: '游戏前定位，每隔（分钟）重新定位', stricter: 'least' },
  excessApart: { label: '超出存款限额的入账只能取出', stricter: 'yes' },
  evenRewards: { label: '奖励增幅不超过消费增幅', stricter: 'yes' },
  releaseFrom: { label: '自该等级起晋级须放行', stricter: 'least' },
  advertsRefused: { label: '内容检查不通过的优惠不得发布', stricter: 'yes' },
  factorForChanges: { label: '修改账户信息须双重验证', stricter: 'yes' },
  holdUncertified: { label: '未登记认证的游戏改动停止开放', stricter: 'yes' },
  complaintDays: { label: '投诉最终答复（天）', stricter: 'least' },
  jackpotsRefused: { label: '不提供奖池', stricter: 'yes' },
} as const satisfies Record<
  string,
  { label: string; stricter: 'most' | 'least' | 'fen' | 'yes' | 'topics' }
>
export type ProfileSetting = keyof typeof profileSettings
export const profileSettingNames = Object.keys(profileSettings) as ProfileSetting[]
