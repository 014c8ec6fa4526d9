import type { Catalogue } from '../say.ts'

/** What the back office refuses about the library of pictures. */
export const mediaTexts = {
  'media.not_found': [404, '素材不存在或已删除'],
  'media.missing': '请选择图片',
  'media.format': '只接受 JPG、PNG 和 WebP 图片',
  'media.bytes': '图片不得大于 {max} MB',
  'media.unreadable': '图片无法读取，文件可能已损坏',
  'media.pixels': '图片过大：最多 {pixels} 万像素，单边不超过 {side} 像素',
  'media.small': '图片太小：至少 {width}×{height} 像素',
  'media.alt': '请用中文写明图片内容（{least}–{most} 字）',
  'media.full': '素材库最多保存 {max} 张，请先删除不用的图片',
  'media.used': [409, '图片正在使用，不能停用或删除：{where}'],
  'media.offered': [409, '请先停用，再删除'],
  'media.past': [
    409,
    '图片曾向会员展示（{where}），删除会使历史版本缺图，须由停用者以外的同事删除',
  ],
  'media.past_reason': '图片曾向会员展示，请填写删除原因',
  'media.gone': '图片不在素材库中，请另选一张',
  'media.retired': '图片“{alt}”已停用，请另选一张或先恢复',
} as const satisfies Catalogue
