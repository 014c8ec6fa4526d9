import type { DecidedState } from '@tianping/contract/facts'
import { flagState } from '@tianping/contract/risk/facts'
import { row, rows, run, sql, type Db } from '@tianping/database'
import { flagColumns, type Flag } from './flag.sql.ts'
import { holderOf } from '../../../kernel/operator/claim.sql.ts'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import { inSpan, ofMember, ofStates, totalOf } from '../../../kernel/operator/listed.sql.ts'
import {
  behindCount,
  behindNumbered,
  fenKey,
  foundOf,
  inOrderOf,
  momentKey,
  window,
  type Found,
  type Keyed,
} from '../../../kernel/operator/pages.sql.ts'

const open = sql.literal(flagState.open)

export type FlagListed = Flag & { username: string; claimedBy: string }
const listed = (now: Date) =>
  sql`${flagColumns}, m.name as username, ${holderOf(sql`'flag:' || f.flag_id`, now)} as claimed_by`

/** What waits is named by its number, which is what the index of the queue is of. */
const stateIs = (states: readonly number[]) =>
  states.length === 1 && states[0] === flagState.open
    ? sql`f.state = ${open}`
    : ofStates(states, sql`f.state`)

/** What waits stands the weightiest first: its pages are of the weight and then of the number. */
const isQueue = ({ states, paging: { sort } }: ListFilter) =>
  sort === '' && states.length === 1 && states[0] === flagState.open
const no = sql`f.flag_id`
const flagBehind = (f: ListFilter) =>
  isQueue(f)
    ? behindCount(f.paging, sql`f.weight`, no, true)
    : behindNumbered(f.paging, sql`f.raised_at`, no, true)
const flagOrder = (f: ListFilter) =>
  isQueue(f)
    ? inOrderOf(f.paging, sql`f.weight`, no, true)
    : inOrderOf(f.paging, sql`f.raised_at`, no, true)
const flagKey = (f: ListFilter) =>
  isQueue(f)
    ? fenKey(sql`f.weight`, sql`f.flag_id::text`)
    : momentKey(sql`f.raised_at`, sql`f.flag_id::text`)

/** What waits the weightiest first, what was decided the newest first. */
export async function flagRows(
  db: Db,
  f: ListFilter & { kind: string },
  now: Date,
): Promise<Found<FlagListed & Keyed> & { total: number }> {
  const from = sql`from risk_flag f where ${stateIs(f.states)} and ${f.kind === '' ? sql`true` : sql`f.kind = ${f.kind}`}
    and ${ofMember(f.q, sql`f.member_id`)} and ${inSpan(sql`f.raised_at`, f)}`
  const read = await rows(
    db,
    sql<FlagListed & Keyed>`
    select ${listed(now)}, ${flagKey(f)} from (
      select * ${from} and ${flagBehind(f)} order by ${flagOrder(f)} ${window(f.paging)}
    ) f join member m using (member_id) order by ${flagOrder(f)}`,
  )
  return { ...foundOf(f.paging, read), total: f.paging.counted ? await totalOf(db, from) : 0 }
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
