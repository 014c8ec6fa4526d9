// Files of reports that were made by themselves, and the letters with them.
import { letterState, type PlanFormat } from '@tianping/contract/figures/facts'
import { row, rows, run, sql, type Db } from '@tianping/database'
import { inSpan, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import {
  byNumbered,
  keyedRows,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'
import type { Span } from './report.sql.ts'

const { waiting, sent, failed, unwanted } = {
  waiting: sql.literal(letterState.waiting),
  sent: sql.literal(letterState.sent),
  failed: sql.literal(letterState.failed),
  unwanted: sql.literal(letterState.unwanted),
}

export const hasFile = async (db: Db, plan: string, { from, to }: Span): Promise<boolean> =>
  (await row(
    db,
    sql`select from report_file where plan = ${plan} and from_day = ${from} and to_day = ${to}`,
  )) !== undefined

export type NewFile = Span & {
  plan: string
  name: string
  format: PlanFormat
  content: Buffer
  lines: number
  madeAt: Date
}

/** Undefined where another server was faster. */
export const insertFile = async (tx: Db, f: NewFile): Promise<bigint | undefined> =>
  (
    await row(
      tx,
      sql<{ fileId: bigint }>`
    insert into report_file (plan, name, from_day, to_day, format, content, lines, made_at)
    values (${f.plan}, ${f.name}, ${f.from}, ${f.to}, ${f.format}, ${f.content}, ${f.lines}, ${f.madeAt})
    on conflict do nothing returning file_id`,
    )
  )?.fileId

export const insertLetters = (tx: Db, fileId: bigint, addresses: string[]) =>
  run(
    tx,
    sql`insert into report_letter (file_id, address) select ${fileId}, unnest(${addresses}::text[])`,
  )

export type ReportFile = {
  fileId: bigint
  plan: string
  name: string
  fromDay: string
  toDay: string
  format: PlanFormat
}
const columns = sql`
  f.file_id, f.plan, f.name, f.from_day::text as from_day, f.to_day::text as to_day, f.format`

export const fileWithContent = (db: Db, fileId: bigint) =>
  row(
    db,
    sql<ReportFile & { content: Buffer }>`
    select ${columns}, f.content from report_file f where f.file_id = ${fileId}`,
  )

/** A file whose letter to an address still waits. */
export const waitingLetter = (db: Db, fileId: bigint, address: string) =>
  row(
    db,
    sql<ReportFile & { content: Buffer }>`
    select ${columns}, f.content from report_letter l join report_file f using (file_id)
    where l.file_id = ${fileId} and l.address = ${address} and l.state = ${waiting}`,
  )

type Try = { state: number; attempts: number; error: string; at: Date }

export const noteLetter = (db: Db, fileId: bigint, address: string, t: Try) =>
  run(
    db,
    sql`
    update report_letter set state = ${t.state}, attempts = ${t.attempts}, error = ${t.error.slice(0, 500)},
      decided_at = case when ${t.state} = ${waiting} then null else ${t.at}::timestamptz end
    where file_id = ${fileId} and address = ${address} and state = ${waiting}`,
  )

/** Lets failed letters of a file wait again; answers their addresses. */
export const reopenLetters = async (tx: Db, fileId: bigint): Promise<string[]> =>
  (
    await rows(
      tx,
      sql<{ address: string }>`
    update report_letter set state = ${waiting}, attempts = 0, error = '', decided_at = null
    where file_id = ${fileId} and state = ${failed} returning address`,
    )
  ).map(({ address }) => address)

type FileRow = ReportFile & {
  lines: number
  madeAt: Date
  lettersSent: number
  lettersWaiting: number
  lettersFailed: number
  error: string
}

/** The newest first. */
export function fileRows(db: Db, { paging, ...narrowed }: Narrowed & { paging: Paging }) {
  const { key, page, order } = byNumbered(paging, sql`f.made_at`, sql`f.file_id`, true)
  const from = sql`from report_file f where ${inSpan(sql`f.made_at`, narrowed)}`
  return keyedRows(
    db,
    paging,
    sql<FileRow & Keyed>`
    select ${columns}, f.lines, f.made_at, l.letters_sent, l.letters_waiting, l.letters_failed, l.error, f.sort_value, f.sort_no
    from (select f.*, ${key} ${from} and ${page}) f cross join lateral (
      select count(*) filter (where state = ${sent})::int as letters_sent,
        count(*) filter (where state = ${waiting})::int as letters_waiting,
        count(*) filter (where state = ${failed})::int as letters_failed,
        coalesce(max(error) filter (where state <> ${unwanted}), '') as error
      from report_letter where file_id = f.file_id) l
    order by ${order}`,
    from,
  )
}

export const dropFiles = async (db: Db, before: Date): Promise<number> =>
  (
    await rows(
      db,
      sql`delete from report_file where file_id in (
        select file_id from report_file where made_at < ${before} order by made_at limit 100) returning file_id`,
    )
  ).length
