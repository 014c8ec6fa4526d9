import { row, run, sql, type Db, type Sql } from '@tianping/database'

export type FirstApproval = {
  amountFen: bigint
  operatorId: bigint
  operator: string
  at: Date
  remark: string
  actionKey: string
}

export const readFirst = (db: Db, subject: string) =>
  row(
    db,
    sql<FirstApproval>`
    select amount_fen, operator_id, operator, at, remark, action_key from first_approval where subject = ${subject}`,
  )

/** In the place of one that was for another amount. */
export const keepFirst = (tx: Db, subject: string, a: FirstApproval) =>
  run(
    tx,
    sql`
    insert into first_approval (subject, amount_fen, operator_id, operator, at, remark, action_key)
    values (${subject}, ${a.amountFen}, ${a.operatorId}, ${a.operator}, ${a.at}, ${a.remark}, ${a.actionKey})
    on conflict (subject) do update set amount_fen = excluded.amount_fen, operator_id = excluded.operator_id, operator = excluded.operator, at = excluded.at,
      remark = excluded.remark, action_key = excluded.action_key`,
  )

/** The database refuses a second who is the first. */
export const noteSecond = (tx: Db, subject: string, secondId: bigint) =>
  run(tx, sql`update first_approval set second_id = ${secondId} where subject = ${subject}`)

export const forgetFirst = (tx: Db, subject: string) =>
  run(tx, sql`delete from first_approval where subject = ${subject}`)

/**
 * The operator who has approved an order first, as a part of a list's columns; `subject` is a text
 * of that statement.
 */
export const firstOf = (subject: Sql) =>
  sql<string>`coalesce((select f.operator from first_approval f where f.subject = ${subject}), '')`
