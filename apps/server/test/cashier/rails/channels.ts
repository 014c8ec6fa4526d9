// The payment providers of the soak: one process for every kind of adapter, whose books outlive a
// kill.
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import type { Db } from '@tianping/database'
import { freePort } from '../../../../../tooling/postgres.ts'
import { startStub, type Stub } from '../../../../../tooling/providers/start.ts'
import { untilAnswered } from '../../../../../tooling/runs/soak.ts'
import type { TestSite } from '../../support/site.ts'
import { MERCHANT, openProvider } from '../providerSupport.ts'
import { newFolder } from '../../../../../tooling/test/ends/folder.ts'

const KEY = 'a-key-of-the-soak-of-the-rails'
const WEBHOOK = 'whsec_of_the_soak_of_the_rails'
const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const [ours, theirs] = [pair(), pair()]
const form = { merchant: MERCHANT, type: 'MD5', key: KEY, previousKey: KEY, verify: KEY }
const rsa = {
  ...form,
  type: 'RSA2',
  key: theirs.privateKey,
  previousKey: theirs.privateKey,
  verify: ours.publicKey,
}
const card = { apiKey: KEY, webhookKey: WEBHOOK, previousWebhookKey: WEBHOOK }

/** Each kind of adapter that a process speaks. */
const kinds = [
  { code: 'forms', stub: 'formGateway', config: form, keys: { sign: KEY, verify: '' }, change: {} },
  {
    code: 'signed',
    stub: 'formGateway',
    config: rsa,
    keys: { sign: ours.privateKey, verify: theirs.publicKey },
    change: { adapter: 'form-rsa' },
  },
  {
    code: 'cards',
    stub: 'cardPsp',
    config: card,
    keys: { sign: KEY, verify: WEBHOOK },
    change: { adapter: 'card-psp', payoutMaxFen: 0 },
  },
] as const

export type Channel = {
  code: string
  /** Whether it sends money out, and has a statement; the other one has disputes. */
  pays: boolean
  stub(): Stub
  kill(): Promise<void>
}

export async function openChannels(site: TestSite, owner: Db): Promise<Channel[]> {
  const folder = newFolder('channels')
  const channels: Channel[] = []
  for (const { code, stub: kind, config, keys, change } of kinds) {
    const started = { ...config, port: await freePort(), keep: join(folder, code) }
    let stub = await startStub(kind, started)
    const all = { priority: 1, methods: ['alipay'], ...change }
    await openProvider(site, owner, { code, stub, keys, change: all })
    channels.push({
      code,
      pays: kind === 'formGateway',
      stub: () => stub,
      kill: async () => {
        await stub.kill()
        stub = await startStub(kind, started)
      },
    })
  }
  return channels
}

/** Asks a provider that may be away right now. */
export const asked = <T>({ code, stub }: Channel, ask: (stub: Stub) => Promise<T>): Promise<T> =>
  untilAnswered(code, () => ask(stub()))

type Notice = Parameters<Stub['pay']>[0]

/** A notice that is repeated until the platform has taken it, as every provider does. */
export const notify = ({ code, stub }: Channel, notice: Omit<Notice, 'at'>) =>
  untilAnswered(`${code} ${notice.outcome} ${notice.reference}`, async () => {
    const { status, text } = await stub().pay({ ...notice, at: Date.now() })
    if (status === 200) return text
    throw new Error(`${status} ${text}`)
  })
