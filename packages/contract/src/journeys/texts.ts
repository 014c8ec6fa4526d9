import type { Catalogue } from '../say.ts'

/** What the back office refuses about journeys. */
export const journeyTexts = {
  'journey.not_found': [404, '自动触达不存在'],
  'journey.decided': [409, '该自动触达已处理，请刷新后查看'],
  'journey.own': '须由另一位同事复核',
  'journey.unanswered': [
    409,
    '提出人与批准人都已停用或不再有权限，不能恢复；请结束后由现任人员重新提交',
  ],
  'journey.resume_own': '须由另一位同事恢复，不能由暂停的人恢复',
  'journey.reason': '请填写原因',
  'journey.name': '请填写名称，最多 30 个字',
  'journey.days': '该触发条件的天数须为 {least} 到 {most}',
  'journey.again': '再次触达的间隔须为 1 到 365 天，0 为每人一次',
  'journey.again_never': '该触发条件每人只发生一次，不能再次触达',
  'journey.per_day': '每日上限须为 1 到 {max} 人',
  'journey.bonus': '奖金须为 0 到 1,000 万元的金额',
  'journey.budget': '请填写每月预算，须不低于一份奖金',
  'journey.no_budget': '没有奖金的自动触达不需要预算',
  'journey.month_budget': '超过本月自动触达预算，还可使用 {left} 元',
  'journey.times': '流水倍数须为 0 到 50',
  'journey.span': '结束时间须晚于开始时间，且不超过 {days} 天',
  'journey.past': '结束时间须晚于现在',
  'journey.loss_segment': '自动触达不能用含“{fact}”条件的人群',
  'journey.too_many': '同时最多 {max} 个未结束的自动触达',
  'journey.waits': '该自动触达已有一个修改待复核',
  'journey.over': '时间已过，请拒绝后重新提交',
  'journey.replaced_gone': [409, '被修改的自动触达已结束，请拒绝后重新提交'],
  'journey.not_running': [409, '该自动触达不在运行中'],
  'journey.not_paused': [409, '该自动触达没有暂停'],
} as const satisfies Catalogue
