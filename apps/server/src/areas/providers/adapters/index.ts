import type { ProviderAbility, ProviderAdapter } from '@tianping/contract/providers/facts'
import type { PaymentProvider } from '../port.ts'
import { cardAbilities, cardPsp } from './cardPsp.ts'
import type { Connection } from './connection.ts'
import { formAbilities, formGateway } from './formGateway.ts'
import { md5Signing, rsaSigning } from './formSign.ts'

export type RemoteAdapter = Exclude<ProviderAdapter, 'sandbox'>

/** The adapters that speak to somebody outside; an adapter is added here and nowhere else. */
export const remoteAdapters: Record<RemoteAdapter, (at: Connection) => PaymentProvider> = {
  'form-md5': at => formGateway(at, md5Signing),
  'form-rsa': at => formGateway(at, rsaSigning),
  'card-psp': cardPsp,
}

export const remoteAbilities: Record<RemoteAdapter, readonly ProviderAbility[]> = {
  'form-md5': formAbilities,
  'form-rsa': formAbilities,
  'card-psp': cardAbilities,
}
