import {
  ticketState,
  type AttachedKind,
  type TicketAuthor,
  type TicketEnd,
  type TicketState,
  type TicketTopic,
} from '@tianping/contract/tickets/facts'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import { MOST_IN_TURN } from '../../../kernel/jobs/eachAlone.ts'

export const open = sql.literal(ticketState.open)

export type Ticket = {
  ticketId: bigint
  ticketNo: string
  memberId: bigint
  topic: TicketTopic
  state: TicketState
  createdAt: Date
  updatedAt: Date
  waitsFor: 'staff' | 'member' | ''
  waitsSince: Date | null
  firstAnswerAt: Date | null
  memberRead: bigint
  memberSeenAt: Date | null
  staffRead: bigint
  staffReadAt: Date | null
  claimedBy: string
  claimedUntil: Date | null
  closedAt: Date | null
  closedBy: string
  ending: TicketEnd | ''
  rating: number
  complaintNo: string
}

export const columns = sql`
  t.ticket_id, t.ticket_no, t.member_id, t.topic, t.state, t.created_at, t.updated_at, t.waits_for, t.waits_since, t.first_answer_at,
  t.member_read, t.member_seen_at, t.staff_read, t.staff_read_at, t.claimed_by, t.claimed_until, t.closed_at, t.closed_by, t.ending,
  t.rating, t.complaint_no`

export const ticketByNo = (db: Db, no: string) =>
  row(db, sql<Ticket>`select ${columns} from ticket t where t.ticket_no = ${no}`)

/** Holds the conversation until the transaction ends. */
export const lockTicket = (tx: Tx, no: string) =>
  row(tx, sql<Ticket>`select ${columns} from ticket t where t.ticket_no = ${no} for update`)

export const ticketOfAction = (db: Db, memberId: bigint, key: string) =>
  row(
    db,
    sql<Ticket>`select ${columns} from ticket t where t.member_id = ${memberId} and t.action_key = ${key}`,
  )

export const openOf = async (db: Db, memberId: bigint): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ open: number }>`
      select count(*)::int as open from ticket where member_id = ${memberId} and state = ${open}`,
    )
  ).open

/** Undefined when the number is taken. */
export const insertTicket = (
  tx: Tx,
  t: { ticketNo: string; memberId: bigint; topic: string; actionKey: string; at: Date },
) =>
  row(
    tx,
    sql<Ticket>`
    insert into ticket as t (ticket_no, member_id, topic, created_at, updated_at, waits_since, action_key)
    values (${t.ticketNo}, ${t.memberId}, ${t.topic}, ${t.at}, ${t.at}, ${t.at}, ${t.actionKey})
    on conflict (ticket_no) do nothing returning ${columns}`,
  )

export type NewLine = {
  ticketId: bigint
  author: TicketAuthor
  content: string
  at: Date
  operator?: string
  attachedKind?: string
  attachedNo?: string
}

export const insertLine = async (tx: Tx, l: NewLine): Promise<bigint> =>
  (
    await theRow(
      tx,
      sql<{ lineId: bigint }>`
      insert into ticket_line (ticket_id, author, operator, content, attached_kind, attached_no, at)
      values (${l.ticketId}, ${l.author}, ${l.operator ?? ''}, ${l.content}, ${l.attachedKind ?? ''}, ${l.attachedNo ?? ''}, ${l.at})
      returning line_id`,
    )
  ).lineId

export type Line = {
  lineId: bigint
  author: TicketAuthor
  operator: string
  content: string
  attachedKind: AttachedKind | ''
  attachedNo: string
  at: Date
  pictureId: bigint
}

/** The newest lines, oldest first; `notes` says whether those of staff are among them. */
export const linesOf = (db: Db, ticketId: bigint, notes: boolean, limit: number) =>
  rows(
    db,
    sql<Line>`
    select * from (
      select l.line_id, l.author, l.operator, l.content, l.attached_kind, l.attached_no, l.at, coalesce(p.picture_id, 0) as picture_id
      from ticket_line l left join ticket_picture p using (ticket_id, line_id)
      where l.ticket_id = ${ticketId} and (${notes} or l.author <> 'note')
      order by l.line_id desc limit ${limit}) newest
    order by line_id`,
  )

export const countLines = async (db: Db, ticketId: bigint, author: TicketAuthor): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ count: number }>`
      select count(*)::int as count from ticket_line where ticket_id = ${ticketId} and author = ${author}`,
    )
  ).count

/** A line of the member: staff owe the next one, and an ended conversation goes on. */
export const memberWrote = (tx: Tx, ticketId: bigint, at: Date) =>
  run(
    tx,
    sql`
    update ticket set state = ${open}, closed_at = null, closed_by = '', ending = '', rating = 0, updated_at = ${at},
      waits_for = 'staff', waits_since = coalesce(waits_since, ${at}) where ticket_id = ${ticketId}`,
  )

/** A line of staff, by who holds the conversation from now on. */
export const staffWrote = (
  tx: Tx,
  t: { ticketId: bigint; operator: string; until: Date; at: Date },
) =>
  run(
    tx,
    sql`
    update ticket set updated_at = ${t.at}, waits_for = 'member', waits_since = null, first_answer_at = coalesce(first_answer_at, ${t.at}),
      claimed_by = ${t.operator}, claimed_until = ${t.until} where ticket_id = ${t.ticketId}`,
  )

export const setHolder = (tx: Tx, t: { ticketId: bigint; operator: string; until: Date }) =>
  run(
    tx,
    sql`update ticket set claimed_by = ${t.operator}, claimed_until = ${t.until} where ticket_id = ${t.ticketId}`,
  )

export const closeTicket = (
  tx: Tx,
  t: {
    ticketId: bigint
    state: TicketState
    by: string
    ending: TicketEnd | ''
    at: Date
    complaintNo?: string
  },
) =>
  run(
    tx,
    sql`
    update ticket set state = ${t.state}, closed_at = ${t.at}, closed_by = ${t.by}, ending = ${t.ending}, complaint_no = ${t.complaintNo ?? ''},
      updated_at = ${t.at}, waits_for = '', waits_since = null, claimed_by = '', claimed_until = null where ticket_id = ${t.ticketId}`,
  )

export const rateTicket = (tx: Tx, ticketId: bigint, rating: number) =>
  run(tx, sql`update ticket set rating = ${rating} where ticket_id = ${ticketId}`)

/** What was shown counts as read. A page that asks every few seconds writes seldom. */
export const memberRead = (db: Db, ticketId: bigint, line: bigint, at: Date) =>
  run(
    db,
    sql`update ticket set member_read = greatest(member_read, ${line}::bigint), member_seen_at = ${at}
    where ticket_id = ${ticketId} and (member_read < ${line}::bigint or member_seen_at is null or member_seen_at < ${at}::timestamptz - interval '8 seconds')`,
  )

export const staffRead = (db: Db, ticketId: bigint, line: bigint, at: Date) =>
  run(
    db,
    sql`update ticket set staff_read = ${line}, staff_read_at = ${at} where ticket_id = ${ticketId} and staff_read < ${line}`,
  )

const unreadLines = sql`
  select count(*)::int from ticket_line l where l.ticket_id = t.ticket_id and l.line_id > t.member_read and l.author in ('staff', 'system')`

export type Listed = Ticket & { last: string; lastAuthor: TicketAuthor; unread: number }

/** The conversation that moved last comes first, with its newest line that the member may read. */
export const ticketsOf = (db: Db, memberId: bigint, p: { limit: number; offset: number }) =>
  rows(
    db,
    sql<Listed>`
    select ${columns}, newest.last, newest.last_author, (${unreadLines}) as unread
    from ticket t cross join lateral (
      select case when l.content <> '' then left(l.content, 80) when l.attached_kind <> '' then '[订单]' else '[图片]' end as last, l.author as last_author
      from ticket_line l where l.ticket_id = t.ticket_id and l.author <> 'note' order by l.line_id desc limit 1) newest
    where t.member_id = ${memberId} order by t.updated_at desc, t.ticket_id desc limit ${p.limit} offset ${p.offset}`,
  )

/** Lines of staff that the member has not read, in one conversation or in all of them. */
export const unreadIn = async (db: Db, ticketId: bigint): Promise<number> =>
  (
    await theRow(
      db,
      sql<{
        unread: number
      }>`select (${unreadLines}) as unread from ticket t where t.ticket_id = ${ticketId}`,
    )
  ).unread
export const unreadOf = async (db: Db, memberId: bigint): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ unread: number }>`
      select coalesce(sum(u.unread), 0)::int as unread from ticket t cross join lateral (${unreadLines}) u (unread)
      where t.member_id = ${memberId}`,
    )
  ).unread

const silent = (before: Date) =>
  sql`t.state = ${open} and t.waits_for = 'member' and t.updated_at < ${before}`

/** Open conversations whose member has owed the next line since a moment. */
export const silentTickets = (db: Db, before: Date) =>
  rows(
    db,
    sql<{
      ticketId: bigint
    }>`select ticket_id from ticket t where ${silent(before)} order by t.updated_at limit ${MOST_IN_TURN}`,
  )

/** One of them, held; undefined where somebody else has it or it is no longer one. */
export const lockSilent = (tx: Tx, ticketId: bigint, before: Date) =>
  row(
    tx,
    sql<Ticket>`
    select ${columns} from ticket t where t.ticket_id = ${ticketId} and ${silent(before)} for update skip locked`,
  )

/** Blots what was said before a moment, with its pictures; answers how many conversations. */
export const redactTickets = async (db: Db, before: Date, limit: number): Promise<number> =>
  (
    await theRow(
      db,
      sql<{
        redacted: number
      }>`select coalesce(redact_tickets(${before}, ${limit}), 0) as redacted`,
    )
  ).redacted

/** The part of an erasure that concerns conversations. */
export const eraseTickets = (tx: Tx, memberId: bigint, at: Date) =>
  run(tx, sql`select erase_tickets(${memberId}, ${at})`)
