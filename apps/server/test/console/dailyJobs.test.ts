import { rows, run, sql, theRow } from '@tianping/database'
import { expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { runReconciliations, whileLeased } from '../../src/areas/books/console/cases.ts'
import { finishTask, takeTask } from '../../src/areas/books/store/cases.sql.ts'
import { scheduleReconciliation, jobStatuses } from '../../src/areas/books/console/dailyJobs.ts'
import {
  RECONCILIATION_SETTING,
  reconciliationSchema,
} from '../../src/areas/books/reconciliationSetting.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { desk } from './support.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
// Noon of Beijing: the default hour, 05:30, is over.
const clock = new TestClock('2026-11-20T04:00:00Z')
const site = await openTestSite(url, { clock })
/** Sessions end within hours, and days pass here. */
const finance = () => desk(site, 'finance')
await finance()
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const to = (moment: string) => clock.advance(new Date(moment).getTime() - clock.now().getTime())
const books = async () =>
  (await jobStatuses(site.services)).find(each => each.job === 'reconciliation')!
const tasks = () =>
  rows(
    owner,
    sql<{ day: string; by: string; attempts: number; error: string; ended: boolean }>`
  select day, asked_by as by, attempts, error, finished_at is not null as ended from reconciliation_task where kind = 'books' order by task_id`,
  )

test('a site that began after the hour has nothing due; then one run a day is asked for, by whichever instance looks first', async () => {
  expect(await scheduleReconciliation(site.services)).toBe(false)
  expect(await books()).toMatchObject({
    state: 'done',
    done_at: '',
    due_at: '2026-11-20 05:30:00',
    next_at: '2026-11-21 05:30:00',
    mismatches: null,
  })
  to('2026-11-20T21:29:00Z')
  expect(await scheduleReconciliation(site.services)).toBe(false)
  to('2026-11-20T21:30:00Z')
  expect(
    (await Promise.all([1, 2, 3].map(() => scheduleReconciliation(site.services)))).filter(Boolean),
  ).toHaveLength(1)
  expect(await books()).toMatchObject({ state: 'running', due_at: '2026-11-21 05:30:00' })
  expect(await runReconciliations(site.services)).toBe(1)
  expect(await books()).toMatchObject({
    state: 'done',
    done_at: '2026-11-21 05:30:00',
    mismatches: 0,
    error: '',
  })
  expect(await tasks()).toEqual([
    { day: '2026-11-21', by: '系统', attempts: 1, error: '', ended: true },
  ])
  expect(
    (await (await finance()).call('POST /api/console/reconciliation/runs', {})).data.total,
  ).toBe(1)
})

test('the hour is a setting, and a run that is not done in time is late until it is', async () => {
  await writeSetting(
    owner,
    RECONCILIATION_SETTING,
    reconciliationSchema,
    { runAt: '03:00', lateMinutes: 30 },
    { name: 'test', at: clock.now() },
  )
  to('2026-11-21T19:20:00Z')
  expect(await books()).toMatchObject({
    state: 'waiting',
    run_at: '03:00',
    due_at: '2026-11-22 03:00:00',
  })
  clock.advance(11 * MINUTE_MS)
  expect(await books()).toMatchObject({ state: 'late', done_at: '2026-11-21 05:30:00' })
  // A server that was down for two days makes up for it once.
  clock.advance(48 * HOUR_MS)
  expect(await scheduleReconciliation(site.services)).toBe(true)
  expect(await scheduleReconciliation(site.services)).toBe(false)
  await runReconciliations(site.services)
  expect(await books()).toMatchObject({ state: 'done', mismatches: 0 })
  expect((await tasks()).map(each => each.day)).toEqual(['2026-11-21', '2026-11-24'])
})

test('a run that fails says why, is tried three times ten minutes apart and then given up; a person may ask meanwhile', async () => {
  clock.advance(24 * HOUR_MS)
  await run(owner, sql`alter function ledger.record_reconciliation rename to away`)
  await scheduleReconciliation(site.services)
  for (const attempt of [1, 2, 3]) {
    expect(await runReconciliations(site.services)).toBe(1)
    expect(await runReconciliations(site.services), 'not again before its time').toBe(0)
    expect(await books()).toMatchObject({
      state: 'failed',
      attempts: attempt,
      error: expect.stringContaining('record_reconciliation') as string,
    })
    clock.advance(10 * MINUTE_MS)
  }
  expect(await runReconciliations(site.services), 'given up').toBe(0)
  expect((await tasks()).at(-1)).toMatchObject({ day: '2026-11-25', attempts: 3, ended: true })
  await run(owner, sql`alter function ledger.away rename to record_reconciliation`)
  const person = await finance()
  expect((await person.call('POST /api/console/reconciliation/run', {})).code).toBe(200)
  await runReconciliations(site.services)
  expect(
    (await person.call('POST /api/console/jobs/list', {})).data.find(
      each => each.job === 'reconciliation',
    ),
  ).toMatchObject({ state: 'done', error: '' })
})

test('a run whose process died is taken over half an hour later, and given up when that happened three times', async () => {
  clock.advance(24 * HOUR_MS)
  await scheduleReconciliation(site.services)
  await run(
    owner,
    sql`update reconciliation_task set attempts = 3, leased_until = ${new Date(clock.now().getTime() + MINUTE_MS)} where finished_at is null`,
  )
  expect(await runReconciliations(site.services), 'another one works on it').toBe(0)
  clock.advance(2 * MINUTE_MS)
  expect(await runReconciliations(site.services)).toBe(0)
  expect(await books()).toMatchObject({ state: 'failed', error: '进程中断' })
})

test('a long run keeps its lease all the while, so nobody else begins it; whoever lost it ends nothing', async () => {
  await run(owner, sql`delete from reconciliation_task`)
  await run(
    owner,
    sql`insert into reconciliation_task (kind, asked_by, asked_at) values ('books', 'x', ${clock.now()})`,
  )
  const task = (await takeTask(owner, clock.now(), new Date(clock.now().getTime() + MINUTE_MS)))!
  const until = async () =>
    (await theRow(owner, sql<{ at: Date }>`select leased_until as at from reconciliation_task`)).at
  await whileLeased(
    site.services,
    task,
    async () => {
      for (let hour = 0; hour < 3; hour++) {
        clock.advance(HOUR_MS)
        await vi.waitFor(async () => expect((await until()) > clock.now()).toBe(true), {
          timeout: 60_000,
          interval: 5,
        })
        expect(
          await takeTask(owner, clock.now(), clock.now()),
          'while it is worked on',
        ).toBeUndefined()
      }
    },
    5,
  )
  clock.advance(HOUR_MS)
  const again = (await takeTask(owner, clock.now(), new Date(clock.now().getTime() + HOUR_MS)))!
  await finishTask(owner, { ...task, runId: null, error: 'x', now: clock.now() })
  expect(
    (await tasks()).map(each => each.ended),
    'by whom it was taken from',
  ).toEqual([false])
  await finishTask(owner, { ...again, runId: null, error: '', now: clock.now() })
  expect((await tasks()).map(each => each.ended)).toEqual([true])
})
