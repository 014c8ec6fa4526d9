import { reviewState } from '@tianping/contract/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import { draftBy } from '../../../kernel/operator/contentVersion.sql.ts'
import { totalOf } from '../../../kernel/operator/listed.sql.ts'
import { segmentName } from '../../segments/segments.ts'

const waiting = sql.literal(reviewState.waiting)

export type ActivityListed = {
  id: number
  seen: string
  typeId: number
  type: string
  title: string
  banner: string
  content: string
  memo: string
  rank: number
  enabled: boolean
  startsAt: Date | null
  endsAt: Date | null
  segmentId: bigint | null
  /** Its name, marked where it is out of use and shows the activity to nobody. */
  segment: string
  ruleVersion: number
  rule: unknown
  proposedBy: string
  applications: number
  paidFen: bigint
  /** Who wrote the draft that waits; empty for none. */
  draftBy: string
}

const columns = (since: Date) => sql`
  a.activity_id as id, md5(a::text) as seen, a.type_id, t.name as type, a.title, a.banner, a.content, a.memo, a.rank, a.enabled, a.starts_at,
  a.ends_at, a.segment_id, coalesce(r.version, 0) as rule_version, r.rule,
  ${segmentName(sql`a.segment_id`)} as segment,
  coalesce((select min(p.proposed_by) from rule_proposal p where p.key in ('activity:' || a.activity_id, 'opening:' || a.activity_id) and p.state = ${waiting}), '') as proposed_by,
  (select count(*)::int from activity_application p where p.activity_id = a.activity_id and p.state = ${waiting}) as applications,
  ${draftBy('activity', sql`a.activity_id`)},
  (select coalesce(sum(p.bonus_fen), 0)::bigint from activity_application p where p.activity_id = a.activity_id and p.state = ${sql.literal(reviewState.approved)} and p.decided_at >= ${since}) as paid_fen`
const joined = sql`
  activity a join activity_type t using (type_id) left join lateral (select version, rule from activity_rule where activity_id = a.activity_id order by version desc limit 1) r on true`

export async function activityRows(db: Db, p: { limit: number; offset: number }, since: Date) {
  const found = await rows(
    db,
    sql<ActivityListed>`select ${columns(since)} from ${joined} order by a.enabled desc, a.rank, a.activity_id desc limit ${p.limit} offset ${p.offset}`,
  )
  return { rows: found, total: await totalOf(db, sql`from activity`) }
}
export const activityRow = (db: Db, id: number, since: Date) =>
  row(db, sql<ActivityListed>`select ${columns(since)} from ${joined} where a.activity_id = ${id}`)

export type ActivitySet = Pick<
  ActivityListed,
  | 'typeId'
  | 'title'
  | 'banner'
  | 'content'
  | 'memo'
  | 'rank'
  | 'enabled'
  | 'startsAt'
  | 'endsAt'
  | 'segmentId'
>
type ActivitySeen = ActivitySet & { seen: string }
const asSet = sql`
  md5(a::text) as seen, type_id, title, banner, content, memo, rank, enabled, starts_at, ends_at, segment_id`
export const activitySet = (db: Db, id: number) =>
  row(db, sql<ActivitySeen>`select ${asSet} from activity a where activity_id = ${id}`)
export const lockActivity = (tx: Db, id: number) =>
  row(tx, sql<ActivitySeen>`select ${asSet} from activity a where activity_id = ${id} for update`)

/** The newest rule of an activity; undefined while it has none. */
export const newestRule = (db: Db, id: number) =>
  row(
    db,
    sql<{
      rule: unknown
    }>`select rule from activity_rule where activity_id = ${id} order by version desc limit 1`,
  )
/** The enabled activities of a type that are not over. */
export const activitiesOfType = async (db: Db, typeId: number, now: Date): Promise<number[]> =>
  (
    await rows(
      db,
      sql<{ activityId: number }>`
    select activity_id from activity where type_id = ${typeId} and enabled and (ends_at is null or ends_at > ${now}) order by activity_id`,
    )
  ).map(({ activityId }) => activityId)

export const insertActivity = async (tx: Db, a: ActivitySet): Promise<number> =>
  (
    await theRow(
      tx,
      sql<{ id: number }>`
    insert into activity (type_id, title, banner, content, memo, rank, enabled, starts_at, ends_at, segment_id)
    values (${a.typeId}, ${a.title}, ${a.banner}, ${a.content}, ${a.memo}, ${a.rank}, ${a.enabled},
      ${a.startsAt}, ${a.endsAt}, ${a.segmentId})
    returning activity_id as id`,
    )
  ).id
export const updateActivity = (tx: Db, id: number, a: ActivitySet) =>
  run(
    tx,
    sql`
    update activity set type_id = ${a.typeId}, title = ${a.title}, banner = ${a.banner}, content = ${a.content}, memo = ${a.memo}, rank = ${a.rank}, enabled = ${a.enabled},
      starts_at = ${a.startsAt}, ends_at = ${a.endsAt}, segment_id = ${a.segmentId} where activity_id = ${id}`,
  )

export type TypeRow = {
  id: number
  seen: string
  name: string
  rank: number
  enabled: boolean
  activities: number
}
const type = sql`
  t.type_id as id, md5(t::text) as seen, t.name, t.rank, t.enabled, (select count(*)::int from activity a where a.type_id = t.type_id) as activities`
export const typeRows = (db: Db) =>
  rows(db, sql<TypeRow>`select ${type} from activity_type t order by t.rank, t.type_id limit 100`)
export const lockType = (tx: Db, id: number) =>
  row(tx, sql<TypeRow>`select ${type} from activity_type t where t.type_id = ${id} for update`)
export const insertType = (tx: Db, t: Pick<TypeRow, 'name' | 'rank' | 'enabled'>) =>
  row(
    tx,
    sql<{
      id: number
    }>`insert into activity_type (name, rank, enabled) values (${t.name}, ${t.rank}, ${t.enabled}) on conflict (name) do nothing returning type_id as id`,
  )
export const updateType = (tx: Db, t: Pick<TypeRow, 'id' | 'name' | 'rank' | 'enabled'>) =>
  run(
    tx,
    sql`
    update activity_type set name = ${t.name}, rank = ${t.rank}, enabled = ${t.enabled} where type_id = ${t.id}
      and not exists (select from activity_type o where o.name = ${t.name} and o.type_id <> ${t.id})`,
  )

export type RuleVersion = { version: number; value: unknown; changedBy: string; changedAt: Date }
export const activityRuleVersions = (db: Db, id: number, limit: number) =>
  rows(
    db,
    sql<RuleVersion>`
    select version, rule as value, changed_by, changed_at from activity_rule where activity_id = ${id} order by version desc limit ${limit}`,
  )
export const activityTitle = (db: Db, id: number) =>
  row(db, sql<{ title: string }>`select title from activity where activity_id = ${id}`)
