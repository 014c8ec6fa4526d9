import {
  byHand,
  families,
  methodNamed,
  methods,
  usdtRecord,
  type PayMethod,
  type Protocol,
} from '@tianping/contract/payments'

export {
  methodNamed,
  payMethods,
  protocols,
  type PayMethod,
  type Protocol,
} from '@tianping/contract/payments'

/** What a method belongs to: how records name it and what payinfo calls it. */
export const familyOf = (method: PayMethod) => families[methods[method].family]

const recordLabel = (method: PayMethod | undefined) =>
  method ? familyOf(method).record : byHand.record

/** The label of an order's method; USDT names its protocol. */
export const methodLabel = (method: string, protocol: string): string =>
  method === 'usdt' && protocol !== '' ? usdtRecord(protocol) : recordLabel(methodNamed(method))

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
