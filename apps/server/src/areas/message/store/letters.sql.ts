import type { PlanState } from '@tianping/contract/message/facts'
import { row, rows, run, sql, theRow, type Db, type Sql } from '@tianping/database'

export type Draft = {
  draftId: bigint
  value: unknown
  version: number
  segment: string
  savedBy: string
  savedAt: Date
}

const segmentIn = (value: Sql) =>
  sql`coalesce((select s.name from segment s where s.segment_id = (${value} ->> 'segment_id')::bigint), '')`

export const draftRows = (db: Db, limit: number) =>
  rows(
    db,
    sql<Draft>`
    select draft_id, value, version, ${segmentIn(sql`value`)} as segment, saved_by, saved_at
    from letter_draft order by saved_at desc, draft_id desc limit ${limit}`,
  )

export const countDrafts = async (db: Db): Promise<number> =>
  (await theRow(db, sql<{ count: number }>`select count(*)::int as count from letter_draft`)).count

type Saving = { value: unknown; by: string; at: Date }

export const insertDraft = (tx: Db, s: Saving) =>
  theRow(
    tx,
    sql<{ draftId: bigint; version: number }>`
    insert into letter_draft (value, saved_by, saved_at) values (${JSON.stringify(s.value)}::jsonb, ${s.by}, ${s.at})
    returning draft_id, version`,
  )

export const lockDraft = (tx: Db, draftId: bigint) =>
  row(
    tx,
    sql<{ version: number; savedBy: string }>`
    select version, saved_by from letter_draft where draft_id = ${draftId} for update`,
  )

export const updateDraft = (tx: Db, s: Saving & { draftId: bigint }) =>
  theRow(
    tx,
    sql<{ draftId: bigint; version: number }>`
    update letter_draft set value = ${JSON.stringify(s.value)}::jsonb, version = version + 1, saved_by = ${s.by}, saved_at = ${s.at}
    where draft_id = ${s.draftId} returning draft_id, version`,
  )

export const deleteDraft = (tx: Db, draftId: bigint) =>
  row(
    tx,
    sql<{ title: string }>`
    delete from letter_draft where draft_id = ${draftId} returning coalesce(value ->> 'title', '') as title`,
  )

export type Plan = {
  planId: bigint
  value: unknown
  segment: string
  sendAt: Date
  state: PlanState
  writtenBy: string
  approvedBy: string
  approvedAt: Date
  endedBy: string
  endedAt: Date | null
  why: string
}
const planColumns = sql`
  plan_id, value, ${segmentIn(sql`value`)} as segment, send_at, state, written_by, approved_by, approved_at, ended_by, ended_at, why`

export const insertPlan = (
  tx: Db,
  p: Pick<Plan, 'value' | 'sendAt' | 'writtenBy' | 'approvedBy' | 'approvedAt'>,
) =>
  run(
    tx,
    sql`
    insert into letter_plan (value, send_at, written_by, approved_by, approved_at)
    values (${JSON.stringify(p.value)}::jsonb, ${p.sendAt}, ${p.writtenBy}, ${p.approvedBy}, ${p.approvedAt})`,
  )

export const countPlans = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ count: number }>`
      select count(*)::int as count from letter_plan where state = 'planned'`,
    )
  ).count

/** The next one first. */
export const plannedRows = (db: Db) =>
  rows(
    db,
    sql<Plan>`select ${planColumns} from letter_plan where state = 'planned' order by send_at, plan_id`,
  )

/** What was not sent, the latest first. */
export const unsentRows = (db: Db, limit: number) =>
  rows(
    db,
    sql<Plan>`
    select ${planColumns} from letter_plan where state in ('stopped', 'missed', 'refused') order by ended_at desc limit ${limit}`,
  )

export const duePlans = async (db: Db, now: Date, limit: number): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ planId: bigint }>`
      select plan_id from letter_plan where state = 'planned' and send_at <= ${now} order by send_at, plan_id limit ${limit}`,
    )
  ).map(({ planId }) => planId)

/** Undefined where another instance has it, or it is not planned any more. */
export const takePlan = (tx: Db, planId: bigint) =>
  row(
    tx,
    sql<Plan>`select ${planColumns} from letter_plan where plan_id = ${planId} and state = 'planned' for update skip locked`,
  )

export const lockPlan = (tx: Db, planId: bigint) =>
  row(tx, sql<Plan>`select ${planColumns} from letter_plan where plan_id = ${planId} for update`)

type Ending = {
  planId: bigint
  state: Exclude<PlanState, 'planned'>
  by: string
  why: string
  sendingId: bigint | null
  at: Date
}
export const endPlan = (tx: Db, e: Ending) =>
  run(
    tx,
    sql`
    update letter_plan set state = ${e.state}, ended_by = ${e.by}, why = ${e.why}, sending_id = ${e.sendingId}, ended_at = ${e.at}
    where plan_id = ${e.planId} and state = 'planned'`,
  )
