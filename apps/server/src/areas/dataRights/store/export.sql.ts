import { dataExportState, type DataExportState } from '@tianping/contract/dataRights/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'

const running = sql.literal(dataExportState.running)
const ready = sql.literal(dataExportState.ready)

export type DataExport = {
  exportId: bigint
  state: DataExportState
  askedAt: Date
  /** A day later another one may be asked for. */
  againAt: Date
  mayAsk: boolean
  done: number
  steps: number
  bytes: number
  expiresAt: Date | null
}

/** The newest copy that was asked for. */
export const exportOf = (db: Db, memberId: bigint) =>
  row(
    db,
    sql<DataExport>`
    select export_id, state, asked_at, asked_at + interval '1 day' as again_at, asked_at + interval '1 day' <= now() as may_ask,
      done, steps, bytes, expires_at
    from data_export where member_id = ${memberId} order by export_id desc limit 1`,
  )

export const insertExport = (tx: Db, memberId: bigint) =>
  run(tx, sql`insert into data_export (member_id) values (${memberId})`)

export type Taken = { memberId: bigint; exportId: bigint; attempts: number }

/** Takes the next copy to be made; who dies with it lets another have it when the lease ends. */
export const takeExport = (db: Db, leaseSeconds: number) =>
  row(
    db,
    sql<Taken>`
    update data_export set leased_until = now() + make_interval(secs => ${leaseSeconds}::int), attempts = attempts + 1
    where (member_id, export_id) = (
      select member_id, export_id from data_export
      where state = ${running} and (leased_until is null or leased_until <= now())
      order by asked_at limit 1 for update skip locked)
    returning member_id, export_id, attempts`,
  )

export const noteProgress = (db: Db, t: Taken, done: number, steps: number) =>
  run(
    db,
    sql`
    update data_export set done = ${done}, steps = ${steps}
    where member_id = ${t.memberId} and export_id = ${t.exportId} and state = ${running}`,
  )

export const insertPart = (db: Db, t: Taken, part: number, sealed: Buffer) =>
  run(
    db,
    sql`
    insert into data_export_part (member_id, export_id, part, sealed) values (${t.memberId}, ${t.exportId}, ${part}, ${sealed})`,
  )

/** Drops what an earlier try of the same copy, or an earlier copy, has left. */
export const dropParts = (db: Db, memberId: bigint) =>
  run(db, sql`delete from data_export_part where member_id = ${memberId}`)

export const finishExport = (db: Db, t: Taken, bytes: number, days: number) =>
  run(
    db,
    sql`
    update data_export set state = ${ready}, done = steps, bytes = ${bytes}, ready_at = now(),
      expires_at = now() + make_interval(days => ${days}::int), leased_until = null
    where member_id = ${t.memberId} and export_id = ${t.exportId} and state = ${running}`,
  )

export const failExport = (db: Db, t: Taken) =>
  run(
    db,
    sql`
    update data_export set state = ${sql.literal(dataExportState.failed)}, leased_until = null
    where member_id = ${t.memberId} and export_id = ${t.exportId} and state = ${running}`,
  )

/** Drops files whose time is over; answers how many. */
export const sweepExports = async (db: Db): Promise<number> => {
  const over = await run(
    db,
    sql`
    update data_export set state = ${sql.literal(dataExportState.over)}, ticket_hash = null, bytes = 0
    where state = ${ready} and expires_at <= now()`,
  )
  await run(
    db,
    sql`
    delete from data_export_part p using data_export e
    where e.member_id = p.member_id and e.export_id = p.export_id and e.state = ${sql.literal(dataExportState.over)}`,
  )
  return over
}

/** Gives the member's file a ticket for a minute; false when there is no file. */
export const setTicket = async (db: Db, memberId: bigint, hash: Buffer): Promise<boolean> =>
  (await run(
    db,
    sql`
    update data_export set ticket_hash = ${hash}, ticket_until = now() + interval '1 minute'
    where (member_id, export_id) = (
      select member_id, export_id from data_export
      where member_id = ${memberId} and state = ${ready} and expires_at > now() order by export_id desc limit 1)`,
  )) === 1

/** Takes the ticket: it works once. */
export const takeTicket = (db: Db, hash: Buffer) =>
  row(
    db,
    sql<{ memberId: bigint; exportId: bigint; bytes: number }>`
    update data_export set ticket_hash = null
    where ticket_hash = ${hash} and ticket_until > now() and state = ${ready} and expires_at > now()
    returning member_id, export_id, bytes`,
  )

export const partOf = (db: Db, p: { memberId: bigint; exportId: bigint; part: number }) =>
  row(
    db,
    sql<{ sealed: Buffer }>`
    select sealed from data_export_part where member_id = ${p.memberId} and export_id = ${p.exportId} and part = ${p.part}`,
  )

type Json = Record<string, unknown>

/** Rows of a table of the register, in the order of its key. */
export const memberRows = async (
  db: Db,
  p: {
    table: string
    owner: string
    columns: string[]
    memberId: bigint
    limit: number
    offset: number
  },
): Promise<Json[]> =>
  (
    await rows(
      db,
      sql<{ row: unknown }>`
      select r as row from member_rows(${p.table}, ${p.owner}, ${p.columns}, ${p.memberId}, ${p.limit}, ${p.offset}) r`,
    )
  ).map(({ row: found }) => found as Json)

/** What was said in the member's complaints; the notes of staff are theirs. */
export const complaintLines = async (
  db: Db,
  p: { memberId: bigint; limit: number; offset: number },
): Promise<Json[]> =>
  (
    await rows(
      db,
      sql<{ row: unknown }>`
      select to_jsonb(l) as row from (
        select c.complaint_no, m.author, m.content, m.at
        from complaint c join complaint_message m using (complaint_id)
        where c.member_id = ${p.memberId} and m.author <> 'note' order by m.complaint_id, m.message_id limit ${p.limit} offset ${p.offset}) l`,
    )
  ).map(({ row: found }) => found as Json)

/** What was said in the member's conversations with staff, without their notes. */
export const ticketLines = async (
  db: Db,
  p: { memberId: bigint; limit: number; offset: number },
): Promise<Json[]> =>
  (
    await rows(
      db,
      sql<{ row: unknown }>`
      select to_jsonb(l) as row from (
        select t.ticket_no, m.author, m.content, m.attached_kind, m.attached_no, m.at
        from ticket t join ticket_line m using (ticket_id)
        where t.member_id = ${p.memberId} and m.author <> 'note' order by m.ticket_id, m.line_id limit ${p.limit} offset ${p.offset}) l`,
    )
  ).map(({ row: found }) => found as Json)

/** The movements of the member's money. */
export const movements = async (
  db: Db,
  p: { memberId: bigint; limit: number; offset: number },
): Promise<Json[]> =>
  (
    await rows(
      db,
      sql<{ row: unknown }>`
      select to_jsonb(l) as row from (
        select transaction_id, code, phase, amount as amount_fen, source_type, source_id, effective_at
        from ledger.transaction where member_id = ${p.memberId} order by created_at, transaction_id limit ${p.limit} offset ${p.offset}) l`,
    )
  ).map(({ row: found }) => found as Json)

/** The types of the columns of tables, as the database names them. */
export const columnTypes = (db: Db, tables: string[]) =>
  rows(
    db,
    sql<{ table: string; column: string; type: string; nullable: boolean }>`
    select c.table_name::text as table, c.column_name::text as column, c.data_type::text as type, c.is_nullable = 'YES' as nullable
    from information_schema.columns c where c.table_schema = 'public' and c.table_name = any(${tables}::text[])`,
  )

/** How many copies wait or run. */
export const exportsWaiting = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{
        waiting: number
      }>`select count(*)::int as waiting from data_export where state = ${running}`,
    )
  ).waiting
