import { theRow, transaction, type Db, type Tx } from '@tianping/database'
import { startOfDay } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { inChunks } from '../../kernel/jobs/chunks.ts'
import { runDaily } from '../../kernel/jobs/daily.ts'
import { eachAlone, partsAlone } from '../../kernel/jobs/eachAlone.ts'
import { readVersioned } from '../../kernel/setting.ts'
import { giveForLevels } from '../freeRounds/freeRounds.ts'
import { dropWaiting } from './store/release.sql.ts'
import {
  dropUnreviewed,
  leaveNext,
  lockUnreviewed,
  reviewChunk,
  unreviewed,
  type Review,
  type Reviewed,
  type VipChange,
} from './store/vip.sql.ts'
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
 * late, twice, or by two at once, it decides each member once per day. Who cannot be reviewed is
 * left for later, and keeps nobody else from it.
 */
export async function reviewLevels(
  db: Db,
  day: string,
  now: Date,
  options: VipReviewOptions = {},
): Promise<VipReviewResult> {
  const review = await reviewOf(db, day, now)
  const result: VipReviewResult = { members: 0, promoted: 0, relegated: 0, kept: 0 }
  let after = 0n
  let chunks = 0
  await inChunks<Reviewed & { last: bigint }>(
    db,
    {
      size: options.chunk,
      lasted: options.lasted,
      committed: async ({ last, members, changes }) => {
        after = last
        for (const { kind } of changes) result[kind]++
        result.members += members
        options.committed?.(changes)
        if (++chunks % RENEW_EVERY === 0) await options.renew?.()
      },
      failed: async () => {
        after = (await leaveNext(db, after, day)) ?? after
      },
    },
    async (tx, size) => {
      const { last, members, changes } = await decide(tx, { after, size, review })
      if (last === null) return null
      await options.decided?.()
      return { last, members, changes }
    },
  )
  await dropWaiting(db, day)
  return result
}

async function reviewOf(db: Db, day: string, now: Date): Promise<Review> {
  const { value, version } = await readVersioned(db, VIP_SETTING, vipSchema)
  const rule = await releaseRule(db)
  return {
    day,
    dayStart: startOfDay(day),
    windowDays: value.windowDays,
    winBack: value.winBack,
    rulesVersion: version,
    release: rule && { vip: rule.from, since: checksFrom(rule, day) },
    now,
  }
}

/** Decides some members, and gives them what comes with it. */
async function decide(
  tx: Tx,
  { after, size, review }: { after: bigint; size: number; review: Review },
): Promise<Reviewed> {
  const reviewed = await theRow(tx, reviewChunk(after, size, review))
  await tellLevels(tx, reviewed.changes, review.windowDays, review.now)
  await giveForLevels(tx, promotedOf(reviewed.changes), review.now)
  return reviewed
}

const promotedOf = (changes: readonly VipChange[]) =>
  changes
    .filter(({ kind }) => kind === 'promoted')
    .map(({ memberId, toVip }) => ({ memberId: BigInt(memberId), vip: toVip }))

type Working = Pick<Services, 'db' | 'clock' | 'log' | 'bus'>

/**
 * One turn of the clock job: the next day that is due, then the members whose review has failed.
 * Answers the days done.
 */
export async function runVipReview(services: Working): Promise<number> {
  const { runAt } = await vipSetting(services.db)
  const committed = told(services)
  return partsAlone([
    () =>
      runDaily(services, {
        name: VIP_JOB,
        runAt,
        work: (day, renew) =>
          reviewLevels(services.db, day, services.clock.now(), { renew, committed }),
      }),
    async () => {
      await eachAlone(await unreviewed(services.db), each => reviewAgain(services, each))
    },
  ])
}

const told =
  ({ bus }: Working) =>
  (changes: readonly VipChange[]) =>
    bus.publish(
      'member',
      changes.filter(each => each.kind !== 'kept').map(each => each.memberId),
    )

/** The days of a member whose review has failed, in their order. */
async function reviewAgain(services: Working, memberId: bigint): Promise<void> {
  const { db, clock } = services
  const again = (tx: Tx) => reviewOldest(tx, memberId, clock.now())
  try {
    for (let done = await transaction(db, again); done; done = await transaction(db, again))
      told(services)(done)
  } catch (error) {
    throw new Error(`VIP review of member ${memberId}: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

async function reviewOldest(tx: Tx, memberId: bigint, now: Date): Promise<VipChange[] | null> {
  const day = await lockUnreviewed(tx, memberId)
  if (day === undefined) return null
  const review = await reviewOf(tx, day, now)
  const { changes } = await decide(tx, { after: memberId - 1n, size: 1, review })
  await dropUnreviewed(tx, memberId, day)
  return changes
}
