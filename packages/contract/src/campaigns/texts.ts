import type { Catalogue } from '../say.ts'

/** What the back office refuses about campaigns. */
export const campaignTexts = {
  'campaign.not_found': [404, '投放不存在'],
  'campaign.decided': [409, '该投放已处理，请刷新后查看'],
  'campaign.own': '须由另一位同事复核',
  'campaign.unanswered': [
    409,
    '提出人与批准人都已停用或不再有权限，不能恢复；请结束后由现任人员重新提交',
  ],
  'campaign.resume_own': '须由另一位同事恢复，不能由暂停的人恢复',
  'campaign.reason': '请填写原因',
  'campaign.name': '请填写名称，最多 30 个字',
  'campaign.span': '结束时间须晚于开始时间，且不超过 {days} 天',
  'campaign.past': '结束时间须晚于现在',
  'campaign.percent': 'A 组须为 1% 到 100%，B 组须为 0% 到 99%，两组合计不超过 100%',
  'campaign.bonus': '奖金须为 0 到 1,000 万元的金额',
  'campaign.budget': '请填写预算，须不低于一份奖金',
  'campaign.no_budget': '没有奖金的投放不需要预算',
  'campaign.month_budget': '超过本月投放预算，还可使用 {left} 元',
  'campaign.times': '流水倍数须为 0 到 50',
  'campaign.goal_days': '统计天数须为 1 到 {days}',
  'campaign.too_many': '同时最多 {max} 个未结束的投放',
  'campaign.over': '投放时间已过，请拒绝后重新提交',
  'campaign.not_running': [409, '该投放不在进行中'],
  'campaign.not_paused': [409, '该投放没有暂停'],
} as const satisfies Catalogue
