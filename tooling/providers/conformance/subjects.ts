// The adapters under test, each with the process that speaks its interface.
import { generateKeyPairSync } from 'node:crypto'
import {
  remoteAdapters,
  type RemoteAdapter,
} from '../../../apps/server/src/areas/providers/adapters/index.ts'
import type { ProviderKeys } from '../../../apps/server/src/areas/providers/adapters/connection.ts'
import { outside } from '../../../apps/server/src/areas/providers/outside.ts'
import type { PaymentProvider } from '../../../apps/server/src/areas/providers/port.ts'
import { startStub, type Stub } from '../start.ts'

/** No case waits for it: a busy machine is no fault of an adapter. */
const PATIENT_MS = 30_000
/** What a silent provider costs the kit, and long enough for the question to reach it. */
const IMPATIENT_MS = 2_000

export type Subject = {
  name: RemoteAdapter
  stub: Stub
  provider: PaymentProvider
  /** The same provider for whoever soon gives up. */
  impatient: PaymentProvider
  /** The same provider at an address where nobody listens. */
  unreached: PaymentProvider
  /** The provider after a rotation: the first key is the one before. */
  rotated: PaymentProvider
  /** Whether its notices say when they were signed, so that an old one is refused. */
  dated: boolean
  /** How it names the payment of an order. */
  referenceOf(orderNo: string): string
}

type Kind = {
  stub: 'formGateway' | 'cardPsp'
  dated: boolean
  config: object
  current: ProviderKeys
  next: ProviderKeys
  referenceOf: (orderNo: string) => string
}

const MERCHANT = 'M10001'
const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const secret = (name: string) => `${name}-of-the-conformance-kit`

function rsa(): Kind {
  const [ours, theirs, theirNext] = [pair(), pair(), pair()]
  return {
    stub: 'formGateway',
    dated: false,
    config: {
      merchant: MERCHANT,
      type: 'RSA2',
      key: theirs.privateKey,
      previousKey: theirs.privateKey,
      verify: ours.publicKey,
    },
    current: { sign: ours.privateKey, verify: theirs.publicKey },
    next: { sign: ours.privateKey, verify: theirNext.publicKey },
    referenceOf: orderNo => `G${orderNo}`,
  }
}

const kinds: Record<RemoteAdapter, () => Kind> = {
  'form-md5': () => ({
    stub: 'formGateway',
    dated: false,
    config: {
      merchant: MERCHANT,
      type: 'MD5',
      key: secret('one'),
      previousKey: secret('one'),
      verify: secret('one'),
    },
    current: { sign: secret('one'), verify: '' },
    next: { sign: secret('two'), verify: '' },
    referenceOf: orderNo => `G${orderNo}`,
  }),
  'form-rsa': rsa,
  'card-psp': () => ({
    stub: 'cardPsp',
    dated: true,
    config: {
      apiKey: secret('sk'),
      webhookKey: secret('whsec'),
      previousWebhookKey: secret('whsec'),
    },
    current: { sign: secret('sk'), verify: secret('whsec') },
    next: { sign: secret('sk'), verify: secret('whsec-two') },
    referenceOf: orderNo => `pi_${orderNo}`,
  }),
}

export const subjectNames = Object.keys(kinds) as RemoteAdapter[]

export async function openSubject(name: RemoteAdapter): Promise<Subject> {
  const { config, current, next, ...kind } = kinds[name]()
  const stub = await startStub(kind.stub, config)
  type Keys = readonly [ProviderKeys, ...ProviderKeys[]]
  const made = (endpoint: string, keys: Keys, deadlineMs = PATIENT_MS) =>
    remoteAdapters[name]({
      code: 'kit',
      endpoint,
      merchant: MERCHANT,
      keys,
      callbackUrl: 'http://127.0.0.1/api/callback/kit',
      outside: outside({ mode: 'sandbox', providerHosts: [] }, deadlineMs),
      now: () => new Date(),
    })
  return {
    name,
    stub,
    provider: made(stub.url, [current]),
    impatient: made(stub.url, [current], IMPATIENT_MS),
    unreached: made('http://127.0.0.1:1', [current]),
    rotated: made(stub.url, [next, current]),
    dated: kind.dated,
    referenceOf: kind.referenceOf,
  }
}
