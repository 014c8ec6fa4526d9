// The terms of an offer stand beside its title for everybody before anybody applies, and what a
// licence forbids in a rule is refused.
import { run, sql, theRow } from '@tianping/database'
import { expect, test } from 'vitest'
import { PROTECTION_SETTING, protectionSchema } from '../../src/areas/protection/protection.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { openCashier } from '../cashier/support.ts'
import { desk } from '../console/support.ts'

const { site, owner, clock } = await openCashier()
const [first, second] = [await desk(site, 'admin'), await desk(site, 'admin')]
await run(owner, sql`insert into activity_type (name) values ('日常')`)
const { id: type_id } = await theRow(
  owner,
  sql<{ id: number }>`select type_id as id from activity_type where name = '日常'`,
)

let made = 0
async function activity(): Promise<number> {
  const { data, message } = await first.call('POST /api/console/activities/save', {
    id: 0,
    seen: '',
    type_id,
    title: `条款${++made}`,
    banner: '/a.webp',
    content: '<p>好</p>',
    memo: '',
    rank: 0,
    enabled: 1,
    starts_at: '',
    ends_at: '',
  })
  expect(data?.id, message).toBeGreaterThan(0)
  return data.id
}
/** Proposes a rule and has another approve it; answers what the second person is told. */
async function rule(id: number, value: object) {
  const key = `activity:${id}`
  const { data: now } = await first.call('POST /api/console/rules/show', { key })
  const proposal = { key, version: now.version, value, note: '更新' }
  expect((await first.call('POST /api/console/rules/propose', proposal)).code).toBe(200)
  const { data } = await first.call('POST /api/console/rules/show', { key })
  return second.call('POST /api/console/rules/approve', { id: data.proposal!.id, remark: '' })
}
const setting = (change: object) =>
  writeSetting(owner, PROTECTION_SETTING, protectionSchema, change, {
    name: 'test',
    at: clock.now(),
  })
const fixed = { kind: 'fixed', fen: 8_00 } as const
const turnover = (category: string | null) =>
  ({ kind: 'min_turnover', fen: 100_00, window: 'today', category }) as const
const loss = (category: string | null) =>
  ({ kind: 'min_loss', fen: 100_00, window: 'today', category }) as const

test('terms are read without a log-in in the list and on the page, and an application keeps their version', async () => {
  const id = await activity()
  expect((await rule(id, { bonus: fixed, turnoverTimes: 3 })).code).toBe(200)
  const { data: list } = await site.call<{ data: { id: number; terms: string[] }[] }>(
    'POST /api/activitylist',
    { page: 1 },
  )
  const { data: detail } = await site.call<{ terms: string[] }>('POST /api/activitydeatil', { id })
  expect(detail.terms).toEqual([
    '奖金8元',
    '奖金完成3倍流水即可提款',
    '每位会员限1次',
    '申请后由人工审核，结果以站内信通知',
  ])
  expect(list.data.find(each => each.id === id)?.terms).toEqual(detail.terms)
  const { token, memberId } = await site.member()
  await site.call('POST /api/doactivityapply', { activityid: id }, { token })
  expect((await rule(id, { bonus: fixed, turnoverTimes: 9 })).code).toBe(200)
  const application = await theRow(
    owner,
    sql<{ ruleVersion: number; turnoverTimes: number }>`
    select rule_version, turnover_times from activity_application where member_id = ${memberId}`,
  )
  expect(application).toEqual({ ruleVersion: 1, turnoverTimes: 3 })
})

test('where one incentive covers one product, a rule that mixes betting and slots is refused, one of any product is not', async () => {
  const id = await activity()
  const mixed = { conditions: [turnover('sport'), loss('concise')], bonus: fixed }
  expect((await rule(id, mixed)).code, 'free unless it is set').toBe(200)
  await setting({ oneProduct: true })
  expect((await rule(await activity(), mixed)).message).toBe(
    '一项活动只能涉及一类产品（体育与电竞、真人、棋牌与电子）',
  )
  for (const conditions of [
    [turnover('sport'), loss('gaming')],
    [turnover(null), loss('concise')],
    [turnover(null)],
  ])
    expect((await rule(await activity(), { conditions, bonus: fixed })).code).toBe(200)
  await setting({})
})

test('where rewards follow no frequency of play, one for days in a row is refused', async () => {
  const streak = {
    bonus: { kind: 'by_streak', fen: [1_00, 2_00] },
    limit: { times: 1, per: 'day' },
  }
  expect((await rule(await activity(), streak)).code).toBe(200)
  await setting({ noStreaks: true })
  expect((await rule(await activity(), streak)).message).toBe('活动不能按连续参与的天数奖励')
  await setting({})
})
