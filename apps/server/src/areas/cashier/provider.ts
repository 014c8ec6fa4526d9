import { placeOf } from '@tianping/contract/place'
import type { PayMethod } from '@tianping/contract/payments'
import type { Db } from '@tianping/database'
import type { Settings } from '../../kernel/environment.ts'
import type { Services } from '../../kernel/http/services.ts'
import {
  allProviders,
  isTested,
  providerNamed,
  remoteProvider,
  SANDBOX,
  type PaymentProvider,
  type Provider,
} from '../providers/providers.ts'
import { sandboxProvider } from './sandbox/provider.ts'

/** The methods that some open provider serves; the others are not offered. */
export async function servedMethods(db: Db, settings: Settings): Promise<ReadonlySet<PayMethod>> {
  const open = (await allProviders({ db, settings })).filter(({ value }) => value.live)
  return new Set(open.flatMap(({ value }) => value.methods))
}

/** A provider as calls speak to it; the sandbox's own is part of this server. */
export const speakTo = async (services: Services, provider: Provider): Promise<PaymentProvider> =>
  provider.value.adapter === SANDBOX
    ? sandboxProvider(services.settings)
    : remoteProvider(services, provider)

/** The provider whose callbacks come under this name; undefined for one that has no key. */
export async function callingProvider(
  services: Services,
  code: string,
): Promise<PaymentProvider | undefined> {
  const found = await withKey(services, code)
  return found && speakTo(services, found)
}

export type SendingProvider = { port: PaymentProvider; place: string }

/**
 * The provider that money is sent through; undefined while no test order has come back with its
 * present configuration: somebody else might be there.
 */
export async function sendingProvider(
  services: Services,
  code: string,
): Promise<SendingProvider | undefined> {
  const found = await withKey(services, code)
  if (!found || !isTested(found)) return undefined
  return { port: await speakTo(services, found), place: placeOf(found.value) }
}

async function withKey(services: Services, code: string): Promise<Provider | undefined> {
  const found = /^[a-z][a-z0-9-]{1,23}$/.test(code)
    ? await providerNamed(services, code)
    : undefined
  return found && (found.value.adapter === SANDBOX || found.value.key !== 0) ? found : undefined
}
