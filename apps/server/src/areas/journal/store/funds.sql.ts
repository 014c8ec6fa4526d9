import { row, rows, sql, theRow, type Db } from '@tianping/database'

/** So many of a member's newest entries are looked through. */
export const MOST_ENTRIES = 20_000

/** The hold of an operation that has one. */
export const holdOf = (db: Db, memberId: bigint, key: string) =>
  row(
    db,
    sql<{ transactionId: string; at: Date }>`
    select transaction_id, created_at as at from ledger.transaction where member_id = ${memberId} and idempotency_key = ${key}`,
  )

/** The last withdrawal that left the wallet before a transaction. */
export const withdrawnBefore = (db: Db, memberId: bigint, before: string) =>
  row(
    db,
    sql<{ transactionId: string; at: Date }>`
    select transaction_id, created_at as at from ledger.transaction
    where member_id = ${memberId} and code = 'withdrawal' and phase = 'post' and transaction_id < ${before}::uuid
    order by transaction_id desc limit 1`,
  )

export type Moved = { code: string; movements: number; fen: bigint }

/** What each kind of movement added to all of a member's own accounts, between two transactions. */
export const movedBetween = (db: Db, memberId: bigint, span: { behind: string; before: string }) =>
  rows(
    db,
    sql<Moved>`
    select t.code, count(distinct t.transaction_id)::int as movements, sum(e.amount)::bigint as fen
    from (
      select transaction_id, amount from ledger.entry
      where member_id = ${memberId} and account_version is not null and layer = 'posted' and transaction_id > ${span.behind}::uuid and transaction_id < ${span.before}::uuid
      order by transaction_id desc limit ${MOST_ENTRIES}) e
      join ledger.transaction t on t.member_id = ${memberId} and t.transaction_id = e.transaction_id
    group by t.code order by t.code`,
  )

/** What was booked to a member's own accounts since a transaction, and by how many entries. */
export const movedSince = (db: Db, memberId: bigint, since: string) =>
  theRow(
    db,
    sql<{ fen: bigint; entries: number }>`
    select coalesce(sum(amount), 0)::bigint as fen, count(*)::int as entries from (
      select amount from ledger.entry
      where member_id = ${memberId} and account_version is not null and layer = 'posted' and transaction_id >= ${since}::uuid
      order by transaction_id desc limit ${MOST_ENTRIES}) e`,
  )
