// Keys of sealed values: their ids, their rotation, and what it must not change.
import { rows, run, sql } from '@tianping/database'
import { Secret, TOTP } from 'otpauth'
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { insertCard } from '../../src/areas/cards/store/card.sql.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import {
  factorKeysOf,
  numberDigests,
  openNumber,
  sealedBy,
  sealNumber,
} from '../../src/kernel/cardNumber.ts'
import { totpOf } from '../../src/kernel/secondFactor/factor.sql.ts'
import { keysOf } from '../../src/kernel/secondFactor/totp.ts'
import { resealAll } from '../../src/sealedColumns.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { bankCard, bankTransfer, bind } from '../cashier/support.ts'
import { consoleCall, desk, PASSWORD } from '../console/support.ts'
import { openTestSite, TestClock, type TestSite } from '../support/site.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2026-11-20T04:00:00Z')
await seedCashier(owner, clock.now())

const [OLD, NEW] = ['the-card-key-of-the-last-year-7381', 'the-card-key-of-this-year-20264']
const OLD_FACTOR = 'the-factor-key-of-last-year-2025-77'
const FACTOR = 'the-factor-key-that-came-with-it-55'
const sites = {
  before: await openTestSite(url, { clock, env: { CARD_KEY: OLD, FACTOR_KEY: OLD_FACTOR } }),
  rotating: await openTestSite(url, {
    clock,
    env: {
      CARD_KEY: NEW,
      CARD_KEYS_OLD: OLD,
      FACTOR_KEY: FACTOR,
      FACTOR_KEYS_OLD: OLD_FACTOR,
    },
  }),
  after: await openTestSite(url, { clock, env: { CARD_KEY: NEW, FACTOR_KEY: FACTOR } }),
}

/** As values were sealed before keys had ids. */
function sealedWithoutId(key: string, ownerId: bigint, text: string): Buffer {
  const nonce = randomBytes(12)
  const sealing = Buffer.from(hkdfSync('sha256', key, 'tianping', 'card number, sealed', 32))
  const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(
    Buffer.from(ownerId.toString()),
  )
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

const digestsOf = async (tail: string) =>
  (
    await rows(
      owner,
      sql<{ digest: string }>`
      select encode(number_digest, 'hex') as digest from card where number_tail = ${tail}`,
    )
  ).map(({ digest }) => digest)

test('a sealed value names its key, and a value that names none opens as before', () => {
  const sealed = sealNumber([NEW, OLD], 7n, '6222020011112222')
  expect(sealed.subarray(0, 8)).toEqual(sealedBy([NEW]))
  expect(openNumber([NEW], 7n, sealed)).toBe('6222020011112222')
  expect(openNumber([OLD, NEW], 7n, sealed)).toBe('6222020011112222')
  expect(() => openNumber([OLD], 7n, sealed)).toThrow('none of the configured keys')
  expect(() => openNumber([NEW], 8n, sealed)).toThrow()
  expect(openNumber([NEW, OLD], 7n, sealedWithoutId(OLD, 7n, 'legacy'))).toBe('legacy')
})

test('a member’s secret opens for no operator of the same id', () => {
  const keys = { factorKey: [FACTOR], cardKey: [NEW] } as const
  const sealed = sealNumber(factorKeysOf(keys, "members' second factors"), 1n, 'JBSWY3DP')
  expect(() => openNumber(factorKeysOf(keys, "operators' second factors"), 1n, sealed)).toThrow()
})

test('equal numbers stay equal while a rotation is under way', async () => {
  const number = '6222020088880001'
  const [one, two, three] = [
    await sites.before.member(),
    await sites.before.member(),
    await sites.before.member(),
  ]
  await bind(sites.before, one.token, bankCard(number))
  await bind(sites.before, two.token, bankCard(number))
  // The same member cannot bind it again under the next key, and a third one's is the same number.
  const again = await sites.rotating.call('POST /api/bindcard', bankCard(number), {
    token: one.token,
    key: 'again-under-the-next-key',
  })
  expect(again.message).toBe('该卡号已绑定，请勿重复添加')
  await bind(sites.rotating, three.token, bankCard(number))
  expect(new Set(await digestsOf('0001'))).toEqual(
    new Set([numberDigests([NEW], number)[0].toString('hex')]),
  )
  expect(await digestsOf('0001')).toHaveLength(3)
  // And an operator who looks for the number finds all three.
  const support = await desk(sites.rotating, 'support')
  const { data } = await support.call('POST /api/console/search', { q: number })
  expect(data.found.map(each => each.member_id).toSorted()).toEqual(
    [one, two, three].map(each => Number(each.memberId)).toSorted(),
  )
})

/** A member with an authenticator's secret, a payer's account and many cards under the old key. */
async function underTheOldKey(site: TestSite, cards: number) {
  const { token, memberId } = await site.member()
  const number = (n: number) => `62220200${String(n).padStart(8, '0')}`
  for (let n = 0; n < cards; n++)
    await insertCard(owner, {
      memberId,
      kind: 1,
      bank: '沙盒商业银行',
      bankOwner: '测试员',
      phone: '',
      // Half of them from before keys had ids.
      numberSealed:
        n % 2 === 0
          ? sealNumber([OLD], memberId, number(n))
          : sealedWithoutId(OLD, memberId, number(n)),
      numberTail: number(n).slice(-4),
      numberDigests: [numberDigests([OLD], number(n))[0]],
      holderConfirmed: false,
      actionKey: `card-${n}`,
      device: '',
      now: clock.now(),
    })
  const paid = await site.call('POST /api/recharge', { ...bankTransfer, amount: 300 }, { token })
  expect(paid.code).toBe(200)
  return { memberId, number }
}

test('a rotation can be stopped, goes on where it was, and leaves nothing to the old key', async () => {
  const CARDS = 250
  const { memberId, number } = await underTheOldKey(sites.before, CARDS)
  const { db, settings } = sites.rotating.services
  const stopped = resealAll(db, settings, () => {
    throw new Error('stopped by its operator')
  })
  await expect(stopped).rejects.toThrow('stopped by its operator')

  const [binding, columns] = await Promise.all([
    sites.rotating
      .member()
      .then(({ token }) => bind(sites.rotating, token, bankCard('6222020077770002'))),
    resealAll(db, settings),
  ])
  expect(binding).toBeGreaterThan(0)
  const [cards, payers] = columns
  expect(cards).toMatchObject({ name: 'card numbers', unreadable: 0, left: 0 })
  // One page was done before it stopped.
  expect(cards!.found).toBeLessThan(CARDS)
  expect(payers).toMatchObject({ unreadable: 0, left: 0 })
  const again = await resealAll(db, settings)
  expect(again.filter(({ found }) => found > 0)).toEqual([])

  const stored = await rows(
    owner,
    sql<{ sealed: Buffer; digest: Buffer }>`
    select number_sealed as sealed, number_digest as digest from card where member_id = ${memberId} order by card_id`,
  )
  const { cardKey } = sites.after.services.settings
  expect(stored.map(({ sealed }) => openNumber(cardKey, memberId, sealed))).toEqual(
    Array.from({ length: CARDS }, (_, n) => number(n)),
  )
  expect(stored.map(({ digest }) => digest.toString('hex'))).toEqual(
    Array.from({ length: CARDS }, (_, n) => numberDigests(cardKey, number(n))[0].toString('hex')),
  )
})

test('what no key opens stays as it is, and is counted', async () => {
  const { memberId } = await sites.before.member()
  const lost = sealNumber(['a-key-that-was-lost-in-the-move-12'], memberId, '6222020066660003')
  await run(
    owner,
    sql`update card set number_sealed = ${lost} where card_id = (select min(card_id) from card)`,
  )
  const { db, settings } = sites.rotating.services
  const [cards] = await resealAll(db, settings)
  expect(cards).toMatchObject({ found: 1, unreadable: 1, left: 1 })
})

test('an authenticator set up under the card key goes on, under a key of its own', async () => {
  const who = await desk(sites.before, 'support')
  const begun = await who.call('POST /api/console/account/totp/begin', { password: PASSWORD })
  const { secret } = begun.data
  const codeNow = () =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now().getTime() })
  await who.call('POST /api/console/account/totp/confirm', { code: codeNow() })
  const [operator] = await rows(
    owner,
    sql<{ operatorId: bigint }>`select operator_id from operator where name = ${who.name}`,
  )
  const { operatorId } = operator!
  const byCardKey = sealedWithoutId(`${OLD}\noperators' second factors`, operatorId, secret)
  await run(
    owner,
    sql`update operator_totp set secret_sealed = ${byCardKey} where operator_id = ${operatorId}`,
  )

  const enter = async (site: TestSite) => {
    clock.advance(60_000)
    const login = await consoleCall(site, 'POST /api/console/login', {
      name: who.name,
      password: PASSWORD,
    })
    const { ticket } = login.json<{ data: { second: { ticket: string } } }>().data.second
    const step = { ticket, kind: 'totp', code: codeNow() }
    return (await consoleCall(site, 'POST /api/console/login/second', step)).json<object>()
  }
  expect(await enter(sites.rotating)).toMatchObject({ code: 200 })
  const { db, settings } = sites.rotating.services
  expect((await resealAll(db, settings))[2]).toMatchObject({ found: 1, left: 0 })
  expect(await enter(sites.after)).toMatchObject({ code: 200 })
})

test('a member’s authenticator is sealed anew too', async () => {
  const { memberId } = await sites.before.member()
  const old = keysOf(sites.before.services.settings, 'member')
  const secret = 'JBSWY3DPEHPK3PXP'
  await run(
    owner,
    sql`insert into member_totp (member_id, secret_sealed, begun_at) values (${memberId}, ${sealNumber(old, memberId, secret)}, ${clock.now()})`,
  )
  const { db, settings } = sites.rotating.services
  expect((await resealAll(db, settings))[3]).toMatchObject({ found: 1, unreadable: 0, left: 0 })
  const { secretSealed } = (await totpOf(db, { kind: 'member', id: memberId }))!
  const now = keysOf(sites.after.services.settings, 'member')
  expect(openNumber(now, memberId, secretSealed)).toBe(secret)
})
