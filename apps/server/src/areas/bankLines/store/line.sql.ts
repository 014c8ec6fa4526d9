import type { BankLineState } from '@tianping/contract/bankLines/facts'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import { accountKey } from '../../../kernel/cardNumber.ts'
import {
  inAmounts,
  inSpan,
  ofNames,
  prefixOf,
  totalOf,
  type Narrowed,
} from '../../../kernel/operator/listed.sql.ts'
import {
  byCount,
  byNumbered,
  foundOf,
  window,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

export type BankLine = {
  lineId: bigint
  importId: bigint
  account: string
  reference: string
  bookedAt: Date
  amountFen: bigint
  payerName: string
  payerTail: string
  note: string
  state: BankLineState
  memberId: bigint | null
  depositNo: string
  voucher: string
  recordedBy: string
  decidedBy: string
  decidedAt: Date | null
  remark: string
}

const columns = sql`
  l.line_id, l.import_id, l.account, l.reference, l.booked_at, l.amount_fen, l.payer_name, l.payer_tail, l.note,
  l.state, l.member_id, l.deposit_no, l.voucher, l.recorded_by, l.decided_by, l.decided_at, l.remark`

/** Files of one account are stored one after another. */
export const lockAccount = (tx: Tx, account: string) =>
  run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`bank:${account}`}, 0))`)

export const addImport = (
  tx: Tx,
  i: {
    account: string
    layout: string
    layoutDigest: string
    fileName: string
    fileHash: string
    lines: number
    fresh: number
    outgoing: number
    by: string
    now: Date
  },
) =>
  theRow(
    tx,
    sql<{ importId: bigint }>`
    insert into bank_import (account, layout, layout_digest, file_name, file_hash, lines, fresh, outgoing, imported_by, imported_at)
    values (${i.account}, ${i.layout}, ${i.layoutDigest}, ${i.fileName}, ${i.fileHash}, ${i.lines}, ${i.fresh}, ${i.outgoing},
      ${i.by}, ${i.now})
    returning import_id`,
  )

export const importOf = (db: Db, importId: bigint) =>
  theRow(
    db,
    sql<{ fileName: string; importedBy: string; importedAt: Date }>`
    select file_name, imported_by, imported_at from bank_import where import_id = ${importId}`,
  )

/** How the number of an account is written in what is stored: as its key, or as it was typed. */
export async function spellingsOf(db: Db, account: string): Promise<string[]> {
  const key = accountKey(account)
  const all = await rows(
    db,
    sql<{ account: string }>`select distinct account from bank_import where account <> ${key}`,
  )
  return [key, ...all.map(each => each.account).filter(each => accountKey(each) === key)]
}

/** Which of some references are stored already, with their amounts. */
export const knownLines = (db: Db, spellings: readonly string[], references: readonly string[]) =>
  rows(
    db,
    sql<{ reference: string; amountFen: bigint }>`
    select reference, amount_fen from bank_line
    where account = any(${[...spellings]}::text[]) and reference = any(${[...references]}::text[])`,
  )

export type NewLine = Pick<
  BankLine,
  'reference' | 'bookedAt' | 'amountFen' | 'payerName' | 'payerTail' | 'note'
>

export const addLines = (tx: Tx, importId: bigint, account: string, lines: readonly NewLine[]) =>
  rows(
    tx,
    sql<{ lineId: bigint }>`
    insert into bank_line (import_id, account, reference, booked_at, amount_fen, payer_name, payer_tail, note)
    select ${importId}::bigint, ${account}::text, l.* from unnest(
      ${lines.map(each => each.reference)}::text[], ${lines.map(each => each.bookedAt)}::timestamptz[],
      ${lines.map(each => each.amountFen)}::bigint[], ${lines.map(each => each.payerName)}::text[],
      ${lines.map(each => each.payerTail)}::text[], ${lines.map(each => each.note)}::text[]) l
    returning line_id`,
  )

export const lockLine = (tx: Tx, lineId: bigint) =>
  row(tx, sql<BankLine>`select ${columns} from bank_line l where l.line_id = ${lineId} for update`)

export const readLine = (db: Db, lineId: bigint) =>
  row(db, sql<BankLine>`select ${columns} from bank_line l where l.line_id = ${lineId}`)

/** Lines newest first. */
export async function lineRows(
  db: Db,
  f: Narrowed & { states: readonly BankLineState[]; q: string; paging: Paging },
) {
  const { paging: p } = f
  const booked = sql`l.booked_at`
  const amount = sql`l.amount_fen`
  const no = sql`l.line_id`
  const { behind, order, key } =
    p.sort === 'amount' ? byCount(p, amount, no, true) : byNumbered(p, booked, no, true)
  const from = sql`
    from bank_line l
    where ${ofNames(f.states, sql`l.state`)} and ${inSpan(booked, f)} and ${inAmounts(amount, f)}
      and ${f.q === '' ? sql`true` : sql`(l.reference = ${f.q} or l.deposit_no = ${f.q.toUpperCase()} or lower(l.payer_name) like ${prefixOf(f.q)})`}`
  const read = await rows(
    db,
    sql<BankLine & Keyed>`
    select ${columns}, ${key} ${from} and ${behind} order by ${order} ${window(p)}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

export const decideLine = (
  tx: Tx,
  d: Pick<
    BankLine,
    | 'lineId'
    | 'state'
    | 'memberId'
    | 'depositNo'
    | 'voucher'
    | 'recordedBy'
    | 'decidedBy'
    | 'decidedAt'
    | 'remark'
  >,
) =>
  run(
    tx,
    sql`
    update bank_line set state = ${d.state}, member_id = ${d.memberId}, deposit_no = ${d.depositNo}, voucher = ${d.voucher},
      recorded_by = ${d.recordedBy}, decided_by = ${d.decidedBy}, decided_at = ${d.decidedAt}, remark = ${d.remark}
    where line_id = ${d.lineId}`,
  )

export const voucherTaken = async (tx: Tx, account: string, voucher: string): Promise<boolean> =>
  (
    await theRow(
      tx,
      sql<{ found: boolean }>`
      select exists (
        select from bank_line
        where account = any(${await spellingsOf(tx, account)}::text[]) and voucher = ${voucher} and voucher <> '') as found`,
    )
  ).found

/** The accounts that members may pay to. */
export const accountsToChoose = (db: Db) =>
  rows(
    db,
    sql<{ bankNo: string; bankName: string }>`
    select bank_no, bank_name from receiving_account order by rank, account_id limit 50`,
  )

/**
 * Forgets who paid what became no deposit and was decided before a moment; at most `limit` lines.
 */
export const redactPayers = (db: Db, before: Date, limit: number): Promise<number> =>
  run(
    db,
    sql`
    update bank_line set payer_name = '', payer_tail = '', note = '' where line_id in (
      select line_id from bank_line
      where state in ('not_ours', 'returned') and payer_name || payer_tail || note <> '' and decided_at < ${before}
      order by decided_at limit ${limit} for update skip locked)`,
  )

/** What a line says of who paid goes with an erased member; the amounts stay. */
export const eraseLines = (tx: Tx, memberId: bigint) =>
  run(
    tx,
    sql`update bank_line set payer_name = '', payer_tail = '', note = '' where member_id = ${memberId}`,
  )

/** Lines that wait for a person. */
export const openLines = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ open: number }>`select count(*)::int as open from bank_line where state = 'open'`,
    )
  ).open
