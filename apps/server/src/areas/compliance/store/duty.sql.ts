import type { IncidentDuty } from '@tianping/contract/compliance/facts'
import { row, rows, run, sql, type Db, type Tx } from '@tianping/database'

export type Duty = {
  duty: IncidentDuty
  dueAt: Date
  alarmAt: Date
  doneAt: Date | null
  reference: string
  doneBy: string
}

export const dutyRows = (db: Db, incidentId: bigint) =>
  rows(
    db,
    sql<Duty>`
    select duty, due_at, alarm_at, done_at, reference, done_by from incident_duty
    where incident_id = ${incidentId} order by due_at, duty`,
  )

/** What is written down stays as it is: a later word about the incident never moves a deadline. */
export const insertDuty = (
  tx: Tx,
  d: { incidentId: bigint; duty: IncidentDuty; dueAt: Date; alarmAt: Date; version: number },
) =>
  run(
    tx,
    sql`
    insert into incident_duty (incident_id, duty, due_at, alarm_at, rule_version)
    values (${d.incidentId}, ${d.duty}, ${d.dueAt}, ${d.alarmAt}, ${d.version}) on conflict do nothing`,
  )

export const dutyOf = (tx: Tx, incidentId: bigint, duty: IncidentDuty) =>
  row(
    tx,
    sql<Duty>`
    select duty, due_at, alarm_at, done_at, reference, done_by from incident_duty
    where incident_id = ${incidentId} and duty = ${duty} for update`,
  )

export const setDone = (
  tx: Tx,
  d: { incidentId: bigint; duty: IncidentDuty; reference: string; by: string; at: Date },
) =>
  run(
    tx,
    sql`
    update incident_duty set done_at = ${d.at}, reference = ${d.reference}, done_by = ${d.by}
    where incident_id = ${d.incidentId} and duty = ${d.duty}`,
  )

export type Alarmed = { incidentId: bigint; duty: IncidentDuty }

/** Marks what is past its end and was not yet alarmed for that. */
export const markLate = (tx: Tx, now: Date, limit: number) =>
  rows(
    tx,
    sql<Alarmed>`
    update incident_duty set alarms = 2 where (incident_id, duty) in (
      select incident_id, duty from incident_duty where done_at is null and alarm_at <= ${now} and due_at <= ${now} and alarms < 2
      order by alarm_at limit ${limit} for update skip locked)
    returning incident_id, duty`,
  )

/** Marks what is near its end and was not yet alarmed. */
export const markNear = (tx: Tx, now: Date, limit: number) =>
  rows(
    tx,
    sql<Alarmed>`
    update incident_duty set alarms = 1 where (incident_id, duty) in (
      select incident_id, duty from incident_duty where done_at is null and alarm_at <= ${now} and alarms < 1
      order by alarm_at limit ${limit} for update skip locked)
    returning incident_id, duty`,
  )
