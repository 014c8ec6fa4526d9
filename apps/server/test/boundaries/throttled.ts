// Throttles by the calls that ask them: which bucket a call counts on, and the try that is refused.
import { row, run, sql, type Db } from '@tianping/database'
import { expect, test } from 'vitest'
import type { TestClock } from '../support/site.ts'

export type Throttled = {
  /** How the name of the bucket begins. */
  bucket: string
  attempts: number
  minutes: number
  /** One try that counts; what it answers otherwise does not matter. */
  ask: () => Promise<{ code: number; message: string }>
}

/**
 * Each call opens its window with the first try. The last try before its number is taken, the next
 * is refused.
 */
export function examineThrottles(
  rows: Readonly<Record<string, Throttled>>,
  { db, clock }: { db: Db; clock: TestClock },
) {
  test.each(Object.entries(rows))('%s', async (_name, { bucket, attempts, minutes, ask }) => {
    await run(db, sql`delete from throttle`)
    const { message } = await ask()
    const found = await row(
      db,
      sql<{ bucket: string; endsAt: Date }>`
      select bucket, window_ends_at as ends_at from throttle where starts_with(bucket, ${bucket})`,
    )
    expect(found, `nothing was counted: ${message}`).toBeTruthy()
    expect((found!.endsAt.getTime() - clock.now().getTime()) / 60_000).toBe(minutes)
    const refusedAfter = async (count: number) => {
      await run(
        db,
        sql`update throttle set attempts = case when bucket = ${found!.bucket} then ${count} else 0 end`,
      )
      return (await ask()).message
    }
    const refusal = `尝试次数过多，请${minutes}分钟后再试`
    expect(await refusedAfter(attempts - 1), 'the last try').not.toBe(refusal)
    expect(await refusedAfter(attempts), 'one more').toBe(refusal)
  })
}
