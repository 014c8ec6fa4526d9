import type { debtSteps } from '@tianping/contract/cashier/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import { inSpan, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import {
  byNumbered,
  keyedRows,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'
import type { Difference } from '../../../ledger/reconcile.ts'

export type Debt = {
  memberId: bigint
  owedFen: bigint
  changedAt: Date
  writeOffFen: bigint
  writeOffBy: string
  remark: string
}
const columns = sql`member_id, owed_fen, changed_at, write_off_fen, write_off_by, remark`

export const lockDebt = (tx: Db, memberId: bigint) =>
  row(tx, sql<Debt>`select ${columns} from member_debt where member_id = ${memberId} for update`)

/** What a member owes, in fen. */
export const owedBy = async (db: Db, memberId: bigint): Promise<bigint> =>
  (
    await row(
      db,
      sql<{ fen: bigint }>`select owed_fen as fen from member_debt where member_id = ${memberId}`,
    )
  )?.fen ?? 0n

export const addDebt = (tx: Db, d: { memberId: bigint; amountFen: bigint; at: Date }) =>
  run(
    tx,
    sql`
    insert into member_debt (member_id, owed_fen, changed_at) values (${d.memberId}, ${d.amountFen}, ${d.at})
    on conflict (member_id) do update set owed_fen = member_debt.owed_fen + excluded.owed_fen, changed_at = excluded.changed_at,
      write_off_fen = 0, write_off_by = '', write_off_at = null`,
  )

/** Takes a part of a debt away, and with it what was proposed about the whole. */
export const lessenDebt = (tx: Db, d: { memberId: bigint; amountFen: bigint; at: Date }) =>
  run(
    tx,
    sql`
    update member_debt set owed_fen = owed_fen - ${d.amountFen}, changed_at = ${d.at}, write_off_fen = 0, write_off_by = '', write_off_at = null
    where member_id = ${d.memberId}`,
  )

export const proposeWriteOff = (
  tx: Db,
  d: { memberId: bigint; by: string; at: Date; remark: string },
) =>
  run(
    tx,
    sql`
    update member_debt set write_off_fen = owed_fen, write_off_by = ${d.by}, write_off_at = ${d.at}, remark = ${d.remark}
    where member_id = ${d.memberId}`,
  )

/** The number of the step, which its posting's key carries. */
export const addStep = async (
  tx: Db,
  s: {
    memberId: bigint
    kind: keyof typeof debtSteps
    amountFen: bigint
    by: string
    at: Date
    remark: string
  },
): Promise<bigint> =>
  (
    await theRow(
      tx,
      sql<{ id: bigint }>`
      insert into debt_step (member_id, kind, amount_fen, by, at, remark)
      values (${s.memberId}, ${s.kind}, ${s.amountFen}, ${s.by}, ${s.at}, ${s.remark}) returning step_id as id`,
    )
  ).id

export type DebtListed = Debt & { username: string }

/** What is still owed, what changed last first. */
export function debtRows(db: Db, { paging, ...narrowed }: Narrowed & { paging: Paging }) {
  const { key, page, order } = byNumbered(paging, sql`d.changed_at`, sql`d.member_id`, true)
  const from = sql`from member_debt d where d.owed_fen > 0 and ${inSpan(sql`d.changed_at`, narrowed)}`
  return keyedRows(
    db,
    paging,
    sql<DebtListed & Keyed>`
    select d.member_id, d.owed_fen, d.changed_at, d.write_off_fen, d.write_off_by, d.remark, m.name as username, d.sort_value, d.sort_no
    from (select d.*, ${key} ${from} and ${page}) d join member m using (member_id)
    order by ${order}`,
    from,
  )
}

/** Debts that are not what the ledger says. */
export const debtsUnlikeLedger = (db: Db, most: number) =>
  rows(
    db,
    sql<Difference>`
    with booked as (
      select member_id, -sum(amount)::bigint as fen from ledger.entry where account_code = 250 and layer = 'posted' group by 1)
    select coalesce(b.member_id, d.member_id) as member_id, 'debt' as subject, coalesce(b.fen, 0)::text as expected, coalesce(d.owed_fen, 0)::text as found
    from booked b full join member_debt d on d.member_id = b.member_id
    where coalesce(b.fen, 0) <> coalesce(d.owed_fen, 0) limit ${most}`,
  )
