import { sql, type Sql } from '@tianping/database'

/** The numbers of the histories in `history_day`; bets have counts of their own. */
export const histories = {
  bets: 0,
  deposits: 1,
  withdrawals: 2,
  transfersIn: 3,
  transfersOut: 4,
} as const

/** `until` is the first instant after the span; null for none. Spans are whole Beijing days. */
export type HistoryPage = {
  since: Date
  until: Date | null
  /** Of one venue alone; null for all. */
  venueId: number | null
  limit: number
  offset: number
}

/** A page of one member's history; `history` is a number of `histories`. */
export type HistoryAsked = HistoryPage & { memberId: bigint; history: number }

/** What was asked for as rows, `at` from 1 on. */
export const askedPages = (asked: readonly HistoryAsked[]): Sql => sql`
  unnest(${asked.map(each => each.memberId)}::bigint[], ${asked.map(each => each.history)}::smallint[],
    ${asked.map(each => each.since)}::timestamptz[],
    ${asked.map(each => each.until)}::timestamptz[],
    ${asked.map(each => each.venueId)}::smallint[],
    ${asked.map(each => each.limit)}::int[], ${asked.map(each => each.offset)}::int[])
  with ordinality asked (member_id, history, since, until, venue_id, most, passed, at)`

/** What histories differ in. Beside a row, `asked` is what was asked for. */
type Listing = {
  columns: Sql
  from: Sql
  /** The number of a row, which orders rows of one moment. */
  no: Sql
}

/** What each row says beside its columns; an empty page is one row, with `no` null. */
export type Listed = { at: number; total: number; no: string | null }

/**
 * A statement of the pages that are asked for: `columns` of `from` and the `total` beside each row,
 * `at` its page. A page is read from the end of its first day on. What is read does not grow with
 * what lies before the page (docs/decisions/0142-histories-are-counted-by-day.md).
 */
export const historyPages = (
  { columns, from, no }: Listing,
  asked: readonly HistoryAsked[],
): Sql => sql`
  select asked.at::int as at, page.* from ${askedPages(asked)}
  cross join lateral (
    with days as (
      select day, sum(listed) as n, sum(sum(listed)) over (order by day desc) as upto from history_day
      where member_id = asked.member_id and history = asked.history
        and day >= (asked.since at time zone 'Asia/Shanghai')::date
        and day < coalesce((asked.until at time zone 'Asia/Shanghai')::date, 'infinity')
        and (asked.venue_id is null or venue_id = asked.venue_id) group by day),
    place as (
      select (day + 1)::timestamp at time zone 'Asia/Shanghai' as before,
        (asked.passed - (upto - n))::int as skip from days
      where upto > asked.passed order by day desc limit 1)
    select coalesce((select sum(n) from days), 0)::int as total, found.* from (values (1)) one left join (
      select ${no} as no, ${columns} from place cross join lateral (
        select * from ${from} where member_id = asked.member_id and created_at < before and created_at >= asked.since
        order by created_at desc, ${no} limit asked.most offset skip) o
      order by created_at desc, ${no}) found on true) page`

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
