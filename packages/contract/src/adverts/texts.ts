import type { Catalogue } from '../say.ts'

export const advertTexts = {
  'advert.refused': '内容检查未通过：{found}',
  'advert.reason_missing': '内容检查有 {count} 项提示，请修改，或填写仍要保存的理由',
} as const satisfies Catalogue
