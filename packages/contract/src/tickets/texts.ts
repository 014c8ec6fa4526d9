import type { Catalogue } from '../say.ts'

/** What the forms of a conversation check. */
export const ticketForm = {
  'ticket.topic_missing': '请选择问题类型',
  'ticket.text_missing': '请填写内容',
  'ticket.text_long': '最多 {max} 个字',
} as const satisfies Catalogue

export const ticketTexts = {
  'ticket.not_found': [404, '该会话不存在'],
  'ticket.order_unknown': '只能附上自己的订单或注单，请重新选择',
  'ticket.too_many': [409, '您有 {max} 个会话正在处理，请在原会话中继续说明'],
  'ticket.lines_full': [409, '该会话的消息过多，请等待客服回复或新建会话'],
  'ticket.reopen_over': [409, '该会话结束已超过 {days} 天，请新建会话'],
  'ticket.complained': [409, '该会话已转为投诉 {no}，请在投诉中继续'],
  'ticket.not_open': [409, '该会话已结束'],
  'ticket.still_open': [409, '会话结束后才能评价'],
  'ticket.rated': [409, '已评价，感谢您的反馈'],
  'ticket.picture_missing': '请选择图片',
  'ticket.picture_format': '仅支持 JPG、PNG 图片',
  'ticket.picture_unreadable': '图片无法读取，请换一张',
  'ticket.pictures_full': [409, '该会话最多 {max} 张图片'],
  'ticket.end_missing': '请选择结束原因',
} as const satisfies Catalogue
