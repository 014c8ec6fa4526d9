// Links of advertising with figures of their own, and an agent's days.
import { MOST_CHANNELS } from '@tianping/contract/channels/facts'
import { sheetFields } from '@tianping/contract/figures/facts'
import { row, rows, run, sql, transaction } from '@tianping/database'
import { beijingDay } from '@tianping/money/day'
import { afterAll, describe, expect, test } from 'vitest'
import { blockMember } from '../../src/areas/responsible/responsible.ts'
import { desk } from '../console/support.ts'
import { caughtUp } from '../figures/support.ts'
import { deposit } from '../redpacket/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { openAgents } from './support.ts'

const { site, owner, clock, at, set, agent, bet, joinedAt, risk, finance } =
  await openAgents('2026-09-10 12:00:00')
afterAll(() => assertBooksHold(owner))

type Channel = {
  link_code: string
  name: string
  standing: string
  url: string
  visits: number
  registrations: number
  first_deposits: number
  deposit: number
  ngr: number
}
const add = (token: string, name: string) =>
  site.call<{ link_code: string; url: string }>('POST /api/agent/channel/add', { name }, { token })
const channels = async (token: string, date = 1) =>
  (
    await site.call<{ channels: Channel[]; most: number }>(
      'POST /api/agent/channels',
      { date },
      { token },
    )
  ).data.channels
const visit = (code: string) => site.call('POST /api/channel/visit', { code })
const boundTo = (memberId: bigint) =>
  row(
    owner,
    sql<{ referrerId: bigint | null; code: string | null }>`
    select m.referrer_id, p.code from member m left join member_channel c using (member_id) left join promo_channel p using (channel_id)
    where m.member_id = ${memberId}`,
  )
const idOf = async (code: string) =>
  (await finance.call('POST /api/console/channels/list', { q: code })).data.data[0]!.id

test('browsers that open the site logged out are counted by the day, and open the funnel', async () => {
  const day = '2026-09-10'
  for (let visits = 0; visits < 3; visits++) await visit('')
  const asked = { from: day, to: day }
  const { data } = await finance.call('POST /api/console/figures/retention', asked)
  expect(data).toMatchObject({ visits: 3, visits_since: day })
  const before = await finance.call('POST /api/console/figures/retention', {
    from: '2026-09-09',
    to: '2026-09-09',
  })
  expect(before.data.visits).toBe(0)
})

test('visits of the site do not wait for each other, and a day of the release before counts too', async () => {
  const day = '2026-09-10'
  const counted = async () =>
    (await finance.call('POST /api/console/figures/retention', { from: day, to: day })).data.visits
  const before = await counted()
  await run(owner, sql`insert into site_visit (day, visits) values (${day}::date, 5)`)
  await transaction(owner, async tx => {
    await rows(tx, sql`select from site_visit_part for update`)
    // All rows of the day are held: whoever waited for one would wait for this transaction.
    const answers = await Promise.all([visit(''), visit('')])
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
  })
  expect(await counted()).toBe(before + 5 + 2)
})

describe('links of an agent', () => {
  test('visits by a link do not wait for each other, and those of the release before count too', async () => {
    const own = await agent()
    const link = (await add(own.token, '短视频')).data
    const counted = async () => (await channels(own.token))[0]?.visits
    expect((await visit(link.link_code)).code).toBe(200)
    await run(
      owner,
      sql`insert into promo_channel_visit (channel_id, day, visits)
      select channel_id, ${beijingDay(clock.now())}::date, 5 from promo_channel where code = ${link.link_code}`,
    )
    await transaction(owner, async tx => {
      await rows(tx, sql`select from promo_channel_visit_part for update`)
      const answers = await Promise.all([visit(link.link_code), visit(link.link_code)])
      expect(answers.map(({ code }) => code)).toEqual([200, 200])
    })
    expect(await counted()).toBe(1 + 5 + 2)
  })

  test('each link counts what came by it, to the fen; the invite link works as before', async () => {
    const own = await agent()
    const video = (await add(own.token, '短视频')).data
    const group = (await add(own.token, '微信群')).data
    expect(video.url).toBe(`https://h5.example.com/#/register?pid=${video.link_code}`)
    expect(video.link_code).toMatch(/^L[A-Z2-9]{9}$/)
    for (const code of [video.link_code, video.link_code.toLowerCase(), group.link_code, 'LNONE'])
      expect((await visit(code)).code).toBe(200)
    const [one, two] = [
      await site.member({ pid: video.link_code }),
      await site.member({ pid: video.link_code }),
    ]
    const invited = await site.member({ pid: String(own.memberId) })
    expect(await boundTo(one.memberId)).toEqual({
      referrerId: own.memberId,
      code: video.link_code,
    })
    expect(await boundTo(invited.memberId)).toEqual({ referrerId: own.memberId, code: null })
    await deposit(site, one.memberId, 500.01, clock.now())
    await deposit(site, one.memberId, 100, clock.now())
    await deposit(site, invited.memberId, 9_000, clock.now())
    await bet(one.memberId, 'c1', '2026-09-10 11:00:00', [300_00n, 120_01n])
    await bet(two.memberId, 'c2', '2026-09-10 11:00:00', [10_00n, 30_00n])
    await caughtUp(site.services.db)
    const figures = { registrations: 2, first_deposits: 1, deposit: 600.01, ngr: 159.99 }
    expect(await channels(own.token)).toMatchObject([
      { name: '微信群', visits: 1, registrations: 0, first_deposits: 0, deposit: 0, ngr: 0 },
      { name: '短视频', standing: 'on', visits: 2, ...figures },
    ])
    // A bet that is settled again changes the figures, and only those of its own link.
    await bet(one.memberId, 'c1', '2026-09-10 11:00:00', [300_00n, 0n], 2)
    await caughtUp(site.services.db)
    expect((await channels(own.token))[1]).toMatchObject({ ngr: 280 })
    const listed = (await finance.call('POST /api/console/channels/list', { q: video.link_code }))
      .data.data
    expect(listed).toMatchObject([{ username: own.name, owner: 'agent', ...figures, ngr: 280 }])
    const told = await finance.call('POST /api/console/figures/groups/list', {
      from: '2026-09-10',
      to: '2026-09-10',
      by: 'link',
    })
    expect(told.data.data.map(each => [each.group_name, each.deposit, each.ngr])).toEqual([
      [`短视频（${own.name}）`, 600.01, 280],
      ['无渠道', 9_000, 0],
    ])
  })

  test('figures begin with the first moment of a Beijing day and end before the next one', async () => {
    const own = await agent()
    const { link_code } = (await add(own.token, '边界')).data
    const moments = ['09-09 23:59:59.999', '09-10 00:00:00', '09-10 23:59:59.999', '09-11 00:00:00']
    for (const [n, moment] of moments.entries()) {
      const { memberId } = await site.member({ pid: link_code })
      await joinedAt(memberId, `2026-${moment}`)
      await deposit(site, memberId, 10 ** n, at(`2026-${moment}`))
      await bet(memberId, `edge${n}`, `2026-${moment}`, [BigInt(10 ** n) * 100n, 0n])
    }
    await caughtUp(site.services.db)
    expect(await channels(own.token)).toMatchObject([
      { registrations: 2, first_deposits: 2, deposit: 110, ngr: 110 },
    ])
  })

  test('a link that is switched off registers without channel and without referrer', async () => {
    const own = await agent()
    const { link_code } = (await add(own.token, '贴吧')).data
    await visit(link_code)
    const id = await idOf(link_code)
    const off = { id, standing: 'off' } as const
    expect(await risk.call('POST /api/console/channels/switch', off)).toMatchObject({
      code: 400,
      data: { field: 'remark' },
    })
    const remark = '面向未成年人投放'
    const done = await risk.call('POST /api/console/channels/switch', { ...off, remark })
    expect(done.message).toBe('已停用渠道')
    expect((await risk.call('POST /api/console/channels/switch', { ...off, remark })).message).toBe(
      '该渠道已停用',
    )
    expect((await visit(link_code)).code).toBe(200)
    const { memberId } = await site.member({ pid: link_code })
    expect(await boundTo(memberId)).toEqual({ referrerId: null, code: null })
    expect(await channels(own.token)).toMatchObject([
      { standing: 'off', visits: 1, registrations: 0 },
    ])
    await risk.call('POST /api/console/channels/switch', { id, standing: 'on' })
    const later = await site.member({ pid: link_code })
    expect(await boundTo(later.memberId)).toEqual({ referrerId: own.memberId, code: link_code })
    expect(
      await rows(
        owner,
        sql`select action, note from audit_log where subject = ${`channel:${id}`} order by audit_id`,
      ),
    ).toEqual([
      { action: 'channel.switch', note: remark },
      { action: 'channel.switch', note: '' },
    ])
  })

  test('a name is needed and taken once; one more than the cap is refused, also of many at once', async () => {
    const own = await agent()
    expect((await add(own.token, ' ')).message).toBe('请填写渠道名称，最多20个字')
    expect((await add(own.token, '一'.repeat(21))).message).toBe('请填写渠道名称，最多20个字')
    expect((await add(own.token, '一'.repeat(20))).code).toBe(200)
    await add(own.token, 'Forum')
    expect((await add(own.token, 'forum')).message).toBe('已有同名渠道')
    await run(
      owner,
      sql`insert into promo_channel (code, agent_id, name, created_at)
        select 'LBBBBB' || translate(lpad(n::text, 4, '0'), '01', 'XY'), ${own.memberId}, 'n' || n, now() from generate_series(1, ${MOST_CHANNELS - 4}) n`,
    )
    expect(await channels(own.token)).toHaveLength(MOST_CHANNELS - 2)
    await run(owner, sql`delete from throttle`)
    const answers = await Promise.all([1, 2, 3, 4].map(n => add(own.token, `同时${n}`)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(2)
    expect(answers.find(({ code }) => code !== 200)?.message).toBe('最多可建30个渠道')
    expect(await channels(own.token)).toHaveLength(MOST_CHANNELS)
  })

  test('who is no agent gets none of it; an agent on a break makes no link', async () => {
    const nobody = await site.member()
    for (const name of ['channels', 'channel/add', 'days'])
      expect(
        (await site.call(`POST /api/agent/${name}`, { name: 'x' }, { token: nobody.token })).code,
        name,
      ).toBe(403)
    const own = await agent()
    await transaction(owner, async tx => {
      const setAt = clock.now()
      await blockMember(site.services, tx, {
        memberId: own.memberId,
        kind: 'staff',
        term: 'days:1',
        reason: '',
        setBy: 'test',
        setAt,
        until: new Date(setAt.getTime() + 86_400_000),
      })
    })
    const token = await site.enter(own.memberId)
    expect((await add(token, '休息')).code).not.toBe(200)
    expect(await channels(token)).toEqual([])
  })

  test('twenty links a day are tried, and visits of one address counted up to a limit', async () => {
    const own = await agent()
    for (let n = 0; n < 20; n++) await add(own.token, '')
    expect((await add(own.token, '太多')).code).toBe(429)
    const codes: number[] = []
    for (let n = 0; n < 61; n++) codes.push((await visit('LAAAAAAAAA')).code)
    expect(codes.at(-1)).toBe(429)
    await run(owner, sql`delete from throttle`)
  })
})

test('the operator’s own links bind no referrer', async () => {
  const made = await risk.call('POST /api/console/channels/add', { name: '应用市场' })
  const { link_code } = made.data
  await visit(link_code)
  const { memberId } = await site.member({ pid: link_code })
  expect(await boundTo(memberId)).toEqual({ referrerId: null, code: link_code })
  const house = (await finance.call('POST /api/console/channels/list', { owner: 'house' })).data
  expect(house.data).toMatchObject([
    {
      name: '应用市场',
      agent_id: 0,
      username: '',
      visits: 1,
      registrations: 1,
      created_by: 'risky',
    },
  ])
  expect((await risk.call('POST /api/console/channels/add', { name: '应用市场' })).message).toBe(
    '已有同名渠道',
  )
})

test('channels are narrowed to one standing or to several', async () => {
  const name = 'POST /api/console/channels/list'
  const own = await agent()
  for (const each of ['直播', '论坛']) await add(own.token, each)
  const [kept, stopped] = await channels(own.token)
  const id = await idOf(stopped!['link_code'] as string)
  await risk.call('POST /api/console/channels/switch', { id, standing: 'off', remark: '停止投放' })
  type Asked = { standing?: 'on' | 'off'; states?: string }
  const asked = (narrowed: Asked) => finance.call(name, { q: String(own.memberId), ...narrowed })
  const found = async (narrowed: Asked) =>
    (await asked(narrowed)).data.data.map(row => row.link_code)
  const both = [kept!['link_code'], stopped!['link_code']]
  expect(await found({})).toEqual(both)
  expect(await found({ standing: 'on' })).toEqual(both.slice(0, 1))
  expect(await found({ states: 'off' })).toEqual(both.slice(1))
  expect(await found({ states: 'on,off' })).toEqual(both)
  expect(await asked({ states: 'on,gone' })).toMatchObject({ code: 400 })
})

type Days = {
  days: { day: string; direct: Record<string, number>; deeper: Record<string, number> }[]
  before: string
}
const daysOf = async (token: string, before = '') =>
  (await site.call<Days>('POST /api/agent/days', { before }, { token })).data

test('days tell what direct members and the two levels below them did, and no fourth level', async () => {
  set('2026-09-10 12:00:00')
  const own = await agent()
  const ids = [own.memberId]
  for (let level = 1; level <= 4; level++) {
    const { memberId } = await site.member({ pid: String(ids[level - 1]) })
    await joinedAt(memberId, '2026-09-30 23:59:59.999')
    await deposit(site, memberId, level, at('2026-10-01 00:00:00'))
    await bet(memberId, `l${level}`, '2026-10-01 00:00:00', [BigInt(level) * 1_00n, 10n])
    ids.push(memberId)
  }
  set('2026-10-02 12:00:00')
  await caughtUp(site.services.db)
  const nothing = { registrations: 0, first_deposits: 0, deposit: 0, valid: 0, ngr: 0 }
  const { days, before } = await daysOf(await site.enter(own.memberId))
  expect(before).toBe('')
  expect(days).toHaveLength(23)
  expect(days.slice(0, 3)).toEqual([
    { day: '2026-10-02', direct: nothing, deeper: nothing },
    {
      day: '2026-10-01',
      direct: { registrations: 0, first_deposits: 1, deposit: 1, valid: 1, ngr: 0.9 },
      deeper: { registrations: 0, first_deposits: 2, deposit: 5, valid: 5, ngr: 4.8 },
    },
    {
      day: '2026-09-30',
      direct: { ...nothing, registrations: 1 },
      deeper: { ...nothing, registrations: 2 },
    },
  ])
  set('2026-11-20 12:00:00')
  const token = await site.enter(own.memberId)
  const newest = await daysOf(token)
  expect([newest.days.length, newest.before]).toEqual([31, '2026-10-21'])
  const older = await daysOf(token, newest.before)
  expect([older.days[0]?.day, older.before]).toEqual(['2026-10-20', '2026-09-20'])
  const oldest = await daysOf(token, older.before)
  expect([oldest.days.at(-1)?.day, oldest.before]).toEqual(['2026-09-10', ''])
  expect((await daysOf(token, '2026-09-10')).days).toEqual([])
  // A page begins and ends with whole days; a day is read on before it, also today and the first.
  const october = days[1]
  expect((await daysOf(token, '2026-11-01')).days.at(-1)).toEqual(october)
  expect((await daysOf(token, '2026-10-02')).days[0]).toEqual(october)
  expect((await daysOf(token, '2026-11-20')).days[0]?.day).toBe('2026-11-19')
  expect((await daysOf(token, '2026-09-11')).days.map(({ day }) => day)).toEqual(['2026-09-10'])
  const id = Number(own.memberId)
  const shown = await finance.call('POST /api/console/agents/days', { id })
  expect(shown.data).toEqual({
    username: own.name,
    from: '2026-11-01',
    to: '2026-11-20',
    days: newest.days.slice(0, 20),
  })
  const call = 'POST /api/console/agents/days'
  const within = { id, from: '2026-09-01', to: '2026-10-01' }
  const { data } = await finance.call(call, within)
  expect([data.days.length, data.days[0]]).toEqual([22, october])
  const exporter = await desk(site, 'finance')
  const { data: begun } = await exporter.call('POST /api/console/exports/begin', {
    list: call,
    filters: within,
    columns: [...sheetFields[call]],
  })
  const url = `/api/console/export/${begun.ticket}`
  const file = await site.app.inject({ url, headers: { cookie: exporter.cookie } })
  expect(file.body.replace('\ufeff', '').split('\r\n').slice(0, 3)).toEqual([
    '日期,团队,注册,首存,存款,有效投注,NGR',
    '2026-10-01,直属,0,1,1,1,0.9',
    '2026-10-01,下级,0,2,5,5,4.8',
  ])
})
