import type {
  IncidentFilter,
  IncidentKind,
  IncidentNote,
  IncidentState,
  RequestAnswer,
} from '@tianping/contract/compliance/facts'
import { row, rows, run, sql, theRow, type Db, type Sql, type Tx } from '@tianping/database'
import { inSpan, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import {
  byNumbered,
  keyedRows,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

export type Incident = {
  incidentId: bigint
  kind: IncidentKind
  title: string
  description: string
  measures: string
  foundAt: Date
  beganAt: Date
  endedAt: Date | null
  affected: number
  highRisk: boolean
  memberId: bigint | null
  openedBy: string
  openedAt: Date
  state: IncidentState
  answer: RequestAnswer | ''
  proposedBy: string
  proposal: string
  decidedBy: string
  closedAt: Date | null
}
const columns = sql`
  i.incident_id, i.kind, i.title, i.description, i.measures, i.found_at, i.began_at, i.ended_at, i.affected, i.high_risk, i.member_id,
  i.opened_by, i.opened_at, i.state, i.answer, i.proposed_by, i.proposal, i.decided_by, i.closed_at`

export type IncidentListed = Incident & { dueAt: Date | null }
const due = sql`
  (select min(d.due_at) from incident_duty d where d.incident_id = i.incident_id and d.done_at is null) as due_at`

export function incidentRows(
  db: Db,
  f: Narrowed & { state: IncidentFilter; kind: string; now: Date; paging: Paging },
) {
  const { key, page } = byNumbered(f.paging, sql`i.found_at`, sql`i.incident_id`, true)
  const states: Record<IncidentFilter, Sql> = {
    open: sql`i.state <> 'closed'`,
    late: sql`i.incident_id in (select d.incident_id from incident_duty d where d.done_at is null and d.alarm_at <= ${f.now})`,
    closed: sql`i.state = 'closed'`,
    '': sql`true`,
  }
  const from = sql`
    from incident i where ${states[f.state]} and (${f.kind} = '' or i.kind = ${f.kind}) and ${inSpan(sql`i.found_at`, f)}`
  return keyedRows(
    db,
    f.paging,
    sql<IncidentListed & Keyed>`select ${columns}, ${due}, ${key} ${from} and ${page}`,
    from,
  )
}

export const incidentRow = (db: Db, id: number | bigint) =>
  row(
    db,
    sql<IncidentListed>`select ${columns}, ${due} from incident i where i.incident_id = ${id}`,
  )

export const lockIncident = (tx: Tx, id: number | bigint) =>
  row(tx, sql<Incident>`select ${columns} from incident i where i.incident_id = ${id} for update`)

export type NewIncident = Pick<
  Incident,
  | 'kind'
  | 'title'
  | 'description'
  | 'measures'
  | 'foundAt'
  | 'beganAt'
  | 'endedAt'
  | 'affected'
  | 'highRisk'
  | 'memberId'
  | 'openedBy'
  | 'openedAt'
>

export const insertIncident = (tx: Tx, i: NewIncident) =>
  theRow(
    tx,
    sql<{ incidentId: bigint }>`
    insert into incident (kind, title, description, measures, found_at, began_at, ended_at, affected, high_risk, member_id, opened_by, opened_at)
    values (${i.kind}, ${i.title}, ${i.description}, ${i.measures}, ${i.foundAt}, ${i.beganAt}, ${i.endedAt}, ${i.affected},
      ${i.highRisk}, ${i.memberId}, ${i.openedBy}, ${i.openedAt})
    returning incident_id`,
  )

export const saveIncident = (
  tx: Tx,
  i: Pick<
    Incident,
    'incidentId' | 'title' | 'description' | 'measures' | 'endedAt' | 'affected' | 'highRisk'
  >,
) =>
  run(
    tx,
    sql`
    update incident set title = ${i.title}, description = ${i.description}, measures = ${i.measures}, ended_at = ${i.endedAt},
      affected = ${i.affected}, high_risk = ${i.highRisk} where incident_id = ${i.incidentId}`,
  )

export const setProposal = (
  tx: Tx,
  p: { incidentId: bigint; answer: RequestAnswer; by: string; proposal: string },
) =>
  run(
    tx,
    sql`
    update incident set state = 'proposed', answer = ${p.answer}, proposed_by = ${p.by}, proposal = ${p.proposal}
    where incident_id = ${p.incidentId}`,
  )

export const dropProposal = (tx: Tx, incidentId: bigint) =>
  run(
    tx,
    sql`
    update incident set state = 'open', answer = '', proposed_by = '', proposal = '' where incident_id = ${incidentId}`,
  )

export const closeIncident = (tx: Tx, c: { incidentId: bigint; by: string; at: Date }) =>
  run(
    tx,
    sql`
    update incident set state = 'closed', decided_by = ${c.by}, closed_at = ${c.at} where incident_id = ${c.incidentId}`,
  )

export const insertNote = (
  tx: Tx,
  n: { incidentId: bigint; kind: IncidentNote; content: string; by: string; at: Date },
) =>
  run(
    tx,
    sql`
    insert into incident_note (incident_id, kind, content, written_by, written_at)
    values (${n.incidentId}, ${n.kind}, ${n.content}, ${n.by}, ${n.at})`,
  )

export type Note = { kind: IncidentNote; content: string; writtenBy: string; writtenAt: Date }
export const noteRows = (db: Db, incidentId: bigint, limit: number) =>
  rows(
    db,
    sql<Note>`
    select kind, content, written_by, written_at from incident_note where incident_id = ${incidentId}
    order by note_id desc limit ${limit}`,
  )

/** What waits for a person: duties near their end, proposals, void rounds, missing money. */
export const alarmsNow = async (db: Db, now: Date): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ count: number }>`
      select ((select count(*) from incident i where i.state <> 'closed' and (i.state = 'proposed' or exists (
          select from incident_duty d where d.incident_id = i.incident_id and d.done_at is null and d.alarm_at <= ${now})))
        + (select count(*) from void_round where state = 'open')
        + (select count(*) from funds_day f where f.day > (${now}::timestamptz at time zone 'Asia/Shanghai')::date - 8 and f.alarmed_at is not null
            and f.liability_fen > (select b.balance_fen from funds_balance b where b.day = f.day order by b.entry_id desc limit 1)))::int as count`,
    )
  ).count
