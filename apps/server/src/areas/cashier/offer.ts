import type { Db } from '@tianping/database'
import type { Settings } from '../../kernel/environment.ts'
import { protocols, type PayMethod, type Protocol } from './methods.ts'
import { CHAIN_PROTOCOL } from './onChain/port.ts'
import { servedMethods } from './provider.ts'
import { cashierSetting, type CashierSetting } from './setting.ts'
import { anyReceivingAccount } from './store/choice.sql.ts'

/** What decides which methods members are offered now. */
export type Offer = {
  setting: CashierSetting
  /** The methods that a payment provider serves. */
  served: ReadonlySet<PayMethod>
  /** Whether USDT is paid on a chain that the site watches itself. */
  chain: boolean
  /** Whether there is an account of ours that members can pay to. */
  bank: boolean
}

/**
 * Reads the offer. Production takes no bank transfer before the site has named an account that
 * members pay to; a sandbox takes play money without one.
 */
export async function offerOf(db: Db, settings: Settings): Promise<Offer> {
  const [setting, bank, served] = await Promise.all([
    cashierSetting(db),
    settings.mode === 'sandbox' || anyReceivingAccount(db),
    servedMethods(db, settings),
  ])
  return { setting, served, chain: settings.chain !== null, bank }
}

/** The protocols USDT can be paid over: on the chain, and at the provider to an address of ours. */
export const offeredProtocols = ({ setting, served, chain }: Offer): Protocol[] =>
  protocols.filter(
    protocol =>
      (chain && protocol === CHAIN_PROTOCOL) ||
      (served.has('usdt') && setting.usdtAddresses[protocol] !== ''),
  )

/** Whether a method can be paid by now: shown, and not under maintenance. */
export const isOffered = (offer: Offer, method: PayMethod): boolean =>
  isShown(offer, method) &&
  !offer.setting.methods.some(each => each.method === method && each.maintenance)

/** Whether members see a method: switched on, and somebody there to take the payment. */
export function isShown(offer: Offer, method: PayMethod): boolean {
  const { setting, served, bank } = offer
  if (!setting.methods.some(each => each.method === method && each.enabled)) return false
  if (method === 'card') return bank
  return method === 'usdt' ? offeredProtocols(offer).length > 0 : served.has(method)
}
