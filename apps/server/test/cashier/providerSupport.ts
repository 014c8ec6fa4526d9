// A provider that is open, without the steps of the back office (providers.test.ts takes them).
import type { Db } from '@tianping/database'
import type { AddressInfo } from 'node:net'
import { startStub, type Stub } from '../../../../tooling/providers/start.ts'
import { configHash, providerKey, providerSchema } from '../../src/areas/providers/setting.ts'
import { providerKeys, sealKey } from '../../src/areas/providers/keys.ts'
import { insertKey } from '../../src/areas/providers/store/key.sql.ts'
import {
  addProvider,
  noteOpened,
  noteTested,
} from '../../src/areas/providers/store/provider.sql.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import type { TestSite } from '../support/site.ts'

export const MERCHANT = 'M10001'
const FORM_KEY = 'a-form-key-of-this-test'

/** The process of a channel of signed forms. */
export const formStub = () =>
  startStub('formGateway', {
    merchant: MERCHANT,
    type: 'MD5',
    key: FORM_KEY,
    previousKey: FORM_KEY,
    verify: FORM_KEY,
  })

export async function openProvider(
  site: TestSite,
  owner: Db,
  {
    code,
    stub,
    change = {},
    keys = { sign: FORM_KEY, verify: '' },
  }: { code: string; stub: Stub; change?: object; keys?: { sign: string; verify: string } },
): Promise<void> {
  const at = site.services.clock.now()
  const key = sealKey(providerKeys(site.services.settings), code, keys)
  const value = providerSchema.parse({
    name: `通道${code}`,
    adapter: 'form-md5',
    endpoint: stub.url,
    merchant: MERCHANT,
    key: Number(key.keyNo),
    previousKey: 0,
    methods: ['alipay'],
    currency: 'CNY',
    minFen: 1,
    maxFen: 100_000_00,
    feeRate: 60,
    feeFen: 0,
    payoutMinFen: 1,
    payoutMaxFen: 100_000_00,
    payoutFeeFen: 200,
    from: '00:00',
    until: '24:00',
    minTier: 0,
    priority: 50,
    weight: 100,
    live: true,
    ...change,
  })
  await writeSetting(owner, providerKey(code), providerSchema, value, { name: 'test', at })
  await addProvider(owner, code, at)
  await insertKey(owner, { ...key, by: 'test', at })
  await noteTested(owner, { code, hash: configHash(value), at })
  await noteOpened(owner, code, at)
}

/** Listens on a free port, for what comes over HTTP; the origin. */
export async function listening(site: TestSite): Promise<string> {
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`
}
