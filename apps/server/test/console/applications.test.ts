import { rows, run, sql, theRow } from '@tianping/database'
import { afterAll, describe, expect, test } from 'vitest'
import { writeRule } from '../../src/areas/activity/writeRule.ts'
import { firstBrokenAudit } from '../../src/kernel/operator/audit.sql.ts'
import { balanceOf, missing, openCashier } from '../cashier/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { desk } from './support.ts'

const { site, owner, clock } = await openCashier()
afterAll(async () => {
  await assertBooksHold(owner)
  expect(await firstBrokenAudit(owner)).toBeNull()
})
const [anna, bert, eyes] = [
  await desk(site, 'finance', 'anna'),
  await desk(site, 'risk', 'bert'),
  await desk(site, 'support', 'eyes'),
]

await run(owner, sql`insert into activity_type (name) values ('测试')`)
const { id: activityId } = await theRow(
  owner,
  sql<{ id: number }>`
  insert into activity (type_id, title, banner, content) select type_id, '升级礼金', '/art/activity-1.webp', '<p>内容</p>' from activity_type returning activity_id as id`,
)
await writeRule(
  site.services.db,
  activityId,
  {
    conditions: [{ kind: 'min_vip', vip: 1 }],
    bonus: { kind: 'fixed', fen: 88_00 },
    turnoverTimes: 3,
    limit: { times: 9, per: 'day' },
  },
  { name: 'test', at: clock.now() },
)

async function application() {
  const member = await site.member()
  const asked = await site.call(
    'POST /api/doactivityapply',
    { activityid: activityId },
    { token: member.token },
  )
  if (asked.code !== 200) throw new Error(asked.message)
  const { id } = await theRow(
    owner,
    sql<{
      id: string
    }>`select application_id as id from activity_application where member_id = ${member.memberId} and state = 1`,
  )
  return { ...member, application_id: id }
}
const auditOf = (id: string) =>
  rows(
    owner,
    sql<{
      action: string
      operator: string
      after: object
    }>`select action, operator, after from audit_log where subject = ${`application:${id}`} order by audit_id`,
  )

describe('an application to an activity', () => {
  test('is shown with its conditions as they were found, the rule it was judged by and the member’s figures', async () => {
    const { application_id, memberId, name } = await application()
    const { data } = await eyes.call('POST /api/console/applications/show', { application_id })
    expect(data).toMatchObject({
      username: name,
      title: '升级礼金',
      bonus: 88,
      turnover_times: 3,
      state: 1,
      rule_version: 1,
      current_version: 1,
      member: { id: Number(memberId), cash: 0 },
      conditions: [{ text: '等级达到VIP1', met: true, needed: '1', found: '1', missing: '' }],
    })
    expect(data.terms).toContain('奖金88元')
    const listed = await eyes.call('POST /api/console/applications/list', {
      state: 1,
      q: name,
      activity: activityId,
    })
    expect(listed.data.data).toMatchObject([{ application_id, username: name, bonus: 88 }])
    expect(
      (await eyes.call('POST /api/console/applications/list', { activity: activityId + 1 })).data
        .total,
    ).toBe(0)
    expect((await eyes.call('POST /api/console/applications/activities', {})).data).toEqual([
      { id: activityId, title: '升级礼金' },
    ])
  })

  test('passed pays its bonus once, asks for its turnover, and says who did it', async () => {
    const { application_id, token, memberId } = await application()
    const clicks = await Promise.all(
      Array.from({ length: 8 }, () =>
        anna.call('POST /api/console/applications/approve', { application_id }),
      ),
    )
    expect(clicks.map(click => click.code)).toEqual(Array<number>(8).fill(200))
    expect(await balanceOf(site, token)).toBe(88)
    expect(await missing(site, token)).toBe(264)
    expect(await auditOf(application_id)).toMatchObject([
      { action: 'application.approve', operator: 'anna', after: { state: 2, bonus_fen: '8800' } },
    ])
    expect(
      await rows(
        owner,
        sql`select actor_type, actor_id from ledger.transaction where member_id = ${memberId} and code = 'activity_bonus'`,
      ),
    ).toMatchObject([{ actorType: 'operator' }])
  })

  test('rejected needs a reason, which the member reads; nothing is paid', async () => {
    const { application_id, token } = await application()
    expect(
      await anna.call('POST /api/console/applications/reject', { application_id }),
    ).toMatchObject({ code: 400, message: '请填写拒绝原因' })
    expect(
      await anna.call('POST /api/console/applications/reject', {
        application_id,
        remark: '重复申请',
      }),
    ).toMatchObject({ code: 200, message: '已拒绝' })
    const log = await site.call<{ data: object[] }>('POST /api/activityApplyLog', {}, { token })
    expect(log.data.data).toMatchObject([{ state: 3, remark: '重复申请' }])
    expect(await balanceOf(site, token)).toBe(0)
  })

  test('claimed by one is refused to another for ten minutes', async () => {
    const { application_id } = await application()
    expect((await anna.call('POST /api/console/applications/claim', { application_id })).code).toBe(
      200,
    )
    for (const call of ['claim', 'approve'] as const) {
      expect(
        await bert.call(`POST /api/console/applications/${call}`, { application_id }),
      ).toMatchObject({ code: 409, message: '该项正由anna处理', data: { claimed_by: 'anna' } })
    }
    expect(
      (await eyes.call('POST /api/console/applications/show', { application_id })).data.claimed_by,
    ).toBe('anna')
    clock.advance(9 * 60_000)
    expect((await anna.call('POST /api/console/applications/claim', { application_id })).code).toBe(
      200,
    )
    clock.advance(9 * 60_000)
    expect((await bert.call('POST /api/console/applications/claim', { application_id })).code).toBe(
      409,
    )
    const holder = async () =>
      (await eyes.call('POST /api/console/applications/show', { application_id })).data.claimed_by
    clock.advance(59_999)
    expect(await holder()).toBe('anna')
    clock.advance(1)
    expect(await holder()).toBe('')
    expect((await bert.call('POST /api/console/applications/claim', { application_id })).code).toBe(
      200,
    )
    expect(
      (await bert.call('POST /api/console/applications/reject', { application_id, remark: '否' }))
        .code,
    ).toBe(200)
    expect((await auditOf(application_id)).map(deed => [deed.action, deed.operator])).toEqual([
      ['application.claim', 'anna'],
      ['application.claim', 'bert'],
      ['application.reject', 'bert'],
    ])
    expect(
      await anna.call('POST /api/console/applications/claim', { application_id }),
    ).toMatchObject({ code: 409, message: '该申请已由bert拒绝' })
  })

  test('claimed by one is given back by that one alone, and then anybody’s', async () => {
    const { application_id } = await application()
    const claim = async (who: typeof anna, release = false) =>
      (await who.call('POST /api/console/applications/claim', { application_id, release })).code
    expect(await claim(anna)).toBe(200)
    expect(await claim(bert, true)).toBe(200)
    expect(await claim(bert)).toBe(409)
    expect([await claim(anna, true), await claim(anna, true)]).toEqual([200, 200])
    expect(await claim(bert)).toBe(200)
    expect(
      await bert.call('POST /api/console/applications/reject', { application_id, remark: '否' }),
    ).toMatchObject({ code: 200 })
    expect((await auditOf(application_id)).map(deed => [deed.action, deed.operator])).toEqual([
      ['application.claim', 'anna'],
      ['application.claim.release', 'anna'],
      ['application.claim', 'bert'],
      ['application.reject', 'bert'],
    ])
  })

  test('decided by two at the same time is decided once, and the other is told who', async () => {
    for (let round = 0; round < 5; round++) {
      const { application_id, token } = await application()
      const [yes, no] = await Promise.all([
        anna.call('POST /api/console/applications/approve', { application_id }),
        bert.call('POST /api/console/applications/reject', { application_id, remark: '否' }),
      ])
      expect([yes.code, no.code].toSorted()).toEqual([200, 409])
      expect(yes.code === 200 ? no.message : yes.message).toBe(
        yes.code === 200 ? '该申请已由anna通过' : '该申请已由bert拒绝',
      )
      expect(await balanceOf(site, token)).toBe(yes.code === 200 ? 88 : 0)
    }
    expect(await rows(owner, sql`select * from console_claim`)).toEqual([])
  })

  test('that is unknown is refused', async () => {
    for (const call of ['show', 'claim', 'approve'] as const) {
      expect(
        await anna.call(`POST /api/console/applications/${call}`, { application_id: 'none' }),
      ).toMatchObject({ code: 404, message: '申请不存在' })
    }
  })
})

test('today counts the applications that wait and how long', async () => {
  const before = (await eyes.call('POST /api/console/today')).data.applications_pending
  const { application_id } = await application()
  clock.advance(5 * 60_000)
  const { data } = await eyes.call('POST /api/console/today')
  expect(data.applications_pending).toBe(before + 1)
  expect(data.applications_oldest_minutes).toBeGreaterThanOrEqual(5)
  await anna.call('POST /api/console/applications/approve', { application_id })
  expect((await eyes.call('POST /api/console/today')).data.applications_pending).toBe(before)
})
