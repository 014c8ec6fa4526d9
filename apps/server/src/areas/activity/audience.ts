import type { Db } from '@tianping/database'
import { segmentsWith } from '../segments/segments.ts'
import { shownActivity, type Activity } from './store/activity.sql.ts'

/** An activity as one member may see it; undefined for whom it is not. */
export async function activityFor(
  db: Db,
  { activityId, memberId, now }: { activityId: number; memberId: bigint | null; now: Date },
): Promise<Activity | undefined> {
  const activity = await shownActivity(db, now, activityId)
  const segmentId = activity?.segmentId ?? null
  if (segmentId === null) return activity
  const own = await segmentsWith(db, { segmentIds: [segmentId], memberId, now })
  return own.has(segmentId) ? activity : undefined
}
