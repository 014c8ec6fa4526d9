import type { Catalogue } from '../say.ts'

export const riskTexts = {
  'risk.not_found': [404, '风险提示不存在'],
  'risk.opinion_missing': '请填写处理意见',
  'risk.dismissal_missing': '请填写解除原因',
  'risk.decided': [409, '该提示已由{by}{how}'],
} as const satisfies Catalogue
