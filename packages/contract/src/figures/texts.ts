import type { Catalogue } from '../say.ts'

export const figureTexts = {
  'figures.span': '开始日期不能晚于结束日期，结束日期不能晚于今天，最长 {days} 天',
} as const satisfies Catalogue
