import { theRow, sql } from '@tianping/database'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { deposit, setRules, tiers } from './support.ts'

const database = await freshDatabase('server')
const owner = database.open()
// Five Beijing days around the end of an activity and of New York's daylight saving, both on
// 2026-11-01.
const START = Date.parse('2026-10-29T00:00:00+08:00')
const clock = new TestClock(START)
const site = await openTestSite(database.url, { clock })
await setRules(site, { maxTimes: 4, tiers: tiers.map(tier => ({ ...tier, endDay: '2026-11-01' })) })
afterAll(() => assertBooksHold(owner))

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
type Step = { minute: number; yuan: number | null }

function claimsFor(yuan: number): number {
  if (yuan >= 50_000) return 10
  if (yuan >= 10_000) return 5
  if (yuan >= 5_000) return 3
  return yuan >= 1_000 ? 1 : 0
}

/** The rules written down a second time, plainly, in minutes of Beijing time since the start. */
function earnedAt(minute: number, steps: Step[]): number {
  const day = Math.floor(minute / DAY_MINUTES)
  const clockMinute = minute % DAY_MINUTES
  if (clockMinute < 600 || clockMinute >= 720) return 0
  // The activity's last day ends at midnight in New York, which is 13:00 of 2026-11-02 in Beijing:
  // day 4, minute 780.
  if (minute >= 4 * DAY_MINUTES + 780) return 0
  const counted = steps.filter(
    step =>
      step.yuan !== null &&
      step.minute >= (day - 1) * DAY_MINUTES + 720 &&
      step.minute < day * DAY_MINUTES + 600,
  )
  const yuan = counted.reduce((sum, step) => sum + step.yuan!, 0)
  return Math.min(4, claimsFor(yuan))
}

const step = fc.record({
  minute: fc.oneof(
    fc.integer({ min: 0, max: 5 * DAY_MINUTES - 1 }),
    fc
      .tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(599, 600, 601, 719, 720, 721))
      .map(([day, at]) => day * DAY_MINUTES + at),
  ),
  yuan: fc.option(fc.constantFrom(400, 600, 1_000, 4_000, 5_000, 30_000), { nil: null, freq: 1 }),
})

let made = 0
test('whatever is deposited and claimed when, each claim is granted exactly when the plain rules grant it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async unordered => {
      const steps = unordered.toSorted((a, b) => a.minute - b.minute)
      clock.advance(START - clock.now().getTime())
      const { memberId } = await theRow(
        owner,
        sql<{ memberId: bigint }>`
      insert into member (name, realname, password_hash, pay_password_hash, invite_code, created_at)
      values (${`model${++made}`}, '测试', '', '', ${`MODEL${made}`}, ${clock.now()}) returning member_id`,
      )
      const token = await site.enter(memberId)
      const used = new Map<number, number>()
      for (const [index, each] of steps.entries()) {
        clock.advance(START + each.minute * MINUTE_MS - clock.now().getTime())
        if (each.yuan !== null) {
          await deposit(site, memberId, each.yuan, clock.now())
          continue
        }
        const day = Math.floor(each.minute / DAY_MINUTES)
        const before = used.get(day) ?? 0
        const granted = before < earnedAt(each.minute, steps.slice(0, index))
        const answer = await site.call('POST /api/douserredpacket', {}, { token })
        expect([each.minute, answer.code === 200]).toEqual([each.minute, granted])
        if (granted) used.set(day, before + 1)
      }
      const paid = await theRow(
        owner,
        sql<{
          count: number
        }>`select count(*)::int as count from ledger.transaction where member_id = ${memberId} and code = 'red_packet'`,
      )
      expect(paid.count).toBe([...used.values()].reduce((a, b) => a + b, 0))
    }),
    { numRuns: 40 },
  )
})
