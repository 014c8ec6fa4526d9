import type { Catalogue } from '../say.ts'

export const messageTexts = {
  'message.title_length': '标题为1~100个字',
  'message.content_missing': '请填写内容',
  'message.recipients': '收件人为1~{max}名会员',
  'message.offers_full': '这些会员近 7 天收到的优惠已达上限（{max} 条）',
  'message.recipients_missing': '请填写收件会员',
  'message.recipients_many': '一次最多 {max} 名会员，请分次发送或发给全部会员',
  'message.recipients_unknown': '找不到会员：{members}',
  'message.many_wait': [409, '待审批的群发消息过多，请先处理'],
  'message.not_found': [404, '该消息不存在'],
  'message.withdrawn': [409, '该消息已由{by}撤回'],
} as const satisfies Catalogue
