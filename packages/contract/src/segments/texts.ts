import type { Catalogue } from '../say.ts'

/** What the back office refuses about segments. */
export const segmentTexts = {
  'segment.not_found': [404, '人群不存在或已停用'],
  'segment.exists': [409, '已有同名人群'],
  'segment.too_many': '最多使用 {max} 个人群',
  'segment.no_condition': '请至少填写一个条件',
  'segment.days': '{fact}：请填写 1~{max} 天',
  'segment.bounds': '{fact}：请填写下限或上限，下限不能大于上限',
  'segment.tag': '{fact}：标签不存在或已停用',
  'segment.agent': '{fact}：会员不存在',
  'segment.empty': '该人群目前没有可发送的会员',
  'segment.too_large': '该人群超过 {max} 位会员，请缩小范围',
} as const satisfies Catalogue
