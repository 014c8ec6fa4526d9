import type { Settings } from '../../kernel/environment.ts'
import { protocols, type PayMethod, type Protocol } from './methods.ts'
import { providerOf } from './provider.ts'
import type { CashierSetting } from './setting.ts'

/** The protocols USDT can be paid over: those with a receiving address. */
export const offeredProtocols = (setting: CashierSetting): Protocol[] =>
  protocols.filter(protocol => setting.usdtAddresses[protocol] !== '')

/** Whether a method can be paid by now: shown, and not under maintenance. */
export const isOffered = (
  settings: Settings,
  setting: CashierSetting,
  method: PayMethod,
): boolean =>
  isShown(settings, setting, method) &&
  !setting.methods.some(each => each.method === method && each.maintenance)

/** Whether members see a method: switched on, and somebody there to take the payment. */
export function isShown(settings: Settings, setting: CashierSetting, method: PayMethod): boolean {
  if (!setting.methods.some(each => each.method === method && each.enabled)) return false
  if (method === 'card') return true
  return (
    providerOf(settings) !== null && (method !== 'usdt' || offeredProtocols(setting).length > 0)
  )
}
