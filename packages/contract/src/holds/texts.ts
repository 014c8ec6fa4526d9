import type { Catalogue } from '../say.ts'

/** What keeps an operator from letting money go out. */
export const holdsTexts = {
  'hold.stands': [409, '暂不能放行：{holds}。须由另一位同事写明原因后解除'],
  'hold.compliance': [409, '合规限制只能由合规岗处理，不能在此解除'],
  'hold.none': [409, '没有需要解除的限制'],
  'hold.released_by_you': [409, '限制由您解除，须由另一位同事审核'],
} as const satisfies Catalogue
