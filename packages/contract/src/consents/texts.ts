import type { Catalogue } from '../say.ts'

export const consentTexts = {
  'consent.needed_for_account':
    '《规则与条款》和《隐私政策》是使用账户的前提；如不再同意，请注销账户',
  'consent.outdated': [409, '条款已更新到第 {version} 版，请阅读后再同意'],
  'consent.finance_first': '请先在“个人信息与权利”中同意处理收款账户信息',
  'consent.none': [409, '您没有给出这项同意'],
} as const satisfies Catalogue
