// Letters and campaigns with offers pass the check of offers, with the same rules as whatever else
// members are offered: warned with a reason, or refused where a licence says so.
import { rows, sql, transaction } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import type { ConsoleSent } from '@tianping/contract/console'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { ADVERT_SETTING, advertSchema } from '../../src/areas/adverts/adverts.ts'
import { blockMember } from '../../src/areas/responsible/responsible.ts'
import { CAMPAIGN_SETTING, campaignSchema } from '../../src/areas/campaigns/campaigns.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { desk } from '../console/support.ts'
import { GIVEAWAY_SETTING, giveawaySchema } from '../../src/areas/giveaways/giveaways.ts'
import { TOURNAMENT_SETTING, tournamentSchema } from '../../src/areas/tournaments/tournaments.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addVenues } from '../support/venue.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2026-11-20T04:00:00Z')
const site = await openTestSite(url, { clock })
const [first, second] = [await desk(site, 'admin'), await desk(site, 'admin')]
const by = { name: 'test', at: clock.now() }
await writeSetting(owner, CAMPAIGN_SETTING, campaignSchema, { monthFen: 1_000_000_00 }, by)
await writeSetting(owner, GIVEAWAY_SETTING, giveawaySchema, { monthBudgetFen: 1_000_000_00 }, by)
await writeSetting(owner, TOURNAMENT_SETTING, tournamentSchema, { monthFen: 1_000_000_00 }, by)
await addVenues(owner)
const mode = (to: 'off' | 'warn' | 'refuse') =>
  writeSetting(owner, ADVERT_SETTING, advertSchema, { mode: to }, by)
const member = await site.member()

const sound = '<p>活动规则：存款满 100 元，18+。<a href="/#/activity">条款</a></p>'
type Letter = ConsoleSent<'POST /api/console/messages/send'>
const send = (part: Partial<Letter>) =>
  first.call('POST /api/console/messages/send', {
    audience: 'some',
    members: member.name,
    title: '周末活动',
    content: sound,
    ...part,
  })
type Terms = ConsoleSent<'POST /api/console/campaigns/propose'>
const inMinutes = (minutes: number) =>
  `${beijing(new Date(clock.now().getTime() + minutes * 60_000)).slice(0, 16)}:00`
const propose = (part: Partial<Terms>) =>
  first.call('POST /api/console/campaigns/propose', {
    name: '召回',
    segment_id: 0,
    product: '',
    starts_at: inMinutes(1),
    ends_at: inMinutes(600),
    budget: '',
    turnover_times: 0,
    goal: 'deposit',
    goal_days: 7,
    a_percent: 50,
    a_title: '好久不见',
    a_content: sound,
    a_bonus: '0',
    b_percent: 40,
    b_title: '好久不见',
    b_content: sound,
    b_bonus: '0',
    ...part,
  })
const checks = () =>
  rows(
    owner,
    sql<{ subject: string; found: number; reason: string }>`
    select subject, jsonb_array_length(findings) as found, reason from advert_check order by check_id`,
  )
const entries = (action: string) =>
  rows(
    owner,
    sql<{
      after: Record<string, unknown>
    }>`select after from audit_log where action = ${action} order by audit_id`,
  )
const urgent = '<p>赶快存款</p>'

test('an offer to some is sent with a reason where something speaks against it; a letter of service is none', async () => {
  await mode('warn')
  expect((await send({})).code).toBe(200)
  const warned = await send({ content: urgent })
  expect(warned).toMatchObject({
    code: 400,
    message: '内容检查有 4 项提示，请修改，或填写仍要保存的理由',
  })
  expect((await send({ content: urgent, kind: 'service' })).code).toBe(200)
  expect((await send({ content: urgent, advert: { reason: '确于今晚结束' } })).code).toBe(200)
  expect(await checks()).toEqual([
    { subject: 'message:0', found: 0, reason: '' },
    { subject: 'message:0', found: 4, reason: '确于今晚结束' },
  ])
  const sent = await entries('message.send')
  expect(sent.map(({ after }) => after['advert_reason'])).toEqual([
    undefined,
    undefined,
    '确于今晚结束',
  ])
  await mode('off')
  expect((await send({ content: urgent })).code).toBe(200)
})

test('whoever approves an offer to all reads what was found and why it is sent all the same', async () => {
  await mode('warn')
  const all = { audience: 'all', members: '', content: urgent } as const
  expect((await send(all)).code).toBe(400)
  expect((await send({ ...all, advert: { reason: '确于今晚结束' } })).data).toMatchObject({
    waits: true,
  })
  const [waiting] = (await second.call('POST /api/console/messages/waiting')).data
  expect(waiting).toMatchObject({
    value: { advert_reason: '确于今晚结束', advert: expect.stringContaining('没有适龄标志') },
  })
  expect((await second.call('POST /api/console/rules/approve', { id: waiting!.id })).code).toBe(200)
})

test('where a licence refuses, no reason sends it, alone or to many', async () => {
  await mode('refuse')
  const advert = { reason: '仍要' }
  for (const part of [{}, { audience: 'all', members: '' } as const])
    expect((await send({ ...part, content: urgent, advert })).message).toMatch(
      /^内容检查未通过：内容：没有适龄标志/,
    )
  expect((await send({})).code).toBe(200)
  expect((await propose({ b_content: urgent, advert })).message).toMatch(
    /^内容检查未通过：B 组内容：没有适龄标志/,
  )
  expect((await propose({})).code).toBe(200)
  await mode('warn')
})

test('each letter of a campaign is looked through, and its page says to the second person what was found', async () => {
  const before = (await checks()).length
  expect((await propose({ a_content: urgent })).code).toBe(400)
  expect((await propose({ b_content: urgent })).code).toBe(400)
  expect(await checks(), 'a refused proposal leaves nothing').toHaveLength(before)
  const { data } = await propose({ b_content: urgent, advert: { reason: '确于今晚结束' } })
  expect((await checks()).slice(before)).toEqual([
    { subject: `campaign:C${data.id}`, found: 0, reason: '确于今晚结束' },
    { subject: `campaign:C${data.id}`, found: 4, reason: '确于今晚结束' },
  ])
  const shown = async (id: number) =>
    (await second.call('POST /api/console/campaigns/show', { id })).data.advert
  expect(await shown(data.id)).toMatch(/^B 组内容：没有适龄标志；.*。理由：确于今晚结束$/)
  const clean = await propose({})
  expect(await shown(clean.data.id)).toBe('')
  const [entry] = (await entries('campaign.propose')).slice(-2)
  expect(entry!.after['advert_reason']).toBe('确于今晚结束')
})

describe('a letter of service that reads like an offer', () => {
  const gift = '<p>您有 88 元彩\u200b金待领取</p>'
  const service = (part: Partial<Letter>) => send({ kind: 'service', content: gift, ...part })

  test('leaves by one operator to whom offers may reach, and the audit log says what it reads like', async () => {
    expect((await service({})).data).toMatchObject({ waits: false })
    const sent = (await entries('message.send')).at(-1)
    expect(sent!.after['advert']).toBe('标为服务，文中有优惠用语：彩金')
  })

  test('waits for a second person where one of its members may be offered nothing', async () => {
    const excluded = await site.member()
    const until = new Date(clock.now().getTime() + 400 * 86_400_000)
    await transaction(owner, tx =>
      blockMember(site.services, tx, {
        memberId: excluded.memberId,
        kind: 'exclusion',
        term: 'months:6',
        reason: '',
        until,
        setBy: 'member',
        setAt: clock.now(),
      }),
    )
    const letters = () =>
      rows(
        owner,
        sql`select 1 from message where member_id = ${excluded.memberId} and title = '周末活动'`,
      )
    // An offer reaches nobody who is excluded; the same text of service did.
    await send({ members: excluded.name })
    expect((await service({ members: excluded.name })).data).toMatchObject({ waits: true })
    expect((await service({ members: `${member.name} ${excluded.name}` })).data).toMatchObject({
      waits: true,
    })
    expect(await letters()).toHaveLength(0)
    const waiting = (await second.call('POST /api/console/messages/waiting')).data
    expect(waiting.at(-1)).toMatchObject({
      value: { kind: 'service', advert: '标为服务，文中有优惠用语：彩金' },
    })
    // What reads like no offer is told to them as ever.
    const plain = { members: excluded.name, title: '周末活动', content: '<p>您的提款已到账。</p>' }
    expect((await send({ ...plain, kind: 'service', title: '提款到账' })).data).toMatchObject({
      waits: false,
    })
  })

  test('to many is told to whoever approves it', async () => {
    expect((await service({ audience: 'all', members: '' })).data).toMatchObject({ waits: true })
    const waiting = (await second.call('POST /api/console/messages/waiting')).data
    expect(
      waiting.some(each => String((each.value as { audience: string }).audience) === 'all'),
    ).toBe(true)
  })
})

describe('names and notes of tournaments and giveaways', () => {
  const day = (days: number) =>
    `${beijing(new Date(clock.now().getTime() + days * 86_400_000)).slice(0, 10)} 00:00:00`
  const common = (part: { note?: string; advert?: { reason: string } }) => ({
    name: '周末乐',
    note: '',
    budget: '100',
    turnover_times: 3,
    min_vip: 0,
    segment_id: 0,
    starts_at: day(1),
    ends_at: day(5),
    ...part,
  })
  type Part = Parameters<typeof common>[0]
  const ways = {
    packets: (part: Part) =>
      first.call('POST /api/console/giveaways/propose-packets', {
        ...common(part),
        opens: '20:00',
        closes: '22:00',
        needed: '100',
        claims: 1,
        draw_min: '1',
        draw_max: '8',
        day_budget: '50',
      }),
    code: (part: Part) =>
      first.call('POST /api/console/giveaways/propose-code', {
        ...common(part),
        amount: '1',
        uses: 5,
        shared: false,
        code: '',
      }),
    mission: (part: Part) =>
      first.call('POST /api/console/giveaways/propose-mission', {
        ...common(part),
        goal: 'deposit',
        needed: '100',
        days: 2,
        games: '',
        prize: '8',
      }),
    tournament: (part: Part) =>
      first.call('POST /api/console/tournaments/propose', {
        ...common(part),
        measure: 'stake',
        games: 'FG',
        least_stake: '1',
        prizes: '1:50',
      }),
  }
  const show = (way: keyof typeof ways, id: number) =>
    way === 'tournament'
      ? second.call('POST /api/console/tournaments/show', { id })
      : second.call('POST /api/console/giveaways/show', { id })

  test.each(Object.keys(ways) as (keyof typeof ways)[])(
    'of a %s: a word is told, kept with a reason, and refused where a licence refuses',
    async way => {
      await mode('warn')
      const found =
        '说明：催促或保证性的用语（开学季错过不再）；说明：可能吸引未成年人（开学季错过不再）'
      const note = '开学季错过不再'
      expect((await ways[way]({ note })).message).toBe(
        '内容检查有 2 项提示，请修改，或填写仍要保存的理由',
      )
      const { data, message } = await ways[way]({ note, advert: { reason: '校庆赞助' } })
      expect(data, message).not.toBeNull()
      expect((await show(way, data.id)).data.advert).toBe(`${found}。理由：校庆赞助`)
      const clean = await ways[way]({ note: '周末好运' })
      expect(clean.data, clean.message).not.toBeNull()
      expect((await show(way, clean.data.id)).data.advert).toBe('')
      await mode('refuse')
      expect((await ways[way]({ note, advert: { reason: '校庆赞助' } })).message).toBe(
        `内容检查未通过：${found}`,
      )
      await mode('warn')
    },
  )
})
