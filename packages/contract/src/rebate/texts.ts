import type { Catalogue } from '../say.ts'

/** What the page says before it asks. */
export const rebateForm = {
  'rebate.nothing': '暂无领取额度！',
} as const satisfies Catalogue
