import { payMethods, type PayMethod } from '@tianping/contract'

export { payMethods, type PayMethod } from '@tianping/contract'
export const protocols = ['TRC20', 'ERC20'] as const
export type Protocol = (typeof protocols)[number]

/**
 * What a method is behind its key: how it is labelled (P2-2.10-04) and what payinfo calls it
 * (P2-7-21).
 */
type Family = { label: string; kind: 'bankpay' | 'alipay' | 'wxpay' | 'usdtpay' }
const bank: Family = { label: '银行卡', kind: 'bankpay' }
const wechat: Family = { label: '微信', kind: 'wxpay' }
const alipay: Family = { label: '支付宝', kind: 'alipay' }

export const families: Record<PayMethod, Family> = {
  card: bank,
  usdt: { label: 'USDT', kind: 'usdtpay' },
  wechat,
  alipay,
  zh_wxgue: wechat,
  zh_wxys: wechat,
  zh_wdjt: alipay,
  zh_zfbxe: alipay,
  zh_zfbze: alipay,
  zh_zfbde: alipay,
  zh_ylsm: { label: '云闪付', kind: 'bankpay' },
}

/** The label of an order's method; USDT names its protocol. */
export const methodLabel = (method: string, protocol: string): string =>
  method === 'usdt' && protocol !== ''
    ? `USDT-${protocol}`
    : (families[method as PayMethod]?.label ?? '人工')

/**
 * Clients name some methods in two ways: by tab, and as the call wants it (P2-2.12-03, P2-2.12-05).
 */
const aliases = new Map<string, PayMethod>([
  ['bank', 'card'],
  ['wxpay', 'wechat'],
])

/** The method a client means; undefined for what there is not. */
export function methodNamed(sent: string): PayMethod | undefined {
  return aliases.get(sent) ?? payMethods.find(method => method === sent)
}

/** Methods whose page is the provider's own: the client is redirected there (P2-4-21). */
export const redirects = (method: PayMethod): boolean => method.startsWith('zh_')

/** What `getPayRange` takes: a method, and for USDT one per protocol (`usdt-trc20`). */
export function rangeNamed(
  sent: string,
): { method: PayMethod; protocol: Protocol | null } | undefined {
  const usdt = /^usdt(?:-(trc20|erc20))?$/i.exec(sent)
  if (usdt)
    return { method: 'usdt', protocol: (usdt[1]?.toUpperCase() as Protocol | undefined) ?? 'TRC20' }
  const method = methodNamed(sent)
  return method && { method, protocol: null }
}
