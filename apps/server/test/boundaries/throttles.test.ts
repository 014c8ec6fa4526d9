// Every throttle at its number: the last attempt is taken, the next is refused until the window is
// over, to the millisecond.
import { run, sql } from '@tianping/database'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import type { Refusal } from '../../src/kernel/http/refusal.ts'
import { attempt, limits, takeAttempt } from '../../src/kernel/http/throttle.ts'

const db = (await freshDatabase('server')).open()
const now = new Date('2026-11-20T04:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)

/** Attempts, and the minutes of the window. A new limit without its row does not compile. */
const numbers: Record<keyof typeof limits, [attempts: number, minutes: number]> = {
  loginByAddress: [60, 10],
  loginFromOne: [10, 10],
  loginFree: [10, 10],
  loginByName: [100, 60],
  operatorByName: [10, 10],
  registerByAddress: [30, 60],
  passwordByMember: [10, 60],
  profileByMember: [20, 60],
  bindByMember: [20, 60],
  orderByMember: [60, 10],
  outcomeByMember: [300, 10],
  rechargeByMember: [30, 10],
  statementByMember: [240, 60],
  statementFileByMember: [30, 60],
  liveByMember: [120, 10],
  search: [300, 10],
  practice: [60, 10],
  payinfoByAddress: [300, 10],
  consoleByAddress: [30, 10],
}
const names = Object.keys(numbers) as (keyof typeof limits)[]

/** A bucket whose window began now, with so many attempts counted. */
const counted = (bucket: string, attempts: number, minutes: number) =>
  run(
    db,
    sql`insert into throttle (bucket, window_ends_at, attempts) values (${bucket}, ${later(minutes * 60_000)}, ${attempts})`,
  )
const refusedAt = (bucket: string, name: keyof typeof limits, at: Date) =>
  attempt(db, bucket, limits[name], at).then(
    () => '',
    (refusal: Refusal) => refusal.said.text,
  )

test.each(names)('%s', async name => {
  const [attempts, minutes] = numbers[name]
  const windowMs = minutes * 60_000
  const [full, fresh] = [randomUUID(), randomUUID()]
  await counted(full, attempts - 1, minutes)
  expect(await refusedAt(full, name, later(windowMs - 1)), 'the last attempt').toBe('')
  expect(await refusedAt(full, name, now), 'one more').toBe(`尝试次数过多，请${minutes}分钟后再试`)
  expect(await refusedAt(full, name, later(windowMs - 1)), 'at the end of the window').not.toBe('')
  expect(await refusedAt(full, name, later(windowMs)), 'after the window').toBe('')
  // The window of a first attempt is as long.
  expect(await refusedAt(fresh, name, now)).toBe('')
  await run(db, sql`update throttle set attempts = ${attempts} where bucket = ${fresh}`)
  expect(await refusedAt(fresh, name, later(windowMs - 1))).not.toBe('')
  expect(await refusedAt(fresh, name, later(windowMs))).toBe('')
})

test('what is taken is counted up to the number, and not beyond it', async () => {
  const bucket = randomUUID()
  const take = (at: Date) => takeAttempt(db, bucket, { attempts: 2, windowMs: 60_000 }, at)
  expect([await take(now), await take(now), await take(now)]).toEqual([true, true, false])
  expect(await take(later(59_999))).toBe(false)
  expect(await take(later(60_000))).toBe(true)
})
