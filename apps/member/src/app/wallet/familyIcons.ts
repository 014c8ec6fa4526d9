import type { Family } from '@tianping/contract/payments'
import type { IconName } from '../../ui/picture/icons.ts'

/** The icon of each family of payment methods. */
export const familyIcons: Readonly<Record<Family, IconName>> = {
  bank: 'bank',
  usdt: 'usdt',
  wechat: 'chat',
  alipay: 'wallet',
  unionpay: 'scan',
}
