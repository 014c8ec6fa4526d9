// What a production server refuses to start with.
import { run, sql } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { createOperator } from '../../src/console/signIn/operators.ts'
import { DEMO_MARK, demoMember } from '../../src/kernel/demoLogins.ts'
import { readSettings, sandboxSecrets, StartRefused } from '../../src/kernel/environment.ts'
import { hashPassword } from '../../src/kernel/passwords.ts'
import { settingsToStart } from '../../src/startProblems.ts'
import { productionEnv } from '../support/production.ts'
import { openTestSite } from '../support/site.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const env = { ...productionEnv, DATABASE_URL: url }

/** What stands against a start, as sentences; none when it may begin. */
async function problems(changed: Record<string, string | undefined> = {}): Promise<string[]> {
  try {
    await settingsToStart({ ...env, ...changed })
    return []
  } catch (error) {
    if (error instanceof StartRefused) return error.problems
    throw error
  }
}

test('a production server with secrets of its own, https and its own database starts', async () => {
  expect(await problems()).toEqual([])
})

describe('secrets', () => {
  const names = ['CARD_KEY', 'FACTOR_KEY', 'DOCUMENT_KEY']

  test.each(names)('%s must be set, and to none of the published values', async name => {
    expect(await problems({ [name]: undefined })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must be set`)),
    ])
    for (const published of Object.values(sandboxSecrets))
      expect(await problems({ [name]: published })).toEqual([
        `${name} must be set to a secret of your own; its value is published with the source`,
      ])
  })

  test('the secret of the sandbox provider is not asked for, and checked where it is set', async () => {
    expect(await problems({ PROVIDER_SECRET: undefined })).toEqual([])
    expect(readSettings({ ...env, PROVIDER_SECRET: undefined }).providerSecret).toBeNull()
    expect(await problems({ PROVIDER_SECRET: sandboxSecrets.provider })).toEqual([
      'PROVIDER_SECRET must be set to a secret of your own; its value is published with the source',
    ])
  })

  test.each([
    ['too short', 'zP4-kQ8_wM2xR7'],
    ['of one character', 'x'.repeat(64)],
    ['of few characters', 'abcdabdcabccbdacbdabcdabcbdacdba'],
    ['of one piece again and again', 'correct-horse-7!'.repeat(3)],
  ])('a value %s is refused', async (_why, weak) => {
    expect(await problems({ CARD_KEY: weak })).toEqual([
      expect.stringMatching(/^CARD_KEY is too weak: .*openssl rand -base64 32$/),
    ])
  })

  test('a value used twice is refused, also one that was current before', async () => {
    expect(await problems({ CARD_KEY: env.PROVIDER_SECRET })).toEqual([
      'CARD_KEY and PROVIDER_SECRET have the same value; give each a secret of its own',
    ])
    expect(await problems({ CARD_KEYS_OLD: env.CARD_KEY })).toEqual([
      'CARD_KEY and CARD_KEYS_OLD (1) have the same value; give each a secret of its own',
    ])
  })
})

test.each([undefined, 'http://site.example', 'http://127.0.0.1:8080'])(
  'the public address %s is refused, since it is not https',
  async publicUrl => {
    expect(await problems({ PUBLIC_URL: publicUrl })).toEqual([
      expect.stringMatching(/^PUBLIC_URL must be the https origin/),
    ])
  },
)

test('cheaper hashes of passwords than the platform’s own are refused', async () => {
  expect(await problems({ PASSWORD_MEMORY_KIB: '19455' })).toEqual([
    'PASSWORD_MEMORY_KIB must be 19456 or more',
  ])
  expect(await problems({ PASSWORD_MEMORY_KIB: '65536' })).toEqual([])
})

test('everything that is wrong is said at once', async () => {
  const wrong = {
    PORT: 'eighty',
    CARD_KEY: undefined,
    SMTP_URL: 'smtps://mail.example',
    SMS_URL: 'http://sms.example',
    SMS_KEY_ID: 'sms',
    MEMBER_DIST: '/nowhere',
  }
  expect(await problems(wrong)).toEqual([
    expect.stringMatching(/^PORT: /),
    'SMTP_URL and MAIL_FROM are set together',
    'SMS_URL, SMS_KEY_ID and SMS_SECRET are set together',
    'SMS_URL must begin with https:// in production',
    expect.stringMatching(/^CARD_KEY must be set/),
    'MEMBER_DIST: /nowhere has no index.html; npm run build makes the browser apps',
  ])
})

describe('a database on another machine', () => {
  const refused = (databaseUrl: string, tls?: string) => () =>
    readSettings({ ...env, DATABASE_URL: databaseUrl, DATABASE_TLS: tls })

  test.each([
    'postgres://server@db.internal/tianping',
    'postgres://server@db.internal/tianping?sslmode=disable',
    'postgres://server@db.internal/tianping?sslmode=no-verify',
    'postgres://server@localhost.example/tianping',
  ])('%s is refused', address => {
    expect(refused(address)).toThrow('DATABASE_URL leads to another machine without TLS')
  })

  test.each([
    'postgres://server@db.internal/tianping?sslmode=verify-full',
    'postgres:///tianping?host=/var/run/postgresql',
    'postgres://server@[::1]/tianping',
  ])('%s is taken', address => {
    expect(refused(address)).not.toThrow()
  })

  test('plain text is taken where a setting says so', () => {
    expect(refused('postgres://server@db.internal/tianping', 'off')).not.toThrow()
  })
})

describe('what the demo left in the database', () => {
  test('an operator with the published password, until it is another', async () => {
    await createOperator(owner, { name: 'admin', password: 'admin888', role: 'admin' }, new Date())
    expect(await problems()).toEqual([
      'Operators with their published demo passwords: admin; give them others',
    ])
    const changed = await hashPassword('another-password-of-admin')
    await run(owner, sql`update operator set password_hash = ${changed} where name = 'admin'`)
    expect(await problems()).toEqual([])
  })

  test('the demo member with a published password', async () => {
    const sandbox = await openTestSite(url)
    const { memberId } = await sandbox.member({ name: demoMember.name, paypassword: '748201' })
    expect(await problems()).toEqual([])
    const published = await hashPassword(demoMember.password)
    await run(
      owner,
      sql`update member set password_hash = ${published} where member_id = ${memberId}`,
    )
    expect(await problems()).toEqual([
      'The member demo888 has a published demo password; reset both passwords',
    ])
  })

  test('the mark of a demo site; every reason is named at once, in the environment too', async () => {
    await run(
      owner,
      sql`insert into site_setting (key, version, value, changed_by, changed_at) values (${DEMO_MARK}, 1, '{}', 'demo', now())`,
    )
    const found = await problems({ PUBLIC_URL: 'http://site.example', CARD_KEY: 'short' })
    expect(found.map(each => each.split(' ').slice(0, 3).join(' '))).toEqual([
      'CARD_KEY is too',
      'PUBLIC_URL must be',
      'The database was',
      'The member demo888',
    ])
    expect(await problems({ TIANPING_MODE: 'sandbox' })).toEqual([])
  })
})
