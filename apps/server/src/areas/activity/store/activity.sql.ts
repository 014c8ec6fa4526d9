import { reviewState, type DecidedState, type ReviewState } from '@tianping/contract/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import { listed, listedPage, listedTotal } from '../../../kernel/reads/history.sql.ts'
import { isKept } from '../../cashier/cashier.ts'

const waiting = sql.literal(reviewState.waiting)
const rejected = sql.literal(reviewState.rejected)

export type Activity = {
  activityId: number
  typeId: number
  title: string
  banner: string
  content: string
  memo: string
  startsAt: Date | null
  endsAt: Date | null
  segmentId: bigint | null
  ruleVersion: number | null
  rule: unknown
}

export type Application = {
  memberId: bigint
  applicationId: string
  activityId: number
  title: string
  ruleVersion: number
  state: ReviewState
  bonusFen: bigint
  turnoverTimes: number
  facts: unknown
  streak: number
  appliedAt: Date
  decidedBy: string
  decidedAt: Date | null
  remark: string
}

export const activityTypes = (db: Db) =>
  rows(
    db,
    sql<{
      id: number
      name: string
    }>`select type_id as id, name from activity_type where enabled order by rank, type_id limit 50`,
  )

const shown = (now: Date) =>
  sql`a.enabled and (a.ends_at is null or a.ends_at > ${now}) and exists (select from activity_type t where t.type_id = a.type_id and t.enabled)`

const columns = sql`
  a.activity_id, a.type_id, a.title, a.banner, a.content, a.memo, a.starts_at, a.ends_at, a.segment_id,
  r.version as rule_version, r.rule`
const withRule = sql`
  activity a left join lateral (select version, rule from activity_rule where activity_id = a.activity_id order by version desc limit 1) r on true`

const ofType = (typeId: number | null) =>
  sql`(${typeId}::int is null or a.type_id = ${typeId}::int)`

/** How many are shown of one type or (null) of all: to everybody (null), and to each segment. */
export const countShown = (db: Db, now: Date, typeId: number | null) =>
  rows(
    db,
    sql<{ segmentId: bigint | null; count: number }>`
    select a.segment_id, count(*)::int as count from activity a where ${shown(now)} and ${ofType(typeId)} group by a.segment_id`,
  )

/** A page of what is shown to a member of these segments. */
export const activities = (
  db: Db,
  now: Date,
  f: { typeId: number | null; segmentIds: Set<bigint>; limit: number; offset: number },
) =>
  rows(
    db,
    sql<Activity>`
    select ${columns} from ${withRule}
    where ${shown(now)} and ${ofType(f.typeId)} and (a.segment_id is null or a.segment_id = any(${[...f.segmentIds]}::bigint[]))
    order by a.rank, a.activity_id desc limit ${f.limit} offset ${f.offset}`,
  )

/** The titles of what is shown to everybody, in its order. */
export const shownTitles = (db: Db, now: Date) =>
  rows(
    db,
    sql<{ id: number; title: string }>`
    select a.activity_id as id, a.title from activity a
    where ${shown(now)} and a.segment_id is null order by a.rank, a.activity_id desc limit 200`,
  )

/** One activity with its current rule; undefined when it is not shown. */
export const shownActivity = (db: Db, now: Date, activityId: number) =>
  row(
    db,
    sql<Activity>`select ${columns} from ${withRule} where a.activity_id = ${activityId}::bigint and ${shown(now)}`,
  )

export const insertRule = (db: Db, r: { activityId: number; rule: string; by: string; at: Date }) =>
  run(
    db,
    sql`
    insert into activity_rule (activity_id, version, rule, changed_by, changed_at)
    select ${r.activityId}, coalesce(max(version), 0) + 1, ${r.rule}::jsonb, ${r.by}, ${r.at} from activity_rule where activity_id = ${r.activityId}`,
  )

const applied = sql`
  p.member_id, p.application_id, p.activity_id, a.title, p.rule_version, p.state,
  p.bonus_fen, p.turnover_times, p.facts, p.streak, p.applied_at, p.decided_by,
  p.decided_at, p.remark`
const application = sql`activity_application p join activity a using (activity_id)`

export const applicationOfAction = (db: Db, memberId: bigint, actionKey: string) =>
  row(
    db,
    sql<Application>`select ${applied} from ${application} where p.member_id = ${memberId} and p.action_key = ${actionKey}`,
  )

/** The member's latest application to an activity. */
export const latestApplication = (db: Db, memberId: bigint, activityId: number) =>
  row(
    db,
    sql<Application>`
    select ${applied} from ${application} where p.member_id = ${memberId} and p.activity_id = ${activityId}
    order by p.applied_at desc, p.state = ${waiting} desc, p.application_id limit 1`,
  )

export const openApplication = (db: Db, memberId: bigint, activityId: number) =>
  row(
    db,
    sql<Application>`select ${applied} from ${application} where p.member_id = ${memberId} and p.activity_id = ${activityId} and p.state = ${waiting}`,
  )

/** Applications of a period that wait or have passed. */
export const countApplications = async (
  db: Db,
  memberId: bigint,
  activityId: number,
  from: Date,
  until: Date,
): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ count: number }>`
    select count(*)::int as count from activity_application
    where member_id = ${memberId} and activity_id = ${activityId} and state <> ${rejected} and applied_at >= ${from} and applied_at < ${until}`,
    )
  ).count

/** The days in a row that ended with an application of the day before; 0 when there was none. */
export const streakBefore = async (
  db: Db,
  memberId: bigint,
  activityId: number,
  from: Date,
  until: Date,
): Promise<number> =>
  (
    await row(
      db,
      sql<{ streak: number }>`
    select streak from activity_application
    where member_id = ${memberId} and activity_id = ${activityId} and state <> ${rejected} and applied_at >= ${from} and applied_at < ${until}
    order by applied_at desc limit 1`,
    )
  )?.streak ?? 0

export type NewApplication = Pick<
  Application,
  | 'memberId'
  | 'applicationId'
  | 'activityId'
  | 'ruleVersion'
  | 'bonusFen'
  | 'turnoverTimes'
  | 'streak'
  | 'appliedAt'
> & {
  facts: string
  friends: bigint[]
  actionKey: string
}

export async function insertApplication(tx: Db, p: NewApplication): Promise<void> {
  await run(
    tx,
    sql`
    insert into activity_application (member_id, application_id, activity_id, rule_version, bonus_fen, turnover_times, facts, streak, applied_at, action_key)
    values (${p.memberId}, ${p.applicationId}, ${p.activityId}, ${p.ruleVersion}, ${p.bonusFen}, ${p.turnoverTimes}, ${p.facts}::jsonb, ${p.streak},
      ${p.appliedAt}, ${p.actionKey})`,
  )
  await run(
    tx,
    sql`insert into activity_directory (application_id, member_id) values (${p.applicationId}, ${p.memberId})`,
  )
  await run(
    tx,
    sql`
    insert into activity_friend (activity_id, friend_id, member_id, application_id)
    select ${p.activityId}, friend_id, ${p.memberId}, ${p.applicationId} from unnest(${p.friends}::bigint[]) as friend_id`,
  )
}

export const applicantOf = async (db: Db, applicationId: string): Promise<bigint | undefined> =>
  (
    await row(
      db,
      sql<{
        memberId: bigint
      }>`select member_id from activity_directory where application_id = ${applicationId}`,
    )
  )?.memberId

/** The application, locked until the transaction ends. */
export const lockApplication = (tx: Db, memberId: bigint, applicationId: string) =>
  row(
    tx,
    sql<Application>`
    select ${applied} from ${application} where p.member_id = ${memberId} and p.application_id = ${applicationId} for update of p`,
  )

export const decideRow = (
  tx: Db,
  d: {
    memberId: bigint
    applicationId: string
    state: DecidedState
    decidedBy: string
    remark: string
    at: Date
  },
) =>
  run(
    tx,
    sql`
    update activity_application set state = ${d.state}, decided_by = ${d.decidedBy}, decided_at = ${d.at}, remark = ${d.remark}
    where member_id = ${d.memberId} and application_id = ${d.applicationId} and state = ${waiting}`,
  )

export const friendsOf = async (
  tx: Db,
  memberId: bigint,
  applicationId: string,
): Promise<bigint[]> =>
  (
    await rows(
      tx,
      sql<{ friendId: bigint }>`
    select friend_id from activity_friend where member_id = ${memberId} and application_id = ${applicationId} order by friend_id`,
    )
  ).map(each => each.friendId)

/** Friends of an application that was rejected may count again. */
export const freeFriends = (tx: Db, memberId: bigint, applicationId: string) =>
  run(
    tx,
    sql`delete from activity_friend where member_id = ${memberId} and application_id = ${applicationId}`,
  )

/** A page of a member's applications, newest first, and how many there are. */
export async function applicationsOf(
  db: Db,
  memberId: bigint,
  page: { limit: number; offset: number },
) {
  const { limit, offset } = listedPage(page)
  const found = await rows(
    db,
    sql<Application & { total: number }>`/* prepared */
    select ${listedTotal(sql`from activity_application where member_id = ${memberId}`)} as total, found.* from (values (1)) one left join (
      select ${applied} from (
        select * from activity_application where member_id = ${memberId}
        order by applied_at desc, application_id limit ${limit} offset ${offset}) p
      join activity a using (activity_id) order by p.applied_at desc, p.application_id) found on true`,
  )
  return { rows: listed(found, row => row.applicationId), total: found[0]?.total ?? 0 }
}

/** Settled turnover and net loss of whole Beijing days, of one category or (null) of all. */
export const playOf = (
  db: Db,
  memberId: bigint,
  f: { fromDay: string; untilDay: string; category: string | null },
) =>
  theRow(
    db,
    sql<{ validFen: bigint; lossFen: bigint }>`
    select coalesce(sum(valid_fen), 0)::bigint as valid_fen, coalesce(sum(stake_fen - payout_fen), 0)::bigint as loss_fen
    from turnover_day where member_id = ${memberId} and day >= ${f.fromDay}::date and day < ${f.untilDay}::date
      and (${f.category}::text is null or category = ${f.category}::text)`,
  )

/**
 * Invited members who registered in the span, have deposited so much and have not counted in the
 * activity yet; oldest first.
 */
export const friendsWithDeposits = async (
  db: Db,
  f: {
    memberId: bigint
    activityId: number
    from: Date
    until: Date
    minFen: number
    limit: number
  },
): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint }>`
    select m.member_id from member m
    where m.referrer_id = ${f.memberId} and m.created_at >= ${f.from} and m.created_at < ${f.until}
      and (select sum(credited_fen) from deposit_order d where d.member_id = m.member_id and ${isKept(sql`d`)}) >= ${f.minFen}
      and not exists (select from activity_friend x where x.activity_id = ${f.activityId} and x.friend_id = m.member_id)
    order by m.member_id limit ${f.limit}`,
    )
  ).map(each => each.memberId)

/** The titles of the activities behind some of the member's own applications. */
export const titlesOf = async (
  db: Db,
  memberId: bigint,
  applicationIds: string[],
): Promise<Map<string, string>> =>
  new Map(
    (
      await rows(
        db,
        sql<{ id: string; title: string }>`
        select p.application_id as id, a.title from activity_application p join activity a using (activity_id)
        where p.member_id = ${memberId} and p.application_id = any(${applicationIds}::text[])`,
      )
    ).map(({ id, title }) => [id, title]),
  )
