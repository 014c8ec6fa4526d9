// The providers of the site: rows of the database, put together with their keys.
import type { Db } from '@tianping/database'
import type { Settings } from '../../kernel/environment.ts'
import type { SealingKeys } from '../../kernel/cardNumber.ts'
import type { Services } from '../../kernel/http/services.ts'
import { remoteAbilities, remoteAdapters, type RemoteAdapter } from './adapters/index.ts'
import { openKey, providerKeys } from './keys.ts'
import { outside } from './outside.ts'
import type { PaymentProvider } from './port.ts'
import { configHash, providerSchema, type ProviderValue } from './setting.ts'
import { keyRows } from './store/key.sql.ts'
import { providerRow, providerRows, type ProviderRow } from './store/provider.sql.ts'
import { payMethods } from '@tianping/contract/payments'
import type { ProviderAbility, ProviderState } from '@tianping/contract/providers/facts'

/** A provider with what the platform noted of it. */
export type Provider = Omit<ProviderRow, 'value'> & { value: ProviderValue }
type At = { db: Db; settings: Pick<Settings, 'mode'> }

export const SANDBOX = 'sandbox'

/** The sandbox's provider: everything, at any hour, for nothing. */
export const sandboxValue: ProviderValue = {
  name: '沙盒支付',
  adapter: 'sandbox',
  endpoint: '',
  merchant: '',
  key: 0,
  previousKey: 0,
  methods: payMethods.filter(method => method !== 'card'),
  currency: 'CNY',
  minFen: 1,
  maxFen: 1_000_000_000_000,
  feeRate: 0,
  feeFen: 0,
  payoutMinFen: 1,
  payoutMaxFen: 1_000_000_000_000,
  payoutFeeRate: 0,
  payoutFeeFen: 0,
  from: '00:00',
  until: '24:00',
  minTier: 0,
  priority: 50,
  weight: 100,
  live: true,
}
/** What the platform knows of a provider that has no row. */
export const unknownProvider = {
  version: 0,
  testedHash: '',
  openedAt: null,
  failures: 0,
  restsUntil: null,
}
const impliedSandbox: Provider = { ...unknownProvider, code: SANDBOX, value: sandboxValue }

const { methods, payoutMinFen, payoutMaxFen } = sandboxValue
const ofSandbox = { methods, payoutMinFen, payoutMaxFen }

function read(row: ProviderRow): Provider {
  const value = providerSchema.parse(row.value)
  // What a later release adds is there in every sandbox.
  return {
    ...row,
    value: row.code === SANDBOX ? { ...value, ...ofSandbox } : value,
  }
}

/**
 * All providers. A sandbox without demo data takes play money all the same; production never has
 * the sandbox's provider, whatever a restored database says.
 */
export async function allProviders({ db, settings }: At): Promise<Provider[]> {
  const found = (await providerRows(db)).map(read)
  if (settings.mode !== 'sandbox') return found.filter(({ value }) => value.adapter !== SANDBOX)
  return found.some(({ code }) => code === SANDBOX) ? found : [...found, impliedSandbox]
}

export async function providerNamed({ db, settings }: At, code: string) {
  const row = await providerRow(db, code)
  if (!row) return settings.mode === 'sandbox' && code === SANDBOX ? impliedSandbox : undefined
  const found = read(row)
  return settings.mode !== 'sandbox' && found.value.adapter === SANDBOX ? undefined : found
}

/** The sandbox needs no test: it is ourselves. */
export const isTested = ({ value, testedHash }: Provider): boolean =>
  value.adapter === SANDBOX || testedHash === configHash(value)

export function stateOf(provider: Provider): ProviderState {
  if (provider.value.live) return 'open'
  if (!isTested(provider)) return 'draft'
  return provider.openedAt ? 'paused' : 'testing'
}

/** What it can be asked for; the sandbox is ourselves and answers nothing. */
export const abilitiesOf = ({ value: { adapter } }: Provider): readonly ProviderAbility[] =>
  adapter === SANDBOX ? [] : remoteAbilities[adapter]

export const callbackUrlOf = ({ publicUrl }: Pick<Settings, 'publicUrl'>, code: string) =>
  `${publicUrl}/api/callback/${code}`

type Speaking = Pick<Services, 'db' | 'clock'> & {
  settings: Pick<Settings, 'mode' | 'providerHosts' | 'publicUrl' | 'cardKey'>
}

/** A provider outside, ready to be spoken to; throws while it has no key. */
export async function remoteProvider(
  { db, clock, settings }: Speaking,
  { code, value }: Provider,
): Promise<PaymentProvider> {
  if (value.adapter === SANDBOX) throw new Error('the sandbox is no provider outside')
  const keys = await liveKeys(db, providerKeys(settings), value)
  const adapter: RemoteAdapter = value.adapter
  return remoteAdapters[adapter]({
    code,
    endpoint: value.endpoint.replace(/\/$/, ''),
    merchant: value.merchant,
    keys,
    callbackUrl: callbackUrlOf(settings, code),
    outside: outside(settings),
    now: () => clock.now(),
  })
}

async function liveKeys(db: Db, sealing: SealingKeys, { key, previousKey }: ProviderValue) {
  const found = await keyRows(db, [BigInt(key), BigInt(previousKey)])
  const [current] = found.filter(each => each.keyNo === BigInt(key))
  if (!current) throw new Error('the provider has no key')
  const previous = found.filter(each => each.keyNo !== BigInt(key))
  return [openKey(sealing, current), ...previous.map(each => openKey(sealing, each))] as const
}
