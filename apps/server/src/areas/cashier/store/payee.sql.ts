import type { PayeeState } from '@tianping/contract/cashier/facts'
import { row, run, sql, type Db, type Tx } from '@tianping/database'
import { inSpan, ofNames, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import {
  byNumbered,
  keyedRows,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

export type Account = { memberId: bigint; cardId: bigint }
export type Payee = Account & {
  payeeId: bigint
  state: PayeeState
  addedBy: string
  addedAt: Date
  remark: string
  listedBy: string
  listedAt: Date | null
  removedBy: string
  removedAt: Date | null
  removedFor: string
}
export type PayeeListed = Payee & { username: string; bank: string; numberTail: string }

const columns = sql`
  p.payee_id, p.member_id, p.card_id, p.state, p.added_by, p.added_at, p.remark, p.listed_by,
  p.listed_at, p.removed_by, p.removed_at, p.removed_for`

/** The newest first. */
export function payeeRows(db: Db, f: Narrowed & { states: readonly PayeeState[]; paging: Paging }) {
  const { key, page, order } = byNumbered(f.paging, sql`p.added_at`, sql`p.payee_id`, true)
  const from = sql`
    from payee p where ${ofNames(f.states, sql`p.state`)} and ${inSpan(sql`p.added_at`, f)}`
  return keyedRows(
    db,
    f.paging,
    sql<PayeeListed & Keyed>`
    select ${columns}, m.name as username, c.bank, c.number_tail, p.sort_value, p.sort_no
    from (select p.*, ${key} ${from} and ${page}) p join member m using (member_id) join card c using (member_id, card_id)
    order by ${order}`,
    from,
  )
}

/** When an account was confirmed; kept as it is until the caller's transaction ends. */
export const standingPayee = (tx: Tx, { memberId, cardId }: Account) =>
  row(
    tx,
    sql<Pick<Payee, 'listedAt'>>`
    select listed_at from payee
    where member_id = ${memberId} and card_id = ${cardId} and state <> 'removed' for share`,
  )

/** Adds an account that waits for another person; undefined where it is on the list already. */
export const insertPayee = (tx: Tx, p: Account & { by: string; remark: string; now: Date }) =>
  row(
    tx,
    sql<{ payeeId: bigint }>`
    insert into payee (member_id, card_id, added_by, added_at, remark)
    values (${p.memberId}, ${p.cardId}, ${p.by}, ${p.now}, ${p.remark})
    on conflict (member_id, card_id) where state <> 'removed' do nothing returning payee_id`,
  )

export const lockPayee = (tx: Tx, payeeId: bigint) =>
  row(tx, sql<Payee>`select ${columns} from payee p where payee_id = ${payeeId} for update`)

export const listPayee = (tx: Tx, p: { payeeId: bigint; by: string; now: Date }) =>
  run(
    tx,
    sql`
    update payee set state = 'listed', listed_by = ${p.by}, listed_at = ${p.now}
    where payee_id = ${p.payeeId} and state = 'waiting'`,
  )

export const removePayee = (
  tx: Tx,
  p: { payeeId: bigint; by: string; remark: string; now: Date },
) =>
  run(
    tx,
    sql`
    update payee set state = 'removed', removed_by = ${p.by}, removed_at = ${p.now},
      removed_for = ${p.remark}
    where payee_id = ${p.payeeId} and state <> 'removed'`,
  )
