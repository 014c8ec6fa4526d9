import type { Catalogue } from '../say.ts'

/** What the form of an agent's application checks (P1-5-20, P1-5-21). */
export const agentForm = {
  'agent.mobile_format': '请输入正确手机号',
  'agent.reason_missing': '请输入申请理由',
} as const satisfies Catalogue

export const agentTexts = {
  'agent.already': '您已是合营伙伴',
  'agent.applied': '您的申请正在审核中，请耐心等待',
  'agent.partners_only': [403, '仅限合营伙伴使用'],
  'agent.ticket_over': [401, '登录链接已失效，请重新进入'],
  'agent.login_missing': '请输入您的账号和密码！',
  'agent.login_wrong': '账号或密码错误',
  'agent.login_locked': '账号已被锁定，请联系客服',
  'agent.second_step': [403, '该账号已开启双重验证，请在会员端“代理登录”进入'],
  'agent.statement_not_found': [404, '账单不存在'],
  'agent.statement_empty': '该账单没有可发放的佣金',
  'agent.statement_decided': [409, '该账单已由{by}{how}'],
  'agent.statement_struck': [
    409,
    '{count}位首存会员的存款有争议或已确认风险，已从账单冲回，请重新查看后再审核',
  ],
  'agent.plan_not_found': [404, '方案不存在'],
  'agent.plan_name': '请填写方案名称',
  'agent.plan_month': '起始月份须晚于本月，格式为 2026-01',
  'agent.plan_terms': '{problem}',
  'agent.plan_open': [409, '该代理已有待批准的方案'],
  'agent.plan_decided': [409, '该方案已由{by}{how}'],
  'agent.plan_own': '须由另一位同事复核',
  'agent.plan_together': [
    409,
    '同一会员上方各级代理的佣金比例合计将达{sum}%，超过上限{max}%，请先调整相关方案或规则',
  ],
  'agent.plan_begun': [409, '起始月份已开始，不能追溯生效，请拒绝后重新提交'],
  'agent.statement_differs': [409, '账单与明细重算不一致，不能发放，请联系技术人员核查'],
  'agent.not_an_agent': [409, '该会员不是代理'],
  'agent.standing_ended': [409, '该会员的代理资格已取消'],
  'agent.standing_not_ended': [409, '该会员的代理资格没有被取消'],
} as const satisfies Catalogue
