import type { BackupKind, BackupOutcome } from '@tianping/contract/duties/facts'
import { row, run, sql, theRow, transaction, type Db } from '@tianping/database'
import { inSpan, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import { byId, keyedRows, type Keyed, type Paging } from '../../../kernel/operator/pages.sql.ts'

type Run = {
  runId: bigint
  kind: BackupKind
  outcome: BackupOutcome
  startedAt: Date
  endedAt: Date | null
  backup: string
  bytes: bigint
  reachedAt: Date | null
  note: string
}

/** A run that has said nothing for so long has died with its process. */
const LOST_AFTER_MS = 12 * 3_600_000

/** Begins a run; undefined while another one of its kind is under way. */
export const beginRun = (db: Db, kind: BackupKind, now: Date): Promise<bigint | undefined> =>
  transaction(db, async tx => {
    await run(
      tx,
      sql`
      update backup_run set outcome = 'lost', ended_at = ${now}
      where kind = ${kind} and outcome = 'running' and started_at < ${new Date(now.getTime() - LOST_AFTER_MS)}`,
    )
    const begun = await row(
      tx,
      sql<{ runId: bigint }>`
      insert into backup_run (kind, started_at) values (${kind}, ${now})
      on conflict (kind) where outcome = 'running' do nothing returning run_id`,
    )
    return begun?.runId
  })

export type RunEnd = {
  outcome: 'passed' | 'failed'
  backup?: string
  bytes?: bigint
  reachedAt?: Date | null
  note?: string
}

export const endRun = (db: Db, runId: bigint, now: Date, end: RunEnd) =>
  run(
    db,
    sql`
    update backup_run set outcome = ${end.outcome}, ended_at = ${now}, backup = ${end.backup ?? ''}, bytes = ${end.bytes ?? 0n},
      reached_at = ${end.reachedAt ?? null}, note = ${end.note ?? ''}
    where run_id = ${runId}`,
  )

/** When each kind last passed; null before the first. */
export const lastPassed = (db: Db) =>
  theRow(
    db,
    sql<{ backup: Date | null; drill: Date | null }>`
    select max(started_at) filter (where kind = 'backup') as backup, max(started_at) filter (where kind = 'drill') as drill
    from backup_run where outcome = 'passed'`,
  )

/** Runs, newest first. */
export function backupRuns(db: Db, { paging, ...narrowed }: Narrowed & { paging: Paging }) {
  const { key, page } = byId(paging, sql`run_id`, true)
  const from = sql`from backup_run where ${inSpan(sql`started_at`, narrowed)}`
  return keyedRows(
    db,
    paging,
    sql<Run & Keyed>`
    select run_id, kind, outcome, started_at, ended_at, backup, bytes, reached_at, note, ${key} ${from} and ${page}`,
    from,
  )
}
