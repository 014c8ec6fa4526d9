// The calendar of what the organisation does outside the platform (docs/protection.md).
import type { ConsoleSent } from '@tianping/contract/console'
import { rows, run, sql } from '@tianping/database'
import { beijingDay } from '@tianping/money/day'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { DUTIES_SETTING, dutiesSchema } from '../../src/areas/duties/duties.ts'
import { beginRun, endRun, runDuties } from '../../src/areas/duties/duties.ts'
import { keepMaths } from '../../src/kernel/security/program.sql.ts'
import { mathsOf } from '../../src/kernel/security/program.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { desk } from '../console/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2026-11-20T04:00:00Z')
const site = await openTestSite(url, { clock })
const DAY_MS = 86_400_000
const FINGERPRINT = 'ab'.repeat(32)
type Adding = ConsoleSent<'POST /api/console/duties/add'>

/** Operators are logged out by the days that pass. */
let [admin, risk] = [await desk(site, 'admin', 'boss'), await desk(site, 'risk', 'warden')]
beforeEach(async () => {
  clock.advance(DAY_MS)
  admin = await desk(site, 'admin')
  risk = await desk(site, 'risk')
})

const add = (what: Partial<Adding>, by = admin) =>
  by.call('POST /api/console/duties/add', {
    duty: 'penetration_test',
    about: '',
    done_on: beijingDay(clock.now()),
    done_by: '独立测试机构',
    reference: 'PT-2026-11',
    sha256: '',
    note: '',
    next_due: '',
    ...what,
  })
const duty = async (kind: Adding['duty'], about = '') =>
  (await risk.call('POST /api/console/duties/due')).data.find(
    each => each.duty === kind && each.about === about,
  )
const alertsOf = async (kind: string) => {
  await runDuties(site.services)
  await site.services.events.settled()
  const raised = await rows(
    owner,
    sql`select from security_alert where kind = 'calendar_late' and subject = ${`duty:${kind}`}`,
  )
  return raised.length
}

describe('a duty', () => {
  test('is due after its days, shows it before, and raises an alert every day that it is late', async () => {
    expect((await add({ done_on: '2026-11-21' })).message).toBe('已登记')
    expect(await duty('penetration_test')).toMatchObject({
      duty_state: 'done',
      done_on: '2026-11-21',
      next_due: '2027-11-21',
      reference: 'PT-2026-11',
    })
    expect(await alertsOf('penetration_test')).toBe(0)
    clock.advance(340 * DAY_MS)
    ;[admin, risk] = [await desk(site, 'admin'), await desk(site, 'risk')]
    expect(await duty('penetration_test')).toMatchObject({ duty_state: 'soon' })
    clock.advance(30 * DAY_MS)
    ;[admin, risk] = [await desk(site, 'admin'), await desk(site, 'risk')]
    expect(await duty('penetration_test')).toMatchObject({ duty_state: 'overdue' })
    expect(await alertsOf('penetration_test')).toBe(1)
    expect(await alertsOf('penetration_test'), 'not twice a day').toBe(1)
    clock.advance(DAY_MS + 60_000)
    admin = await desk(site, 'admin')
    expect(await alertsOf('penetration_test')).toBe(2)
    await add({ reference: 'PT-2027-12' })
    clock.advance(2 * DAY_MS)
    admin = await desk(site, 'admin')
    expect(await alertsOf('penetration_test')).toBe(2)
  })

  test('that was never recorded is due as if it had been done when the platform was set up', async () => {
    const first = await duty('restore_drill')
    expect(first).toMatchObject({ done_on: '', next_due: '2027-02-18' })
  })

  test('of each profiling feature and each outside recipient stands by itself', async () => {
    const { data } = await risk.call('POST /api/console/duties/due')
    const of = (kind: string) => data.filter(each => each.duty === kind).map(each => each.about)
    expect(of('impact_assessment').toSorted()).toEqual(
      ['cases', 'harm', 'risk', 'screening', 'verification'].toSorted(),
    )
    expect(of('export_assessment').toSorted()).toEqual(
      ['identity', 'mail', 'payment', 'sms', 'venue'].toSorted(),
    )
  })
})

test('a record is refused without what proves it, and never changed', async () => {
  const message = async (what: Partial<Adding>) => (await add(what)).message
  const tomorrow = beijingDay(clock.now().getTime() + DAY_MS)
  expect(await message({ done_on: '' })).toBe('请填写完成日期')
  expect(await message({ done_on: tomorrow })).toBe('完成日期不能晚于今天')
  expect(await message({ done_by: '' })).toBe('请填写执行人或机构')
  expect(await message({ reference: '' })).toBe('请填写报告或证书编号')
  expect(await message({ sha256: 'xyz' })).toBe('文件指纹须为 64 位十六进制的 SHA-256')
  expect(await message({ duty: 'rights_review', about: 'nobody' })).toBe('没有这一对象的合规事项')
  expect(await message({ next_due: '2020-01-01' })).toBe('到期日须晚于完成日期')
  expect(await message({ next_due: '2099-01-01' })).toMatch(/^到期日不能晚于 20/)
  const auditor = await desk(site, 'auditor')
  expect((await add({}, auditor)).code).toBe(403)
  expect((await auditor.call('POST /api/console/duties/due')).code).toBe(200)
  expect((await add({})).code).toBe(200)
  const { db } = site.services
  await expect(run(db, sql`update duty_record set done_on = '2030-01-01'`)).rejects.toThrow(
    'permission denied',
  )
  await expect(run(db, sql`delete from duty_record`)).rejects.toThrow('permission denied')
  const { data } = await admin.call('POST /api/console/audit/list', { action: 'duties.add' })
  expect(data.data[0]).toMatchObject({ operator: admin.name })
})

describe('a review of rights', () => {
  test('of each role that somebody holds shows beside the role, and an old one raises an alert', async () => {
    const review = {
      duty: 'rights_review',
      about: 'risk',
      reference: 'RR-7',
      done_by: '内审',
    } as const
    expect((await add(review)).code).toBe(200)
    const due = (await admin.call('POST /api/console/duties/due')).data
    expect(due.find(({ about }) => about === 'risk')).toMatchObject({ about_label: '风控' })
    const roles = (await admin.call('POST /api/console/roles/list')).data
    expect(roles.find(({ role }) => role === 'risk')).toMatchObject({
      reviewed_on: beijingDay(clock.now()),
      review_due: beijingDay(clock.now().getTime() + 180 * DAY_MS),
      review_overdue: false,
    })
    await run(owner, sql`delete from security_alert`)
    clock.advance(181 * DAY_MS)
    admin = await desk(site, 'admin')
    const later = (await admin.call('POST /api/console/roles/list')).data
    expect(later.find(({ role }) => role === 'risk')).toMatchObject({ review_overdue: true })
    expect(await alertsOf('rights_review')).toBe(1)
  })

  test('of the own role is another’s to record, and so is one’s own training', async () => {
    const review = { duty: 'rights_review', about: 'risk', reference: 'RR-8' } as const
    expect(await add(review, risk)).toMatchObject({
      message: '不能复核自己所在的角色，请由另一位同事登记',
    })
    const own = { duty: 'staff_training', about: risk.name, reference: 'T-1' } as const
    expect(await add(own, risk)).toMatchObject({
      message: '不能登记自己的培训，请由另一位同事登记',
    })
    expect((await add(own)).code).toBe(200)
  })
})

describe('a change of a game’s mathematics', () => {
  const hashes = (content: string) => ({
    'apps/venue/games/slot3/model/math.ts': content,
    'apps/venue/games/football/model/outcome.ts': 'd',
    'apps/venue/games/football/main.tsx': 's',
    'apps/venue/model/Table.ts': 'shared',
  })

  test('has another fingerprint, and a change of the screen has not', () => {
    const [before, after] = [mathsOf(hashes('a')), mathsOf(hashes('b'))]
    expect(Object.keys(before).toSorted()).toEqual(['football', 'slot3'])
    expect(after['slot3']).not.toBe(before['slot3'])
    expect(after['football']).toBe(before['football'])
    const screen = { ...hashes('a'), 'apps/venue/games/football/main.tsx': 'other' }
    expect(mathsOf(screen)).toEqual(before)
    const shared = mathsOf({ ...hashes('a'), 'apps/venue/model/Table.ts': 'other' })
    expect(shared['football']).not.toBe(before['football'])
  })

  test('is late until a certificate, or a reason why none is needed, names its fingerprint', async () => {
    await keepMaths(owner, ['slot3'], [FINGERPRINT], clock.now())
    await run(owner, sql`delete from security_alert`)
    expect(await duty('game_certificate', 'slot3')).toMatchObject({
      duty_state: 'overdue',
      sha256: FINGERPRINT,
    })
    expect(await alertsOf('game_certificate')).toBe(1)
    const certificate = { duty: 'game_certificate', about: 'slot3' } as const
    const refused = { ...certificate, reference: '', sha256: FINGERPRINT }
    expect((await add(refused)).message).toBe('没有证书编号时，请写明为何无需重新认证')
    expect((await add(certificate)).message).toBe('请填写对应程序的 SHA-256')
    await add({ ...certificate, reference: 'GLI-1', sha256: 'cd'.repeat(32) })
    expect(await duty('game_certificate', 'slot3'), 'of another program').toMatchObject({
      duty_state: 'overdue',
    })
    await add({ ...certificate, reference: 'GLI-2', sha256: FINGERPRINT })
    expect(await duty('game_certificate', 'slot3')).toMatchObject({
      duty_state: 'done',
      reference: 'GLI-2',
    })
    await keepMaths(owner, ['slot3'], ['ef'.repeat(32)], clock.now())
    expect(await duty('game_certificate', 'slot3')).toMatchObject({ duty_state: 'overdue' })
    await add({ ...refused, sha256: 'ef'.repeat(32), note: '仅改注释，结果分布不变' })
    expect(await duty('game_certificate', 'slot3')).toMatchObject({ duty_state: 'done' })
  })
})

test('a release that runs is late until its approval is recorded', async () => {
  await run(
    owner,
    sql`insert into program_check (at, instance, origin, state, manifest, files, differs, differing)
    values (${clock.now()}, 'one', 'job', 'same', ${FINGERPRINT}, 1, 0, '{}')`,
  )
  expect(await duty('release')).toMatchObject({ duty_state: 'overdue', sha256: FINGERPRINT })
  const note = '上线内容：……；提出：开发；批准：技术负责人；回滚已在测试环境演练'
  await add({ duty: 'release', reference: 'R-1', sha256: FINGERPRINT, note })
  expect(await duty('release')).toMatchObject({ duty_state: 'done', reference: 'R-1' })
})

test('where training is required, an operator without it decides about no player at risk', async () => {
  const { memberId } = await site.member()
  await run(
    owner,
    sql`insert into harm_case (member_id, kind, level, score, reasons, rule_version, opened_at, due_at)
    values (${memberId}, 'care', 2, 60, '[]', 0, ${clock.now()}, ${clock.now()})`,
  )
  const [{ id }] = (await rows(
    owner,
    sql<{ id: bigint }>`select case_id as id from harm_case where member_id = ${memberId}`,
  )) as [{ id: bigint }]
  const by = { name: 'test', at: clock.now() }
  await writeSetting(owner, DUTIES_SETTING, dutiesSchema, { trainingRequired: true }, by)
  const ease = () =>
    risk.call('POST /api/console/harm/ease', { case_id: Number(id), remark: '已联系' })
  expect(await ease()).toMatchObject({
    code: 403,
    message: '您的培训记录缺失或已过期，完成培训并登记后才能处理',
  })
  const day = '2026-01-05'
  await add({ duty: 'staff_training', about: risk.name, reference: 'T-2', done_on: day })
  expect((await ease()).code, 'run out').toBe(403)
  await add({ duty: 'staff_training', about: risk.name, reference: 'T-3' })
  expect((await ease()).code).toBe(200)
})

describe('backups and drills of the backup process', () => {
  const runs = async () => (await risk.call('POST /api/console/duties/backups', { page: 1 })).data
  const late = async () => [await alertsOf('backup'), await alertsOf('drill')]

  test('are shown as they ended, and what is late raises an alert', async () => {
    const { db } = site.services
    const day = () => desk(site, 'risk').then(next => (risk = next))
    expect(await late(), 'a sandbox needs no backup').toEqual([0, 0])
    const backup = await beginRun(db, 'backup', clock.now())
    expect(await beginRun(db, 'backup', clock.now()), 'one at a time').toBeUndefined()
    await endRun(db, backup!, clock.now(), { outcome: 'passed', backup: 'b1', bytes: 3_000_000n })
    expect(await late(), 'there was never a drill').toEqual([0, 1])
    const drill = await beginRun(db, 'drill', clock.now())
    const reachedAt = clock.now()
    await endRun(db, drill!, clock.now(), { outcome: 'passed', backup: 'b1', reachedAt, note: 'n' })
    expect((await runs()).data).toMatchObject([
      { backup_kind: 'drill', backup_outcome: 'passed', backup_name: 'b1', note: 'n' },
      { backup_kind: 'backup', backup_outcome: 'passed', backup_mib: 3, restored_to: '' },
    ])
    // A failed backup is none, and one whose process died is lost.
    clock.advance(DAY_MS)
    await endRun(db, (await beginRun(db, 'backup', clock.now()))!, clock.now(), {
      outcome: 'failed',
      note: 'the disk is full',
    })
    await beginRun(db, 'backup', clock.now())
    clock.advance(DAY_MS)
    await day()
    expect(await late()).toEqual([1, 1])
    expect(await beginRun(db, 'backup', clock.now())).toBeDefined()
    expect((await runs()).data.map(each => each.backup_outcome)).toEqual([
      'running',
      'lost',
      'failed',
      'passed',
      'passed',
    ])
    await expect(run(db, sql`delete from backup_run`)).rejects.toThrow('permission denied')
    const support = await desk(site, 'support')
    expect((await support.call('POST /api/console/duties/backups', { page: 1 })).code).toBe(403)
  })

  test('are missed in production from the first day on', async () => {
    const { settings } = site.services
    await run(owner, sql`delete from backup_run`)
    await run(owner, sql`delete from security_alert where subject like 'duty:%'`)
    clock.advance(2 * DAY_MS)
    settings.mode = 'production'
    try {
      expect(await late()).toEqual([1, 1])
    } finally {
      settings.mode = 'sandbox'
    }
  })
})
