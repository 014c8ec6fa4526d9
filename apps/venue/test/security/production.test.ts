// What a venue outside a sandbox refuses to start with.
import { SANDBOX_MERCHANT } from '@tianping/venue-protocol'
import { expect, test } from 'vitest'
import { readSettings, SANDBOX_OPERATOR_KEY } from '../../server/settings.ts'

const OWN = 'a-merchant-key-of-this-test-2026'
const env = {
  TIANPING_MODE: 'production',
  VENUE_DATABASE_URL: 'postgres://venue@127.0.0.1/venue',
  VENUE_PUBLIC_URL: 'https://games.example',
  VENUE_MERCHANT_KEYS: `operator/2026:${OWN}`,
}
const starting =
  (changed: Record<string, string> = {}) =>
  () =>
    readSettings({ ...env, ...changed })

test('it starts with a merchant, an origin and a database of its own', () => {
  expect(starting()).not.toThrow()
})

test.each([
  [
    'a published merchant key',
    { VENUE_MERCHANT_KEYS: `tianping/sandbox-1:${SANDBOX_MERCHANT.key.secret}` },
    'key sandbox-1 of merchant tianping must be set to a secret of your own',
  ],
  [
    'a weak merchant key',
    { VENUE_MERCHANT_KEYS: `operator/2026:${'x'.repeat(40)}` },
    'key 2026 of merchant operator is too weak',
  ],
  [
    'one key for two merchants',
    { VENUE_MERCHANT_KEYS: `one/a:${OWN},two/b:${OWN}` },
    'key a of merchant one and key b of merchant two have the same value',
  ],
  [
    'a merchant key for operators',
    { VENUE_OPERATOR_KEY: OWN },
    'key 2026 of merchant operator and VENUE_OPERATOR_KEY have the same value',
  ],
  [
    'the published secret of operators',
    { VENUE_OPERATOR_KEY: SANDBOX_OPERATOR_KEY },
    'VENUE_OPERATOR_KEY must be set to a secret of your own',
  ],
  ['plain http', { VENUE_PUBLIC_URL: 'http://games.example' }, 'VENUE_PUBLIC_URL must be'],
  ['faults to rehearse', { SANDBOX_FAULTS: '1' }, 'SANDBOX_FAULTS=1'],
  [
    'a database on another machine without TLS',
    { VENUE_DATABASE_URL: 'postgres://venue@db.internal/venue' },
    'VENUE_DATABASE_URL leads to another machine without TLS',
  ],
])('%s is refused', (_what, changed, sentence) => {
  expect(starting(changed)).toThrow(sentence)
})

test('everything is said at once', () => {
  expect(starting({ VENUE_PUBLIC_URL: 'http://a.example', SANDBOX_FAULTS: '1' })).toThrow(
    /VENUE_PUBLIC_URL[^]*SANDBOX_FAULTS/,
  )
})

test('a sandbox starts with all of it', () => {
  const sandbox = { TIANPING_MODE: 'sandbox', VENUE_DATABASE_URL: env.VENUE_DATABASE_URL }
  expect(() => readSettings({ ...sandbox, SANDBOX_FAULTS: '1' })).not.toThrow()
})
