// What a condition of a segment may ask about a member, and what may name a segment.

/** What may be for a segment, as operators read it. */
export const segmentUses = {
  banner: '轮播图',
  popup: '首页弹窗',
  activity: '活动',
  tournament: '锦标赛',
  giveaway: '专项优惠',
  campaign: '营销投放',
  journey: '自动触达',
  letter: '定时站内信',
} as const
export type SegmentUse = keyof typeof segmentUses

/** `days`: summed over so many days, today included. `id`: names a tag or a member. */
type SegmentFact = {
  label: string
  unit: 'count' | 'yuan' | 'id'
  days: boolean
  formula: string
}

export const segmentFacts = {
  joined: { label: '注册天数', unit: 'count', days: false, formula: '今天减注册日' },
  level: { label: '等级', unit: 'count', days: false, formula: '当前 VIP 等级' },
  idle: {
    label: '未活跃天数',
    unit: 'count',
    days: false,
    formula: '今天减最近一次有结算注单或存款的日期；从未活跃的按注册日',
  },
  first_deposit: {
    label: '首存天数',
    unit: 'count',
    days: false,
    formula: '今天减首存日；从未存款的不符合',
  },
  active_days: { label: '活跃天数', unit: 'count', days: true, formula: '有结算注单或存款的天数' },
  deposits: { label: '存款笔数', unit: 'count', days: true, formula: '到账的存款笔数' },
  deposit: { label: '存款', unit: 'yuan', days: true, formula: '到账存款之和' },
  withdrawal: { label: '取款', unit: 'yuan', days: true, formula: '已付款取款之和' },
  stake: { label: '投注额', unit: 'yuan', days: true, formula: '已结算注单的投注之和' },
  loss: { label: '会员净输', unit: 'yuan', days: true, formula: '投注 − 派彩，赢时为负' },
  tag: { label: '有标签', unit: 'id', days: false, formula: '会员有这个标签' },
  no_tag: { label: '没有标签', unit: 'id', days: false, formula: '会员没有这个标签' },
  agent: { label: '推荐人', unit: 'id', days: false, formula: '由这位会员或代理推荐' },
} as const satisfies Record<string, SegmentFact>
export type SegmentFactName = keyof typeof segmentFacts

/** The most conditions of a segment, and the longest span of one. */
export const SEGMENT_CONDITIONS = 8
export const SEGMENT_DAYS = 400
/** Members are counted up to here. */
export const SEGMENT_COUNTED = 100_000
/** The most members that one message goes to. */
export const SEGMENT_RECIPIENTS = 10_000
