import type { Catalogue } from '../say.ts'

export const channelTexts = {
  'channel.name': '请填写渠道名称，最多{max}个字',
  'channel.name_taken': [409, '已有同名渠道'],
  'channel.too_many': [409, '最多可建{max}个渠道'],
} as const satisfies Catalogue

export const channelDeskTexts = {
  'channel.not_found': [404, '渠道不存在'],
  'channel.is_off': [409, '该渠道已停用'],
  'channel.is_on': [409, '该渠道已启用'],
} as const satisfies Catalogue
