// Significant events (docs/protection.md, PR-REC-04): each leaves one line, with before and after
// where something was changed.
import { rows, run, sql } from '@tianping/database'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CashierSetting } from '../../src/areas/cashier/setting.ts'
import { seedSite } from '../../src/demo/site.ts'
import { openCashier } from '../cashier/support.ts'
import { desk } from '../console/support.ts'

const { site, owner, clock } = await openCashier()
await seedSite(owner, clock.now())
const [boss, finance] = [await desk(site, 'admin'), await desk(site, 'finance')]

type Line = { operator: string; subject: string; before: object; after: object; note: string }
let from = 0n
beforeEach(async () => {
  const [newest] = await rows(
    owner,
    sql<{ id: bigint }>`select coalesce(max(audit_id), 0)::bigint as id from audit_log`,
  )
  from = newest!.id
})
/** The lines of an action since the test began. */
const lines = (action: string) =>
  rows(
    owner,
    sql<Line>`
    select operator, subject, before, after, note from audit_log where action = ${action} and audit_id > ${from}`,
  )

describe('one line with before and after for', () => {
  test('a changed parameter, with the rule and both persons', async () => {
    const { data } = await finance.call('POST /api/console/rules/show', { key: 'cashier' })
    const value = { ...(data.value as CashierSetting), withdrawusdtrate: 7.05 }
    const asked = { key: 'cashier', version: data.version, value, note: '汇率调整' }
    await finance.call('POST /api/console/rules/propose', asked)
    const shown = await finance.call('POST /api/console/rules/show', { key: 'cashier' })
    await boss.call('POST /api/console/rules/approve', { id: shown.data.proposal!.id })
    expect(await lines('rule.approve')).toMatchObject([
      {
        operator: boss.name,
        before: { rule: 'cashier', withdrawusdtrate: 7.1 },
        after: { withdrawusdtrate: 7.05, proposed_by: finance.name },
      },
    ])
  })

  test('an adjustment, with its amount and both persons', async () => {
    const { memberId } = await site.member()
    const given = { member: String(memberId), direction: 'give', amount: '88' } as const
    await finance.call('POST /api/console/adjustments/propose', { ...given, reason: '补偿' })
    const { data } = await boss.call('POST /api/console/adjustments/list', {})
    const { adjustment_id } = data.data.find(each => each.member_id === Number(memberId))!
    await boss.call('POST /api/console/adjustments/approve', { adjustment_id })
    const [line, ...more] = await lines('adjustment.approve')
    expect(more).toEqual([])
    expect(line).toMatchObject({ operator: boss.name, subject: `adjustment:${adjustment_id}` })
    expect(Object.keys(line!.before).length).toBeGreaterThan(0)
    expect(JSON.stringify(line!.after)).toContain('8800')
  })

  test('a member’s name and birthday, without the whole of either', async () => {
    const { memberId } = await site.member()
    const id = Number(memberId)
    const birthday = { id, birthday: '1990-05-06', remark: '证件核对' }
    expect((await boss.call('POST /api/console/members/birthday', birthday)).code).toBe(200)
    expect(await lines('member.birthday')).toMatchObject([
      {
        subject: `member:${id}`,
        before: { birthday: expect.stringMatching(/^19\d\d-\*\*-\*\*$/) },
        after: { birthday: '1990-**-**' },
        note: '证件核对',
      },
    ])
  })

  test('a venue that is closed, and all play that is stopped', async () => {
    const [venue] = (await boss.call('POST /api/console/venues/list')).data
    const { venue_id, seen, name, ico, rank } = venue!
    const closed = { venue_id, seen, name, ico, rank, state: 'maintenance', note: '故障' } as const
    expect((await boss.call('POST /api/console/venues/save', closed)).code).toBe(200)
    expect(await lines('venue.maintenance')).toMatchObject([
      { before: { state: 'open' }, after: { state: 'maintenance' }, note: '故障' },
    ])
    expect((await boss.call('POST /api/console/play/stop', { remark: '演练' })).code).toBe(200)
    expect(await lines('play.stop')).toMatchObject([
      { before: { open: true }, after: { open: false }, note: '演练' },
    ])
  })
})

test('a failed log-in is one event of the member, counted', async () => {
  const { name, memberId } = await site.member()
  for (let n = 0; n < 2; n++)
    await site.call('POST /api/login', { name, password: 'not-the-one', code: 'x' })
  await site.services.events.settled()
  expect(
    await rows(
      owner,
      sql`select kind, times from security_event where subject = ${`member:${memberId}`}`,
    ),
  ).toEqual([{ kind: 'login_failed', times: 2 }])
})

test('no line can be changed or taken away by the server', async () => {
  const { db } = site.services
  for (const change of [
    sql`update audit_log set note = ''`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ])
    await expect(run(db, change)).rejects.toThrow('permission denied')
})
