import type { ActivityUse } from '@tianping/contract/activity/facts'
import type { Db } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import type { ActivityRule } from './rule.ts'
import { countsOf, type Counts } from './store/standing.sql.ts'
import { periodOf } from './window.ts'

export type Standing = { use: ActivityUse; again_at: string }
const free: Standing = { use: 'open', again_at: '' }

type Per = ActivityRule['limit']['per']

/** When a period ends; empty for one that does not. */
const againAt = (per: Per, now: Date): string =>
  per === 'ever' ? '' : beijing(periodOf(per, now).until)

/** What stands against an application, in the order in which an application is refused. */
function standingOf({ limit, places }: ActivityRule, counts: Counts, now: Date): Standing {
  if (counts.waits) return { use: 'waiting', again_at: '' }
  if (counts.used >= limit.times)
    return { use: limit.per === 'ever' ? 'taken' : 'used', again_at: againAt(limit.per, now) }
  if (places.times > 0 && counts.taken >= places.times)
    return { use: 'full', again_at: againAt(places.per, now) }
  return free
}

type Ruled = { activityId: number; rule: ActivityRule }

/** How activities stand for a member, or for a visitor: by their rules, as an application would. */
export async function standings(
  db: Db,
  memberId: bigint | null,
  of: readonly Ruled[],
  now: Date,
): Promise<(activityId: number) => Standing> {
  const applied = of.filter(({ rule }) => rule.apply)
  const counts = await countsOf(
    db,
    memberId,
    applied.map(({ activityId, rule }) => ({
      activityId,
      own: periodOf(rule.limit.per, now),
      all: periodOf(rule.places.per, now),
    })),
  )
  const found = new Map(
    applied.flatMap(({ activityId, rule }) => {
      const own = counts.find(each => each.activityId === activityId)
      return own ? [[activityId, standingOf(rule, own, now)] as const] : []
    }),
  )
  return activityId => found.get(activityId) ?? free
}
