import type { Catalogue } from '../say.ts'

export const booksTexts = {
  'adjustment.not_found': [404, '调整不存在'],
  'adjustment.oneself': [409, '不能调整自己的会员账户'],
  'adjustment.decided': [409, '该调整已由{by}{how}'],
  'adjustment.own': [409, '不能审批自己提出的调整，请由另一位同事处理'],
  'adjustment.anothers': [409, '只能撤回自己提出的调整'],
  'adjustment.balance': [409, '会员可用余额 ¥{available}，不足以扣减 ¥{amount}'],
  'adjustment.turnover_range': '流水倍数为 0~50',
  'adjustment.member_unknown': '找不到该会员',
  'difference.not_found': [404, '该差异不存在'],
  'difference.resolved': [409, '该差异已由{by}处理'],
  'difference.result_missing': '请填写处理结果',
  'reconciliation.not_found': [404, '该次对账不存在'],
  'reconciliation.under_way': [409, '对账正在进行，请稍候'],
  'reconciliation.provider_missing': '请填写通道',
  'reconciliation.day_missing': '请选择日期',
  'reconciliation.line_unreadable': '无法识别这一行：{line}',
  'reconciliation.lines_missing': '请填写账单明细',
} as const satisfies Catalogue
