import type { DecidedState } from '@tianping/contract/facts'
import { flagState } from '@tianping/contract/risk/facts'
import { row, rows, run, sql, type Db } from '@tianping/database'
import { flagColumns, type Flag } from './flag.sql.ts'
import { holderOf } from '../../../kernel/operator/claim.sql.ts'
import { ofMember, ofState, totalOf } from '../../../kernel/operator/listed.sql.ts'

const open = sql.literal(flagState.open)

export type FlagListed = Flag & { username: string; claimedBy: string }
const listed = (now: Date) =>
  sql`${flagColumns}, m.name as username, ${holderOf(sql`'flag:' || f.flag_id`, now)} as claimed_by`

/** What waits is named by its number, which is what the index of the queue is of. */
function stateIs(state: number) {
  return state === flagState.open ? sql`f.state = ${open}` : ofState(state, sql`f.state`)
}

/** What waits the weightiest first, what was decided the newest first. */
export async function flagRows(
  db: Db,
  f: { state: number; kind: string; q: string; limit: number; offset: number },
  now: Date,
) {
  const state = stateIs(f.state)
  const from = sql`from risk_flag f where ${state} and ${f.kind === '' ? sql`true` : sql`f.kind = ${f.kind}`} and ${ofMember(f.q, sql`f.member_id`)}`
  const order =
    f.state === flagState.open
      ? sql`f.weight desc, f.raised_at desc, f.flag_id`
      : sql`f.raised_at desc, f.flag_id`
  const found = await rows(
    db,
    sql<FlagListed>`
    select ${listed(now)} from (select * ${from} order by ${order} limit ${f.limit} offset ${f.offset}) f join member m using (member_id) order by ${order}`,
  )
  return { rows: found, total: await totalOf(db, from) }
}

export const flagRow = (db: Db, flagId: number, now: Date) =>
  row(
    db,
    sql<FlagListed>`select ${listed(now)} from risk_flag f join member m using (member_id) where f.flag_id = ${flagId}`,
  )

export const lockFlag = (tx: Db, flagId: number) =>
  row(tx, sql<Flag>`select ${flagColumns} from risk_flag f where f.flag_id = ${flagId} for update`)

export const decideFlag = (
  tx: Db,
  f: { flagId: bigint; state: DecidedState; by: string; at: Date; remark: string },
) =>
  run(
    tx,
    sql`update risk_flag set state = ${f.state}, decided_by = ${f.by}, decided_at = ${f.at}, remark = ${f.remark} where flag_id = ${f.flagId} and state = ${open}`,
  )

export const ruleOfVersion = (db: Db, key: string, version: number) =>
  row(
    db,
    sql<{
      value: unknown
    }>`select value from site_setting where key = ${key} and version = ${version}`,
  )

export const membersById = (db: Db, ids: bigint[]) =>
  rows(
    db,
    sql<{
      memberId: bigint
      name: string
    }>`select member_id, name from member where member_id = any(${ids}::bigint[]) order by member_id`,
  )
