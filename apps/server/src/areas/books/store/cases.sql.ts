// Differences as work items. The runs and what each found stand unchanged in the ledger's schema; a
// case is one difference, however many runs found it, and people work on cases.
import { caseState, type CaseState } from '@tianping/contract/books/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import { holderOf } from '../../../kernel/operator/claim.sql.ts'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import {
  inSpan,
  ofMember,
  ofStates,
  totalOf,
  type Narrowed,
} from '../../../kernel/operator/listed.sql.ts'
import {
  behindCount,
  byLine,
  fenKey,
  foundOf,
  inOrderOf,
  keyedRows,
  window,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

const open = sql.literal(caseState.open)

export type Case = {
  caseId: bigint
  checkName: string
  severity: 'mismatch' | 'attention'
  memberId: bigint | null
  username: string
  subject: string
  expected: string | null
  found: string | null
  runs: number
  firstSeenAt: Date
  lastRun: string
  lastSeenAt: Date
  state: CaseState
  claimedBy: string
  resolvedBy: string
  resolvedAt: Date | null
  resolution: string
}

const columns = (now: Date) => sql`
  c.case_id, c.check_name, c.severity, c.member_id, coalesce(m.name, '') as username, c.subject, c.expected, c.found, c.runs,
  c.first_seen_at, c.last_run, c.last_seen_at, c.state, c.resolved_by, c.resolved_at, c.resolution,
  ${holderOf(sql`'case:' || c.case_id`, now)} as claimed_by`
const joined = sql`reconciliation_case c left join member m using (member_id)`

/** Open ones before resolved ones, of both the mismatches first; an index holds it. */
const urgency = sql`((c.severity = 'mismatch')::int - 2 * c.state)`
const no = sql`c.case_id`

/** Cases by urgency, then the newest. */
export async function caseRows(db: Db, f: ListFilter & { severity: string }, now: Date) {
  const { paging: p } = f
  const number = /^\d{1,15}$/.test(f.q) ? BigInt(f.q) : 0n
  const from = sql`
    from reconciliation_case c where ${ofStates(f.states, sql`c.state`)} and ${inSpan(sql`c.first_seen_at`, f)}
      and ${f.severity === '' ? sql`true` : sql`c.severity = ${f.severity}`}
      and ${f.q === '' ? sql`true` : sql`(c.case_id = ${number} or c.subject = ${f.q} or ${ofMember(f.q, sql`c.member_id`)})`}`
  const order = inOrderOf(p, urgency, no, true)
  const read = await rows(
    db,
    sql<Case & Keyed>`
    select ${columns(now)}, ${fenKey(urgency, sql`${no}::text`)}
    from (select * ${from} and ${behindCount(p, urgency, no, true)} order by ${order} ${window(p)}) c
    left join member m using (member_id) order by ${order}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

export const caseRow = (db: Db, caseId: number, now: Date) =>
  row(db, sql<Case>`select ${columns(now)} from ${joined} where c.case_id = ${caseId}`)
export const lockCase = (tx: Db, caseId: number) =>
  row(
    tx,
    sql<{
      caseId: bigint
      memberId: bigint | null
      state: CaseState
      resolvedBy: string
      resolution: string
    }>`
    select case_id, member_id, state, resolved_by, resolution from reconciliation_case where case_id = ${caseId} for update`,
  )
export const resolveCase = (
  tx: Db,
  c: { caseId: bigint; by: string; at: Date; resolution: string },
) =>
  run(
    tx,
    sql`
    update reconciliation_case set state = ${sql.literal(caseState.resolved)}, resolved_by = ${c.by}, resolved_at = ${c.at}, resolution = ${c.resolution} where case_id = ${c.caseId} and state = ${open}`,
  )

export const notesOf = (db: Db, caseId: bigint) =>
  rows(
    db,
    sql<{ content: string; by: string; at: Date }>`
    select content, written_by as by, written_at as at from reconciliation_note where case_id = ${caseId} order by note_id limit 100`,
  )
export const insertCaseNote = (
  tx: Db,
  n: { caseId: bigint; content: string; by: string; at: Date },
) =>
  run(
    tx,
    sql`insert into reconciliation_note (case_id, content, written_by, written_at) values (${n.caseId}, ${n.content}, ${n.by}, ${n.at})`,
  )

/**
 * Takes the runs that were not taken yet into cases, oldest first, each once: a difference that is
 * open already is seen again, one that was resolved is a new case. Answers how many runs there
 * were.
 */
export async function takeRuns(tx: Db, now: Date): Promise<number> {
  await run(tx, sql`select pg_advisory_xact_lock(7214082)`)
  const fresh = await rows(
    tx,
    sql<{ runId: string; at: Date }>`
    select r.run_id, r.finished_at as at from ledger.reconciliation_run r
    where not exists (select from reconciliation_seen s where s.run_id = r.run_id) order by r.run_id limit 100`,
  )
  for (const { runId, at } of fresh) {
    await run(
      tx,
      sql`
      insert into reconciliation_case as c (check_name, severity, member_id, subject, expected, found, first_run, first_seen_at, last_run, last_seen_at)
      select distinct on (check_name, coalesce(member_id, 0), subject) check_name, severity, member_id, left(subject, 500), expected, found, run_id, ${at}, run_id, ${at}
      from ledger.reconciliation_item where run_id = ${runId}::uuid
      on conflict (check_name, coalesce(member_id, 0), subject) where state = ${open}
      do update set expected = excluded.expected, found = excluded.found, last_run = excluded.last_run, last_seen_at = excluded.last_seen_at, runs = c.runs + 1`,
    )
    await run(
      tx,
      sql`insert into reconciliation_seen (run_id, seen_at) values (${runId}::uuid, ${now}) on conflict do nothing`,
    )
  }
  return fresh.length
}

export type Run = {
  runId: string
  startedAt: Date
  finishedAt: Date
  mismatches: number
  attentions: number
}
const runColumns = sql`run_id, started_at, finished_at, mismatches, attentions`

export function runRows(db: Db, { paging, ...narrowed }: Narrowed & { paging: Paging }) {
  const { key, page } = byLine(paging, sql`run_id`, sql`0::bigint`, true)
  const from = sql`from ledger.reconciliation_run where ${inSpan(sql`started_at`, narrowed)}`
  return keyedRows(
    db,
    paging,
    sql<Run & Keyed>`select ${runColumns}, ${key} ${from} and ${page}`,
    from,
  )
}

export const runRow = (db: Db, runId: string) =>
  row(
    db,
    sql<
      Run & { report: unknown }
    >`select ${runColumns}, report from ledger.reconciliation_run where run_id::text = ${runId}`,
  )

export type Item = {
  checkName: string
  severity: string
  memberId: bigint | null
  subject: string
  expected: string | null
  found: string | null
}
export const itemRows = (db: Db, runId: string, limit: number) =>
  rows(
    db,
    sql<Item>`
    select check_name, severity, member_id, subject, expected, found from ledger.reconciliation_item
    where run_id::text = ${runId} order by severity desc, item_no limit ${limit}`,
  )

export type Task = {
  taskId: bigint
  kind: 'books' | 'provider'
  provider: string
  day: string | null
  lines: unknown
  askedBy: string
  askedAt: Date
  finishedAt: Date | null
  runId: string | null
  error: string
  attempts: number
  /** The lines come by the provider's port. */
  byPort: boolean
}
const taskColumns = sql`
  task_id, kind, provider, day, asked_by, asked_at, finished_at, run_id, error, attempts, by_port`

/** The newest tasks, without a statement's lines. */
export const taskRows = (db: Db) =>
  rows(
    db,
    sql<
      Omit<Task, 'lines'>
    >`select ${taskColumns} from reconciliation_task order by task_id desc limit 10`,
  )

export const insertTask = (
  tx: Db,
  t: Pick<Task, 'kind' | 'provider' | 'day' | 'askedBy' | 'askedAt'> & { lines: string },
) =>
  theRow(
    tx,
    sql<{ id: bigint }>`
    insert into reconciliation_task (kind, provider, day, lines, asked_by, asked_at)
    values (${t.kind}, ${t.provider}, ${t.day}::date, ${t.lines}::jsonb, ${t.askedBy}, ${t.askedAt}) returning task_id as id`,
  )

/** Whether another person sent the very same statement before. */
export const saidByAnother = async (
  db: Db,
  { taskId, provider, day, askedBy }: Pick<Task, 'taskId' | 'provider' | 'day' | 'askedBy'>,
): Promise<boolean> =>
  (await row(
    db,
    sql<{ taskId: bigint }>`
    select o.task_id from reconciliation_task o
    join reconciliation_task t on t.task_id = ${taskId} and t.lines = o.lines
    where o.provider = ${provider} and o.day = ${day}::date and o.kind = 'provider'
      and not o.by_port and o.task_id < ${taskId} and lower(o.asked_by) <> lower(${askedBy})
    limit 1`,
  )) !== undefined

/**
 * A run of the books that waits or is under way; one that failed and will be tried again holds up
 * nobody who asks now.
 */
export const openBooksTask = (tx: Db) =>
  row(
    tx,
    sql`select 1 from reconciliation_task where kind = 'books' and finished_at is null and error = '' limit 1`,
  )

/** Takes the oldest task that nobody works on; none while another is under way. */
export const takeTask = (db: Db, now: Date, until: Date) =>
  row(
    db,
    sql<Task>`
    update reconciliation_task set leased_until = ${until}, attempts = attempts + 1 where task_id = (
      select task_id from reconciliation_task where finished_at is null and (leased_until is null or leased_until <= ${now}) order by task_id limit 1 for update skip locked)
    returning ${taskColumns}, lines`,
  )

/** Ends what was begun so often and never ended: each time its process died with it. */
export const giveUpTasks = (db: Db, now: Date, attempts: number) =>
  run(
    db,
    sql`
    update reconciliation_task set finished_at = ${now}, error = case when error = '' then '进程中断' else error end
    where finished_at is null and attempts >= ${attempts} and leased_until <= ${now}`,
  )

/** The task as this attempt took it: another's attempt is another's task. */
type Taken = Pick<Task, 'taskId' | 'attempts'>
const mine = (t: Taken) =>
  sql`task_id = ${t.taskId} and attempts = ${t.attempts} and finished_at is null`

/** Keeps a task that is being worked on. */
export const renewTask = (db: Db, t: Taken, until: Date) =>
  run(db, sql`update reconciliation_task set leased_until = ${until} where ${mine(t)}`)

/** A failed task that is to be tried again, and from when on. */
export const retryTask = (db: Db, t: Taken & { error: string; from: Date }) =>
  run(
    db,
    sql`update reconciliation_task set leased_until = ${t.from}, error = ${t.error.slice(0, 500)} where ${mine(t)}`,
  )

export const finishTask = (db: Db, t: Taken & { runId: string | null; error: string; now: Date }) =>
  run(
    db,
    sql`
    update reconciliation_task set finished_at = ${t.now}, run_id = ${t.runId}::uuid, error = ${t.error.slice(0, 500)} where ${mine(t)}`,
  )
