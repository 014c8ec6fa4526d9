// A paying activity is opened again, earlier or longer by two persons, whichever way one tries.
import { run, sql, theRow } from '@tianping/database'
import type { ConsoleSent } from '@tianping/contract/console'
import { describe, expect, test } from 'vitest'
import type { ActivityRule } from '../../src/areas/activity/activity.ts'
import { opensMore } from '../../src/areas/activity/opening.ts'
import { writeRule } from '../../src/areas/activity/writeRule.ts'
import { openCashier } from '../cashier/support.ts'
import { desk, type Desk } from '../console/support.ts'

const { site, owner, clock } = await openCashier()
const [anna, bert, boss] = [
  await desk(site, 'support', 'anna'),
  await desk(site, 'finance', 'bert'),
  await desk(site, 'admin', 'boss'),
]
await run(owner, sql`insert into activity_type (name) values ('日常'), ('节日')`)
type Save = ConsoleSent<'POST /api/console/activities/save'>
const pays: Partial<ActivityRule> = { bonus: { kind: 'fixed', fen: 8_00 }, review: 'auto' }
const day = (offset: number) =>
  new Date(clock.now().getTime() + offset * 86_400_000 + 8 * 3_600_000)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ')

let made = 0
/** An activity as `part` says, with a rule; answers its number. */
async function activity(part: Partial<Save> = {}, rule: object | null = pays): Promise<number> {
  const types = (await anna.call('POST /api/console/activity-types/list')).data
  const { data } = await anna.call('POST /api/console/activities/save', {
    id: 0,
    seen: '',
    type_id: types[0]!.id,
    title: `活动${++made}`,
    banner: '/a.webp',
    content: '<p>好</p>',
    memo: '',
    rank: 0,
    enabled: 1,
    starts_at: '',
    ends_at: '',
    advert: { reason: '仅供测试' },
    ...part,
  })
  if (rule) await writeRule(owner, data.id, rule, { name: 'test', at: clock.now() })
  return data.id
}
const shown = async (id: number) =>
  (await anna.call('POST /api/console/activities/show', { id })).data

async function change(id: number, part: Partial<Save>, by: Desk = anna) {
  const now = await shown(id)
  return by.call('POST /api/console/activities/save', {
    ...now,
    enabled: now.enabled ? 1 : 0,
    advert: { reason: '仅供测试' },
    ...part,
  } as Save)
}
const applied = async (id: number) => {
  const { token } = await site.member()
  return (await site.call('POST /api/doactivityapply', { activityid: id }, { token })).code
}
const over = { starts_at: day(-10), ends_at: day(-1) }

describe('one operator', () => {
  test.each<[string, Partial<Save>, Partial<Save>]>([
    ['shows a hidden one', { enabled: 0 }, { enabled: 1 }],
    ['extends one that is over', over, { ends_at: day(9) }],
    ['takes the end away from one that is over', over, { ends_at: '' }],
    ['extends one that is open', { ends_at: day(1) }, { ends_at: day(9) }],
    ['opens one earlier', { starts_at: day(3) }, { starts_at: day(1) }],
    ['opens one at once', { starts_at: day(3) }, { starts_at: '' }],
  ])('who %s asks a second person', async (_name, before, after) => {
    const id = await activity(before)
    const open = await applied(id)
    expect(await change(id, { ...after, title: '换名' })).toMatchObject({
      code: 200,
      message: '已提交，等待另一位同事审批',
      data: { id, waits: true },
    })
    expect(await applied(id)).toBe(open)
    const { opening, title } = await shown(id)
    expect([opening, title]).toMatchObject([{ proposed_by: 'anna' }, `活动${made}`])
    const decide = (by: Desk) => by.call('POST /api/console/rules/approve', { id: opening!.id })
    expect((await decide(anna)).code).toBe(403)
    expect((await decide(bert)).code).toBe(200)
    expect(await shown(id)).toMatchObject({ title: '换名', opening: null })
    const kept = await anna.call('POST /api/console/activity-versions/list', { id })
    expect(kept.data.data[0]).toMatchObject({
      fields: { title: '换名' },
      changed_by: 'anna',
      approved_by: 'bert',
    })
  })

  test('who holds both permissions does not approve an own opening', async () => {
    const id = await activity(over)
    await change(id, { ends_at: '' }, boss)
    const { opening } = await shown(id)
    const decide = (by: Desk) => by.call('POST /api/console/rules/approve', { id: opening!.id })
    expect(await decide(boss)).toMatchObject({ code: 409 })
    expect(await applied(id)).toBe(400)
    expect((await decide(bert)).code).toBe(200)
    expect(await applied(id)).toBe(200)
  })

  test('who closes, shortens or words one anew needs nobody', async () => {
    const id = await activity({ ends_at: day(9) })
    for (const part of [
      { title: '新名' },
      { ends_at: day(2) },
      { starts_at: day(1) },
      { enabled: 0 },
    ])
      expect((await change(id, part as Partial<Save>)).data.waits).toBe(false)
  })

  test('who opens one that pays nothing needs nobody', async () => {
    for (const rule of [null, { apply: true }]) {
      const id = await activity(over, rule)
      expect((await change(id, { ends_at: '' })).data.waits).toBe(false)
    }
  })

  test('does not extend one while a rule that pays waits for its approval', async () => {
    const id = await activity({ ends_at: day(1) }, null)
    await bert.call('POST /api/console/rules/propose', {
      key: `activity:${id}`,
      version: 0,
      value: {
        ...pays,
        apply: true,
        conditions: [],
        turnoverTimes: 1,
        limit: { times: 1, per: 'day' },
      },
      note: '上线',
    })
    expect((await change(id, { ends_at: '' })).data.waits).toBe(true)
  })

  test('does not open one by way of its type', async () => {
    const [, festive] = (await anna.call('POST /api/console/activity-types/list')).data
    const type = async () =>
      (await anna.call('POST /api/console/activity-types/list')).data.find(
        each => each.id === festive!.id,
      )!
    const show = async (enabled: 0 | 1) =>
      anna.call('POST /api/console/activity-types/save', { ...(await type()), enabled })
    const id = await activity({ type_id: festive!.id })
    expect((await show(0)).code).toBe(200)
    expect(await applied(id)).toBe(400)
    expect(await show(1)).toMatchObject({ code: 409, data: { field: 'enabled' } })
    const others = (await anna.call('POST /api/console/activity-types/list')).data
    const open = others.find(each => each.enabled)!
    expect((await change(id, { type_id: open.id })).data.waits).toBe(true)
    expect((await change(id, { enabled: 0 })).code).toBe(200)
    expect((await show(1)).code).toBe(200)
    expect((await change(id, { enabled: 1 })).message).toBe(
      `“开放活动：活动${made}”已有待审批的修改，请先处理`,
    )
  })
})

test('a type is not shown by one person while a rule that pays waits for one of its activities', async () => {
  const types = async () => (await anna.call('POST /api/console/activity-types/list')).data
  expect(
    (
      await anna.call('POST /api/console/activity-types/save', {
        id: 0,
        seen: '',
        name: '稍后',
        rank: 9,
        enabled: 0,
      })
    ).code,
  ).toBe(200)
  const type = async () => (await types()).find(({ name }) => name === '稍后')!
  const id = await activity({ type_id: (await type()).id }, null)
  const proposed = await bert.call('POST /api/console/rules/propose', {
    key: `activity:${id}`,
    version: 0,
    value: {
      ...pays,
      apply: true,
      conditions: [],
      turnoverTimes: 1,
      limit: { times: 1, per: 'day' },
    },
    note: '上线',
  })
  expect(proposed.code).toBe(200)
  const show = async () =>
    anna.call('POST /api/console/activity-types/save', { ...(await type()), enabled: 1 })
  expect(await show()).toMatchObject({ code: 409, data: { field: 'enabled' } })
  const waiting = await theRow(
    owner,
    sql<{
      id: bigint
    }>`select proposal_id as id from rule_proposal where key = ${`activity:${id}`}`,
  )
  const taken = await bert.call('POST /api/console/rules/withdraw', { id: Number(waiting.id) })
  expect(taken.code).toBe(200)
  expect((await show()).code).toBe(200)
})

test('an opening is not approved onto what was changed since, and is taken back by who asked', async () => {
  const id = await activity(over)
  await change(id, { ends_at: '' })
  expect((await change(id, { title: '另一个' })).data.waits).toBe(false)
  const { opening } = await shown(id)
  expect(await bert.call('POST /api/console/rules/approve', { id: opening!.id })).toMatchObject({
    code: 409,
    message: '该活动已被他人修改，请刷新后重试',
  })
  expect((await anna.call('POST /api/console/rules/withdraw', { id: opening!.id })).code).toBe(200)
  expect(await applied(id)).toBe(400)
  const again = await change(id, { ends_at: '' })
  expect(again.data.waits).toBe(true)
  const { count } = await theRow(
    owner,
    sql<{
      count: number
    }>`select count(*)::int as count from rule_proposal where key = ${`opening:${id}`}`,
  )
  expect(count).toBe(2)
})

describe('at the very moment', () => {
  const at = () => clock.now()
  const later = (ms: number) => new Date(at().getTime() + ms)

  test('an activity ends after it begins', async () => {
    const id = await activity({ ends_at: day(9) })
    const both = { starts_at: day(2), ends_at: day(2) }
    expect(await change(id, both)).toMatchObject({ code: 400, data: { field: 'ends_at' } })
    const minute = { starts_at: day(2), ends_at: day(2 + 1 / 1_440) }
    expect((await change(id, minute)).code).toBe(200)
  })

  test('an opening until now, or of no length, opens nothing', () => {
    const closed = {
      enabled: false,
      typeEnabled: true,
      startsAt: null,
      endsAt: null,
      segmentId: null,
    }
    const opens = (startsAt: Date | null, endsAt: Date | null) =>
      opensMore(closed, { ...closed, enabled: true, startsAt, endsAt }, at())
    expect([opens(null, at()), opens(null, later(1))]).toEqual([false, true])
    expect([opens(later(5), later(5)), opens(later(5), later(6))]).toEqual([false, true])
  })

  test('a type may be shown by one person from the end of its last paying activity on', async () => {
    const save = async (part: object) =>
      (await anna.call('POST /api/console/activity-types/save', part as never)).code
    expect(await save({ id: 0, seen: '', name: '到点', rank: 9, enabled: 0 })).toBe(200)
    const type = async () =>
      (await anna.call('POST /api/console/activity-types/list')).data.find(
        ({ name }) => name === '到点',
      )!
    const id = await activity({ type_id: (await type()).id })
    const endsAt = (moment: Date) =>
      run(owner, sql`update activity set ends_at = ${moment} where activity_id = ${id}`)
    await endsAt(later(1))
    expect(await save({ ...(await type()), enabled: 1 })).toBe(409)
    await endsAt(at())
    expect(await save({ ...(await type()), enabled: 1 })).toBe(200)
  })

  test('what was paid thirty days ago counts as paid within a month, what was a moment before not', async () => {
    const id = await activity()
    expect(await applied(id)).toBe(200)
    const paidAt = async (ms: number) => {
      await run(
        owner,
        sql`update activity_application set decided_at = ${later(ms - 30 * 86_400_000)} where activity_id = ${id}`,
      )
      return (await shown(id)).paid
    }
    expect([await paidAt(0), await paidAt(-1)]).toEqual([8, 0])
  })

  test('a rule without a line is no terms beside the text', async () => {
    const text = {
      content: '<p>18+ 未成年人禁止</p>',
      advert: { picture_age: 1, picture_minors: 1 } as const,
    }
    const rulesOf = async (rule: object | null) => {
      const { data } = await change(await activity({}, rule), text)
      const { findings = [] } = data as unknown as { findings?: { rule: string }[] }
      return findings.map(each => each.rule)
    }
    expect(await rulesOf(null)).toContain('terms')
    expect(await rulesOf({ apply: false })).toContain('terms')
    expect(await rulesOf(pays)).toEqual([])
  })
})
