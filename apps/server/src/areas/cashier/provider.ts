import type { PayMethod } from '@tianping/contract/payments'
import type { Db } from '@tianping/database'
import type { Settings } from '../../kernel/environment.ts'
import type { Services } from '../../kernel/http/services.ts'
import {
  allProviders,
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
  const found = /^[a-z][a-z0-9-]{1,23}$/.test(code)
    ? await providerNamed(services, code)
    : undefined
  if (!found || (found.value.adapter !== SANDBOX && found.value.key === 0)) return undefined
  return speakTo(services, found)
}
