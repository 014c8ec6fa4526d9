import { expect, test } from 'vitest'
import { readMerchants } from '../../server/merchants.ts'
import { readSettings, SANDBOX_OPERATOR_KEY } from '../../server/settings.ts'

const secret = 'x'.repeat(32)
const base = { VENUE_DATABASE_URL: 'postgres://localhost/venue' }

test('without keys it starts only as a sandbox', () => {
  expect(() => readSettings(base)).toThrow('VENUE_MERCHANT_KEYS is missing')
  expect(() => readSettings({ ...base, TIANPING_MODE: 'production' })).toThrow(
    'VENUE_MERCHANT_KEYS is missing',
  )
  expect(readSettings({ ...base, TIANPING_MODE: 'sandbox' }).merchants[0]!.name).toBe('tianping')
})

test('it listens on the loopback unless told otherwise, and faults are off', () => {
  expect(readSettings({ ...base, TIANPING_MODE: 'sandbox' })).toMatchObject({
    host: '127.0.0.1',
    port: 8081,
    faults: false,
    publicUrl: undefined,
  })
  expect(
    readSettings({
      ...base,
      TIANPING_MODE: 'sandbox',
      SANDBOX_FAULTS: '1',
      VENUE_PORT: '9',
      VENUE_PUBLIC_URL: 'https://games.example/',
    }),
  ).toMatchObject({ port: 9, faults: true, publicUrl: 'https://games.example' })
})

test('what makes no sense is said plainly', () => {
  expect(() => readSettings({})).toThrow('VENUE_DATABASE_URL')
  expect(() => readSettings({ ...base, TIANPING_MODE: 'sandbox', VENUE_PORT: 'x' })).toThrow(
    'VENUE_PORT',
  )
  expect(() =>
    readSettings({ ...base, TIANPING_MODE: 'sandbox', VENUE_PUBLIC_URL: 'games.example/a' }),
  ).toThrow('VENUE_PUBLIC_URL')
})

test('the operator page needs a key of its own outside a sandbox', () => {
  const [merchantKey, operatorKey] = [
    'merchant-key-of-a-test-2026-qrstu-90',
    'operator-key-of-a-test-2026-vwxyz-81',
  ]
  const plain = {
    ...base,
    VENUE_DATABASE_URL: 'postgres://venue@127.0.0.1/venue',
    VENUE_PUBLIC_URL: 'https://games.example',
    VENUE_MERCHANT_KEYS: `m:${merchantKey}`,
  }
  expect(readSettings(plain)).toMatchObject({ operatorKey: undefined, demoOperator: false })
  expect(readSettings({ ...plain, VENUE_OPERATOR_KEY: operatorKey }).operatorKey).toBe(operatorKey)
  for (const key of ['short', SANDBOX_OPERATOR_KEY])
    expect(() => readSettings({ ...plain, VENUE_OPERATOR_KEY: key })).toThrow('VENUE_OPERATOR_KEY')
  expect(readSettings({ ...base, TIANPING_MODE: 'sandbox' }).demoOperator).toBe(true)
})

test('merchants come as pairs or as JSON, with one or two keys of some length', () => {
  expect(readMerchants(`m:${secret}`)).toMatchObject([
    { name: 'm', keys: [{ id: '1', secret }], enabled: true },
  ])
  expect(readMerchants(`m/a:${secret}, m/b:${secret}:y`)[0]!.keys).toEqual([
    { id: 'a', secret },
    { id: 'b', secret: `${secret}:y` },
  ])
  expect(
    readMerchants(
      JSON.stringify([{ merchant: 'm', keys: { a: secret }, venues: ['FG'], enabled: false }]),
    ),
  ).toEqual([{ name: 'm', keys: [{ id: 'a', secret }], venues: ['FG'], enabled: false }])
  expect(() => readMerchants('m:short')).toThrow('shorter than 32')
  expect(() => readMerchants(`m/a:${secret},m/b:${secret},m/c:${secret}`)).toThrow('one or two')
  expect(() => readMerchants('m')).toThrow('pairs')
  expect(() => readMerchants('[]')).toThrow('no merchant')
  expect(() =>
    readMerchants(JSON.stringify([{ merchant: 'm', keys: { a: secret }, venues: ['XX'] }])),
  ).toThrow()
})

test('proxies in front are counted, and nothing else is taken for a count', () => {
  const sandbox = { ...base, TIANPING_MODE: 'sandbox' }
  expect(readSettings(sandbox).proxies).toBe(0)
  expect(readSettings({ ...sandbox, TRUST_PROXY: '2' }).proxies).toBe(2)
  for (const typed of ['yes', '-1', '1.5', '10'])
    expect(() => readSettings({ ...sandbox, TRUST_PROXY: typed })).toThrow('TRUST_PROXY')
})
