// To whom something happened, by trigger. Each part is read by an index of its moment.
import type { JourneyTrigger } from '@tianping/contract/journeys/facts'
import { row, rows, sql, type Db, type Sql } from '@tianping/database'
import type { Journey } from './journey.sql.ts'

/** Moments of what happened, the second not included. */
type Window = { from: Date; until: Date }

const within = (column: Sql, { from, until }: Window) =>
  sql`${column} >= ${from} and ${column} < ${until}`
/** A deposit that the facts do not have yet counts too. */
const paidIn = (member: Sql) =>
  sql`exists (select from ledger.transaction t where t.member_id = ${member} and t.code = 'deposit' and t.phase in ('single', 'post'))`

/**
 * Members and the moments of what happened to them. A log-in that is still open, a bet and a
 * deposit are no absence.
 */
const happenings: Record<JourneyTrigger, (w: Window, days: number) => Sql> = {
  registered: w =>
    sql`select m.member_id, m.created_at as at from member m where ${within(sql`m.created_at`, w)}`,
  no_deposit: w =>
    sql`select m.member_id, m.created_at as at from member m where ${within(sql`m.created_at`, w)} and not ${paidIn(sql`m.member_id`)}`,
  first_deposit: w =>
    sql`select f.member_id, f.first_deposit_at as at from ledger.member_first f where ${within(sql`f.first_deposit_at`, w)}`,
  level_up: w =>
    sql`select h.member_id, h.decided_at as at from vip_history h join member m using (member_id)
      where h.kind = 'promoted' and ${within(sql`h.decided_at`, w)} and m.vip >= h.to_vip`,
  no_login: (w, days) =>
    sql`select m.member_id, m.last_login_at as at from member m where ${within(sql`m.last_login_at`, w)}
      and not exists (select from session s where s.member_id = m.member_id and s.expires_at > m.last_login_at + make_interval(days => ${days}::int))
      and not exists (select from active_day d where d.member_id = m.member_id and d.day > (m.last_login_at at time zone 'Asia/Shanghai')::date)`,
}

/** Those of some members whose accounts can be told apart: by a deposit or a proven contact. */
export const knownAmong = async (db: Db, memberIds: bigint[]): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint }>`
    select u.member_id from unnest(${memberIds}::bigint[]) u (member_id)
    where ${paidIn(sql`u.member_id`)} or exists (select from verified_contact v where v.member_id = u.member_id)
    order by u.member_id`,
    )
  ).map(each => each.memberId)

type Of = Pick<Journey, 'trigger' | 'days' | 'againDays'> & { seriesId: number }

/** Neither the member nor another account of the person has it, or not for so many days. */
const notYet = ({ seriesId, againDays }: Of, now: Date) => sql`
  not exists (select from journey_member x where x.series_id = ${seriesId} and x.member_id = o.member_id and x.occasion = o.at)
  and not exists (select from accounts_of_person(o.member_id) a (member_id) join journey_member x using (member_id)
    where x.series_id = ${seriesId} and x.refused = ''
      and (${againDays}::int is null or x.at > ${now}::timestamptz - make_interval(hours => 24 * ${againDays}::int)))
  and not exists (select from operator w where w.member_id = o.member_id)`

export type Occasion = {
  memberId: bigint
  occurredAt: Date
  /** As the database writes it, to the microsecond. */
  occasion: string
}
const columns = sql`o.member_id, coalesce(o.at, 'epoch'::timestamptz) as occurred_at, o.at::text as occasion`

export type Looking = {
  of: Of
  window: Window
  after: { at: string | null; memberId: bigint }
  limit: number
  now: Date
}

/** The next members to whom it happened and who have nothing of it yet, the earliest first. */
export const occasionsAfter = (db: Db, { of, window, after, limit, now }: Looking) =>
  rows(
    db,
    sql<Occasion>`select ${columns} from (${happenings[of.trigger](window, of.days)}) o
    where ${notYet(of, now)} and (${after.at}::timestamptz is null or (o.at, o.member_id) > (${after.at}::timestamptz, ${after.memberId}::bigint))
    order by o.at, o.member_id limit ${limit}`,
  )

/** Whether an occasion still stands for a member, under the member's lock. */
export const isOccasion = async (
  db: Db,
  p: Pick<Looking, 'of' | 'window' | 'now'> & Pick<Occasion, 'memberId' | 'occasion'>,
): Promise<boolean> =>
  (await row(
    db,
    sql`select from (${happenings[p.of.trigger](p.window, p.of.days)}) o
    where o.member_id = ${p.memberId} and o.at = ${p.occasion}::timestamptz and ${notYet(p.of, p.now)}`,
  )) !== undefined
