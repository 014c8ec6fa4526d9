import { reviewState } from '@tianping/contract/facts'
import { rows, sql, theRow, type Db } from '@tianping/database'
import type { Application } from './activity.sql.ts'
import { holderOf } from '../../../kernel/operator/claim.sql.ts'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import {
  inAmounts,
  inSpan,
  ofNumbered,
  ofStates,
  totalOf,
} from '../../../kernel/operator/listed.sql.ts'
import {
  behindMoment,
  foundOf,
  inOrderOf,
  momentKey,
  window,
  type Found,
  type Keyed,
} from '../../../kernel/operator/pages.sql.ts'

export type ApplicationListed = Omit<Application, 'facts'> & { username: string; claimedBy: string }

const columns = (now: Date) => sql`
  p.member_id, m.name as username, p.application_id, p.activity_id, a.title, p.rule_version,
  p.state, p.bonus_fen, p.turnover_times, p.streak, p.applied_at, p.decided_by,
  p.decided_at, p.remark, ${holderOf(sql`'application:' || p.application_id`, now)} as claimed_by`

/**
 * The queue oldest first, the archive newest first. `q` is a member's id or the beginning of a
 * name.
 */
export async function applicationRows(
  db: Db,
  f: ListFilter & { activityId: number },
  now: Date,
): Promise<Found<ApplicationListed & Keyed> & { total: number }> {
  const at = f.paging
  const by = sql`p.applied_at`
  const no = sql`p.application_id`
  const own = f.states.length !== 1 || f.states[0] !== reviewState.waiting
  const from = sql`from activity_application p where ${ofStates(f.states, sql`p.state`)} and ${f.activityId === 0 ? sql`true` : sql`p.activity_id = ${f.activityId}`}
    and ${ofNumbered(f.q, { member: sql`p.member_id`, no: sql`p.application_id` })} and ${inSpan(sql`p.applied_at`, f)} and ${inAmounts(sql`p.bonus_fen`, f)}`
  const read = await rows(
    db,
    sql<ApplicationListed & Keyed>`
    select ${columns(now)}, ${momentKey(by, no)} from (
      select * ${from} and ${behindMoment(at, by, no, own)} order by ${inOrderOf(at, by, no, own)} ${window(at)}
    ) p join activity a using (activity_id) join member m using (member_id) order by ${inOrderOf(at, by, no, own)}`,
  )
  return { ...foundOf(at, read), total: at.counted ? await totalOf(db, from) : 0 }
}

/** One application, which must be there. */
export const applicationRow = (db: Db, memberId: bigint, applicationId: string, now: Date) =>
  theRow(
    db,
    sql<ApplicationListed & { facts: unknown }>`
    select ${columns(now)}, p.facts from activity_application p join activity a using (activity_id) join member m using (member_id)
    where p.member_id = ${memberId} and p.application_id = ${applicationId}`,
  )

/** The rule of a version, and the number of the newest. */
export const ruleOf = (db: Db, activityId: number, version: number) =>
  theRow(
    db,
    sql<{ rule: unknown; newest: number }>`
    select rule, (select max(version) from activity_rule n where n.activity_id = r.activity_id) as newest
    from activity_rule r where activity_id = ${activityId} and version = ${version}`,
  )

export const friendRows = (db: Db, memberId: bigint, applicationId: string) =>
  rows(
    db,
    sql<{ id: bigint; username: string }>`
    select m.member_id as id, m.name as username from activity_friend f join member m on m.member_id = f.friend_id
    where f.member_id = ${memberId} and f.application_id = ${applicationId} order by m.member_id limit 100`,
  )

export type Earlier = Pick<Application, 'state' | 'bonusFen' | 'appliedAt' | 'decidedBy' | 'remark'>

/** The member's other applications to the same activity, the newest few. */
export const earlierRows = (
  db: Db,
  a: Pick<Application, 'memberId' | 'activityId' | 'applicationId'>,
  limit: number,
) =>
  rows(
    db,
    sql<Earlier>`
    select state, bonus_fen, applied_at, decided_by, remark from activity_application
    where member_id = ${a.memberId} and activity_id = ${a.activityId} and application_id <> ${a.applicationId} order by applied_at desc limit ${limit}`,
  )

export const activityTitles = (db: Db) =>
  rows(
    db,
    sql<{
      id: number
      title: string
    }>`select activity_id as id, title from activity order by enabled desc, rank, activity_id desc limit 200`,
  )
