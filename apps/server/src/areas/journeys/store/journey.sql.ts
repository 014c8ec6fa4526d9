import {
  journeyState,
  type JourneyEnd,
  type JourneyState,
  type JourneyTrigger,
} from '@tianping/contract/journeys/facts'
import type { OfferProduct } from '@tianping/contract/consents/facts'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import { inSpan, ofStates, totalOf } from '../../../kernel/operator/listed.sql.ts'
import { byId, keyedRows, type Keyed } from '../../../kernel/operator/pages.sql.ts'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import { segmentName } from '../../segments/segments.ts'

export type Journey = {
  journeyId: number
  seriesId: number
  replaces: number | null
  name: string
  segmentId: bigint | null
  product: OfferProduct | ''
  trigger: JourneyTrigger
  days: number
  title: string
  content: string
  bonusFen: bigint
  turnoverTimes: number
  againDays: number | null
  perDay: number
  monthFen: bigint
  startsAt: Date
  endsAt: Date
  state: JourneyState
  proposedBy: string
  proposedAt: Date
  decidedBy: string
  pausedBy: string
  /** Who started it again after the last pause; empty for nobody. */
  resumedBy: string
  stoppedBy: string
  stoppedAt: Date | null
  stoppedWhy: JourneyEnd | ''
  remark: string
  since: Date | null
  /** As the database writes it, to the microsecond; null at the beginning of a walk. */
  walkedAt: string | null
  walkedTo: bigint
}
const columns = sql`j.journey_id, j.series_id, j.replaces, j.name, j.segment_id, j.product, j.trigger, j.days, j.title, j.content,
  j.bonus_fen, j.turnover_times, j.again_days, j.per_day, j.month_fen, j.starts_at, j.ends_at, j.state, j.proposed_by, j.proposed_at,
  j.decided_by, j.paused_by, j.resumed_by, j.stopped_by, j.stopped_at, j.stopped_why, j.remark, j.since,
  j.walked_at::text as walked_at, j.walked_to`

const waiting = sql.literal(journeyState.waiting)
const approved = sql.literal(journeyState.approved)
const paused = sql.literal(journeyState.paused)
const ended = sql.literal(journeyState.ended)
const open = sql`state in (${waiting}, ${approved}, ${paused})`

/** Budgets are counted one after the other, so that the month's is never passed. */
export const lockBudget = (tx: Tx) =>
  run(tx, sql`select pg_advisory_xact_lock(hashtext('journeys'))`)

/**
 * What journeys may cost in the month that began on a day, and have cost: an open one its budget,
 * an ended one what it spent. Without one series, which is changed.
 */
export const givenSince = (db: Db, monthDay: string, exceptSeries: number) =>
  theRow(
    db,
    sql<{ givenFen: bigint; paidFen: bigint }>`
    select coalesce(sum(greatest(b.fen, s.fen)), 0)::bigint as given_fen, coalesce(sum(s.fen), 0)::bigint as paid_fen
    from (select series_id, max(month_fen) as fen from journey where ${open} group by series_id) b
    full join (select series_id, sum(spent_fen)::bigint as fen from journey_day where day >= ${monthDay}::date group by series_id) s using (series_id)
    where series_id <> ${exceptSeries}`,
  )

/** Journeys that wait or have not ended, each series once. */
export const countOpen = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{
        open: number
      }>`select count(distinct series_id)::int as open from journey where ${open}`,
    )
  ).open

export type NewJourney = Pick<
  Journey,
  | 'name'
  | 'segmentId'
  | 'product'
  | 'trigger'
  | 'days'
  | 'title'
  | 'content'
  | 'bonusFen'
  | 'turnoverTimes'
  | 'againDays'
  | 'perDay'
  | 'monthFen'
  | 'startsAt'
  | 'endsAt'
>
type By = { name: string; at: Date }

/** A new series, or another version of one. Undefined where one of the series waits already. */
export const insertJourney = async (
  tx: Tx,
  j: NewJourney & { seriesId: number | null; replaces: number | null },
  by: By,
): Promise<number | undefined> =>
  (
    await row(
      tx,
      sql<{ journeyId: number }>`
    with made as materialized (select nextval('journey_number')::int as id)
    insert into journey (journey_id, series_id, replaces, name, segment_id, product, trigger, days, title, content, bonus_fen, turnover_times,
      again_days, per_day, month_fen, starts_at, ends_at, proposed_by, proposed_at, next_at)
    select id, coalesce(${j.seriesId}::int, id), ${j.replaces}::int, ${j.name}, ${j.segmentId}::bigint, ${j.product}, ${j.trigger}, ${j.days}::int,
      ${j.title}, ${j.content}, ${j.bonusFen}::bigint, ${j.turnoverTimes}::int, ${j.againDays}::int, ${j.perDay}::int, ${j.monthFen}::bigint,
      ${j.startsAt}::timestamptz, ${j.endsAt}::timestamptz, ${by.name}, ${by.at}::timestamptz, ${j.startsAt}::timestamptz from made
    on conflict (series_id) where state = ${waiting} do nothing returning journey_id`,
    )
  )?.journeyId

/** Whoever decides, pauses or sends holds it. */
export const lockJourney = (tx: Tx, id: number) =>
  row(tx, sql<Journey>`select ${columns} from journey j where j.journey_id = ${id} for update`)

type Decision = { id: number; state: JourneyState; by: string; at: Date }
export const decideJourney = (tx: Tx, d: Decision & { remark: string; since: Date | null }) =>
  run(
    tx,
    sql`
    update journey set state = ${d.state}, decided_by = ${d.by}, decided_at = ${d.at}, remark = ${d.remark}, since = ${d.since}
    where journey_id = ${d.id}`,
  )

export const pauseJourney = (tx: Tx, p: { id: number; by: string; remark: string }) =>
  run(
    tx,
    sql`update journey set state = ${paused}, paused_by = ${p.by}, remark = ${p.remark} where journey_id = ${p.id}`,
  )

/** What happened while it was paused makes nobody get it. */
export const resumeJourney = (tx: Tx, r: { id: number; by: string; at: Date }) =>
  run(
    tx,
    sql`
    update journey set state = ${approved}, paused_by = '', resumed_by = ${r.by}, next_at = ${r.at}, since = greatest(since, ${r.at})
    where journey_id = ${r.id}`,
  )

type Ending = { id: number; why: JourneyEnd; by: string; remark: string; at: Date }
export const endJourney = (tx: Tx, e: Ending) =>
  run(
    tx,
    sql`update journey set state = ${ended}, stopped_by = ${e.by}, stopped_at = ${e.at}, stopped_why = ${e.why}, remark = ${e.remark}
    where journey_id = ${e.id}`,
  )

/** Ends those whose time is over. */
export const endOver = (db: Db, now: Date) =>
  run(
    db,
    sql`
    update journey set state = ${ended}, stopped_at = ends_at, stopped_why = 'time'
    where state in (${approved}, ${paused}) and ends_at <= ${now}`,
  )

const due = (now: Date) =>
  sql`j.state = ${approved} and j.starts_at <= ${now} and j.ends_at > ${now} and j.next_at <= ${now}`

/** Journeys whose turn it is. */
export const dueJourneys = async (db: Db, now: Date): Promise<number[]> =>
  (
    await rows(
      db,
      sql<{
        journeyId: number
      }>`select j.journey_id from journey j where ${due(now)} order by j.next_at, j.journey_id`,
    )
  ).map(each => each.journeyId)

/** Takes one that is still due; whoever takes it has it until `until`. */
export const takeDue = (db: Db, t: { id: number; now: Date; until: Date }) =>
  row(
    db,
    sql<Journey>`update journey j set next_at = ${t.until} where j.journey_id = ${t.id} and ${due(t.now)} returning ${columns}`,
  )

type Walked = { id: number; walkedAt: string | null; walkedTo: bigint; nextAt: Date }
/** How far the walk is, and when it goes on. */
export const noteWalk = (db: Db, w: Walked) =>
  run(
    db,
    sql`update journey set walked_at = ${w.walkedAt}::timestamptz, walked_to = ${w.walkedTo}, next_at = ${w.nextAt} where journey_id = ${w.id}`,
  )

export type Listed = Journey & { segment: string; monthPaidFen: bigint; reached: number }
const listed = (monthDay: string) => sql`${columns}, ${segmentName(sql`j.segment_id`)} as segment,
  (select coalesce(sum(d.spent_fen), 0)::bigint from journey_day d where d.series_id = j.series_id and d.day >= ${monthDay}::date) as month_paid_fen,
  (select coalesce(sum(d.reached), 0)::int from journey_day d where d.series_id = j.series_id) as reached`

/** Journeys, the newest first. */
export function journeyRows(db: Db, f: ListFilter & { monthDay: string }) {
  const { key, page } = byId(f.paging, sql`j.journey_id`, true)
  const from = sql`from journey j where ${ofStates(f.states, sql`j.state`)} and ${inSpan(sql`j.starts_at`, f)}`
  return keyedRows(
    db,
    f.paging,
    sql<Listed & Keyed>`select ${listed(f.monthDay)}, ${key} ${from} and ${page}`,
    from,
  )
}

export const listedOne = (db: Db, id: number, monthDay: string) =>
  row(db, sql<Listed>`select ${listed(monthDay)} from journey j where j.journey_id = ${id}`)

/** How many wait for a second person. */
export const journeysWaiting = (db: Db): Promise<number> =>
  totalOf(db, sql`from journey where state = ${waiting}`)
