import { row, run, sql, type Db } from '@tianping/database'

export type FundsNotice = { version: number; at: Date }

export const lastFundsNotice = (db: Db, memberId: bigint) =>
  row(
    db,
    sql<FundsNotice>`select version, at from funds_notice where member_id = ${memberId} order by at desc, version desc limit 1`,
  )

export const writeFundsNotice = (tx: Db, n: FundsNotice & { memberId: bigint; heldFen: bigint }) =>
  run(
    tx,
    sql`
    insert into funds_notice (member_id, at, version, held_fen)
    values (${n.memberId}, ${n.at}, ${n.version}, ${n.heldFen}) on conflict do nothing`,
  )
