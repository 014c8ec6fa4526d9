import type { Db } from '@tianping/database'
import { Refusal } from '../../kernel/http/refusal.ts'
import { segmentsWith } from '../segments/segments.ts'
import { asGivenNow } from './guard.ts'
import { runningOf, standingOf, type Giveaway } from './store/giveaway.sql.ts'
import { shownAmong } from './store/mission.sql.ts'

/** Giveaways of a kind that a member is shown. */
const MAX_SHOWN = 20

const idOf = ({ giveawayId }: Giveaway) => giveawayId

/**
 * Running giveaways of a kind that are for the member: by level, and by segment or as a
 * mission that was shown before.
 */
export async function offeredTo(
  db: Db,
  { kind, memberId, now }: { kind: Giveaway['kind']; memberId: bigint; now: Date },
): Promise<Giveaway[]> {
  const { vip, isStaff } = await standingOf(db, memberId)
  if (isStaff) return []
  const running = await runningOf(db, { kind, vip, now, limit: MAX_SHOWN })
  const segmented = running.filter(({ segmentId }) => segmentId !== null)
  const segmentIds = running.flatMap(({ segmentId }) => (segmentId === null ? [] : [segmentId]))
  const own = await segmentsWith(db, { segmentIds, memberId, now })
  const kept = await shownAmong(db, memberId, segmented.map(idOf))
  const offered = running.filter(
    ({ giveawayId, segmentId }) => segmentId === null || own.has(segmentId) || kept.has(giveawayId),
  )
  return Promise.all(offered.map(giveaway => asGivenNow(db, giveaway)))
}

/** What a refusal says, or nothing. */
export async function saidBy(work: () => void | Promise<void>): Promise<string> {
  try {
    await work()
    return ''
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal.message
    throw refusal
  }
}
