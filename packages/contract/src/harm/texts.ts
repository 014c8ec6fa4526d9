import type { Catalogue } from '../say.ts'

export const harmTexts = {
  'harm.no_benefit': '目前不能领取或申请优惠，如有疑问请联系客服',
} as const satisfies Catalogue

export const harmDeskTexts = {
  'harm.not_found': [404, '任务不存在'],
  'harm.decided': [409, '该任务已由{by}{how}'],
  'harm.remark_missing': '请填写处理说明',
  'harm.unchanged': '标记没有变化',
} as const satisfies Catalogue
