// Segments: conditions over facts, tried before they are used, and a guard that no sender can pass.
import type { Given } from '@tianping/contract'
import { run, sql } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SegmentFactName } from '@tianping/contract/segments/facts'
import { segmentHas } from '../../src/areas/segments/segments.ts'
import { openCashier } from '../cashier/support.ts'
import { caughtUp, tellBet } from '../figures/support.ts'
import { post } from '../../src/ledger/ledger.ts'
import { deposit } from '../ledger/postings.ts'
import { consoleCall, desk } from './support.ts'

const { site, clock, owner } = await openCashier()
const { db } = site.services
const [writer, finance] = [await desk(site, 'support'), await desk(site, 'finance')]
type Member = Awaited<ReturnType<typeof site.member>>

const once = async (name: string, body: object, who = writer) =>
  (
    await consoleCall(site, name, body, { cookie: who.cookie, 'idempotency-key': randomUUID() })
  ).json()
const of = (
  fact: SegmentFactName,
  least: number | null,
  most: number | null,
  days = 0,
  id = 0,
) => ({
  fact,
  days,
  least,
  most,
  id,
})
type Condition = ReturnType<typeof of>
const preview = (...conditions: Condition[]) =>
  writer.call('POST /api/console/segments/preview', { conditions })
const found = async (...conditions: Condition[]) =>
  (await preview(...conditions)).data.examples.map(each => each.username)
const save = async (name: string, conditions: Condition[], segment_id = 0) =>
  (await once('POST /api/console/segments/save', { name, note: '', conditions, segment_id })).data
    .segment_id as number

const paid = ({ memberId }: Member, fen: bigint, daysAgo: number) =>
  post(db, {
    ...deposit(memberId, fen),
    effectiveAt: new Date(clock.now().getTime() - daysAgo * 86_400_000),
  })

const [large, small, late] = [await site.member(), await site.member(), await site.member()]
await paid(large, 500_00n, 2)
await paid(small, 20_00n, 2)
await paid(late, 500_00n, 40)
await run(owner, sql`update member set vip = 4 where member_id = ${large.memberId}`)
await run(
  owner,
  sql`update member set referrer_id = ${large.memberId} where member_id = ${small.memberId}`,
)
await run(
  owner,
  sql`insert into venue (venue_id, platname, name, category, ico, rank) values (1, 'one', '甲', 'realbet', '/a', 0) on conflict do nothing`,
)
await tellBet(owner, {
  memberId: small.memberId,
  betId: 'loss',
  game: 'alpha',
  version: 1,
  status: 1,
  stake: 15_00n,
  payout: 5_00n,
  settledAt: beijing(clock.now()),
})
await caughtUp(db)

test('each fact finds the members who meet it, and all conditions must hold', async () => {
  expect(await found(of('deposit', 100, null, 30))).toEqual([large.name])
  expect(await found(of('deposit', 100, null, 60))).toEqual([large.name, late.name])
  expect(await found(of('deposit', 0.01, 20, 30))).toEqual([small.name])
  expect(await found(of('deposits', 1, 1, 30))).toEqual([large.name, small.name])
  expect(await found(of('withdrawal', 0, 0, 30), of('level', 4, null))).toEqual([large.name])
  expect(await found(of('first_deposit', 30, null))).toEqual([late.name])
  expect(await found(of('idle', 30, null))).toEqual([late.name])
  expect(await found(of('idle', null, 0))).toEqual([small.name])
  expect(await found(of('active_days', 2, null, 30))).toEqual([small.name])
  expect(await found(of('stake', 15, null, 7))).toEqual([small.name])
  expect(await found(of('loss', 10, 10, 7))).toEqual([small.name])
  expect(await found(of('joined', null, 0), of('deposits', 0, 0, 60))).toEqual([])
  expect(await found(of('agent', null, null, 0, Number(large.memberId)))).toEqual([small.name])
  const tag = (await once('POST /api/console/tags/add', { name: '高净值', note: '' })).data.tag_id
  await once('POST /api/console/tags/set', {
    tag_id: tag,
    ids: [Number(large.memberId)],
    on: 1,
    remark: '',
  })
  expect(await found(of('tag', null, null, 0, tag))).toEqual([large.name])
  expect(await found(of('no_tag', null, null, 0, tag), of('deposit', 100, null, 60))).toEqual([
    late.name,
  ])
})

test('a condition that says nothing is refused by its name', async () => {
  const said = async (...conditions: Condition[]) => (await preview(...conditions)).message
  expect(await said()).toBe('请至少填写一个条件')
  expect(await said(of('deposit', 1, null, 0))).toBe('存款：请填写 1~400 天')
  expect(await said(of('level', null, null))).toBe('等级：请填写下限或上限，下限不能大于上限')
  expect(await said(of('level', 3, 2))).toBe('等级：请填写下限或上限，下限不能大于上限')
  expect(await said(of('tag', null, null, 0, 9_999))).toBe('有标签：标签不存在或已停用')
  expect(await said(of('agent', null, null, 0, 1))).toBe('推荐人：会员不存在')
  expect(
    (
      await finance.call('POST /api/console/segments/save', {
        name: 'x',
        note: '',
        conditions: [of('level', 1, null)],
        segment_id: 0,
      })
    ).code,
  ).toBe(403)
})

test('with the same conditions a segment keeps its number under another name, which no other has', async () => {
  const conditions = [of('deposit', 100, null, 30)]
  const first = await save('大额', conditions)
  const other = await save('等级', [of('level', 1, null)])
  expect(await save('大额存款', conditions, first)).toBe(first)
  const taken = await once('POST /api/console/segments/save', {
    name: '等级',
    note: '',
    conditions,
    segment_id: first,
  })
  expect(taken).toMatchObject({ code: 409, message: '已有同名人群' })
  const all = (await writer.call('POST /api/console/segments/all', {})).data
  expect(all).toMatchObject([
    { segment_id: first, name: '大额存款' },
    { segment_id: other, name: '等级' },
  ])
  for (const segment_id of [first, other])
    await once('POST /api/console/segments/retire', { segment_id, remark: '不用了' })
})

test('a segment is changed by a new row, and its name is used once', async () => {
  const first = await save('大额', [of('deposit', 100, null, 30)])
  const twice = await once('POST /api/console/segments/save', {
    name: '大额',
    note: '',
    conditions: [of('level', 1, null)],
    segment_id: 0,
  })
  expect(twice).toMatchObject({ code: 409, message: '已有同名人群' })
  const next = await save('大额', [of('deposit', 200, null, 30)], first)
  const all = (await writer.call('POST /api/console/segments/all', {})).data
  expect(all).toMatchObject([
    { segment_id: next, name: '大额', conditions: [of('deposit', 200, null, 30)] },
  ])
  await once('POST /api/console/segments/retire', { segment_id: next, remark: '不用了' })
  expect((await writer.call('POST /api/console/segments/all', {})).data).toEqual([])
})

test('a message to a segment waits for another person and reaches nobody who is blocked when it leaves', async () => {
  const members = [await site.member(), await site.member(), await site.member()] as const
  const [well, resting, stopped] = members
  for (const each of members) await paid(each, 77_00n, 1)
  await caughtUp(db)
  await run(
    owner,
    sql`insert into harm_stop (member_id, since) values (${stopped.memberId}, ${clock.now()})`,
  )
  const conditions = [of('deposit', 77, 77, 30)]
  const seen = (await preview(...conditions)).data
  expect([seen.members, seen.reached]).toEqual([3, 2])
  const segment_id = await save('七十七', conditions)
  const send = (kind: 'offer' | 'service') =>
    once('POST /api/console/messages/send', {
      audience: 'segment',
      segment_id,
      kind,
      members: '',
      title: `致人群 ${kind}`,
      content: '<p>您好</p>',
      advert: { reason: '测试' },
    })
  for (const kind of ['offer', 'service'] as const)
    expect((await send(kind)).data).toEqual({ waits: true, recipients: null })
  // One of them takes a break while the message waits.
  await site.call(
    'POST /api/protection/timeout',
    { term: '24h', days: '', password: 'secret1' },
    { token: resting.token },
  )
  const waiting = (await finance.call('POST /api/console/messages/waiting', {})).data
  expect(waiting.map(each => (each.value as { segment: string }).segment)).toEqual([
    '七十七',
    '七十七',
  ])
  expect((await writer.call('POST /api/console/rules/approve', { id: waiting[0]!.id })).code).toBe(
    403,
  )
  for (const { id } of waiting) await finance.call('POST /api/console/rules/approve', { id })
  const inbox = async ({ token }: Member) =>
    (
      await site.call<Given<'POST /api/noticeList'>>('POST /api/noticeList', { page: 1 }, { token })
    ).data.data
      .map(each => each.title)
      .filter(title => title.startsWith('致人群'))
      .toSorted()
  expect(await inbox(well)).toEqual(['致人群 offer', '致人群 service'])
  expect(await inbox(resting)).toEqual([])
  expect(await inbox(stopped)).toEqual([])
  const [latest] = (await writer.call('POST /api/console/messages/list', {})).data.data
  expect(latest).toMatchObject({ segment: '七十七', recipients: 1, approved_by: finance.name })
})

test('a tag that is retired still keeps out whom it kept out, and lets nobody in', async () => {
  const name = '套利'
  const { tag_id } = (await once('POST /api/console/tags/add', { name, note: '' })).data
  const ids = [Number(large.memberId)]
  await once('POST /api/console/tags/set', { tag_id, ids, on: 1, remark: '' })
  const without = await save('非套利', [of('no_tag', null, null, 0, tag_id)])
  const only = await save('套利者', [of('tag', null, null, 0, tag_id)])
  const meets = () =>
    Promise.all(
      [without, only].flatMap(segmentId =>
        [large, late].map(({ memberId }) =>
          segmentHas(db, { segmentId: BigInt(segmentId), memberId, now: clock.now() }),
        ),
      ),
    )
  expect(await meets()).toEqual([false, true, true, false])
  await once('POST /api/console/tags/retire', { tag_id, remark: '整理' })
  expect(await meets()).toEqual([false, true, false, false])
})
