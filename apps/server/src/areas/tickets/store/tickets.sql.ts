import { ticketState } from '@tianping/contract/tickets/facts'
import { rows, sql, theRow, type Db, type Sql } from '@tianping/database'
import { ofMember, ofState, onDay, totalOf } from '../../../kernel/operator/listed.sql.ts'
import { columns, open, type Ticket } from './ticket.sql.ts'

export type Filter = {
  state: number
  topic: string
  q: string
  day: string
  /** Of this operator alone; empty for everybody's. */
  holder: string
  now: Date
}

const isNumber = (q: string) => /^t\d{8}-/i.test(q)
const meant = (q: string): Sql =>
  isNumber(q) ? sql`t.ticket_no = ${q.toUpperCase()}` : ofMember(q, sql`t.member_id`)

const from = (f: Filter) => sql`
  from ticket t where ${ofState(f.state, sql`t.state`)} and ${meant(f.q)} and ${onDay(sql`t.created_at`, f.day)}
    and (${f.topic} = '' or t.topic = ${f.topic}) and (${f.holder} = '' or (t.claimed_by = ${f.holder} and t.claimed_until > ${f.now}))`

export type Listed = Ticket & { username: string; last: string }

/** Open ones by how long staff have owed an answer, others newest first. */
export async function ticketRows(db: Db, f: Filter & { limit: number; offset: number }) {
  const order =
    f.state === ticketState.open
      ? sql`t.waits_since nulls last, t.ticket_id desc`
      : sql`t.ticket_id desc`
  const found = await rows(
    db,
    sql<Listed>`
    select ${columns}, m.name as username, coalesce((
      select case when l.content <> '' then left(l.content, 80) when l.attached_kind <> '' then '[订单]' else '[图片]' end
      from ticket_line l where l.ticket_id = t.ticket_id and l.author <> 'note' order by l.line_id desc limit 1), '') as last
    from (select * ${from(f)} order by ${order} limit ${f.limit} offset ${f.offset}) t join member m using (member_id)
    order by ${order}`,
  )
  return { rows: found, total: await totalOf(db, from(f)) }
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
