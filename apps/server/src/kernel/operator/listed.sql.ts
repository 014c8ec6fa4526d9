import { everyState } from '@tianping/contract/facts'
import { sql, theRow, type Db, type Sql } from '@tianping/database'

/**
 * A list says "so many and more" beyond this: nobody pages that far, and counting ten million rows
 * would take longer than reading ten.
 */
export const MOST_COUNTED = 10_000

type Part = Sql

/** How many rows `from …` gives, at most so many. */
export const totalOf = async (db: Db, from: Part, most = MOST_COUNTED): Promise<number> =>
  (
    await theRow(
      db,
      sql<{
        total: number
      }>`select count(*)::int as total from (select 1 ${from} limit ${most}) counted`,
    )
  ).total

/** Rows in one state, which `column` holds; `everyState` narrows nothing. */
export const ofState = (state: number, column: Part): Part =>
  state === everyState ? sql`true` : sql`${column} = ${state}`

/** A Beijing day as the moments between which a column lies; an empty day narrows nothing. */
export const onDay = (column: Part, day: string): Part =>
  day === ''
    ? sql`true`
    : sql`${column} >= ${`${day} 00:00:00+08`}::timestamptz and ${column} < ${`${day} 00:00:00+08`}::timestamptz + interval '1 day'`

/**
 * Members that a search box means: by id, or by the beginning of their name; beyond so many one
 * searches more closely.
 */
export const MOST_MEANT = 200
/** What begins with a text, as an index of `text_pattern_ops` finds it. */
export const prefixOf = (text: string): string =>
  `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
const idOf = (q: string): bigint => (/^\d{1,15}$/.test(q) ? BigInt(q) : 0n)

/** Their ids, looked up first, so that a list is then read by its own index. */
const matchingMembers = (q: string): Part => sql`
  array(select member_id from member where member_id = ${idOf(q)}
    union (select member_id from member where lower(name) like ${prefixOf(q)} limit ${MOST_MEANT}))`

/** Rows whose member is meant by `q`; `member` is the column that names it. */
export const ofMember = (q: string, member: Part): Part =>
  q === '' ? sql`true` : sql`${member} = any(${matchingMembers(q)})`

/** Numbers of orders are longer than any id or name. */
const LONGEST_NAME = 15
/**
 * Orders that `q` means: the one of that number, by the directory of all numbers, or those of the
 * members it means.
 */
export const ofOrder = (q: string, order: { member: Part; no: Part }): Part =>
  q.length > LONGEST_NAME
    ? sql`(${order.member}, ${order.no}) = (select member_id, order_no from order_directory where order_no = ${q.toUpperCase()})`
    : ofMember(q, order.member)

/** The same where the number is a column of the row itself. */
export const ofNumbered = (q: string, row: { member: Part; no: Part }): Part =>
  q.length > LONGEST_NAME ? sql`${row.no} = ${q}` : ofMember(q, row.member)

/** Where a file reads on: behind a row, newest first. */
export type After = { at: Date; no: string } | null
export const behind = (after: After | undefined, at: Part, no: Part): Part =>
  after ? sql`(${at}, ${no}) < (${after.at}::timestamptz, ${after.no})` : sql`true`
/** The order of a page, or for a file the one in which it reads on. */
export const inOrder = (after: After | undefined, at: Part, no: Part, page: Part): Part =>
  after === undefined ? page : sql`${at} desc, ${no} desc`

/** How many other members logged in with a device, of the first thousand that did. */
export const othersOn = (device: Part, memberId: bigint): Part =>
  sql`(select count(*)::int from (select member_id from device_trace where device = ${device} limit 1000) o where o.member_id <> ${memberId})`
