import type {
  ComplaintAuthor,
  ComplaintKind,
  ComplaintOutcome,
  ComplaintState,
} from '@tianping/contract/complaints/facts'
import { complaintState } from '@tianping/contract/complaints/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'

export const open = sql.literal(complaintState.open)

export type Complaint = {
  complaintId: bigint
  complaintNo: string
  memberId: bigint
  kind: ComplaintKind
  orderNo: string
  eventDay: string | null
  state: ComplaintState
  outcome: ComplaintOutcome | ''
  createdAt: Date
  firstAnswerAt: Date | null
  alarmedAt: Date | null
  answerBy: Date
  waitsFor: string
  decidedBy: string
  decidedAt: Date | null
}

export const columns = sql`
  c.complaint_id, c.complaint_no, c.member_id, c.kind, c.order_no, c.event_day, c.state, c.outcome, c.created_at,
  c.first_answer_at, c.alarmed_at, c.answer_by, c.waits_for, c.decided_by, c.decided_at`

export const openOf = async (db: Db, memberId: bigint): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ open: number }>`
      select count(*)::int as open from complaint where member_id = ${memberId} and state = ${open}`,
    )
  ).open

/** The end of the day, Beijing time, that lies so many days after today. */
const endOfDay = (days: number) =>
  sql`((now() at time zone 'Asia/Shanghai')::date + ${days}::int + 1)::timestamp at time zone 'Asia/Shanghai' - interval '1 second'`

/** Undefined when the number is taken. */
export const insertComplaint = (
  tx: Db,
  c: {
    complaintNo: string
    memberId: bigint
    kind: string
    orderNo: string
    eventDay: string | null
    answerDays: number
    actionKey: string
  },
) =>
  row(
    tx,
    sql<{ complaintId: bigint; answerBy: Date; createdAt: Date }>`
    insert into complaint (complaint_no, member_id, kind, order_no, event_day, acknowledged_at, answer_by, action_key)
    values (${c.complaintNo}, ${c.memberId}, ${c.kind}, ${c.orderNo}, ${c.eventDay}, now(), ${endOfDay(c.answerDays)}, ${c.actionKey})
    on conflict (complaint_no) do nothing returning complaint_id, answer_by, created_at`,
  )

export const complaintOfAction = (db: Db, memberId: bigint, key: string) =>
  row(
    db,
    sql<Complaint>`select ${columns} from complaint c where c.member_id = ${memberId} and c.action_key = ${key}`,
  )

/** Holds the complaint until the transaction ends. */
export const lockComplaint = (tx: Db, no: string) =>
  row(
    tx,
    sql<Complaint>`select ${columns} from complaint c where c.complaint_no = ${no} for update`,
  )

export const complaintByNo = (db: Db, no: string) =>
  row(db, sql<Complaint>`select ${columns} from complaint c where c.complaint_no = ${no}`)

export const insertMessage = (
  tx: Db,
  m: { complaintId: bigint; author: ComplaintAuthor; operator?: string; content: string },
) =>
  run(
    tx,
    sql`
    insert into complaint_message (complaint_id, author, operator, content)
    values (${m.complaintId}, ${m.author}, ${m.operator ?? ''}, ${m.content})`,
  )

export type Message = { author: ComplaintAuthor; operator: string; content: string; at: Date }

export const messagesOf = (db: Db, complaintId: bigint, limit: number) =>
  rows(
    db,
    sql<Message>`
    select author, operator, content, at from complaint_message where complaint_id = ${complaintId}
    order by message_id limit ${limit}`,
  )

export const countMessages = async (
  db: Db,
  complaintId: bigint,
  author: ComplaintAuthor,
): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ count: number }>`
      select count(*)::int as count from complaint_message where complaint_id = ${complaintId} and author = ${author}`,
    )
  ).count

/** Whose turn it is; the first answer of a person counts for the clock. */
export const turnTo = (tx: Db, complaintId: bigint, waitsFor: 'staff' | 'member') =>
  run(
    tx,
    sql`
    update complaint set waits_for = ${waitsFor},
      first_answer_at = case when ${waitsFor} = 'member' then coalesce(first_answer_at, now()) else first_answer_at end
    where complaint_id = ${complaintId}`,
  )

export const closeComplaint = (
  tx: Db,
  c: { complaintId: bigint; state: ComplaintState; outcome: ComplaintOutcome | ''; by: string },
) =>
  run(
    tx,
    sql`
    update complaint set state = ${c.state}, outcome = ${c.outcome}, decided_by = ${c.by}, decided_at = now(), waits_for = '',
      first_answer_at = case when ${c.outcome} = '' then first_answer_at else coalesce(first_answer_at, now()) end
    where complaint_id = ${c.complaintId} and state = ${open}`,
  )

/** Open complaints whose time has run out. */
export const overdueComplaints = (db: Db) =>
  rows(
    db,
    sql<{ complaintId: bigint }>`
    select complaint_id from complaint where state = ${open} and answer_by <= now() order by answer_by`,
  )

/** One of them, held until the transaction ends; undefined where another instance has it. */
export const lockOverdue = (tx: Db, complaintId: bigint) =>
  row(
    tx,
    sql<Complaint>`
    select ${columns} from complaint c where c.complaint_id = ${complaintId} and c.state = ${open} and c.answer_by <= now()
    for update skip locked`,
  )

/** Marks complaints that nobody has answered for so long; answers their numbers. */
export const markUnanswered = (tx: Db, hours: number, limit: number) =>
  rows(
    tx,
    sql<{ complaintNo: string }>`
    update complaint set alarmed_at = now() where complaint_id in (
      select complaint_id from complaint
      where state = ${open} and first_answer_at is null and alarmed_at is null and created_at <= now() - make_interval(hours => ${hours}::int)
      order by complaint_id limit ${limit} for update skip locked)
    returning complaint_no`,
  )

/** Blots what was said in complaints that ended before a moment; answers how many complaints. */
export const redactComplaints = async (db: Db, before: Date, limit: number): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ redacted: number }>`select redact_complaints(${before}, ${limit}) as redacted`,
    )
  ).redacted

export type Listed = Complaint & { last: string }

/** Newest first, with the last line that the member may read. */
export const complaintsOf = (db: Db, memberId: bigint, p: { limit: number; offset: number }) =>
  rows(
    db,
    sql<Listed>`
    select ${columns}, coalesce((
      select left(m.content, 80) from complaint_message m
      where m.complaint_id = c.complaint_id and m.author <> 'note' order by m.message_id desc limit 1), '') as last
    from complaint c where c.member_id = ${memberId} order by c.complaint_id desc limit ${p.limit} offset ${p.offset}`,
  )

/** Whether an order of this number is the member's. */
export const isOrderOf = async (db: Db, memberId: bigint, no: string): Promise<boolean> =>
  (await row(
    db,
    sql`
    select 1 as one from order_directory where order_no = ${no.toUpperCase()} and member_id = ${memberId}
    union all select 1 from bet where member_id = ${memberId} and bet_id = ${no} limit 1`,
  )) !== undefined
