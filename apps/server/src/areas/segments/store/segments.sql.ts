import { reviewState } from '@tianping/contract/facts'
import type { SegmentFactName, SegmentUse } from '@tianping/contract/segments/facts'
import { row, rows, run, sql, theRow, type Db, type Sql, type Tx } from '@tianping/database'

/** As it is kept: amounts in fen, as text, because a bound may be larger than a number holds. */
export type KeptCondition = {
  fact: SegmentFactName
  days: number
  least: string | null
  most: string | null
  id: string
}
export type Segment = {
  segmentId: bigint
  name: string
  note: string
  conditions: KeptCondition[]
  createdBy: string
  createdAt: Date
}

const columns = sql`segment_id, name, note, conditions, created_by, created_at`
const inUse = sql`retired_at is null`
const MOST_USES = 1_000

export const allSegments = (db: Db) =>
  rows(db, sql<Segment>`select ${columns} from segment where ${inUse} order by name, segment_id`)

export const readSegment = (db: Db, segmentId: bigint) =>
  row(db, sql<Segment>`select ${columns} from segment where segment_id = ${segmentId} and ${inUse}`)

/** Undefined where a segment in use has the name. */
export const insertSegment = (
  tx: Tx,
  s: { name: string; note: string; conditions: KeptCondition[]; by: string; at: Date },
) =>
  row(
    tx,
    sql<{ segmentId: bigint }>`
    insert into segment (name, note, conditions, created_by, created_at)
    values (${s.name}, ${s.note}, ${JSON.stringify(s.conditions)}::jsonb, ${s.by}, ${s.at})
    on conflict (name) where retired_at is null do nothing returning segment_id`,
  )

/**
 * Gives a segment in use another name and note, so that what is for it stays so; undefined where
 * other conditions are asked for, or another segment has the name.
 */
export const renameSegment = (
  tx: Tx,
  s: { segmentId: bigint; name: string; note: string; conditions: KeptCondition[] },
) =>
  row(
    tx,
    sql<{ segmentId: bigint; name: string }>`
    update segment set name = ${s.name}, note = ${s.note}
    where segment_id = ${s.segmentId} and ${inUse} and conditions = ${JSON.stringify(s.conditions)}::jsonb
      and not exists (select from segment o where o.name = ${s.name} and o.retired_at is null and o.segment_id <> ${s.segmentId})
    returning segment_id, old.name`,
  )

export const retireSegment = (tx: Tx, segmentId: bigint, at: Date) =>
  row(
    tx,
    sql<{ name: string }>`
    update segment set retired_at = ${at} where segment_id = ${segmentId} and ${inUse} returning name`,
  )

/** One change of the segments after the other, so that their number holds. */
export const waitForSegments = (tx: Tx) => run(tx, sql`select pg_advisory_xact_lock(371, 0)`)

export const countSegments = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ count: number }>`select count(*)::int as count from segment where ${inUse}`,
    )
  ).count

/** Content and offers that are for segments in use and have not ended; of one kind by name. */
export const usesOfSegments = (db: Db, now: Date) =>
  rows(
    db,
    sql<{ segmentId: bigint; kind: SegmentUse; name: string }>`
    select s.segment_id, coalesce(u.kind, '') as kind, coalesce(u.name, '') as name from segment_use u join segment s using (segment_id)
    where s.retired_at is null and (u.until is null or u.until > ${now}) order by u.kind, u.name limit ${MOST_USES}`,
  )

type Asked = { conditions: KeptCondition[]; today: string }

/** Days of a condition, today the last. */
/** The name of a segment, marked where it is out of use; empty for everybody. */
export const segmentName = (segmentId: Sql) => sql`coalesce((
    select s.name || case when s.retired_at is null then '' else '（已停用）' end
    from segment s where s.segment_id = ${segmentId}), '')`

const counted = (today: string) =>
  sql`d.member_id = m.member_id and d.day > ${today}::date - c.days and d.day <= ${today}::date`
const joined = sql`(m.created_at at time zone 'Asia/Shanghai')::date`

/** Whether a member `m` meets every condition. A fact that a member does not have meets none. */
const meets = (conditions: Sql, today: string) => sql`not exists (
      select from jsonb_to_recordset(${conditions}) as c (fact text, days int, least bigint, most bigint, id bigint)
      cross join lateral (select case c.fact
        when 'joined' then (${today}::date - ${joined})::bigint
        when 'level' then m.vip::bigint
        when 'idle' then (${today}::date - coalesce((select max(d.day) from active_day d where d.member_id = m.member_id), ${joined}))::bigint
        when 'first_deposit' then (select (${today}::date - (f.first_deposit_at at time zone 'Asia/Shanghai')::date)::bigint from ledger.member_first f where f.member_id = m.member_id)
        when 'active_days' then (select count(*) from active_day d where ${counted(today)})
        when 'deposits' then (select coalesce(sum(d.deposits), 0)::bigint from ledger.member_day d where ${counted(today)})
        when 'deposit' then (select coalesce(sum(d.deposit_fen), 0)::bigint from ledger.member_day d where ${counted(today)})
        when 'withdrawal' then (select coalesce(sum(d.withdrawal_fen), 0)::bigint from ledger.member_day d where ${counted(today)})
        when 'stake' then (select coalesce(sum(d.stake_fen), 0)::bigint from play_day d where ${counted(today)})
        when 'loss' then (select coalesce(sum(d.stake_fen - d.payout_fen), 0)::bigint from play_day d where ${counted(today)})
        when 'tag' then (select count(*) from member_tag t join tag using (tag_id) where t.member_id = m.member_id and t.tag_id = c.id and tag.retired_at is null)
        -- A tag that is retired still keeps out whom it kept out.
        when 'no_tag' then 1 - (select count(*) from member_tag t where t.member_id = m.member_id and t.tag_id = c.id)
        when 'agent' then (m.referrer_id = c.id)::int::bigint
        end as value) v
      where not coalesce(v.value >= coalesce(c.least, v.value) and v.value <= coalesce(c.most, v.value), false))`

/** Members who do, without test accounts. all members: an operator asks about the house. */
const meeting = ({ conditions, today }: Asked) => sql`
  from member m
  where m.member_id not in (select member_id from test_account where state = ${sql.literal(reviewState.approved)})
    and ${meets(sql`${JSON.stringify(conditions)}::jsonb`, today)}`

/** The first of them, in the order of their numbers. */
export const membersMeeting = async (
  db: Db,
  { limit, ...asked }: Asked & { limit: number },
): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{
        memberId: bigint
      }>`select m.member_id ${meeting(asked)} order by m.member_id limit ${limit}`,
    )
  ).map(each => each.memberId)

/** The next members by number, of them those who joined before and meet a segment's conditions. */
export const membersBehind = (
  db: Db,
  p: { segmentId: bigint | null; after: bigint; span: number; joinedBefore: Date; today: string },
) =>
  theRow(
    db,
    sql<{ memberIds: bigint[]; looked: number; last: bigint | null }>`
    with near as materialized (
      -- all members: a walk over everybody, a part at a time.
      select member_id, created_at, vip, referrer_id from member where member_id > ${p.after} order by member_id limit ${p.span}),
    asked as (select coalesce((select s.conditions from segment s where s.segment_id = ${p.segmentId}), '[]'::jsonb) as conditions)
    select array(select m.member_id from near m cross join asked
        where m.created_at < ${p.joinedBefore}
          and m.member_id not in (select member_id from test_account where state = ${sql.literal(reviewState.approved)})
          and ${meets(sql`asked.conditions`, p.today)} order by m.member_id) as member_ids,
      (select count(*)::int from near) as looked, (select max(member_id) from near) as last`,
  )

/** Of some members those who meet a segment's conditions, in use or not, without test accounts. */
export const meetingAmong = async (
  db: Db,
  p: { segmentId: bigint | null; memberIds: bigint[]; today: string },
): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint }>`
    with asked as (select coalesce((select s.conditions from segment s where s.segment_id = ${p.segmentId}), '[]'::jsonb) as conditions)
    select m.member_id from member m cross join asked
    where m.member_id = any(${p.memberIds}::bigint[]) and not is_test_account(m.member_id)
      and ${meets(sql`asked.conditions`, p.today)}`,
    )
  ).map(each => each.memberId)

/** Of some segments in use those that one member belongs to; none if offers may not reach them. */
export const segmentsMet = async (
  db: Db,
  p: { segmentIds: bigint[]; memberId: bigint; today: string; now: Date },
): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ segmentId: bigint }>`
    select s.segment_id from segment s join member m on m.member_id = ${p.memberId}
    where s.segment_id = any(${p.segmentIds}::bigint[]) and s.retired_at is null
      and not exists (select from benefit_standing(array[m.member_id], ${p.now}) b where b.blocked or b.stopped or b.test)
      and ${meets(sql`s.conditions`, p.today)}`,
    )
  ).map(each => each.segmentId)

export const countMeeting = async (
  db: Db,
  { most, ...asked }: Asked & { most: number },
): Promise<number> =>
  (
    await theRow(
      db,
      sql<{
        members: number
      }>`select count(*)::int as members from (select 1 ${meeting(asked)} limit ${most}) met`,
    )
  ).members

export const exampleRows = (db: Db, memberIds: bigint[]) =>
  rows(
    db,
    sql<{ memberId: bigint; name: string; vip: number; createdAt: Date }>`
    select member_id, name, vip, created_at from member where member_id = any(${memberIds}::bigint[]) order by member_id`,
  )
