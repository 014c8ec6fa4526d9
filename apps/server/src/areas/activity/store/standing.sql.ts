import { reviewState } from '@tianping/contract/facts'
import { row, rows, sql, type Db, type Tx } from '@tianping/database'

const waiting = sql.literal(reviewState.waiting)
const rejected = sql.literal(reviewState.rejected)

/** An activity with the periods in which its applications count. */
export type Counted = {
  activityId: number
  own: { from: Date; until: Date }
  all: { from: Date; until: Date }
}
export type Counts = { activityId: number; waits: boolean; used: number; taken: number }

/**
 * What counts against an application to each of these: an open one, the member's own of the period,
 * and everybody's. Null is nobody's member.
 */
export const countsOf = (db: Db, memberId: bigint | null, of: readonly Counted[]) =>
  rows(
    db,
    sql<Counts>`
    select c.activity_id,
      exists (select from activity_application p where p.member_id = ${memberId} and p.activity_id = c.activity_id and p.state = ${waiting}) as waits,
      (select count(*)::int from activity_application p where p.member_id = ${memberId} and p.activity_id = c.activity_id
        and p.state <> ${rejected} and p.applied_at >= c.own_from and p.applied_at < c.own_until) as used,
      (select count(*)::int from activity_application p where p.activity_id = c.activity_id
        and p.state <> ${rejected} and p.applied_at >= c.all_from and p.applied_at < c.all_until) as taken
    from unnest(${of.map(each => each.activityId)}::int[], ${of.map(each => each.own.from)}::timestamptz[], ${of.map(each => each.own.until)}::timestamptz[],
      ${of.map(each => each.all.from)}::timestamptz[], ${of.map(each => each.all.until)}::timestamptz[])
      as c(activity_id, own_from, own_until, all_from, all_until)`,
  )

/** Members who apply at the same time take places one after the other. */
export const lockPlaces = (tx: Tx, activityId: number) =>
  row(tx, sql`select 1 from activity where activity_id = ${activityId} for no key update`)
