import { theRow, type Db } from '@tianping/database'
import { startOfDay } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { inChunks } from '../../kernel/jobs/chunks.ts'
import { runDaily } from '../../kernel/jobs/daily.ts'
import { readVersioned } from '../../kernel/setting.ts'
import { giveForLevels } from '../freeRounds/freeRounds.ts'
import { dropWaiting } from './store/release.sql.ts'
import { reviewChunk, type Review, type VipChange } from './store/vip.sql.ts'
import { tellLevels } from './vipMessages.ts'
import { checksFrom, releaseRule, VIP_SETTING, vipSchema, vipSetting } from './vipSetting.ts'

/** Under this name the days stand in `job_run`. */
export const VIP_JOB = 'vip'
/** Chunks between two renewals of the lease. */
const RENEW_EVERY = 100

export type VipReviewOptions = {
  chunk?: number
  renew?: () => Promise<void>
  /** Called in the transaction of each chunk, before its commit. */
  decided?: () => Promise<void>
  /** Called after each commit, with what it decided. */
  committed?: (changes: VipChange[]) => void
  /** Called with how long each transaction lasted, in ms. */
  lasted?: (ms: number) => void
}

export type VipReviewResult = { members: number; promoted: number; relegated: number; kept: number }

/**
 * Reviews every member's level for one Beijing day, with the figures up to its first moment
 * (P1-4-18 to P1-4-21: one level per day, no skipping; the relegation-protection turnover is due
 * within 90 days after reaching a level and resets on promotion; failing drops one level). Run
 * late, twice, or by two at once, it decides each member once per day.
 */
export async function reviewLevels(
  db: Db,
  day: string,
  now: Date,
  options: VipReviewOptions = {},
): Promise<VipReviewResult> {
  const { value, version } = await readVersioned(db, VIP_SETTING, vipSchema)
  const rule = await releaseRule(db)
  const review: Review = {
    day,
    dayStart: startOfDay(day),
    windowDays: value.windowDays,
    winBack: value.winBack,
    rulesVersion: version,
    release: rule && { vip: rule.from, since: checksFrom(rule, day) },
    now,
  }
  const result: VipReviewResult = { members: 0, promoted: 0, relegated: 0, kept: 0 }
  let after = 0n
  let chunks = 0
  const committed = async (changes: VipChange[]) => {
    options.committed?.(changes)
    if (++chunks % RENEW_EVERY === 0) await options.renew?.()
  }
  await inChunks(
    db,
    { size: options.chunk, committed, lasted: options.lasted },
    async (tx, size) => {
      const { last, members, changes } = await theRow(tx, reviewChunk(after, size, review))
      if (last === null) return null
      await tellLevels(tx, changes, value.windowDays, now)
      await giveForLevels(tx, promotedOf(changes), now)
      await options.decided?.()
      for (const { kind } of changes) result[kind]++
      result.members += members
      after = last
      return changes
    },
  )
  await dropWaiting(db, day)
  return result
}

const promotedOf = (changes: readonly VipChange[]) =>
  changes
    .filter(({ kind }) => kind === 'promoted')
    .map(({ memberId, toVip }) => ({ memberId: BigInt(memberId), vip: toVip }))

/** One turn of the clock job: the next day that is due. Answers the days done. */
export async function runVipReview(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'bus'>,
): Promise<number> {
  const { runAt } = await vipSetting(services.db)
  return runDaily(services, {
    name: VIP_JOB,
    runAt,
    work: (day, renew) =>
      reviewLevels(services.db, day, services.clock.now(), {
        renew,
        committed: changes =>
          services.bus.publish(
            'member',
            changes.filter(each => each.kind !== 'kept').map(each => each.memberId),
          ),
      }),
  })
}
