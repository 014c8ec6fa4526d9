// Pages of a list by key: the rows behind or before a row, in the order of a column that an index
// serves. A page number without a cursor still works, by OFFSET, no deeper than totals are counted.
import { say } from '@tianping/contract/refusals'
import { rows, sql, type Db, type Sql } from '@tianping/database'
import { pageOf } from '../http/answer.ts'
import { Refusal } from '../http/refusal.ts'
import { MOST_COUNTED, totalOf } from './listed.sql.ts'

type Part = Sql
/** The largest page that a screen asks for; a file reads larger ones and needs no total. */
const LARGEST_PAGE = 100

/** A row in an order: what it is ordered by, written as text, and what tells equal ones apart. */
export type Key = { value: string; no: string }
export type Paging = {
  page: number
  limit: number
  offset: number
  /** The column, or empty for the list's own order. */
  sort: string
  /** Of the order as chosen; null leaves it to the list. */
  descending: boolean | null
  /** The row that the page lies behind, or with `back` before. */
  after: Key | null
  back: boolean
  counted: boolean
}
/** What a row brings for its cursor. */
export type Keyed = { sortValue: string; sortNo: string }

type Asked = { page: number; per: number; cursor: string; sort: string }

const badCursor = () => new Refusal(say('list.cursor'))

/** A moment to the microsecond, as `momentKey` writes it. */
const isMoment = (value: string) =>
  /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(value) &&
  new Date(value).toJSON()?.slice(0, 19) === value.slice(0, 19)
const isKeyValue = (value: string) => /^-?\d{1,18}$/.test(value) || isMoment(value)

const written = (sort: string, back: boolean, { value, no }: Key) =>
  Buffer.from(JSON.stringify([sort, back, value, no])).toString('base64url')

function read(cursor: string): [string, boolean, string, string] {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    const [sort, back, value, no] = parts
    if (
      typeof sort === 'string' &&
      typeof back === 'boolean' &&
      typeof value === 'string' &&
      isKeyValue(value) &&
      typeof no === 'string' &&
      /^[\x20-\x7e]{1,100}$/.test(no)
    )
      return [sort, back, value, no]
  } catch {
    // Not ours.
  }
  throw badCursor()
}

const shapes = {
  text: /^/,
  id: /^\d{1,18}$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
}
const shapeOf = (ids: boolean) => (ids ? shapes.id : shapes.text)

/**
 * What a list is asked for, checked. `fens` are its columns of money; the others hold moments. With
 * `ids` rows of one moment are told apart by a number or a UUID instead of a text.
 */
export function pagingOf(
  { page, per, cursor, sort }: Asked,
  fens: readonly string[],
  ids: boolean | 'uuid' = false,
): Paging {
  const column = sort.replace('-', '')
  const paging = {
    page,
    limit: per,
    offset: (page - 1) * per,
    sort: column,
    descending: sort === '' ? null : sort.startsWith('-'),
    after: null,
    back: false,
    counted: per <= LARGEST_PAGE,
  }
  if (cursor === '') {
    if (paging.offset + per > MOST_COUNTED && page > 1) throw new Refusal(say('list.too_deep'))
    return paging
  }
  const [of, back, value, no] = read(cursor)
  if (of !== sort || isMoment(value) === fens.includes(column)) throw badCursor()
  if (!(ids === 'uuid' ? shapes.uuid : shapeOf(ids)).test(no)) throw badCursor()
  return { ...paging, offset: 0, after: { value, no }, back }
}

/** Whether rows are read largest first; `own` is the order of the list itself. */
const falls = ({ descending, back }: Paging, own: boolean) => (descending ?? own) !== back

const fartherFen = (p: Paging, key: Key, by: Part, no: Part, own: boolean): Part =>
  falls(p, own)
    ? sql`(${by}, ${no}) < (${BigInt(key.value)}::bigint, ${key.no})`
    : sql`(${by}, ${no}) > (${BigInt(key.value)}::bigint, ${key.no})`
const fartherMoment = (p: Paging, key: Key, by: Part, no: Part, own: boolean): Part =>
  falls(p, own)
    ? sql`(${by}, ${no}) < (${key.value}::timestamptz, ${key.no})`
    : sql`(${by}, ${no}) > (${key.value}::timestamptz, ${key.no})`

const fartherId = (p: Paging, key: Key, no: Part, own: boolean): Part =>
  falls(p, own) ? sql`${no} < ${BigInt(key.no)}::bigint` : sql`${no} > ${BigInt(key.no)}::bigint`
/** Rows behind the cursor's, in the order of a number that tells all rows apart. */
export const behindId = (p: Paging, no: Part, own: boolean): Part =>
  p.after === null ? sql`true` : fartherId(p, p.after, no, own)
export const inIdOrder = (p: Paging, no: Part, own: boolean): Part =>
  falls(p, own) ? sql`${no} desc` : no
export const idKey = (no: Part): Part => sql`${no}::text as sort_value, ${no}::text as sort_no`
/** A list whose own order is a number instead of a moment: \`pagingOf(body, ownIds, true)\`. */
export const ownIds = [''] as const

const fartherNumbered = (p: Paging, key: Key, by: Part, no: Part, own: boolean): Part =>
  falls(p, own)
    ? sql`(${by}, ${no}) < (${key.value}::timestamptz, ${BigInt(key.no)}::bigint)`
    : sql`(${by}, ${no}) > (${key.value}::timestamptz, ${BigInt(key.no)}::bigint)`
/** Rows behind the cursor's, by a moment, those of one moment by a number. */
export const behindNumbered = (p: Paging, by: Part, no: Part, own: boolean): Part =>
  p.after === null ? sql`true` : fartherNumbered(p, p.after, by, no, own)

const fartherCount = (p: Paging, key: Key, by: Part, no: Part, own: boolean): Part =>
  falls(p, own)
    ? sql`(${by}, ${no}) < (${BigInt(key.value)}::bigint, ${BigInt(key.no)}::bigint)`
    : sql`(${by}, ${no}) > (${BigInt(key.value)}::bigint, ${BigInt(key.no)}::bigint)`
/** Rows behind the cursor's, by a whole number, those of one number by another. */
export const behindCount = (p: Paging, by: Part, no: Part, own: boolean): Part =>
  p.after === null ? sql`true` : fartherCount(p, p.after, by, no, own)

/** Rows behind the cursor's, by a column of money. */
export const behindFen = (p: Paging, by: Part, no: Part, own: boolean): Part =>
  p.after === null ? sql`true` : fartherFen(p, p.after, by, no, own)

/** Rows behind the cursor's, by a moment. */
export const behindMoment = (p: Paging, by: Part, no: Part, own: boolean): Part =>
  p.after === null ? sql`true` : fartherMoment(p, p.after, by, no, own)

export const inOrderOf = (p: Paging, by: Part, no: Part, own: boolean): Part =>
  falls(p, own) ? sql`${by} desc, ${no} desc` : sql`${by}, ${no}`

/** One row more than the page says whether another page follows. */
export const window = (p: Paging): Part => sql`limit ${p.limit + 1} offset ${p.offset}`

export const fenKey = (by: Part, no: Part): Part => sql`${by}::text as sort_value, ${no} as sort_no`
export const momentKey = (by: Part, no: Part): Part =>
  sql`to_char(${by} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sort_value, ${no} as sort_no`

const fartherText = (p: Paging, key: Key, text: Part, own: boolean): Part =>
  falls(p, own) ? sql`${text} < ${key.no}` : sql`${text} > ${key.no}`
const behindText = (p: Paging, text: Part, own: boolean): Part =>
  p.after === null ? sql`true` : fartherText(p, p.after, text, own)

const fartherLine = (p: Paging, key: Key, no: Part, line: Part, own: boolean): Part =>
  falls(p, own)
    ? sql`(${no}, ${line}) < (${key.no}::uuid, ${BigInt(key.value)}::bigint)`
    : sql`(${no}, ${line}) > (${key.no}::uuid, ${BigInt(key.value)}::bigint)`
const behindLine = (p: Paging, no: Part, line: Part, own: boolean): Part =>
  p.after === null ? sql`true` : fartherLine(p, p.after, no, line, own)

const fartherDay = (p: Paging, key: Key, day: Part, no: Part, own: boolean): Part =>
  falls(p, own)
    ? sql`(${day}, ${no}) < (${key.value.slice(0, 10)}::date, ${BigInt(key.no)}::bigint)`
    : sql`(${day}, ${no}) > (${key.value.slice(0, 10)}::date, ${BigInt(key.no)}::bigint)`
const behindDay = (p: Paging, day: Part, no: Part, own: boolean): Part =>
  p.after === null ? sql`true` : fartherDay(p, p.after, day, no, own)
/** A day is written as its first moment. */
const dayKey = (day: Part, no: Part): Part =>
  sql`to_char(${day}, 'YYYY-MM-DD"T00:00:00.000000Z"') as sort_value, ${no}::text as sort_no`
const fartherDayText = (p: Paging, key: Key, day: Part, no: Part, own: boolean): Part =>
  falls(p, own)
    ? sql`(${day}, ${no}) < (${key.value.slice(0, 10)}::date, ${key.no})`
    : sql`(${day}, ${no}) > (${key.value.slice(0, 10)}::date, ${key.no})`
const behindDayText = (p: Paging, day: Part, no: Part, own: boolean): Part =>
  p.after === null ? sql`true` : fartherDayText(p, p.after, day, no, own)

/** An order of a list: what lies behind its cursor, how it is read, and the key of each row. */
export type Arranged = { behind: Part; order: Part; key: Part }
/** With the end of a statement, after `where … and`: what lies behind, in order, one page. */
export type ArrangedPage = Arranged & { page: Part }

/** By a number that tells all rows apart. */
export const byId = (p: Paging, no: Part, own: boolean): ArrangedPage => ({
  behind: behindId(p, no, own),
  order: inIdOrder(p, no, own),
  key: idKey(no),
  page: sql`${behindId(p, no, own)} order by ${inIdOrder(p, no, own)} ${window(p)}`,
})
/** By a moment, those of one moment by a number. */
export const byNumbered = (p: Paging, by: Part, no: Part, own: boolean): ArrangedPage => ({
  behind: behindNumbered(p, by, no, own),
  order: inOrderOf(p, by, no, own),
  key: momentKey(by, sql`${no}::text`),
  page: sql`${behindNumbered(p, by, no, own)} order by ${inOrderOf(p, by, no, own)} ${window(p)}`,
})
/** By a whole number, those of one number by another. */
export const byCount = (p: Paging, by: Part, no: Part, own: boolean): Arranged => ({
  behind: behindCount(p, by, no, own),
  order: inOrderOf(p, by, no, own),
  key: fenKey(by, sql`${no}::text`),
})
/** By money, and by a moment, where a text tells rows apart. */
export const byFen = (p: Paging, by: Part, no: Part, own: boolean): Arranged => ({
  behind: behindFen(p, by, no, own),
  order: inOrderOf(p, by, no, own),
  key: fenKey(by, no),
})
export const byMoment = (p: Paging, by: Part, no: Part, own: boolean): ArrangedPage => ({
  behind: behindMoment(p, by, no, own),
  order: inOrderOf(p, by, no, own),
  key: momentKey(by, no),
  page: sql`${behindMoment(p, by, no, own)} order by ${inOrderOf(p, by, no, own)} ${window(p)}`,
})
/** By a text that tells all rows apart: `pagingOf(body, ownIds)`; readers see it in a cursor. */
export const byText = (p: Paging, text: Part, own: boolean): ArrangedPage => ({
  behind: behindText(p, text, own),
  order: inIdOrder(p, text, own),
  key: sql`'0' as sort_value, ${text} as sort_no`,
  page: sql`${behindText(p, text, own)} order by ${inIdOrder(p, text, own)} ${window(p)}`,
})
/** By a UUID, lines of one by their number: `pagingOf(body, ownIds, 'uuid')`. */
export const byLine = (p: Paging, no: Part, line: Part, own: boolean): ArrangedPage => ({
  behind: behindLine(p, no, line, own),
  order: inOrderOf(p, no, line, own),
  key: sql`${line}::text as sort_value, ${no}::text as sort_no`,
  page: sql`${behindLine(p, no, line, own)} order by ${inOrderOf(p, no, line, own)} ${window(p)}`,
})
/** By a day, those of one day by a number. */
export const byDay = (p: Paging, day: Part, no: Part, own: boolean): ArrangedPage => ({
  behind: behindDay(p, day, no, own),
  order: inOrderOf(p, day, no, own),
  key: dayKey(day, no),
  page: sql`${behindDay(p, day, no, own)} order by ${inOrderOf(p, day, no, own)} ${window(p)}`,
})

/** By a day, those of one day by a text. */
export const byDayText = (p: Paging, day: Part, no: Part, own: boolean): Arranged => ({
  behind: behindDayText(p, day, no, own),
  order: inOrderOf(p, day, no, own),
  key: dayKey(day, no),
})
/** The days in which a page of the newest day first can lie, within others. */
export function daysLeft<Days extends { from: string; to: string }>(p: Paging, days: Days): Days {
  if (p.after === null) return days
  const day = p.after.value.slice(0, 10)
  if (p.back) return { ...days, from: day > days.from ? day : days.from }
  return { ...days, to: day < days.to ? day : days.to }
}

export type Found<Row> = { rows: Row[]; next: string; prev: string }
export type Listed<Row> = Found<Row> & { total: number }

/** The rows of the page in its order, and the cursors of its neighbours. */
export function foundOf<Row extends Keyed>(p: Paging, read: Row[]): Found<Row> {
  const more = read.length > p.limit
  const rows = read.slice(0, p.limit)
  if (p.back) rows.reverse()
  const sort = p.descending === null ? '' : `${p.descending ? '-' : ''}${p.sort}`
  const at = (row: Row | undefined, back: boolean) =>
    row ? written(sort, back, { value: row.sortValue, no: row.sortNo }) : ''
  const behind = p.back || more
  const before = p.back ? more : p.after !== null || p.offset > 0
  return { rows, next: behind ? at(rows.at(-1), false) : '', prev: before ? at(rows[0], true) : '' }
}

/** The answer of a list. */
export const keyedPage = <Row>(
  { page, limit }: Paging,
  { next, prev, total }: { next: string; prev: string; total: number },
  data: Row[],
) => ({ ...pageOf(data, page, total, limit), next, prev })

/** The page that a statement reads, and how many rows `from …` has unless a file reads them. */
export async function keyedRows<Row extends Keyed>(
  db: Db,
  p: Paging,
  statement: Sql<Row>,
  from: Part,
): Promise<Listed<Row>> {
  const read = await rows(db, statement)
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

/** The answer of a list whose rows are each shown on their own. */
export const keyedAnswer = <Row, Shown>(
  paging: Paging,
  found: Listed<Row>,
  shown: (row: Row) => Shown,
) => ({
  data: keyedPage(
    paging,
    found,
    found.rows.map(row => shown(row)),
  ),
})
