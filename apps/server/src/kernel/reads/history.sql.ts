import { sql, type Sql } from '@tianping/database'

/** The numbers of the histories in `history_day`. */
export const histories = { deposits: 1, withdrawals: 2, transfersIn: 3, transfersOut: 4 } as const

/** `until` is the first instant after the span; null for none. Spans are whole Beijing days. */
export type HistoryPage = {
  since: Date
  until: Date | null
  /** Of one venue alone; null for all. */
  venueId: number | null
  limit: number
  offset: number
}

/**
 * A statement of one page of a member's history: `columns` of `from`, and the `total` beside each
 * row. The page is read from the end of its first day on. Where there is no such page the answer
 * is one row without columns. What is read does not grow with what lies before the page
 * (docs/decisions/0142-histories-are-counted-by-day.md).
 */
export const historyPage = (p: {
  memberId: bigint
  /** The number in `histories`, as a literal. */
  history: Sql
  page: HistoryPage
  columns: Sql
  from: Sql
  /** How rows of one moment are ordered. */
  ties: Sql
}): Sql => sql`
  with days as (
    select day, sum(listed) as n, sum(sum(listed)) over (order by day desc) as upto from history_day
    where member_id = ${p.memberId} and history = ${p.history} and day >= (${p.page.since}::timestamptz at time zone 'Asia/Shanghai')::date
      and day < coalesce((${p.page.until}::timestamptz at time zone 'Asia/Shanghai')::date, 'infinity')
      and (${p.page.venueId}::smallint is null or venue_id = ${p.page.venueId}::smallint) group by day),
  place as (
    select (day + 1)::timestamp at time zone 'Asia/Shanghai' as before, (${p.page.offset}::int - (upto - n))::int as skip from days
    where upto > ${p.page.offset}::int order by day desc limit 1)
  select coalesce((select sum(n) from days), 0)::int as total, found.* from (values (1)) one left join (
    select ${p.columns} from place cross join lateral (
      select * from ${p.from} where member_id = ${p.memberId} and created_at < before and created_at >= ${p.page.since}
      order by created_at desc, ${p.ties} limit ${p.page.limit} offset skip) o
    order by created_at desc, ${p.ties}) found on true`

/** The rows of a page, without the row that only brings the total. */
export const listed = <Row extends { total: number }>(found: Row[], no: (row: Row) => unknown) =>
  found.filter(row => no(row) !== null)

/** Histories that nothing counts are listed so far: a member gets few of these rows a day. */
const MOST_LISTED = 10_000

/** How many of these rows are listed; `from` ends before a limit. */
export const listedTotal = (from: Sql) =>
  sql`(select count(*)::int from (select ${from} limit ${sql.literal(MOST_LISTED)}) counted)`

/** The limits of a page, within what is listed. */
export const listedPage = ({ limit, offset }: { limit: number; offset: number }) => {
  const from = Math.min(offset, MOST_LISTED)
  return { limit: Math.min(limit, MOST_LISTED - from), offset: from }
}
