import { run, sql, theRow } from '@tianping/database'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { membersOfTag, tagsOf } from '../../src/areas/tags/tags.ts'
import { bankCard, bind, give, openCashier, PAY_PASSWORD } from '../cashier/support.ts'
import { consoleCall, desk } from './support.ts'

const { site, owner } = await openCashier()
const { db } = site.services
const [support, finance, risk] = [
  await desk(site, 'support'),
  await desk(site, 'finance'),
  await desk(site, 'risk'),
]
const LIST = 'POST /api/console/members/list'

const once = async (who: typeof support, name: string, body: object) =>
  (
    await consoleCall(site, name, body, { cookie: who.cookie, 'idempotency-key': randomUUID() })
  ).json()
const add = async (name: string) =>
  (await once(support, 'POST /api/console/tags/add', { name, note: '' })).data.tag_id as number
const set = (tag_id: number, ids: number[], on: 0 | 1 = 1, who = support) =>
  once(who, 'POST /api/console/tags/set', { tag_id, ids, on, remark: '' })
const named = async (filters: object) =>
  (await support.call(LIST, filters as never)).data.data.map(each => each.username)

test('tags are put on members and taken off, and lists find members by them', async () => {
  // One after the other, so that their numbers rise.
  const members = [
    await site.member({ name: 'tagone' }),
    await site.member({ name: 'tagtwo' }),
    await site.member({ name: 'tagthree' }),
  ]
  const ids = members.map(({ memberId }) => Number(memberId))
  const [calm, loud] = [await add('高净值'), await add('易怒')]
  expect(
    await once(support, 'POST /api/console/tags/add', { name: '易怒', note: '' }),
  ).toMatchObject({ code: 409, message: '已有同名标签' })
  expect(await set(calm, ids.slice(0, 2))).toMatchObject({ code: 200, data: { changed: 2 } })
  expect(await set(calm, ids)).toMatchObject({ data: { changed: 1 } })
  await set(loud, [ids[0]!])
  expect((await named({ tag: calm })).toSorted()).toEqual(['tagone', 'tagthree', 'tagtwo'])
  expect(await named({ tag: loud, q: 'tag' })).toEqual(['tagone'])
  const { data } = await support.call('POST /api/console/members/show', { id: ids[0]! })
  expect(data.tags).toEqual(['易怒', '高净值'].toSorted())
  expect(data.tagged.map(each => each.set_by)).toEqual([support.name, support.name])
  // What segments read.
  expect(await membersOfTag(db, { tagId: BigInt(calm), after: 0n, limit: 2 })).toEqual(
    members.slice(0, 2).map(each => each.memberId),
  )
  await set(calm, [ids[1]!], 0)
  expect((await named({ tag: calm })).toSorted()).toEqual(['tagone', 'tagthree'])
  const all = (await support.call('POST /api/console/tags/all')).data
  expect(all.find(each => each.tag_id === calm)?.members).toBe(2)
  // Retired, it is seen nowhere.
  await once(support, 'POST /api/console/tags/retire', { tag_id: calm, remark: '不再使用' })
  expect(await named({ tag: calm })).toEqual([])
  expect(await tagsOf(db, members[0]!.memberId)).toMatchObject([{ name: '易怒' }])
  expect(await set(calm, ids)).toMatchObject({ code: 404 })
  expect(await add('高净值')).not.toBe(calm)
})

test('nobody tags or watches their own account, and each change is in the audit log', async () => {
  const own = await site.member({ name: 'tagself' })
  const id = Number(own.memberId)
  await run(
    owner,
    sql`update operator set member_id = ${own.memberId} where name in (${support.name}, ${risk.name})`,
  )
  const tag = await add('自己')
  expect(await set(tag, [id])).toMatchObject({ code: 403, message: '不能处理本人会员账号的业务' })
  const watch = { id, until: '', remark: '关注原因' }
  expect(await once(risk, 'POST /api/console/watch/set', watch)).toMatchObject({ code: 403 })
  expect(await once(finance, 'POST /api/console/watch/set', watch)).toMatchObject({ code: 200 })
  expect(await once(risk, 'POST /api/console/watch/end', watch)).toMatchObject({ code: 403 })
  await run(owner, sql`update operator set member_id = null where member_id = ${own.memberId}`)
  await set(tag, [id])
  const { data } = await risk.call('POST /api/console/audit/list', {
    operator: '',
    action: '',
    subject: `member:${id}`,
    from: '',
    to: '',
    text: '',
  })
  expect(data.data.map(each => [each.action, each.operator])).toEqual([
    ['member.tag', support.name],
    ['member.watch', finance.name],
  ])
})

test('the watch list is paged by key, ends by day, and is closed to others', async () => {
  const members = await Promise.all(
    Array.from({ length: 23 }, (_, n) => site.member({ name: `watched${n + 10}` })),
  )
  for (const { memberId } of members)
    await once(risk, 'POST /api/console/watch/set', {
      id: Number(memberId),
      until: memberId === members[0]!.memberId ? '2999-01-01' : '',
      remark: '大额异常',
    })
  const name = 'POST /api/console/watch/list'
  const first = (await finance.call(name, { q: 'watched', per: 20 })).data
  const second = (await finance.call(name, { q: 'watched', per: 20, page: 2, cursor: first.next }))
    .data
  const seen = [...first.data, ...second.data].map(each => each.username)
  expect(new Set(seen).size).toBe(23)
  expect(first.total).toBe(23)
  expect(second.next).toBe('')
  expect(first.data.every(each => !each.over)).toBe(true)
  const past = { id: Number(members[0]!.memberId), until: '2000-01-01', remark: 'x' }
  expect(await once(risk, 'POST /api/console/watch/set', past)).toMatchObject({ code: 400 })
  expect(await support.call(name, {})).toMatchObject({ code: 403 })
  const forged = Buffer.from(
    JSON.stringify(['', false, '2026-01-01T00:00:00.000000Z', 'x']),
  ).toString('base64url')
  expect(await finance.call(name, { cursor: forged })).toMatchObject({ code: 400 })
  await once(risk, 'POST /api/console/watch/end', { id: past.id, remark: '已核实' })
  expect((await finance.call('POST /api/console/watch/show', { id: past.id })).data).toBeNull()
})

test('a withdrawal brings the marks of its member, each for who may know it', async () => {
  const member = await site.member({ name: 'marked' })
  const id = Number(member.memberId)
  await give(site, member.memberId, 500_00n)
  const card = await bind(site, member.token, bankCard('6222020011113333'))
  const asked = { amount: '100', bank: card, password: PAY_PASSWORD }
  const { code } = await site.call('POST /api/withdraw', asked, { token: member.token })
  expect(code).toBe(200)
  const { no } = await theRow(
    owner,
    sql<{ no: string }>`
    select withdrawal_no as no from withdrawal_order where member_id = ${member.memberId}`,
  )
  const tag = await add('回访中')
  await set(tag, [id])
  const watch = { id, until: '2999-01-01', remark: '短期大额进出' }
  await once(risk, 'POST /api/console/watch/set', watch)
  const marks = async (who: typeof support) => {
    const { data } = await who.call('POST /api/console/withdrawals/show', { out_trade_no: no })
    return { tags: data.member.tags, watch: data.member.watch }
  }
  const tags = [{ tag_id: tag, name: '回访中' }]
  expect(await marks(finance)).toMatchObject({
    tags,
    watch: { reason: '短期大额进出', set_by: risk.name, until: '2999-01-01' },
  })
  // Nobody else learns that somebody is watched.
  expect(await marks(support)).toEqual({ tags, watch: null })
  await run(
    owner,
    sql`update member_watch set until = '2000-01-01' where member_id = ${member.memberId}`,
  )
  expect(await marks(finance)).toEqual({ tags, watch: null })
})

test('the members’ list shows each once by its cursors, by number and by each order', async () => {
  // Levels that many share, and members who never logged in.
  await run(owner, sql`update member set vip = 1 + member_id % 3`)
  await run(owner, sql`update member set last_login_at = null where member_id % 2 = 0`)
  const sorts = ['joined_at', 'last_login_at', 'vip'].flatMap(each => [each, `-${each}`])
  const filters = [{}, { from: '2000-01-01' }, ...sorts.map(sort => ({ sort }))]
  const { total } = (await support.call(LIST, { per: 100 } as never)).data
  expect(total).toBeGreaterThan(25)
  for (const filter of filters) {
    const seen: string[] = []
    let back = ''
    for (let cursor = '', at = 1; ; at++) {
      const { data } = await support.call(LIST, { ...filter, page: at, per: 20, cursor } as never)
      seen.push(...data.data.map(each => each.username))
      back = data.prev
      cursor = data.next
      if (cursor === '') break
    }
    expect(seen, JSON.stringify(filter)).toHaveLength(total)
    expect(new Set(seen).size).toBe(total)
    const { data } = await support.call(LIST, {
      ...filter,
      page: 2,
      per: 20,
      cursor: back,
    } as never)
    const last = seen.length % 20 || 20
    expect(data.data.map(each => each.username)).toEqual(seen.slice(-last - 20, -last))
  }
  // In the order that was asked for; who never logged in comes last of the latest.
  const levels = (await support.call(LIST, { sort: '-vip', per: 100 } as never)).data.data
  expect(levels.map(each => each.vip)).toEqual(
    levels
      .map(each => each.vip)
      .toSorted()
      .toReversed(),
  )
  const latest = (await support.call(LIST, { sort: '-last_login_at', per: 100 } as never)).data.data
  expect(latest[0]?.last_login_at).not.toBe('')
  expect(latest.at(-1)?.last_login_at).toBe('')
  const message = '按注册日期、活跃日或标签筛选时，不能按等级或最近登录排序'
  for (const narrow of [{ played: '2026-11-19' }, { from: '2026-11-19' }, { tag: 1 }])
    for (const sort of ['-vip', 'last_login_at'])
      expect(await support.call(LIST, { ...narrow, sort } as never)).toMatchObject({
        code: 400,
        message,
      })
})
