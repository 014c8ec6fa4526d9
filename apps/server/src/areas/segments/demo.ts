import { rows, sql, transaction, type Db } from '@tianping/database'
import { insertSegment } from './store/segments.sql.ts'

const NAME = '近 30 天存款会员'

/** Members who deposited within a month; the segment that is there already where it is. */
export const seedSegment = (
  db: Db,
  { by, now }: { by: string; now: Date },
): Promise<{ segmentId: bigint; name: string }> =>
  transaction(db, async tx => {
    const conditions = [{ fact: 'deposits', days: 30, least: '1', most: null, id: '0' }] as const
    const own = { name: NAME, note: '', conditions: [...conditions], by, at: now }
    const made = await insertSegment(tx, own)
    const [found] = made
      ? [made]
      : await rows(
          tx,
          sql<{ segmentId: bigint }>`
          select segment_id from segment where name = ${NAME} and retired_at is null`,
        )
    if (!found) throw new Error('the segment of the demo is not there')
    return { segmentId: found.segmentId, name: NAME }
  })
