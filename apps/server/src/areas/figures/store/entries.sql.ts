import { reviewState } from '@tianping/contract/facts'
import { sql, type Db } from '@tianping/database'
import {
  byDayText,
  daysLeft,
  inOrderOf,
  keyedRows,
  window,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'
import { inGroup, type Group } from './groups.sql.ts'
import type { Span } from './report.sql.ts'

export type Movement = {
  day: string
  at: Date
  memberId: bigint
  username: string
  code: string
  fen: bigint
  sourceId: string
  transactionId: string
}
type Asked = Span & { accounts: readonly number[]; group: Group }

/** Entries of the operator's accounts on the days of a span; days of members lead to them. */
const movements = (f: Asked) => sql`
  from (select own.day, own.member_id from ledger.member_day own where own.day >= ${f.from}::date and own.day <= ${f.to}::date
      and ${inGroup(f.group, sql`own.member_id`)}) d
  join ledger.transaction t on t.member_id = d.member_id
  join ledger.entry e on e.member_id = t.member_id and e.transaction_id = t.transaction_id
    and e.layer = 'posted' and e.account_code = any(${[...f.accounts]}::smallint[])
  where ledger.booked_on(t.effective_at, t.xact_id) = d.day and t.xact_id < (select through_xid from ledger.fact_progress)
    and d.member_id not in (select member_id from test_account where state = ${sql.literal(reviewState.approved)})`

/**
 * The movements behind a figure, the newest day first; `fen` is what flowed out of the account.
 * A page is looked for in the days that are left. all members: an operator asks about the house.
 */
export function movementRows(db: Db, { paging, ...f }: Asked & { paging: Paging }) {
  const no = sql`(t.transaction_id::text || '/' || e.line_no)`
  const { behind, order, key } = byDayText(paging, sql`d.day`, no, true)
  const left = daysLeft(paging, f)
  return keyedRows(
    db,
    paging,
    sql<Movement & Keyed>`
    select x.*, m.name as username from (
      select d.day, t.effective_at as at, d.member_id, t.code, e.amount as fen, t.source_id, t.transaction_id, ${key} ${movements(left)}
      and ${behind} order by ${order} ${window(paging)}) x join member m using (member_id)
    order by ${inOrderOf(paging, sql`x.day`, sql`x.sort_no`, true)}`,
    movements(f),
  )
}
