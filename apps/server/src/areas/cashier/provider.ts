import type { Settings } from '../../kernel/environment.ts'
import type { PaymentProvider } from './paymentProvider.ts'
import { sandboxProvider } from './sandbox/provider.ts'

/**
 * The provider of this installation; null in production as long as none is connected, and then its
 * methods are not offered.
 */
export function providerOf(settings: Settings): PaymentProvider | null {
  return settings.mode === 'sandbox' ? sandboxProvider(settings) : null
}
