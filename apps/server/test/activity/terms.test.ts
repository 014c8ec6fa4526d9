// The terms of an offer stand beside its title for everybody before anybody applies, and what a
// licence forbids in a rule is refused.
import { run, sql, theRow } from '@tianping/database'
import { expect, test } from 'vitest'
import { ADVERT_SETTING, advertSchema } from '../../src/areas/adverts/adverts.ts'
import { PROTECTION_SETTING, protectionSchema } from '../../src/areas/protection/protection.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { openCashier } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { enable } from '../profiles/support.ts'

const { site, owner, clock } = await openCashier()
const [first, second] = [await desk(site, 'admin'), await desk(site, 'admin')]
await run(owner, sql`insert into activity_type (name) values ('日常')`)
const { id: type_id } = await theRow(
  owner,
  sql<{ id: number }>`select type_id as id from activity_type where name = '日常'`,
)

let made = 0
async function activity(part: object = {}): Promise<number> {
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
    advert: { reason: '仅供测试' },
    ...part,
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

test('the terms of a running offer are answered until its last moment, and then nobody applies', async () => {
  const ends = new Date(clock.now().getTime() + 3_600_000)
  const ends_at = new Date(ends.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)
  const id = await activity({ ends_at: ends_at.replace('T', ' ') })
  expect((await rule(id, { bonus: fixed, turnoverTimes: 3 })).code).toBe(200)
  const read = () => site.call<{ terms: string[] }>('POST /api/activitydeatil', { id })
  clock.advance(3_600_000 - 1_000)
  expect((await read()).data.terms).toContain('奖金8元')
  clock.advance(1_000)
  expect((await read()).code).not.toBe(200)
})

test('an offer is looked through before it counts: warned with the place, kept with a reason, refused where a profile says so', async () => {
  const save = async (part: object) => {
    const [one] = [await desk(site, 'admin')]
    return one.call('POST /api/console/activities/save', {
      id: 0,
      seen: '',
      type_id,
      title: `检查${++made}`,
      banner: `/check${made}.webp`,
      content: '<p>活动规则：存款满 100 元。未成年人禁止。<a href="/#/activity">条款</a></p>',
      memo: '',
      rank: 0,
      enabled: 1,
      starts_at: '',
      ends_at: '',
      ...part,
    })
  }
  const both = { picture_age: 1, picture_minors: 1 } as const
  const found = ({ data }: Awaited<ReturnType<typeof save>>) =>
    (data as unknown as { findings: { rule: string; field: string; place: string }[] }).findings
  const urgent = '<p>18+ 条款：最<b>后</b>机 会</p>'
  const warned = await save({ content: urgent, advert: { picture_age: 1 } })
  expect(warned.message).toBe('内容检查有 3 项提示，请修改，或填写仍要保存的理由')
  expect(found(warned)).toEqual([
    expect.objectContaining({ rule: 'terms', field: 'content', place: '' }),
    expect.objectContaining({ rule: 'urgency', field: 'content', place: '18+条款:最后机会' }),
    expect.objectContaining({ rule: 'picture_minors', field: 'picture' }),
  ])
  expect((await save({ content: urgent, enabled: 0 })).code, 'nobody sees it').toBe(200)
  const kept = await save({ content: urgent, advert: { ...both, reason: '活动确于今晚结束' } })
  expect(kept.code).toBe(200)
  const row = await theRow(
    owner,
    sql`select mode, jsonb_array_length(findings) as found, reason from advert_check order by check_id desc limit 1`,
  )
  expect(row).toEqual({ mode: 'warn', found: 2, reason: '活动确于今晚结束' })
  const entry = await theRow(
    owner,
    sql<{
      after: Record<string, unknown>
    }>`select after from audit_log where subject = ${`activity:${kept.data.id}`}`,
  )
  expect(JSON.stringify(entry.after)).toContain('活动确于今晚结束')
  // What was said of a picture counts until somebody says it of another.
  const banner = '/stated.webp'
  expect((await save({ banner, advert: both })).code).toBe(200)
  expect((await save({ banner })).code).toBe(200)
  await enable(site, 'GB')
  const refused = await save({ banner, title: '暑假同乐', advert: { reason: '仍要' } })
  expect(refused.message).toBe('内容检查未通过：标题：可能吸引未成年人（暑假同乐）')
  expect((await save({ banner })).code).toBe(200)
  await enable(site)
  await writeSetting(
    owner,
    ADVERT_SETTING,
    advertSchema,
    { mode: 'off' },
    {
      name: 'test',
      at: clock.now(),
    },
  )
  expect((await save({ content: urgent })).code).toBe(200)
})
