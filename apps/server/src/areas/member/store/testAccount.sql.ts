import { reviewState, type ReviewState } from '@tianping/contract/facts'
import { row, run, sql, theRow, type Db } from '@tianping/database'
import { inSpan, ofStates } from '../../../kernel/operator/listed.sql.ts'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import { byNumbered, keyedRows, type Keyed } from '../../../kernel/operator/pages.sql.ts'

export type TestAccount = {
  memberId: bigint
  username: string
  reason: string
  state: ReviewState
  askedBy: string
  askedAt: Date
  decidedBy: string
  decidedAt: Date | null
}
const columns = sql`t.member_id, m.name as username, t.reason, t.state, t.asked_by, t.asked_at, t.decided_by, t.decided_at`

/** all members: the accounts of all operators for tests, the newest request first. */
export function testAccountRows(db: Db, f: ListFilter) {
  const { key, page, order } = byNumbered(f.paging, sql`t.asked_at`, sql`t.member_id`, true)
  const from = sql`from test_account t where ${ofStates(f.states, sql`t.state`)} and ${inSpan(sql`t.asked_at`, f)}`
  return keyedRows(
    db,
    f.paging,
    sql<TestAccount & Keyed>`
    select ${columns}, sort_value, sort_no from (select t.*, ${key} ${from} and ${page}) t join member m using (member_id)
    order by ${order}`,
    from,
  )
}

export const lockTestAccount = (tx: Db, memberId: bigint) =>
  row(
    tx,
    sql<TestAccount>`
    select ${columns} from test_account t join member m using (member_id) where t.member_id = ${memberId} for update of t`,
  )

/** Asks, or asks again after a refusal; 0 when it waits or was approved already. */
export const askTestAccount = (
  tx: Db,
  a: { memberId: bigint; reason: string; by: string; at: Date },
) =>
  run(
    tx,
    sql`
    insert into test_account as t (member_id, reason, asked_by, asked_at) values (${a.memberId}, ${a.reason}, ${a.by}, ${a.at})
    on conflict (member_id) do update set reason = excluded.reason, asked_by = excluded.asked_by, asked_at = excluded.asked_at,
      state = ${sql.literal(reviewState.waiting)}, decided_by = '', decided_at = null where t.state = ${sql.literal(reviewState.rejected)}`,
  )

export const decideTestAccount = (
  tx: Db,
  d: { memberId: bigint; state: ReviewState; by: string; at: Date },
) =>
  run(
    tx,
    sql`update test_account set state = ${d.state}, decided_by = ${d.by}, decided_at = ${d.at} where member_id = ${d.memberId}`,
  )

/** Whether nothing real is a member's: no deposit, play or money, nobody invited, no agency. */
export const isUnused = async (tx: Db, memberId: bigint): Promise<boolean> =>
  (
    await theRow(
      tx,
      sql<{ unused: boolean }>`
      select m.referrer_id is null
        and not exists (select from deposit_order d where d.member_id = m.member_id)
        and not exists (select from ledger.transaction t where t.member_id = m.member_id)
        and not exists (select from venue_player p where p.member_id = m.member_id)
        and not exists (select from agent a where a.member_id = m.member_id)
        and not exists (select from member i where i.referrer_id = m.member_id) as unused
      from member m where m.member_id = ${memberId}`,
    )
  ).unused
