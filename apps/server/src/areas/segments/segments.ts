// The front of segments: all that other areas may import. The guard of protection is asked here, so
// that no sender has to remember it.
import { SEGMENT_RECIPIENTS } from '@tianping/contract/segments/facts'
import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { beijing, beijingDay } from '@tianping/money/day'
import { existing, Refusal } from '../../kernel/http/refusal.ts'
import { meetsDemands, whoMayBenefit } from '../protection/protection.ts'
import {
  exampleRows,
  meetingAmong,
  membersBehind,
  membersMeeting,
  readSegment,
  segmentsMet,
} from './store/segments.sql.ts'

export { seedSegment } from './demo.ts'
export { segmentName } from './store/segments.sql.ts'

/** A segment in use; refuses any other number. */
export const segmentOf = async (db: Db, segmentId: bigint) =>
  existing(await readSegment(db, segmentId), 'segment.not_found')

/** The segment that content is made for; null for everybody (0). Refuses one that is out of use. */
export async function audienceOf(
  db: Db,
  segmentId: number,
  field = 'segment_id',
): Promise<bigint | null> {
  if (segmentId === 0) return null
  if (await readSegment(db, BigInt(segmentId))) return BigInt(segmentId)
  throw new Refusal(say('segment.not_found'), { field })
}

/**
 * Who belongs to a segment now, without members who are blocked, on a break, stopped by a marker of
 * harm or otherwise rewarded with nothing. Refuses a segment of nobody or of too many.
 */
export async function membersOfSegment(db: Db, segmentId: bigint, now: Date): Promise<bigint[]> {
  const { conditions } = await segmentOf(db, segmentId)
  const limit = SEGMENT_RECIPIENTS + 1
  const found = await membersMeeting(db, { conditions, today: beijingDay(now), limit })
  if (found.length === limit)
    throw new Refusal(say('segment.too_large', { max: SEGMENT_RECIPIENTS }), { field: 'segment' })
  const memberIds = await whoMayBenefit(db, found, now)
  if (memberIds.length === 0) throw new Refusal(say('segment.empty'), { field: 'segment' })
  return memberIds
}

type Walking = {
  /** Null for everybody. */
  segmentId: bigint | null
  after: bigint
  /** How many members are looked at. */
  span: number
  joinedBefore: Date
  now: Date
}

/**
 * Who of the next members by number belongs to a segment now, one out of use included: what was
 * approved for it is not changed by its list. `last` is how far the look came, null at the end. The
 * caller asks the guard when something is given.
 */
export async function audienceAfter(
  db: Db,
  { now, span, ...asked }: Walking,
): Promise<{ memberIds: bigint[]; last: bigint | null }> {
  const { memberIds, looked, last } = await membersBehind(db, {
    ...asked,
    span,
    today: beijingDay(now),
  })
  return { memberIds, last: looked < span ? null : last }
}

/**
 * Of some members those who belong to a segment now, one out of use included; null is everybody but
 * test accounts. The caller asks the guard.
 */
export async function belongingAmong(
  db: Db,
  { now, ...asked }: { segmentId: bigint | null; memberIds: bigint[]; now: Date },
): Promise<bigint[]> {
  if (asked.memberIds.length === 0) return []
  const found = new Set(await meetingAmong(db, { ...asked, today: beijingDay(now) }))
  return asked.memberIds.filter(memberId => found.has(memberId))
}

/** Some members as examples of an audience. */
export async function examplesOf(db: Db, memberIds: bigint[]) {
  const found = await exampleRows(db, memberIds)
  return found.map(each => ({
    member_id: Number(each.memberId),
    username: each.name,
    vip: each.vip,
    joined_at: beijing(each.createdAt),
  }))
}

type Belonging = { segmentIds: bigint[]; memberId: bigint | null; now: Date }

/**
 * Of some segments those that a member belongs to now. Nobody belongs to one that is out of use; a
 * visitor and whom the guard of protection takes out belong to none. It is one statement, or none
 * where no segment is asked for.
 */
export async function segmentsWith(
  db: Db,
  { segmentIds, memberId, now }: Belonging,
): Promise<Set<bigint>> {
  if (memberId === null || segmentIds.length === 0) return new Set()
  const met = await segmentsMet(db, { segmentIds, memberId, today: beijingDay(now), now })
  return new Set(met.length > 0 && (await meetsDemands(db, memberId)) ? met : [])
}

/** Whether a member belongs to a segment now. */
export const segmentHas = async (
  db: Db,
  { segmentId, ...asked }: { segmentId: bigint; memberId: bigint; now: Date },
): Promise<boolean> =>
  (await segmentsWith(db, { segmentIds: [segmentId], ...asked })).has(segmentId)
