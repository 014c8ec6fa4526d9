import { everyState } from '@tianping/contract/facts'
import { say } from '@tianping/contract/refusals'
import { fenOf } from '@tianping/money'
import { sql, theRow, type Db, type Sql } from '@tianping/database'
import { Refusal } from '../http/refusal.ts'

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

const ofFirst = (states: readonly number[], column: Part): Part =>
  states[0] === undefined ? sql`true` : sql`${column} = ${states[0]}`
/** Rows in one of some states; none narrows nothing. */
export const ofStates = (states: readonly number[], column: Part): Part =>
  states.length > 1 ? sql`${column} = any(${states}::smallint[])` : ofFirst(states, column)

/** The same where the column holds names. */
export const ofNames = (states: readonly string[], column: Part): Part =>
  states.length > 1 ? sql`${column} = any(${states}::text[])` : ofFirstName(states, column)
const ofFirstName = (states: readonly string[], column: Part): Part =>
  states[0] === undefined ? sql`true` : sql`${column} = ${states[0]}`

/** A Beijing day as the moments between which a column lies; an empty day narrows nothing. */
export const onDay = (column: Part, day: string): Part =>
  day === ''
    ? sql`true`
    : sql`${column} >= ${`${day} 00:00:00+08`}::timestamptz and ${column} < ${`${day} 00:00:00+08`}::timestamptz + interval '1 day'`

/** Days and amounts that a list is narrowed by, checked; null narrows nothing. */
export type Narrowed = {
  span: { from: string; to: string } | null
  amounts: { least: bigint; most: bigint } | null
}
const FIRST_DAY = '2000-01-01'
const LAST_DAY = '2999-12-31'
const MAX_BIGINT = 2n ** 63n - 1n

export function narrowedOf(body: {
  day: string
  from: string
  to: string
  least?: string
  most?: string
}): Narrowed {
  const { day, from, to, least = '', most = '' } = body
  return { span: spanOf(from || day, to || day), amounts: amountsOf(least, most) }
}

function spanOf(from: string, to: string): Narrowed['span'] {
  if (from + to === '') return null
  const span = { from: from || FIRST_DAY, to: to || LAST_DAY }
  if (span.from > span.to) throw new Refusal(say('list.span'), { field: 'from' })
  return span
}

function amountsOf(least: string, most: string): Narrowed['amounts'] {
  if (least + most === '') return null
  const amounts = { least: fenOf(least || 0), most: most === '' ? MAX_BIGINT : fenOf(most) }
  if (amounts.least > amounts.most) throw new Refusal(say('list.amounts'), { field: 'least' })
  return amounts
}

/** Rows of the days; both ends are Beijing days and included. */
export const inSpan = (column: Part, { span }: Narrowed): Part =>
  span === null
    ? sql`true`
    : sql`${column} >= ${`${span.from} 00:00:00+08`}::timestamptz and ${column} < ${`${span.to} 00:00:00+08`}::timestamptz + interval '1 day'`

/** The same where the column is a day itself. */
export const inDays = (column: Part, { span }: Narrowed): Part =>
  span === null ? sql`true` : sql`${column} between ${span.from}::date and ${span.to}::date`

export const inAmounts = (column: Part, { amounts }: Narrowed): Part =>
  amounts === null ? sql`true` : sql`${column} between ${amounts.least} and ${amounts.most}`

/** The states that a list is asked for; empty for every one. */
export function statesOf(
  { state, states }: { state?: number | undefined; states: string },
  rest: { resting: number; every: number; known: readonly number[] },
): number[] {
  const one = state ?? rest.resting
  const asked = states === '' ? (one === rest.every ? [] : [one]) : states.split(',').map(Number)
  if (states !== '' && asked.some(each => !rest.known.includes(each)))
    throw new Refusal(say('list.states'), { field: 'states' })
  return asked
}

/** The same where states are names on the wire; `known` has them as keys. */
export function stateNamesOf<Name extends string>(
  { state, states }: { state: string; states: string },
  known: Readonly<Record<Name, unknown>>,
): Name[] {
  const asked = states === '' ? [state].filter(Boolean) : states.split(',')
  if (!asked.every(each => Object.hasOwn(known, each)))
    throw new Refusal(say('list.states'), { field: 'states' })
  return asked as Name[]
}

/**
 * Members that a search box means: by id, or by the beginning of their name; beyond so many one
 * searches more closely.
 */
export const MOST_MEANT = 200
/** What begins with a text, as an index of `text_pattern_ops` finds it. */
export const prefixOf = (text: string): string =>
  `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
/** What has a text anywhere inside, as `like` and `ilike` take it. */
export const containsOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
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

/** How many other members logged in with a device, of the first thousand that did. */
export const othersOn = (device: Part, memberId: bigint): Part =>
  sql`(select count(*)::int from (select member_id from device_trace where device = ${device} limit 1000) o where o.member_id <> ${memberId})`
