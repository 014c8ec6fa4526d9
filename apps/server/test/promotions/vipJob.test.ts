import { row, run, sql } from '@tianping/database'
import { beforeEach, expect, test } from 'vitest'
import { runDaily, type DailyJob } from '../../src/kernel/jobs/daily.ts'
import { openEngines } from './turnoverSupport.ts'

const { site, owner, clock, stand } = await openEngines('2027-03-01T12:00')
const { services } = site

const done: string[] = []
const job: DailyJob = {
  name: 'test',
  runAt: '00:30',
  work: async day => {
    done.push(day)
    return { day }
  },
}
const record = (day: string) =>
  row(
    owner,
    sql<{ attempts: number; finished: boolean; lastError: string; result: unknown }>`
  select attempts, finished_at is not null as finished, last_error, result from job_run where job = 'test' and day = ${day}`,
  )

beforeEach(async () => {
  done.length = 0
  stand('2027-03-01T12:00')
  await run(owner, sql`truncate job_run`)
})

test('the first run is for the day that is due; then there is none until the time has come again', async () => {
  expect(await runDaily(services, job)).toBe(1)
  expect(await runDaily(services, job)).toBe(0)
  stand('2027-03-02T00:29:59')
  expect(await runDaily(services, job)).toBe(0)
  stand('2027-03-02T00:30:00')
  expect(await runDaily(services, job)).toBe(1)
  expect(done).toEqual(['2027-03-01', '2027-03-02'])
  expect(await record('2027-03-02')).toEqual({
    attempts: 1,
    finished: true,
    lastError: '',
    result: { day: '2027-03-02' },
  })
})

test('days that were missed are done oldest first, one a turn', async () => {
  await runDaily(services, job)
  stand('2027-03-05T09:00')
  while ((await runDaily(services, job)) > 0);
  expect(done).toEqual(['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04', '2027-03-05'])
})

test('of thirty-two instances at the same moment one works', async () => {
  expect(
    (await Promise.all(Array.from({ length: 32 }, () => runDaily(services, job)))).reduce(
      (sum, each) => sum + each,
      0,
    ),
  ).toBe(1)
  expect(done).toEqual(['2027-03-01'])
})

test('a run that failed says why, and the next turn does the same day again, even days later', async () => {
  let fails = 2
  const shaky: DailyJob = {
    ...job,
    work: async day => {
      if (fails-- > 0) throw new Error('the disk is full')
      return job.work(day, async () => {})
    },
  }
  await expect(runDaily(services, shaky)).rejects.toThrow('the disk is full')
  expect(await record('2027-03-01')).toMatchObject({
    attempts: 1,
    finished: false,
    lastError: 'Error: the disk is full',
  })
  stand('2027-03-03T12:00')
  await expect(runDaily(services, shaky)).rejects.toThrow('the disk is full')
  while ((await runDaily(services, shaky)) > 0);
  expect(done).toEqual(['2027-03-01', '2027-03-02', '2027-03-03'])
  expect(await record('2027-03-01')).toMatchObject({ attempts: 3, finished: true, lastError: '' })
})

test('an instance that died is replaced when its lease has ended, and one that was replaced stops', async () => {
  let meanwhile = async () => {}
  const slow: DailyJob = {
    ...job,
    work: async (day, renew) => {
      await renew()
      await meanwhile()
      await renew()
      return job.work(day, renew)
    },
  }
  meanwhile = async () => {
    expect(await runDaily(services, job)).toBe(0)
    clock.advance(121_000)
    expect(await runDaily(services, job)).toBe(1)
  }
  await expect(runDaily(services, slow)).rejects.toThrow('another instance has taken over')
  expect(done).toEqual(['2027-03-01'])
  expect(await record('2027-03-01')).toMatchObject({ attempts: 2, finished: true })
})
