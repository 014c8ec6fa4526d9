import {
  ProviderRefused,
  ProviderUnreached,
  type PaymentProvider,
} from '../../../apps/server/src/areas/providers/port.ts'
import type { Fault } from '../stub.ts'
import type { Subject } from './subjects.ts'

export type Case = { name: string; run: (at: Subject) => Promise<void> }

/** What a failed call was: a definite no, one that never left, or one whose outcome is open. */
export async function failureOf(
  call: Promise<unknown>,
): Promise<'refused' | 'unreached' | 'unknown'> {
  try {
    await call
  } catch (error) {
    if (error instanceof ProviderRefused) return 'refused'
    return error instanceof ProviderUnreached ? 'unreached' : 'unknown'
  }
  throw new Error('the call did not fail')
}

/** Who asks while the provider has this fault: silence ends by giving up. */
export const askerOf = (at: Subject, fault: Fault): PaymentProvider =>
  fault === 'silent' ? at.impatient : at.provider
