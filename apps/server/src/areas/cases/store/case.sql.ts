import type { CaseDecision, CaseFilter, CaseNote, CaseState } from '@tianping/contract/cases/facts'
import { depositState } from '@tianping/contract/cashier/facts'
import { reviewState } from '@tianping/contract/facts'
import { row, rows, run, sql, theRow, type Db, type Sql, type Tx } from '@tianping/database'
import { inSpan, ofMember, totalOf, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import {
  byId,
  byNumbered,
  foundOf,
  window,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

export type Case = {
  caseId: bigint
  title: string
  weight: number
  openedBy: string
  openedAt: Date
  dueAt: Date
  assignedTo: string
  state: CaseState
  decision: CaseDecision | ''
  proposedBy: string
  proposedAt: Date | null
  proposal: string
  decidedBy: string
  closedAt: Date | null
  draftSealed: Buffer | null
}
const columns = sql`
  c.case_id, c.title, c.weight, c.opened_by, c.opened_at, c.due_at, c.assigned_to, c.state, c.decision, c.proposed_by, c.proposed_at,
  c.proposal, c.decided_by, c.closed_at, c.draft_sealed`

export type CaseListed = Case & {
  memberId: bigint
  username: string
  members: number
  alerts: number
}
const listed = sql`
  ${columns}, f.member_id, f.username,
  (select count(*)::int from aml_case_member cm where cm.case_id = c.case_id) as members,
  (select count(*)::int from aml_case_alert ca where ca.case_id = c.case_id) as alerts`
/** The member whom it began with. */
const first = sql`
  cross join lateral (
    select cm.member_id, m.name as username from aml_case_member cm join member m using (member_id)
    where cm.case_id = c.case_id order by cm.alerted desc, cm.added_at, cm.member_id limit 1) f`

const inState: Record<CaseFilter, Sql> = {
  open: sql`c.state <> 'closed'`,
  closed: sql`c.state = 'closed'`,
  '': sql`true`,
}

type Filter = Narrowed & { state: CaseFilter; q: string; assignedTo: string; paging: Paging }
const no = sql`c.case_id`
const arrangedBy = ({ state, paging }: Filter) =>
  state === 'open' ? byNumbered(paging, sql`c.due_at`, no, false) : byId(paging, no, true)

/** Open ones by their date, others newest first. */
export async function caseRows(db: Db, f: Filter) {
  const { behind, order, key } = arrangedBy(f)
  const from = sql`
    from aml_case c where ${inState[f.state]} and ${f.assignedTo === '' ? sql`true` : sql`c.assigned_to = ${f.assignedTo}`}
      and ${
        f.q === ''
          ? sql`true`
          : sql`exists (
        select from aml_case_member cm where cm.case_id = c.case_id and ${ofMember(f.q, sql`cm.member_id`)})`
      }
      and ${inSpan(sql`c.opened_at`, f)}`
  const read = await rows(
    db,
    sql<CaseListed & Keyed>`
    select ${listed}, ${key}
    from (select * ${from} and ${behind} order by ${order} ${window(f.paging)}) c
    ${first} order by ${order}`,
  )
  return { ...foundOf(f.paging, read), total: f.paging.counted ? await totalOf(db, from) : 0 }
}

export const caseRow = (db: Db, caseId: number | bigint) =>
  row(db, sql<CaseListed>`select ${listed} from aml_case c ${first} where c.case_id = ${caseId}`)

export const lockCase = (tx: Tx, caseId: number | bigint) =>
  row(tx, sql<Case>`select ${columns} from aml_case c where c.case_id = ${caseId} for update`)

export const casesOpen = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ count: number }>`select count(*)::int as count from aml_case where state <> 'closed'`,
    )
  ).count

/** Marks undecided cases whose date has passed and of which nobody was told. */
export const markLate = (db: Db, now: Date) =>
  rows(
    db,
    sql<{ caseId: bigint }>`
    update aml_case set alarmed_at = ${now} where case_id in (
      select case_id from aml_case where state <> 'closed' and alarmed_at is null and due_at < ${now} order by due_at limit 50 for update skip locked)
    returning case_id`,
  )

/** Nobody else opens or joins cases until the transaction ends. */
export const lockGathering = (tx: Tx) => run(tx, sql`select pg_advisory_xact_lock(7214123)`)

export const insertCase = (
  tx: Tx,
  c: { title: string; weight: number; by: string; at: Date; due: Date },
) =>
  theRow(
    tx,
    sql<{ id: bigint }>`
    insert into aml_case (title, weight, opened_by, opened_at, due_at) values (${c.title}, ${c.weight}, ${c.by}, ${c.at}, ${c.due}) returning case_id as id`,
  )

/** A weightier alert gives the case its weight and, where that is sooner, its date. */
export const weigh = (tx: Tx, c: { caseId: bigint; title: string; weight: number; due: Date }) =>
  run(
    tx,
    sql`
    update aml_case set title = case when ${c.weight} > weight then ${c.title} else title end, weight = greatest(weight, ${c.weight}), due_at = least(due_at, ${c.due})
    where case_id = ${c.caseId}`,
  )

/** Members who are in an open case already keep to it. */
export const joinMember = (
  tx: Tx,
  m: { caseId: bigint; memberId: bigint; alerted: boolean; why: string; holds: boolean; at: Date },
) =>
  run(
    tx,
    sql`
    insert into aml_case_member as cm (case_id, member_id, alerted, why, added_at, holds)
    select ${m.caseId}, ${m.memberId}, ${m.alerted}, ${m.why}, ${m.at}, ${m.holds}
    where not exists (select from aml_case_member o where o.member_id = ${m.memberId} and o.open and o.case_id <> ${m.caseId})
    on conflict (case_id, member_id) do update set alerted = cm.alerted or excluded.alerted, holds = cm.holds or excluded.holds`,
  )

export const joinAlert = (
  tx: Tx,
  a: { caseId: bigint; source: 'flag' | 'hit'; alertId: bigint; memberId: bigint; at: Date },
) =>
  run(
    tx,
    sql`
    insert into aml_case_alert (case_id, source, alert_id, member_id, added_at) values (${a.caseId}, ${a.source}, ${a.alertId}, ${a.memberId}, ${a.at})
    on conflict (source, alert_id) do update set case_id = excluded.case_id, added_at = excluded.added_at`,
  )

/** The oldest open case of any of these members. */
export const openCaseOf = (db: Db, memberIds: bigint[]) =>
  row(
    db,
    sql<{ caseId: bigint }>`
    select case_id from aml_case_member where member_id = any(${memberIds}::bigint[]) and open order by case_id limit 1`,
  )

export const setAssigned = (tx: Tx, caseId: bigint, to: string) =>
  run(tx, sql`update aml_case set assigned_to = ${to} where case_id = ${caseId}`)
export const setDue = (tx: Tx, caseId: bigint, due: Date) =>
  run(tx, sql`update aml_case set due_at = ${due}, alarmed_at = null where case_id = ${caseId}`)
export const setDraft = (tx: Tx, caseId: bigint, sealed: Buffer) =>
  run(tx, sql`update aml_case set draft_sealed = ${sealed} where case_id = ${caseId}`)

export const setProposal = (
  tx: Tx,
  p: { caseId: bigint; decision: CaseDecision; by: string; at: Date; remark: string },
) =>
  run(
    tx,
    sql`update aml_case set state = 'proposed', decision = ${p.decision}, proposed_by = ${p.by}, proposed_at = ${p.at}, proposal = ${p.remark} where case_id = ${p.caseId}`,
  )
export const dropProposal = (tx: Tx, caseId: bigint) =>
  run(
    tx,
    sql`update aml_case set state = 'open', decision = '', proposed_by = '', proposed_at = null, proposal = '' where case_id = ${caseId}`,
  )
export const closeCase = (tx: Tx, c: { caseId: bigint; by: string; at: Date }) =>
  run(
    tx,
    sql`update aml_case set state = 'closed', decided_by = ${c.by}, closed_at = ${c.at} where case_id = ${c.caseId}`,
  )

/** Ends the membership of the case; `holds` null leaves the payouts as they are. */
export const endMembers = (tx: Tx, caseId: bigint, holds: boolean | null) =>
  run(
    tx,
    sql`update aml_case_member set open = false, holds = case when ${holds}::boolean is null then holds else ${holds}::boolean and alerted end where case_id = ${caseId}`,
  )
export const liftHolds = (tx: Tx, caseId: bigint) =>
  run(tx, sql`update aml_case_member set holds = false where case_id = ${caseId} and holds`)

export const insertNote = (
  tx: Tx,
  n: { caseId: bigint; kind: CaseNote; content: string; by: string; at: Date },
) =>
  run(
    tx,
    sql`insert into aml_case_note (case_id, kind, content, written_by, written_at) values (${n.caseId}, ${n.kind}, ${n.content}, ${n.by}, ${n.at})`,
  )

export const noteRows = (db: Db, caseId: bigint, limit: number) =>
  rows(
    db,
    sql<{ kind: CaseNote; content: string; writtenBy: string; writtenAt: Date }>`
    select kind, content, written_by, written_at from aml_case_note where case_id = ${caseId} order by note_id desc limit ${limit}`,
  )

export type Person = {
  memberId: bigint
  username: string
  realname: string
  /** Sealed (`kernel/sealedContact.ts`). */
  mobile: Buffer
  email: Buffer
  birthday: string | null
  joinedAt: Date
  alerted: boolean
  why: string
  holds: boolean
  depositsFen: bigint
  withdrawalsFen: bigint
  validFen: bigint
}
const credited = sql`state = ${sql.literal(depositState.credited)}`
const asked = sql`state in (${sql.literal(reviewState.waiting)}, ${sql.literal(reviewState.approved)})`

export const personRows = (db: Db, caseId: bigint, limit: number) =>
  rows(
    db,
    sql<Person>`
    select cm.member_id, m.name as username, m.realname, m.mobile, m.email, m.birthday, m.created_at as joined_at, cm.alerted, cm.why, cm.holds,
      (select coalesce(sum(credited_fen), 0)::bigint from deposit_order d where d.member_id = cm.member_id and ${credited}) as deposits_fen,
      (select coalesce(sum(amount_fen), 0)::bigint from withdrawal_order w where w.member_id = cm.member_id and ${asked}) as withdrawals_fen,
      (select coalesce(sum(valid_fen), 0)::bigint from turnover_total t where t.member_id = cm.member_id) as valid_fen
    from aml_case_member cm join member m using (member_id) where cm.case_id = ${caseId} order by cm.alerted desc, cm.added_at, cm.member_id limit ${limit}`,
  )

/** Money of the case's members by Beijing days with a movement, the newest first. */
export const dayRows = (db: Db, caseId: bigint, limit: number) =>
  rows(
    db,
    sql<{ day: string; inFen: bigint; outFen: bigint; validFen: bigint }>`
    with of_case as (select member_id from aml_case_member where case_id = ${caseId}),
      moved as (
        select (decided_at at time zone 'Asia/Shanghai')::date as day, credited_fen as in_fen, 0::bigint as out_fen, 0::bigint as valid_fen
        from deposit_order join of_case using (member_id) where ${credited}
        union all
        select (created_at at time zone 'Asia/Shanghai')::date, 0, amount_fen, 0 from withdrawal_order join of_case using (member_id) where ${asked}
        union all
        select day, 0, 0, valid_fen from turnover_day join of_case using (member_id))
    select day::text as day, sum(in_fen)::bigint as in_fen, sum(out_fen)::bigint as out_fen, sum(valid_fen)::bigint as valid_fen
    from moved group by day order by day desc limit ${limit}`,
  )

export type Movement = {
  memberId: bigint
  kind: 'deposit' | 'withdrawal'
  no: string
  at: Date
  fen: bigint
  method: string
  state: number
  party: string
  tail: string
}
/** Deposits and payouts for the report, newest first. */
export const movementRows = (db: Db, caseId: bigint, limit: number) =>
  rows(
    db,
    sql<Movement>`
    with of_case as (select member_id from aml_case_member where case_id = ${caseId})
    select * from (
      select d.member_id, 'deposit' as kind, d.deposit_no as no, coalesce(d.decided_at, d.created_at) as at, coalesce(d.credited_fen, d.amount_fen) as fen, d.method, d.state, d.payer_owner as party, d.payer_no_tail as tail
      from deposit_order d join of_case using (member_id)
      union all
      select w.member_id, 'withdrawal', w.withdrawal_no, w.created_at, w.amount_fen, w.method, w.state, c.bank_owner, c.number_tail
      from withdrawal_order w join of_case using (member_id) join card c on c.member_id = w.member_id and c.card_id = w.card_id) moved
    order by at desc, no limit ${limit}`,
  )

export const memberKnown = (db: Db, memberId: bigint) =>
  row(db, sql<{ memberId: bigint }>`select member_id from member where member_id = ${memberId}`)
