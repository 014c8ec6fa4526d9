// Letters and campaigns with offers pass the check of offers, with the same rules as whatever else
// members are offered: warned with a reason, or refused where a licence says so.
import { rows, sql } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import type { ConsoleSent } from '@tianping/contract/console'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { ADVERT_SETTING, advertSchema } from '../../src/areas/adverts/adverts.ts'
import { CAMPAIGN_SETTING, campaignSchema } from '../../src/areas/campaigns/campaigns.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { desk } from '../console/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2026-11-20T04:00:00Z')
const site = await openTestSite(url, { clock })
const [first, second] = [await desk(site, 'admin'), await desk(site, 'admin')]
const by = { name: 'test', at: clock.now() }
await writeSetting(owner, CAMPAIGN_SETTING, campaignSchema, { monthFen: 1_000_000_00 }, by)
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
