import type { Catalogue } from '../say.ts'

export const consentTexts = {
  'consent.needed_for_account':
    '《规则与条款》和《隐私政策》是使用账户的前提；如不再同意，请注销账户',
  'consent.outdated': [409, '条款已更新到第 {version} 版，请阅读后再同意'],
  'consent.none': [409, '您没有给出这项同意'],
} as const satisfies Catalogue
