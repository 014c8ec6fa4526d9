import type { Catalogue } from '../say.ts'

/** What the form of a complaint checks. */
export const complaintForm = {
  'complaint.kind_missing': '请选择投诉类型',
  'complaint.text_short': '请写明情况，至少 10 个字',
  'complaint.text_long': '最多 {max} 个字',
  'complaint.message_missing': '请填写内容',
  'complaint.day_format': '请选择事情发生的日期',
  'complaint.day_future': '发生日期不能晚于今天',
  'complaint.day_old': '只受理 {months} 个月内发生的事情，如有特殊情况请联系客服',
} as const satisfies Catalogue

export const complaintTexts = {
  'complaint.not_found': [404, '该投诉不存在'],
  'complaint.order_unknown': '找不到该单号，请核对后再填，或留空',
  'complaint.too_many': [409, '您有 {max} 件投诉正在处理，请等待答复后再提交'],
  'complaint.closed': [409, '该投诉已结束'],
  'complaint.messages_full': [409, '该投诉的消息过多，请等待答复'],
  'complaint.outcome_missing': '请选择处理结果',
} as const satisfies Catalogue
