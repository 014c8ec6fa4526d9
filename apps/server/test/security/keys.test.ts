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
  type SealingKeys,
} from '../../src/kernel/cardNumber.ts'
import { contactKeys, sealContact } from '../../src/kernel/sealedContact.ts'
import { totpOf } from '../../src/kernel/secondFactor/factor.sql.ts'
import { keysOf } from '../../src/kernel/secondFactor/totp.ts'
import { resealAll, sealContacts } from '../../src/sealedColumns.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { sendTo, verifyContact } from '../../src/areas/delivery/delivery.ts'
import { accountsAlike } from '../../src/areas/protection/store/link.sql.ts'
import { bankCard, bankTransfer, bind } from '../cashier/support.ts'
import { consoleCall, desk, PASSWORD } from '../console/support.ts'
import { dumpOf } from '../support/dump.ts'
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
      phone: sealContact(contactKeys({ cardKey: [OLD] }), memberId, `1391234${1000 + n}`),
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

const contacts = { mobile: '13755550001', email: 'Planted.Mail@example.test' }
const earlier = { mobile: '13755550002', email: 'earlier-mail@example.test' }
const stated = { card: '13755550003', applied: '13755550004' }

/** A member whose contacts stand wherever contacts do. */
async function contacted(site: TestSite) {
  const made = await site.member()
  const { token, memberId } = made
  const saved = { ...contacts, birthday: '1990-01-01' }
  expect((await site.call('POST /api/updateuserinfo', saved, { token })).code).toBe(200)
  await bind(site, token, { ...bankCard('6222020044440001'), bank_address: stated.card })
  const application = { mobile: stated.applied, apply_info: '有社群资源' }
  expect((await site.call('POST /api/applyagentdo', application, { token })).code).toBe(200)
  const { outward } = site.services
  const mail = { channel: 'mail', contact: contacts.email } as const
  const at = clock.now()
  await verifyContact(owner, outward.keys, { memberId, ...mail, at })
  const letter = { memberId, kind: 'device', subject: '新设备', text: '新设备登录', at } as const
  await sendTo(owner, outward, mail, letter)
  return made
}

/** The same as a release before this one has written it. */
async function contactedEarlier(site: TestSite) {
  const made = await site.member()
  const { token, memberId } = made
  const card = await bind(site, token, bankCard('6222020044440002'))
  for (const statement of [
    sql`update member set mobile = ${Buffer.from(earlier.mobile)}, email = ${Buffer.from(earlier.email)}, birthday = '1990-01-02' where member_id = ${memberId}`,
    sql`update card set phone = ${Buffer.from(earlier.mobile)} where card_id = ${card}`,
    sql`insert into verified_contact (member_id, channel, contact, verified_at) values (${memberId}, 'sms', ${Buffer.from(earlier.mobile)}, now())`,
    sql`insert into agent_application (member_id, application_id, mobile, apply_info, applied_at, action_key) values (${memberId}, 'A-earlier', ${Buffer.from(earlier.mobile)}, 'x', now(), 'x')`,
  ])
    await run(owner, statement)
  return made
}

test('contacts are in no dump, and are read, found and compared as before under either key', async () => {
  const now = await contacted(sites.before)
  const old = await contactedEarlier(sites.before)
  const readBy = async (site: TestSite, { token }: { token: string }) =>
    (await site.call<{ mobile: string; email: string }>('POST /api/user', {}, { token })).data
  // A value that nobody has sealed yet is read as it is.
  expect(await readBy(sites.rotating, old)).toMatchObject(earlier)
  while ((await sealContacts(sites.before.services)) > 0) continue
  const planted = [contacts, earlier, stated].flatMap(each => Object.values<string>(each))
  const dump = (await dumpOf(owner)).toLowerCase()
  for (const text of planted.map(each => each.toLowerCase())) {
    expect(dump.includes(text), text).toBe(false)
    expect(dump.includes(Buffer.from(text).toString('hex')), `${text} in bytes`).toBe(false)
  }
  expect(dump).not.toContain(Buffer.from(contacts.email).toString('hex'))

  // A contact that another account proves under the next key is the same contact.
  const same = await sites.rotating.member()
  const { outward } = sites.rotating.services
  const proof = { memberId: same.memberId, channel: 'mail', at: clock.now() } as const
  await verifyContact(owner, outward.keys, { ...proof, contact: 'planted.mail@EXAMPLE.test' })
  expect(await accountsAlike(owner, same.memberId, 9)).toEqual([
    { memberId: now.memberId, likeness: 'contact' },
  ])

  const looked = async (site: TestSite) => {
    expect(await readBy(site, now)).toMatchObject(contacts)
    expect(await readBy(site, old)).toMatchObject(earlier)
    const manager = await desk(site, 'admin')
    for (const q of [contacts.mobile, '137 5555 0001', '0001', 'planted.mail@example.TEST']) {
      const { data } = await manager.call('POST /api/console/search', { q })
      const found = data.found.find(each => each.member_id === Number(now.memberId))
      expect(found?.note, q).toContain('137****0001')
    }
    for (const q of [earlier.mobile, earlier.email]) {
      const { data } = await manager.call('POST /api/console/members/list', { q, page: 1 })
      expect(data.data.map(each => each.id)).toEqual([Number(old.memberId)])
    }
    const id = Number(now.memberId)
    const shown = await manager.call('POST /api/console/members/show', { id })
    expect(shown.data).toMatchObject({ mobile: '137****0001', email: 'P***@example.test' })
    const listed = await manager.call('POST /api/console/agents/list', { q: String(id), page: 1 })
    expect(listed.data.data[0]).toMatchObject({ mobile: '137****0004' })
    const unmasked = await manager.call('POST /api/console/members/unmask', { id, remark: '核对' })
    expect(unmasked.data).toMatchObject(contacts)
  }
  await looked(sites.rotating)
  const { db, settings } = sites.rotating.services
  const turned = await resealAll(db, settings)
  expect(turned.map(({ name, unreadable, left }) => ({ name, unreadable, left }))).toEqual(
    expect.arrayContaining(
      [
        'proved contacts',
        'mobile numbers',
        'addresses of mail',
        "applicants' mobile numbers",
        "cards' mobile numbers",
      ].map(name => ({ name, unreadable: 0, left: 0 })),
    ),
  )
  await looked(sites.after)
  const logged = await rows(
    owner,
    sql<{ subject: string }>`select subject from audit_log where action = 'member.unmask'`,
  )
  expect(logged).toEqual(Array.from({ length: 2 }, () => ({ subject: `member:${now.memberId}` })))
})

test('a rotation ends where no key opens a value, and leaves it as it is', async () => {
  const nobodys: SealingKeys = ['the-key-of-nobody-that-opens-nothing-1']
  const keys = { cardKey: nobodys, factorKey: nobodys, documentKey: nobodys } as const
  const all = await resealAll(sites.after.services.db, keys)
  for (const { name, found, unreadable, left } of all)
    expect([unreadable, left], name).toEqual([found, found])
  expect(all.filter(({ found }) => found > 0).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['card numbers', 'proved contacts', "applicants' mobile numbers"]),
  )
})
