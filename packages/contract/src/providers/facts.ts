import { accountAt, type Place } from '../place.ts'

/** How a payment provider is spoken to. */
export const providerAdapters = {
  sandbox: '沙盒',
  'form-md5': '表单签名（MD5）',
  'form-rsa': '表单签名（RSA-SHA256）',
  'card-psp': '银行卡收单（跳转页）',
} as const
export type ProviderAdapter = keyof typeof providerAdapters

/** Two ways of signing the same posts are one interface. */
const isForm = (adapter: string) => adapter === 'form-md5' || adapter === 'form-rsa'
/** Whose orders, payouts and balance a provider's are. */
export const accountOf = (at: Place & { adapter: string }): string =>
  accountAt(isForm(at.adapter) ? 'form' : at.adapter, at)

/**
 * A provider takes orders of members only while it is open. A changed endpoint, merchant, adapter
 * or key makes it a draft again, until a test order has come back.
 */
export const providerStates = {
  draft: '未测试',
  testing: '测试通过',
  open: '已开通',
  paused: '已暂停',
} as const
export type ProviderState = keyof typeof providerStates

/** What an adapter can be asked for beside opening an order. */
export const providerAbilities = {
  query: '查询',
  cancel: '关闭订单',
  refund: '退款',
  payout: '付款',
  dispute: '争议',
  balance: '余额',
  statement: '对账单',
} as const
export type ProviderAbility = keyof typeof providerAbilities

export const testStates = { open: '等待付款', paid: '已收到通知', wrong: '金额不符' } as const
export type TestState = keyof typeof testStates

/** What a channel settles in; orders of members are in yuan. */
export const providerCurrencies = ['CNY'] as const

/** The most that one key takes, a private key in PEM form included. */
export const KEY_LENGTH = 8_000
