// The live stream of a member: what it says, when it ends, and what it keeps to itself.
import { run, sql, transaction } from '@tianping/database'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { Streams } from '../../src/areas/live/streams.ts'
import { notify } from '../../src/areas/message/notify.ts'
import { sendMessage } from '../../src/areas/message/send.ts'
import { blockMember } from '../../src/areas/responsible/responsible.ts'
import { appSchema } from '../../src/kernel/appSetting.ts'
import { limits } from '../../src/kernel/http/throttle.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { callBack, NOON, order, payment } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { listening, openStream } from '../support/stream.ts'

const { url, open } = await freshDatabase('server')
const clock = new TestClock(NOON)
await seedCashier(open(), clock.now())
const quiet = { clock, env: { RUN_JOBS: '0' } }
const site = await openTestSite(url, quiet)
const other = await openTestSite(url, quiet)
const { db } = site.services
const [origin, otherOrigin] = [await listening(site), await listening(other)]

test('it begins with how things stand and follows money, orders and messages, also of another instance', async () => {
  const [one, two] = [await site.member(), await site.member()]
  const [near, far, stranger] = [
    await openStream(origin, one.token),
    await openStream(otherOrigin, one.token),
    await openStream(origin, two.token),
  ]
  const nothing = { balance: 0, messageNum: 0, deposits: 0, withdrawals: 0 }
  expect(await near.next('state')).toEqual(nothing)
  expect(near.headers['content-type']).toContain('text/event-stream')
  await far.next('state')
  const depositNo = await order(site, one.token, 100)
  expect(await far.next('state', ({ deposits }) => deposits > 0)).toEqual({
    ...nothing,
    deposits: 1,
  })
  await callBack(site, payment(site, depositNo))
  for (const stream of [near, far]) {
    expect(await stream.next('state', ({ balance }) => balance > 0)).toEqual({
      ...nothing,
      balance: 100,
      messageNum: 1,
    })
    expect(await stream.next('letter')).toMatchObject({
      title: '存款已到账',
      text: `您的存款 ¥100.00 已存入中心钱包，订单号 ${depositNo}。`,
      kind: 'money',
      link: `/payInfo?deposit_no=${depositNo}`,
    })
  }
  await site.call('POST /api/noticeread', {}, { token: one.token })
  await far.next('state', ({ messageNum }) => messageNum === 0)
  await stranger.next('state')
  await notify(db, two.memberId, '只给第二位', '内容', clock.now())
  await stranger.next('letter')
  expect(stranger.events.filter(({ kind }) => kind === 'letter')).toHaveLength(1)
  expect(near.events.filter(({ kind }) => kind === 'letter')).toHaveLength(1)
})

test('a message whose transaction is rolled back is never told', async () => {
  const { token, memberId } = await site.member()
  const stream = await openStream(origin, token)
  await stream.next('state')
  const failed = transaction(db, async tx => {
    await notify(tx, memberId, '没有发生', '内容', clock.now())
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  await transaction(db, tx => notify(tx, memberId, '发生了', '内容', clock.now()))
  expect((await stream.next('letter')).title).toBe('发生了')
})

test('a stream is taken up again behind the last message it had, and not without end', async () => {
  const { token, memberId } = await site.member()
  const first = await openStream(origin, token)
  await first.next('state')
  await notify(db, memberId, '收到', '内容', clock.now())
  const { id } = await first.next('letter')
  first.close()
  for (let n = 1; n <= 3; n++) await notify(db, memberId, `错过${n}`, '内容', clock.now())
  const again = await openStream(origin, token, { after: String(id) })
  for (let n = 1; n <= 3; n++) expect((await again.next('letter')).title).toBe(`错过${n}`)
  again.close()
  await notify(db, memberId, '前天', '内容', new Date(clock.now().getTime() - 48 * 3_600_000))
  for (let n = 1; n <= 25; n++) await notify(db, memberId, `又${n}`, '内容', clock.now())
  const late = await openStream(origin, `${token}`, { after: String(id) })
  await late.next('letter', ({ title }) => title === '又25')
  const titles = late.events.flatMap(event => (event.kind === 'letter' ? [event.data.title] : []))
  expect(titles).toEqual(Array.from({ length: 20 }, (_, n) => `又${n + 6}`))
  const fresh = await openStream(origin, token)
  await fresh.next('state')
  await notify(db, memberId, '最后', '内容', clock.now())
  expect((await fresh.next('letter')).title, 'without a number: from now on').toBe('最后')
})

test('it ends with its session, whatever ends it; of seven the oldest ends, and other sessions go on', async () => {
  const { token, memberId } = await site.member()
  const second = await site.enter(memberId)
  const [leaving, staying] = [
    await openStream(otherOrigin, token),
    await openStream(origin, second),
  ]
  await Promise.all([leaving.next('state'), staying.next('state')])
  await site.call('POST /api/logoff', {}, { token })
  await leaving.next('over')
  await leaving.ended()
  const more = []
  for (let n = 0; n < 6; n++) more.push(await openStream(origin, second))
  await staying.next('full')
  await staying.ended()
  const support = await desk(site, 'admin')
  const locked = await support.call('POST /api/console/members/lock', {
    id: Number(memberId),
    remark: '测试',
  })
  expect(locked.code, locked.message).toBe(200)
  for (const stream of more) await stream.next('over')
  const refused = await openStream(origin, second)
  expect(refused.headers['content-type']).toContain('application/json')
})

test('offers keep away from who excluded themself, also those that were written before', async () => {
  const { token, memberId } = await site.member()
  const stream = await openStream(origin, token)
  await stream.next('state')
  const at = clock.now()
  const broadcast = { to: 'all', html: '<p>内容</p>', by: 'admin', at } as const
  await sendMessage(db, { ...broadcast, title: '优惠来了' })
  const { id, kind } = await stream.next('letter')
  expect(kind).toBe('offer')
  stream.close()
  await notify(db, memberId, '恭喜您晋级VIP1', '内容', at, { kind: 'offer', link: '/vip' })
  await transaction(db, tx =>
    blockMember(site.services, tx, {
      memberId,
      kind: 'exclusion',
      term: '6m',
      setAt: at,
      until: new Date(at.getTime() + 200 * 86_400_000),
      setBy: '',
      reason: '',
    }),
  )
  const again = await openStream(origin, token, { after: String(id) })
  await again.next('letter', letter => letter.kind === 'play')
  await sendMessage(db, { ...broadcast, title: '又有优惠' })
  await sendMessage(db, { ...broadcast, title: '系统维护', offer: false })
  await again.next('letter', ({ title }) => title === '系统维护')
  expect(again.events.some(event => event.kind === 'letter' && event.data.kind === 'offer')).toBe(
    false,
  )
})

test('it says when the announcements change', async () => {
  const { token } = await site.member()
  const stream = await openStream(otherOrigin, token)
  await stream.next('state')
  const content = await desk(site, 'support')
  const saved = await content.call('POST /api/console/notices/save', {
    id: 0,
    seen: '',
    content: '今晚维护',
    rank: 1,
    enabled: 1,
    shows_from: '',
    shows_until: '',
  })
  expect(saved.code, saved.message).toBe(200)
  expect((await stream.next('site')).notices).toContain('今晚维护')
})

test('a reader that takes nothing is let go before much piles up', async () => {
  const { token, memberId } = await site.member()
  const streams = new Streams(site.services)
  const session = (await site.services.sessions.of(token))!
  // No socket takes what this response writes.
  const deaf = new ServerResponse(new IncomingMessage(new Socket()))
  const leave = streams.join(deaf, session, 0n)
  const gone = new Promise(done => deaf.once('close', done))
  for (let n = 0; n < 400 && !deaf.destroyed; n++) {
    await notify(db, memberId, `第${n}封`, '长'.repeat(200), clock.now())
    streams.stir([memberId])
    // A read takes the newest twenty: the next ones wait until all of these are written.
    if (n % 20 === 19)
      await expect.poll(() => deaf.destroyed || deaf.writableLength > n * 200).toBe(true)
  }
  await gone
  leave()
  streams.close()
})

test('visitors, strangers and floods are refused; a listed client reads it across origins', async () => {
  const { token, memberId } = await site.member()
  expect((await site.call('GET /api/live')).code).toBe(401)
  const by = { name: 'test', at: clock.now() }
  const client = 'https://m.client.example'
  await writeSetting(db, 'app', appSchema, { client_origins: [client] }, by)
  clock.advance(2_001)
  const listed = await openStream(origin, token, { headers: { origin: client } })
  expect(listed.headers['access-control-allow-origin']).toBe(client)
  const strange = await openStream(origin, token, { headers: { origin: 'https://x.example' } })
  expect(strange.headers['access-control-allow-origin']).toBeUndefined()
  await run(
    db,
    sql`update throttle set attempts = ${limits.liveByMember.attempts} where bucket = ${`live:${memberId}`}`,
  )
  expect((await site.call('GET /api/live', {}, { token })).code).toBe(429)
})

test('all streams end when their instance stops', async () => {
  const { token } = await site.member()
  const stream = await openStream(otherOrigin, token)
  await stream.next('state')
  await Promise.all([other.close(), stream.ended()])
})
