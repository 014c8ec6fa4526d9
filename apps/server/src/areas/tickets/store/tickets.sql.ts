import { ticketState } from '@tianping/contract/tickets/facts'
import { rows, sql, theRow, type Db, type Sql } from '@tianping/database'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import { inSpan, ofMember, ofStates, totalOf } from '../../../kernel/operator/listed.sql.ts'
import {
  byId,
  byNumbered,
  foundOf,
  window,
  type Found,
  type Keyed,
} from '../../../kernel/operator/pages.sql.ts'
import { columns, open, type Ticket } from './ticket.sql.ts'

export type Filter = ListFilter & {
  topic: string
  /** Of this operator alone; empty for everybody's. */
  holder: string
  now: Date
}

const isNumber = (q: string) => /^t\d{8}-/i.test(q)
const meant = (q: string): Sql =>
  isNumber(q) ? sql`t.ticket_no = ${q.toUpperCase()}` : ofMember(q, sql`t.member_id`)

const from = (f: Filter) => sql`
  from ticket t where ${ofStates(f.states, sql`t.state`)} and ${meant(f.q)} and ${inSpan(sql`t.created_at`, f)}
    and (${f.topic} = '' or t.topic = ${f.topic}) and (${f.holder} = '' or (t.claimed_by = ${f.holder} and t.claimed_until > ${f.now}))`

export type Listed = Ticket & { username: string; last: string }

/** Open ones stand by how long staff have owed an answer; those that wait for nobody come last. */
const isQueue = ({ states, paging: { sort } }: ListFilter) =>
  sort === '' && states.length === 1 && states[0] === ticketState.open
const no = sql`t.ticket_id`
const waits = sql`coalesce(t.waits_since, t.created_at + interval '100 years')`
const arrangedBy = (f: ListFilter) =>
  isQueue(f) ? byNumbered(f.paging, waits, no, false) : byId(f.paging, no, true)

/** Open ones by how long staff have owed an answer, others newest first. */
export async function ticketRows(
  db: Db,
  f: Filter,
): Promise<Found<Listed & Keyed> & { total: number }> {
  const { behind, order, key } = arrangedBy(f)
  const read = await rows(
    db,
    sql<Listed & Keyed>`
    select ${columns}, m.name as username, coalesce((
      select case when l.content <> '' then left(l.content, 80) when l.attached_kind <> '' then '[订单]' else '[图片]' end
      from ticket_line l where l.ticket_id = t.ticket_id and l.author <> 'note' order by l.line_id desc limit 1), '') as last, ${key}
    from (select * ${from(f)} and ${behind} order by ${order} ${window(f.paging)}) t join member m using (member_id)
    order by ${order}`,
  )
  return { ...foundOf(f.paging, read), total: f.paging.counted ? await totalOf(db, from(f)) : 0 }
}

/** How many wait for staff. */
export const ticketsWaiting = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ waiting: number }>`
      select count(*)::int as waiting from ticket where state = ${open} and waits_for = 'staff'`,
    )
  ).waiting

export const ticketTotal = (db: Db, memberId: bigint) =>
  totalOf(db, sql`from ticket where member_id = ${memberId}`)

/** The newest other conversations of a member. */
export const earlierOf = (db: Db, t: Ticket, limit: number) =>
  rows(
    db,
    sql<Ticket>`
    select ${columns} from ticket t where t.member_id = ${t.memberId} and t.ticket_id <> ${t.ticketId}
    order by t.updated_at desc, t.ticket_id desc limit ${limit}`,
  )
