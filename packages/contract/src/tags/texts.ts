import type { Catalogue } from '../say.ts'

/** What the back office refuses about tags and the watch list. */
export const tagTexts = {
  'tag.not_found': [404, '标签不存在或已停用'],
  'tag.exists': [409, '已有同名标签'],
  'tag.too_many': '最多使用 {max} 个标签',
  'tag.nobody': '请选择会员',
  'watch.none': [409, '该会员不在关注名单中'],
  'watch.past': '截止日期不能早于今天',
} as const satisfies Catalogue
