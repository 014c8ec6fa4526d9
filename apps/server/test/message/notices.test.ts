// Letters of the inbox in browsers and mailboxes: what arrives, what a stranger who sees the phone
// can read of it, to whom nothing goes, and when it ends.
import { offerProducts } from '@tianping/contract/consents/facts'
import { deliveryState } from '@tianping/contract/delivery/facts'
import type { Given, Sent } from '@tianping/contract'
import type { MessageKind } from '@tianping/contract/message/facts'
import { rows, run, sql, transaction } from '@tianping/database'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { deliverDue, forwardLetters, verifyContact } from '../../src/areas/delivery/delivery.ts'
import { notify } from '../../src/areas/message/message.ts'
import { blockMember } from '../../src/areas/responsible/responsible.ts'
import { resealAll } from '../../src/sealedColumns.ts'
import { desk } from '../console/support.ts'
import { dumpOf } from '../support/dump.ts'
import { openMailServer } from '../support/outside.ts'
import { openPushService } from '../support/pushService.ts'
import { openTestSite, TestClock, type TestSite } from '../support/site.ts'

const clock = new TestClock('2026-11-20T04:00:00Z')
const mail = await openMailServer()
const push = await openPushService(() => clock.now())
const { url, open } = await freshDatabase('server')
const owner = open()
const env = { ...mail.env, ...push.env, CARD_KEY: 'the-card-key-that-is-current' }
const site = await openTestSite(url, { clock, env })
const second = await openTestSite(url, { clock, env })

type Member = Awaited<ReturnType<typeof site.member>>
type Call = 'show' | 'choose' | 'subscribe' | 'unsubscribe'
const ask = <C extends Call>(what: C, body: object, token: string) =>
  site.call<Given<`POST /api/notices/${C}`>>(`POST /api/notices/${what}`, body, { token })
const shown = async (token: string) => (await ask('show', {}, token)).data
const browsersOf = async (token: string) => (await shown(token)).browsers
const choose = (token: string, choice: Sent<'POST /api/notices/choose'>) =>
  ask('choose', choice, token)

/** Lets a browser of its own be notified in a session; the letter about that stays in the inbox. */
async function subscribe(token: string) {
  const browser = push.browser()
  expect(await ask('subscribe', browser.sent, token)).toMatchObject({ code: 200 })
  await keepInInbox('/notices')
  return browser
}
const keepInInbox = (link: string) =>
  run(
    owner,
    sql`
    delete from message_out o using message m
    where m.member_id = o.member_id and m.message_id = o.message_id and m.link = ${link}`,
  )
async function known() {
  const made = await site.member()
  return { ...made, browser: await subscribe(made.token) }
}
let mailboxes = 0
async function proveMail({ token, memberId }: Member): Promise<string> {
  const contact = `notices${++mailboxes}@example.cn`
  const mobile = `138001390${10 + mailboxes}`
  const profile = { email: contact, mobile, birthday: '1990-02-28' }
  await site.call('POST /api/updateuserinfo', profile, { token })
  const { outward } = site.services
  await verifyContact(owner, outward.keys, { memberId, channel: 'mail', contact, at: clock.now() })
  return contact
}

const CREDIT = { title: '存款已到账', text: '您的存款 ¥5,000.00 已存入中心钱包。' }
const write = ({ memberId }: { memberId: bigint }, kind: MessageKind, link?: `/${string}`) =>
  notify(owner, memberId, CREDIT.title, CREDIT.text, clock.now(), {
    kind,
    ...(link && { link }),
  })

/** Looks at every letter, then sends what is due; a failed one waits for the next time. */
async function forward({ services }: TestSite = site) {
  while ((await forwardLetters(services)) > 0);
}
async function deliver({ services }: TestSite = site) {
  for (const way of ['push', 'mail'] as const) while ((await deliverDue(services, way)) > 0);
}
async function send(by: TestSite = site) {
  await forward(by)
  await deliver(by)
}
const left = (memberId: bigint) =>
  rows(
    owner,
    sql<{ channel: string; kind: string; contact: string; state: number; error: string }>`
    select channel, kind, contact, state, error from delivery where member_id = ${memberId} order by delivery_id`,
  )
const stateOf = async (memberId: bigint) => (await left(memberId)).map(({ state }) => state)

beforeEach(async () => {
  for (const table of [sql`ledger.outbox`, sql`message_out`, sql`throttle`])
    await run(owner, sql`delete from ${table}`)
  push.state.answer = 201
  push.got.length = 0
  mail.got.length = 0
})

describe('a letter', () => {
  test('arrives encrypted and signed in each browser, and says no more than its kind', async () => {
    const { token, memberId, name } = await site.member()
    const [one, other] = [await subscribe(token), await subscribe(await site.enter(memberId))]
    await write({ memberId }, 'money', '/payInfo?deposit_no=D1')
    await write({ memberId }, 'safety')
    await send()
    expect(
      push.got.map(({ path, shown: { title, body, link } }) => ({ path, title, body, link })),
    ).toEqual(
      [
        ['您的订单有新进展', '/payInfo?deposit_no=D1'],
        ['您有一条安全提醒，请及时查看', '/message?type=2'],
      ].flatMap(([body, link]) =>
        [one, other].map(({ path }) => ({ path, title: '天平', body, link })),
      ),
    )
    expect(JSON.stringify(push.got)).not.toMatch(/5,000|到账|存款/)
    expect(new Set(push.got.map(({ bytes }) => bytes)).size, 'one length').toBe(1)
    expect(push.got[0]?.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' })
    expect(new Set(push.got.map(({ headers }) => headers['topic'])).size).toBe(4)
    expect(new Set(push.got.map(({ shown: { tag } }) => tag)).size, 'a tag a letter').toBe(2)
    expect(await stateOf(memberId)).toEqual([2, 2, 2, 2])
    expect(await rows(owner, sql`select 1 from ledger.outbox`)).toEqual([])
    const listed = await (
      await desk(site, 'support')
    ).call('POST /api/console/deliveries/list', {
      q: name,
      channel: 'push',
    })
    expect(listed.data.data[0]).toMatchObject({
      channel: 'push',
      kind: 'letter',
      contact: '未知设备',
    })
    expect(listed.data.total).toBe(4)
    const dump = await dumpOf(owner)
    const secrets = [one.sent.endpoint, one.sent.auth, one.sent.p256dh]
    for (const secret of secrets) expect(dump.includes(secret), secret).toBe(false)
  })

  test('to a contact that no key opens keeps back none to others', async () => {
    const [lost, other] = [await site.member(), await site.member()]
    for (const each of [lost, other]) {
      await proveMail(each)
      await choose(each.token, { kind: 'money', way: 'mail', on: 1 })
    }
    await forward()
    await run(
      owner,
      sql`update member set email = decode('00deadbeef', 'hex') where member_id = ${lost.memberId}`,
    )
    for (const each of [lost, other]) await write(each, 'money')
    await send()
    const mailed = async ({ memberId }: Member) => (await left(memberId)).map(each => each.kind)
    expect(await mailed(lost)).toEqual([])
    expect(await mailed(other)).toEqual(['letter'])
  })

  test('goes nowhere that was not chosen, nor once it was opened, or is a day old', async () => {
    const { token, memberId } = await known()
    const unsent = async (kind: MessageKind, meanwhile: () => unknown = () => undefined) => {
      await write({ memberId }, kind)
      await forward()
      await meanwhile()
      await deliver()
      expect(push.got, kind).toEqual([])
      expect(mail.got, kind).toEqual([])
    }
    await unsent('play')
    await unsent('site')
    await unsent('offer')
    expect(await left(memberId), 'not even begun').toEqual([])
    await unsent('money', () => site.call('POST /api/noticeread', {}, { token }))
    await unsent('money', () => choose(token, { kind: 'money', way: 'push', on: 0 }))
    await unsent('money')
    await unsent('service', () => clock.advance(24 * 3_600_000))
    const { expired } = deliveryState
    expect(await stateOf(memberId)).toEqual([expired, expired, expired])
    await choose(token, { kind: 'play', way: 'push', on: 1 })
    await write({ memberId }, 'play')
    await write(await site.member(), 'money')
    await send()
    expect(push.got.map(({ shown: { body } }) => body)).toEqual(['您有一条新消息'])
  })

  test('is mailed where that was asked for, under general words, and never twice', async () => {
    const made = await site.member()
    const { token, memberId } = made
    const on = { kind: 'money', way: 'mail', on: 1 } as const
    expect(await choose(token, on)).toMatchObject({
      code: 400,
      message: '请先验证邮箱，再开启邮件提醒',
    })
    const to = await proveMail(made)
    await write(made, 'money')
    await send()
    expect(mail.got, 'nobody asked for it yet').toEqual([])
    for (const kind of ['money', 'safety'] as const)
      expect((await choose(token, { ...on, kind })).message).toBe('已开启')
    expect((await shown(token)).kinds).toMatchObject([
      { kind: 'money', push: 1, mail: 1 },
      { kind: 'safety', push: 1, mail: 1 },
      { kind: 'service', push: 1, mail: 0 },
      { kind: 'play', push: 0, mail: 0 },
    ])
    await write(made, 'money')
    await write(made, 'service')
    await send()
    expect(mail.got).toMatchObject([{ to, subject: '您的订单有新进展' }])
    expect(mail.got[0]?.text).toContain(`${CREDIT.title}\n${CREDIT.text}`)
    expect(mail.got[0]?.text).toContain('通知设置')
    // What is mailed as a notice about the account comes once, whatever was chosen.
    const change = { password: 'secret1', paypassword: 'my-own-7' }
    expect((await site.call('POST /api/editPassword', change, { token })).code).toBe(200)
    await send()
    expect(mail.got.slice(1).map(({ subject }) => subject)).toEqual(['登录密码已修改'])
    expect((await left(memberId)).map(({ kind }) => kind)).toEqual(['letter', 'password'])
  })

  test('is sent once though two instances run, and floods nobody', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, known))
    for (const each of all) for (let n = 0; n < 4; n++) await write(each, 'money')
    await Promise.all([forward(), forward(second), forward(), forward(second)])
    await Promise.all([deliver(), deliver(second), deliver(), deliver(second)])
    await send()
    expect(push.got).toHaveLength(24)
    expect(new Set(push.got.map(({ shown: { tag } }) => tag)).size).toBe(24)
    const { memberId } = all[0]!
    for (let n = 0; n < 40; n++) await write({ memberId }, 'money')
    await send()
    expect(await left(memberId)).toHaveLength(30)
    clock.advance(3_600_001)
    await write({ memberId }, 'money')
    await send()
    expect(await left(memberId)).toHaveLength(31)
  })

  test('that a push service does not take is tried again; a browser that is gone gets no other', async () => {
    const { token, memberId } = await known()
    const makeDue = () =>
      run(owner, sql`update ledger.outbox set next_attempt_at = now() - interval '1 second'`)
    push.state.answer = 503
    await write({ memberId }, 'money')
    await send()
    expect(await left(memberId)).toMatchObject([
      { state: deliveryState.waiting, error: 'the push service answered 503' },
    ])
    push.state.answer = 201
    await makeDue()
    await deliver()
    expect(push.got).toHaveLength(1)
    push.state.answer = 400
    await write({ memberId }, 'money')
    await send()
    expect(await browsersOf(token), 'a refused message ends no browser').toHaveLength(1)
    push.state.answer = 410
    await write({ memberId }, 'money')
    await send()
    expect(await browsersOf(token)).toEqual([])
    expect((await left(memberId)).map(({ state, error }) => ({ state, error }))).toEqual([
      { state: deliveryState.sent, error: '' },
      { state: deliveryState.failed, error: 'the push service answered 400' },
      { state: deliveryState.expired, error: 'the push service answered 410' },
    ])
    push.state.answer = 201
    await write({ memberId }, 'money')
    await send()
    expect(push.got).toHaveLength(1)
  })

  test('about an offer is pushed only where offers by push are wanted, and never to the excluded', async () => {
    const made = await known()
    const { token, memberId } = made
    const offered = async () => {
      push.got.length = 0
      await write(made, 'offer')
      await write(made, 'money')
      await send()
      return push.got.map(({ shown: { body } }) => body)
    }
    expect(await offered()).toEqual(['您的订单有新进展'])
    for (const product of Object.keys(offerProducts))
      await site.call('POST /api/consents/offer', { product, channel: 'push', on: 1 }, { token })
    expect(await offered()).toEqual(['您有一条新消息', '您的订单有新进展'])
    expect(await stateOf(memberId), 'an unwanted one is not begun').toEqual([2, 2, 2])
    await write(made, 'offer')
    await forward()
    await transaction(owner, tx =>
      blockMember(site.services, tx, {
        memberId,
        kind: 'exclusion',
        term: '6m',
        setAt: clock.now(),
        until: new Date(clock.now().getTime() + 200 * 86_400_000),
        setBy: '',
        reason: '',
      }),
    )
    expect(await offered()).toEqual(['您的订单有新进展'])
    const { expired } = deliveryState
    expect(await stateOf(memberId), 'nor sent once it is unwanted').toEqual([2, 2, 2, expired, 2])
  })
})

describe('a browser', () => {
  test('is notified as long as its log-in lasts', async () => {
    const { memberId, name } = await site.member()
    const [here, off, ended, other] = [
      await site.enter(memberId),
      await site.enter(memberId),
      await site.enter(memberId),
      await site.enter(memberId),
    ]
    for (const token of [here, off, ended, other]) await subscribe(token)
    const listed = await browsersOf(here)
    expect(listed.map(({ current }) => current)).toEqual([true, false, false, false])
    await site.call('POST /api/logoff', {}, { token: off })
    expect(await browsersOf(here)).toHaveLength(3)
    const { data } = await site.call<Given<'POST /api/safety/show'>>(
      'POST /api/safety/show',
      {},
      { token: ended },
    )
    const { mark } = data.sessions.find(({ current }) => current)!
    await site.call('POST /api/safety/sessions/end', { mark }, { token: here })
    expect((await browsersOf(here)).map(({ id }) => id)).toEqual([listed[0]?.id, listed[3]?.id])
    // What was on its way to a browser that is logged off does not leave.
    await write({ memberId }, 'money')
    await forward()
    const change = { password: 'secret1', paypassword: 'my-own-7' }
    await site.call('POST /api/editPassword', change, { token: here })
    await deliver()
    expect(push.got).toEqual([])
    expect(
      await rows(owner, sql`select 1 from push_subscription where member_id = ${memberId}`),
    ).toEqual([])
    const login = { name, password: 'my-own-7', code: 'abcd' }
    const again = await site.call<{ api_token: string }>('POST /api/login', login)
    await subscribe(again.data.api_token)
    expect(await browsersOf(again.data.api_token)).toHaveLength(1)
  })

  test('that is new to a member is told of in the inbox, by mail and in every browser; one that is renewed is not', async () => {
    const { token, memberId, browser } = await known()
    const contact = await proveMail({ token, memberId } as Member)
    const about = () =>
      rows(
        owner,
        sql<{ title: string; kind: string }>`
        select title, kind from message where member_id = ${memberId} and link = '/notices'`,
      )
    expect(await about()).toHaveLength(1)
    const second = push.browser()
    await ask('subscribe', second.sent, await site.enter(memberId))
    await send()
    expect(await about()).toEqual(
      Array.from({ length: 2 }, () => ({ title: '新设备已开启消息推送', kind: 'safety' })),
    )
    expect(mail.got.map(({ to }) => to).flat()).toContain(contact)
    expect(new Set(push.got.map(({ path }) => path))).toEqual(new Set([browser.path, second.path]))
    await ask('subscribe', browser.sent, token)
    await ask('subscribe', browser.sent, await site.enter(memberId))
    expect(await about(), 'the same browser again').toHaveLength(2)
  })

  test('shows the notices of whoever used it last; a member has five at most and ends only own ones', async () => {
    const [one, two] = [await known(), await site.member()]
    const [mine] = await browsersOf(one.token)
    await ask('unsubscribe', { id: mine!.id }, two.token)
    expect(await browsersOf(one.token), 'nobody ends another’s').toHaveLength(1)
    expect((await ask('subscribe', one.browser.sent, two.token)).code).toBe(200)
    await keepInInbox('/notices')
    expect(await browsersOf(one.token)).toEqual([])
    await write(one, 'money')
    await send()
    expect(push.got).toEqual([])
    for (let n = 0; n < 6; n++) await subscribe(await site.enter(two.memberId))
    expect(await browsersOf(two.token)).toHaveLength(5)
    const [oldest] = await browsersOf(two.token)
    await ask('unsubscribe', { id: oldest!.id }, two.token)
    expect(await browsersOf(two.token)).toHaveLength(4)
    await subscribe(two.token)
    await ask('unsubscribe', {}, two.token)
    expect((await browsersOf(two.token)).some(({ current }) => current)).toBe(false)
  })

  test('with an address that is no listed push service, or with wrong keys, is refused', async () => {
    const { token } = await site.member()
    const { sent } = push.browser()
    for (const endpoint of [
      'https://127.0.0.1/push',
      'https://169.254.169.254/latest/meta-data',
      'http://127.0.0.1:9/push',
      sent.endpoint.replace('http://', 'https://'),
      `${push.origin}@10.0.0.5/push`,
      'https://push.evil.example/push',
    ])
      expect(await ask('subscribe', { ...sent, endpoint }, token), endpoint).toMatchObject({
        code: 400,
        message: '此浏览器的推送服务暂不支持，可改用邮件',
      })
    for (const wrong of [{ p256dh: 'AAAA' }, { auth: 'AAAA' }])
      expect((await ask('subscribe', { ...sent, ...wrong }, token)).code).toBe(400)
    expect((await ask('subscribe', { ...sent, key: 'other' }, token)).message).toMatch(
      /^推送设置已更新/,
    )
    expect(await browsersOf(token)).toEqual([])
  })
})

test('a rotation of keys seals browsers anew, and another key pair of the site ends them', async () => {
  const made = await known()
  const rotated = await openTestSite(url, {
    clock,
    env: { ...env, CARD_KEY: 'the-card-key-of-tomorrow', CARD_KEYS_OLD: env.CARD_KEY },
  })
  const { db, settings } = rotated.services
  const turned = await resealAll(db, settings)
  const browsers = turned.find(({ name }) => name === 'browsers')
  expect(browsers).toMatchObject({ unreadable: 0, left: 0 })
  expect(browsers?.found).toBeGreaterThan(0)
  const late = await openTestSite(url, {
    clock,
    env: { ...env, CARD_KEY: 'the-card-key-of-tomorrow' },
  })
  await write(made, 'money')
  await send(late)
  expect(push.got).toHaveLength(1)
  const again = { token: made.token }
  await late.call('POST /api/notices/subscribe', made.browser.sent, again)
  const listed = await late.call<Given<'POST /api/notices/show'>>(
    'POST /api/notices/show',
    {},
    again,
  )
  expect(listed.data.browsers, 'still the same browser').toHaveLength(1)

  const { keys } = await openPushService(() => clock.now())
  const renewed = await openTestSite(url, {
    clock,
    env: { ...env, PUSH_PUBLIC_KEY: keys.publicKey, PUSH_PRIVATE_KEY: keys.privateKey },
  })
  await write(made, 'money')
  await forward(late)
  await deliver(renewed)
  await write(made, 'money')
  await send(renewed)
  expect(push.got).toHaveLength(1)
  expect(await stateOf(made.memberId)).toEqual([deliveryState.sent, deliveryState.expired])
  const off = await openTestSite(url, { clock })
  const without = await off.call<Given<'POST /api/notices/show'>>(
    'POST /api/notices/show',
    {},
    again,
  )
  expect(without.data).toMatchObject({ key: '', browsers: [], mail: { open: false } })
  const refused = await off.call('POST /api/notices/subscribe', made.browser.sent, again)
  expect(refused).toMatchObject({ code: 400, message: '推送尚未开通' })
})
