import type { Catalogue } from '../say.ts'

/** What the form of a code checks. */
export const codeForm = { 'giveaway.code_missing': '请输入兑换码' } as const satisfies Catalogue

export const giveawayTexts = {
  'giveaway.not_found': [404, '该优惠不存在'],
  'giveaway.not_begun': '该优惠尚未开始',
  'giveaway.over': '该优惠已结束',
  'giveaway.level': '该优惠仅限 VIP{vip} 及以上会员',
  'giveaway.audience': '该优惠未向您开放',
  'giveaway.person': '您的另一个账户已参加该优惠，每人限一个账户',
  'giveaway.held': '您的账户有待处理的事项，暂不能领取，请联系客服',
  'giveaway.budget': '该优惠已发完',
  'giveaway.day_budget': '今日已发完，明天请早',
  'giveaway.hours': '领取时间为每日{from}-{to}（北京时间）',
  'giveaway.deposits_missing': '当日存款未达到领取条件，还差{missing}元',
  'giveaway.all_claimed': '今日{times}个红包已全部领取',
  'giveaway.code_unknown': '兑换码不存在或已失效',
  'giveaway.code_used': '该兑换码已被使用',
  'giveaway.code_used_up': '该兑换码的名额已用完',
  'giveaway.code_taken': '您已领取过该优惠',
  'giveaway.mission_unreached': '任务尚未达成',
} as const satisfies Catalogue

export const giveawayDeskTexts = {
  'giveaway.decided': [409, '该优惠已处理，请刷新后查看'],
  'giveaway.own': '须由另一位同事复核',
  'giveaway.reason': '请填写原因',
  'giveaway.name': '请填写名称，最多 30 个字',
  'giveaway.amount': '须为大于 0 的金额',
  'giveaway.budget_range': '预算须在 0.01 元到 100 亿元之间',
  'giveaway.month_budget': '超过本月专项优惠预算，还可使用 {left} 元',
  'giveaway.times': '流水倍数须为 0 到 50',
  'giveaway.vip': 'VIP 等级须为 0 到 10',
  'giveaway.past': '开始时间须晚于现在',
  'giveaway.span': '结束时间须晚于开始时间，且不超过 {days} 天',
  'giveaway.too_many': '同时最多 {max} 个未结束的专项优惠',
  'giveaway.started': '结束时间已过，请拒绝后重新提交',
  'giveaway.not_running': [409, '该优惠不在进行中'],
  'giveaway.code_format': '通用兑换码须为 6 到 20 位字母或数字',
  'giveaway.code_exists': '该兑换码已被使用过，请换一个',
  'giveaway.uses': '数量须为 1 到 {max}',
  'giveaway.code_budget': '全部兑换须 {cost} 元，超过预算 {budget} 元',
  'giveaway.mission_start': '任务须从北京时间 00:00 开始',
  'giveaway.mission_days': '计入天数须为 1 天以上，且不晚于结束时间',
  'giveaway.mission_count': '目标须为 1 到 {max} 的整数',
  'giveaway.mission_places': '仅投注类任务可限定场馆或游戏',
  'giveaway.mission_budget': '预算须不低于奖金',
  'giveaway.clock': '时间格式为 HH:mm，开始须早于结束',
  'giveaway.draw_range': '单个最高须不低于单个最低，且不超过 10 万元',
  'giveaway.claims': '每日次数须为 1 到 100',
  'giveaway.day_budget_range': '每日预算须不低于单个最高，且不超过总预算',
} as const satisfies Catalogue
