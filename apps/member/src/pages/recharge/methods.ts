import {
  byHand as manual,
  groupOf,
  methodGroups,
  methods,
  payMethods,
  type Family,
  type Protocol,
} from '@tianping/contract/payments'
import type { Given } from '@tianping/contract'
import { familyIcons } from '../../app/wallet/familyIcons.ts'
import type { IconName } from '../../ui/picture/icons.ts'

/**
 * Bank transfer, USDT by protocol, everything that takes an amount only, and by hand through
 * customer service.
 */
export type Kind = 'bank' | 'usdt' | 'amount' | 'manual'
export type Look = 'blue' | 'green' | 'leaf' | 'azure' | 'red' | 'slate'
export type Method = {
  key: string
  label: string
  icon: IconName
  look: Look
  kind: Kind
  /** The heading it stands under. */
  group: string
}

/** How each family looks; what stands behind it is a fact of the contract. */
const looks: Record<Family, Look> = {
  bank: 'blue',
  usdt: 'green',
  wechat: 'leaf',
  alipay: 'azure',
  unionpay: 'red',
}
const kinds: Partial<Record<Family, Kind>> = { bank: 'bank', usdt: 'usdt' }

const byHand: Method = {
  key: manual.key,
  label: manual.label,
  icon: 'headset',
  look: 'slate',
  kind: 'manual',
  group: '人工',
}

const known = new Map<string, Method>([
  ...payMethods.map(key => {
    const { label, family } = methods[key]
    const [icon, look] = [familyIcons[family], looks[family]]
    const group = methodGroups[groupOf(family)]
    return [key, { key, label, icon, look, kind: kinds[family] ?? 'amount', group }] as const
  }),
  [byHand.key, byHand],
])

/** The methods the server enables, in its order; what this app does not know is left out. */
export const enabledMethods = (ways: Record<string, number>): Method[] =>
  Object.entries(ways).flatMap(([key, on]) => {
    const method = on === 1 ? known.get(key) : undefined
    return method ? [method] : []
  })

export type Options = Given<'POST /api/depositoptions'>
export type MethodFacts = Options['methods'][number]
/** A method as the grid shows it; `facts` are not there before they are known. */
export type Offer = Method & { facts: MethodFacts | undefined; closed: boolean }

/** What is shown, in the server's order: what is enabled, and what is under maintenance. */
export function offersOf(ways: Record<string, number>, options: Options | undefined): Offer[] {
  const factsOf = new Map(options?.methods.map(facts => [facts.method, facts]))
  return Object.entries(ways).flatMap(([key, on]) => {
    const [method, facts] = [known.get(key), factsOf.get(key)]
    const closed = on !== 1
    return method && (!closed || facts?.maintenance === 1) ? [{ ...method, facts, closed }] : []
  })
}

/** Methods under their headings. The server's order stays, so a heading may come twice. */
export function grouped(offers: readonly Offer[]): { group: string; offers: Offer[] }[] {
  const runs: { group: string; offers: Offer[] }[] = []
  for (const offer of offers) {
    const last = runs.at(-1)
    if (last?.group === offer.group) last.offers.push(offer)
    else runs.push({ group: offer.group, offers: [offer] })
  }
  return runs
}

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
