import { SEGMENT_COUNTED, SEGMENT_RECIPIENTS } from '@tianping/contract/segments/facts'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { beijing, beijingDay } from '@tianping/money/day'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { attempt, type Limit } from '../../../kernel/http/throttle.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { whoMayBenefit } from '../../protection/protection.ts'
import { keptConditions, shownConditions } from '../conditions.ts'
import { examplesOf } from '../segments.ts'
import * as segments from '../store/segments.sql.ts'

const MOST_SEGMENTS = 100
const EXAMPLES = 10
/** Each try reads the facts of every member. */
const tries: Limit = { attempts: 120, windowMs: 3_600_000 }

type Saving = Parameters<typeof segments.insertSegment>[1] & { segmentId: bigint }

/** Makes a segment, in place of another one or of none (0). */
async function replaceSegment(tx: Tx, saving: Saving) {
  const { segmentId, at } = saving
  const gone = segmentId > 0n ? await segments.retireSegment(tx, segmentId, at) : null
  const before = gone === null ? '' : existing(gone, 'segment.not_found').name
  if ((await segments.countSegments(tx)) >= MOST_SEGMENTS)
    throw new Refusal(say('segment.too_many', { max: MOST_SEGMENTS }))
  const made = await segments.insertSegment(tx, saving)
  if (!made) throw new Refusal(say('segment.exists'), { field: 'name' })
  return { ...made, before }
}

export const segmentHandlers = {
  'POST /api/console/segments/all': async ({ db, clock }) => {
    const uses = Map.groupBy(
      await segments.usesOfSegments(db, clock.now()),
      ({ segmentId }) => segmentId,
    )
    const all = await segments.allSegments(db)
    const data = all.map(each => ({
      segment_id: Number(each.segmentId),
      name: each.name,
      note: each.note,
      conditions: shownConditions(each.conditions),
      uses: (uses.get(each.segmentId) ?? []).map(({ kind, name }) => ({ kind, name })),
      created_by: each.createdBy,
      created_at: beijing(each.createdAt),
    }))
    return { data }
  },
  'POST /api/console/segments/preview': async ({ db, clock, operator, body }) => {
    const now = clock.now()
    const conditions = await keptConditions(db, body.conditions)
    await attempt(db, `console:segment:${operator.operatorId}`, tries, now)
    const asked = { conditions, today: beijingDay(now) }
    const members = await segments.countMeeting(db, { ...asked, most: SEGMENT_COUNTED })
    const found = await segments.membersMeeting(db, { ...asked, limit: SEGMENT_RECIPIENTS })
    const reached = await whoMayBenefit(db, found, now)
    const examples = await examplesOf(db, reached.slice(0, EXAMPLES))
    return {
      data: {
        members,
        reached: reached.length,
        examples,
      },
    }
  },
  'POST /api/console/segments/save': async context => {
    const { operator, body } = context
    need(body.name, 'desk.name_missing', 'name')
    const conditions = await keptConditions(context.db, body.conditions)
    const { name, note } = body
    const saved = await runAction(context, async (tx, at) => {
      await segments.waitForSegments(tx)
      const asked = { segmentId: BigInt(body.segment_id), name, note, conditions }
      const renamed = await segments.renameSegment(tx, asked)
      const { segmentId, before } = renamed
        ? { segmentId: renamed.segmentId, before: renamed.name }
        : await replaceSegment(tx, { ...asked, by: operator.name, at })
      return {
        answer: segmentId,
        entry: {
          action: 'segment.save',
          subject: `segment:${segmentId}`,
          ...(before && { before: { segment_id: body.segment_id, name: before } }),
          after: { name, note, conditions },
        },
      }
    })
    return { message: '已保存', data: { segment_id: Number(saved ?? 0n) } }
  },
  'POST /api/console/segments/retire': async context => {
    const { body } = context
    need(body.remark, 'desk.reason_missing', 'remark')
    await runAction(context, async (tx, at) => {
      const id = BigInt(body.segment_id)
      const gone = existing(await segments.retireSegment(tx, id, at), 'segment.not_found')
      return {
        answer: null,
        entry: {
          action: 'segment.retire',
          subject: `segment:${id}`,
          before: { name: gone.name },
          note: body.remark,
        },
      }
    })
    return { message: '已停用', data: null }
  },
} satisfies ConsoleHandlers
