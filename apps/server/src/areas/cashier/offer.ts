import type { Db } from '@tianping/database'
import type { Settings } from '../../kernel/environment.ts'
import { protocols, type PayMethod, type Protocol } from './methods.ts'
import { servedMethods } from './provider.ts'
import { cashierSetting, type CashierSetting } from './setting.ts'
import { usdtRates } from './usdtRates.ts'
import type { Rates } from '../rates/rates.ts'
import { anyReceivingAccount } from './store/choice.sql.ts'

/** What decides which methods members are offered now. */
export type Offer = {
  setting: CashierSetting
  /** The methods that a payment provider serves. */
  served: ReadonlySet<PayMethod>
  /** What USDT is called on the chain that the site watches itself; null for no chain. */
  chain: Protocol | null
  /** The rates of USDT; while they are closed nobody is offered to pay in it. */
  rates: Rates
  /** Whether there is an account of ours that members can pay to. */
  bank: boolean
}

/**
 * Reads the offer. Production takes no bank transfer before the site has named an account that
 * members pay to; a sandbox takes play money without one.
 */
export async function offerOf(db: Db, settings: Settings, now: Date): Promise<Offer> {
  const [setting, bank, served, rates] = await Promise.all([
    cashierSetting(db),
    settings.mode === 'sandbox' || anyReceivingAccount(db),
    servedMethods(db, settings),
    usdtRates(db, now),
  ])
  return { setting, served, chain: settings.chain?.protocol ?? null, bank, rates }
}

/** The protocols USDT can be paid over: on the chain, and at the provider to an address of ours. */
export const offeredProtocols = ({ setting, served, chain }: Offer): Protocol[] =>
  protocols.filter(
    protocol =>
      protocol === chain || (served.has('usdt') && setting.usdtAddresses[protocol] !== ''),
  )

/** Whether a method can be paid by now: shown, and not under maintenance. */
export const isOffered = (offer: Offer, method: PayMethod): boolean =>
  isShown(offer, method) &&
  !offer.setting.methods.some(each => each.method === method && each.maintenance) &&
  !lacksRate(offer, method)

/** Whether a method waits for a rate. */
export const lacksRate = ({ rates }: Offer, method: PayMethod): boolean =>
  method === 'usdt' && rates.closed !== ''

/** Whether members see a method: switched on, and somebody there to take the payment. */
export function isShown(offer: Offer, method: PayMethod): boolean {
  const { setting, served, bank } = offer
  if (!setting.methods.some(each => each.method === method && each.enabled)) return false
  if (method === 'card') return bank
  return method === 'usdt' ? offeredProtocols(offer).length > 0 : served.has(method)
}
