import { methods, payMethods, type Family } from '@tianping/contract/payments'
import type { IconName } from '../../ui/picture/icons.ts'

/**
 * Bank transfer, USDT by protocol, everything that takes an amount only, and by hand through
 * customer service.
 */
export type Kind = 'bank' | 'usdt' | 'amount' | 'manual'
export type Look = 'blue' | 'green' | 'leaf' | 'azure' | 'red' | 'slate'
export type Method = { key: string; label: string; icon: IconName; look: Look; kind: Kind }

/** How each family looks; what stands behind it is a fact of the contract. */
const looks: Record<Family, Pick<Method, 'icon' | 'look'>> = {
  bank: { icon: 'bank', look: 'blue' },
  usdt: { icon: 'usdt', look: 'green' },
  wechat: { icon: 'chat', look: 'leaf' },
  alipay: { icon: 'wallet', look: 'azure' },
  unionpay: { icon: 'scan', look: 'red' },
}
const kinds: Partial<Record<Family, Kind>> = { bank: 'bank', usdt: 'usdt' }

const byHand: Method = {
  key: 'rengong',
  label: '人工存款',
  icon: 'headset',
  look: 'slate',
  kind: 'manual',
}

const known = new Map<string, Method>([
  ...payMethods.map(key => {
    const { label, family } = methods[key]
    return [key, { key, label, ...looks[family], kind: kinds[family] ?? 'amount' }] as const
  }),
  [byHand.key, byHand],
])

/** The methods the server enables, in its order; what this app does not know is left out. */
export const enabledMethods = (ways: Record<string, number>): Method[] =>
  Object.entries(ways).flatMap(([key, on]) => {
    const method = on === 1 ? known.get(key) : undefined
    return method ? [method] : []
  })

export type Protocol = 'TRC20' | 'ERC20'

/** What `getPayRange` calls a method (P2-7-17). */
export function rangeType({ key, kind }: Method, protocol: Protocol) {
  if (kind === 'bank') return 'bank'
  return kind === 'usdt' ? `usdt-${protocol.toLowerCase()}` : key
}

/** What `recharge` calls a method. */
export function payType({ key, kind }: Method) {
  if (kind === 'bank') return 'bank'
  return key === 'wechat' ? 'wxpay' : key
}

/** Methods whose page is the provider's: the answer is its address. */
export const redirects = ({ key }: Method) => key.startsWith('zh_')
