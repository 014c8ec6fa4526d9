import type { IconName } from '../../ui/icons.ts'

/**
 * Bank transfer, USDT by protocol, everything that takes an amount only, and by hand through
 * customer service.
 */
export type Kind = 'bank' | 'usdt' | 'amount' | 'manual'
export type Look = 'blue' | 'green' | 'leaf' | 'azure' | 'red' | 'slate'
export type Method = { key: string; label: string; icon: IconName; look: Look; kind: Kind }

const known: Record<string, Omit<Method, 'key'>> = {
  card: { label: '银行卡', icon: 'bank', look: 'blue', kind: 'bank' },
  usdt: { label: 'USDT', icon: 'usdt', look: 'green', kind: 'usdt' },
  wechat: { label: '微信', icon: 'chat', look: 'leaf', kind: 'amount' },
  alipay: { label: '支付宝', icon: 'wallet', look: 'azure', kind: 'amount' },
  zh_wxgue: { label: '微信小额', icon: 'chat', look: 'leaf', kind: 'amount' },
  zh_wxys: { label: '微信中额', icon: 'chat', look: 'leaf', kind: 'amount' },
  zh_wdjt: { label: '支付宝中额', icon: 'wallet', look: 'azure', kind: 'amount' },
  zh_zfbxe: { label: '支付宝小额', icon: 'wallet', look: 'azure', kind: 'amount' },
  zh_zfbze: { label: '支付宝中额', icon: 'wallet', look: 'azure', kind: 'amount' },
  zh_zfbde: { label: '支付宝大额', icon: 'wallet', look: 'azure', kind: 'amount' },
  zh_ylsm: { label: '云闪付', icon: 'scan', look: 'red', kind: 'amount' },
  rengong: { label: '人工存款', icon: 'headset', look: 'slate', kind: 'manual' },
}

/** The methods the server enables, in its order; what this app does not know is left out. */
export const enabledMethods = (ways: Record<string, number>): Method[] =>
  Object.entries(ways).flatMap(([key, on]) =>
    on === 1 && Object.hasOwn(known, key) ? [{ key, ...known[key]! }] : [],
  )

export type Protocol = 'TRC20' | 'ERC20'

/** What `getPayRange` calls a method (P2-7-17). */
export const rangeType = ({ key, kind }: Method, protocol: Protocol) =>
  kind === 'bank' ? 'bank' : kind === 'usdt' ? `usdt-${protocol.toLowerCase()}` : key

/** What `recharge` calls a method. */
export const payType = ({ key, kind }: Method) =>
  kind === 'bank' ? 'bank' : key === 'wechat' ? 'wxpay' : key

/** Methods whose page is the provider's: the answer is its address. */
export const redirects = ({ key }: Method) => key.startsWith('zh_')
