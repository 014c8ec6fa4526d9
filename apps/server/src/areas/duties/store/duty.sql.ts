import type { DutyKind } from '@tianping/contract/duties/facts'
import { row, rows, sql, theRow, type Db } from '@tianping/database'
import { inSpan, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import {
  byNumbered,
  keyedRows,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

type New = {
  kind: DutyKind
  subject: string
  doneOn: string
  doneBy: string
  reference: string
  sha256: string
  note: string
  nextDue: string | null
  by: string
  at: Date
}
export type Recorded = Omit<New, 'by' | 'at'> & {
  recordId: bigint
  addedBy: string
  addedAt: Date
}

const columns = sql`record_id, kind, subject, done_on::text as done_on, done_by, reference, sha256, note, next_due::text as next_due, added_by, added_at`

export const insertRecord = async (db: Db, r: New): Promise<bigint> =>
  (
    await theRow(
      db,
      sql<{ recordId: bigint }>`
      insert into duty_record (kind, subject, done_on, done_by, reference, sha256, note, next_due, added_by, added_at)
      values (${r.kind}, ${r.subject}, ${r.doneOn}::date, ${r.doneBy}, ${r.reference}, ${r.sha256}, ${r.note}, ${r.nextDue}::date, ${r.by}, ${r.at})
      returning record_id`,
    )
  ).recordId

export function recordRows(db: Db, f: Narrowed & { kind: string; paging: Paging }) {
  const { key, page } = byNumbered(f.paging, sql`added_at`, sql`record_id`, true)
  const from = sql`from duty_record where ${f.kind} in ('', kind) and ${inSpan(sql`added_at`, f)}`
  return keyedRows(
    db,
    f.paging,
    sql<Recorded & Keyed>`select ${columns}, ${key} ${from} and ${page}`,
    from,
  )
}

/** The newest record of every kind and subject; of changes, of every SHA-256 too. */
export const latestRecords = (db: Db) =>
  rows(
    db,
    sql<Recorded>`
    select distinct on (kind, subject, case when next_due is null then sha256 else '' end) ${columns} from duty_record
    order by kind, subject, case when next_due is null then sha256 else '' end, done_on desc, record_id desc`,
  )

/** Until when an operator is trained; undefined without a record. */
export const trainedUntil = async (db: Db, name: string): Promise<string | undefined> =>
  (
    await row(
      db,
      sql<{ due: string }>`
      select max(next_due)::text as due from duty_record where kind = 'staff_training' and subject = ${name} having count(*) > 0`,
    )
  )?.due

/** The folders of games whose mathematics, as it runs, no record names. */
export const uncertifiedMaths = async (db: Db): Promise<string[]> =>
  (
    await rows(
      db,
      sql<{ game: string }>`
      select m.game from game_math m where not exists (
        select from duty_record d where d.kind = 'game_certificate' and d.subject = m.game and d.sha256 = m.sha256)
      order by m.game`,
    )
  ).map(({ game }) => game)

/** The program and the mathematics that run, as the last check found them. */
export const running = (db: Db) =>
  rows(
    db,
    sql<{ kind: DutyKind; subject: string; sha256: string; since: Date }>`
    select 'game_certificate' as kind, game as subject, sha256, since from game_math
    union all
    (select 'release' as kind, '' as subject, manifest as sha256, at as since from program_check
     where manifest <> '' order by at desc, check_id desc limit 1)`,
  )
