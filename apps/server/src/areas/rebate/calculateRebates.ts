import { theRow, type Db } from '@tianping/database'
import { addDays } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { dueDay } from '../../kernel/day.ts'
import { inChunks } from '../../kernel/jobs/chunks.ts'
import { lastFinished } from '../../kernel/jobs/daily.ts'
import { throwFailed } from '../../kernel/jobs/eachAlone.ts'
import { calculateChunk, nextDue, type RebateCursor } from './store/rebate.sql.ts'
import { rebateSetting } from './rebateSetting.ts'
import { VIP_JOB } from '../vip/vip.ts'

/** Before everything that can be due. */
const FRONT: RebateCursor = { day: '0001-01-01', memberId: 0n }

export type RebateOptions = {
  chunk?: number
  /** Called after each commit. */
  committed?: () => void
  /** Called with how long each transaction lasted, in ms. */
  lasted?: (ms: number) => void
}

export type CalculatedRebates = { taken: number; written: number; amountFen: bigint }

/**
 * Reckons all rebates of the days before `before` that are due, new days and corrections alike
 * (docs/decisions/0033-rebates-follow-the-days-turnover.md). There is nothing to remember about
 * runs: what has been calculated is not due, so late, twice and two at once come to the same. Who
 * fails stays due, keeps nobody else from theirs, and is thrown at the end.
 */
export async function calculateRebates(
  db: Db,
  before: string,
  now: Date,
  options: RebateOptions = {},
): Promise<CalculatedRebates> {
  const all: CalculatedRebates = { taken: 0, written: 0, amountFen: 0n }
  const failures = new Map<string, Error>()
  // What becomes due behind a pass is found by another one; a pass that takes nothing is the end.
  let taken: number
  do {
    taken = all.taken
    let after = FRONT
    await inChunks<{ chunk: CalculatedRebates; last: RebateCursor }>(
      db,
      {
        size: options.chunk,
        lasted: options.lasted,
        committed: ({ last, chunk }) => {
          after = last
          all.taken += chunk.taken
          all.written += chunk.written
          all.amountFen += chunk.amountFen
          options.committed?.()
        },
        failed: async error => {
          const next = await nextDue(db, after, before)
          if (!next) return
          after = next
          const of = `rebate of member ${after.memberId} for ${after.day}`
          failures.set(of, new Error(`${of}: ${(error as Error).message}`, { cause: error }))
        },
      },
      async (tx, size) => {
        const chunk = await theRow(tx, calculateChunk({ after, before, size, now }))
        if (!chunk.last) return null
        return { chunk, last: { day: chunk.last.day, memberId: BigInt(chunk.last.memberId) } }
      },
    )
  } while (all.taken > taken)
  throwFailed([...failures.values()])
  return all
}

/**
 * One turn of the clock job: from `runAt` on, the day before is ready; a bet of an earlier day that
 * is corrected is calculated at the next turn. A day waits for its review, which says the level at
 * its end. Answers 0: one turn does all there is.
 */
export async function runRebates({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'>): Promise<number> {
  const now = clock.now()
  const reviewed = await lastFinished(db, VIP_JOB)
  if (reviewed === null) return 0
  const due = dueDay(now, (await rebateSetting(db)).runAt)
  const next = addDays(reviewed, 1)
  const done = await calculateRebates(db, due < next ? due : next, now)
  if (done.taken > 0)
    log.info(
      {
        job: 'rebate',
        taken: done.taken,
        written: done.written,
        amountFen: done.amountFen.toString(),
      },
      'rebates calculated',
    )
  return 0
}
