import type { ComplaintKind } from '@tianping/contract/complaints/facts'
import { complaintState } from '@tianping/contract/complaints/facts'
import { rows, sql, theRow, type Db, type Sql } from '@tianping/database'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import { inSpan, ofMember, ofStates, totalOf } from '../../../kernel/operator/listed.sql.ts'
import {
  behindId,
  foundOf,
  idKey,
  inIdOrder,
  window,
  type Found,
  type Keyed,
} from '../../../kernel/operator/pages.sql.ts'
import { columns, open, type Complaint } from './complaint.sql.ts'

export type Filter = ListFilter & { kind: string }

const isNumber = (q: string) => /^c\d{8}-/i.test(q)
const meant = (q: string): Sql =>
  isNumber(q) ? sql`c.complaint_no = ${q.toUpperCase()}` : ofMember(q, sql`c.member_id`)

const from = (f: Filter) => sql`
  from complaint c where ${ofStates(f.states, sql`c.state`)} and ${meant(f.q)} and ${inSpan(sql`c.created_at`, f)}
    and (${f.kind} = '' or c.kind = ${f.kind})`

export type Listed = Complaint & { username: string }

/** Newest first. */
export async function complaintRows(
  db: Db,
  f: Filter,
): Promise<Found<Listed & Keyed> & { total: number }> {
  const p = f.paging
  const no = sql`c.complaint_id`
  const read = await rows(
    db,
    sql<Listed & Keyed>`
    select ${columns}, m.name as username, ${idKey(no)}
    from (select * ${from(f)} and ${behindId(p, no, true)} order by ${inIdOrder(p, no, true)} ${window(p)}) c join member m using (member_id)
    order by ${inIdOrder(p, no, true)}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from(f)) : 0 }
}

export type Figures = {
  kind: ComplaintKind
  received: number
  open: number
  upheld: number
  partly: number
  rejected: number
  settled: number
  deadlock: number
  withdrawn: number
}

const since = (day: string) => sql`c.created_at >= ${`${day} 00:00:00+08`}::timestamptz`
const until = (day: string) =>
  sql`c.created_at < ${`${day} 00:00:00+08`}::timestamptz + interval '1 day'`

/** How many came between two days, and how they ended. */
export const complaintFigures = (db: Db, { from: first, to: last }: { from: string; to: string }) =>
  rows(
    db,
    sql<Figures>`
    select c.kind, count(*)::int as received, count(*) filter (where c.state = ${open})::int as open,
      count(*) filter (where c.outcome = 'upheld')::int as upheld, count(*) filter (where c.outcome = 'partly')::int as partly,
      count(*) filter (where c.outcome = 'rejected')::int as rejected, count(*) filter (where c.outcome = 'settled')::int as settled,
      count(*) filter (where c.state = ${sql.literal(complaintState.deadlock)})::int as deadlock,
      count(*) filter (where c.state = ${sql.literal(complaintState.withdrawn)})::int as withdrawn
    from complaint c where ${first === '' ? sql`true` : since(first)} and ${last === '' ? sql`true` : until(last)}
    group by c.kind order by c.kind`,
  )

/** How many wait for staff. */
export const complaintsWaiting = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ pending: number }>`
      select count(*)::int as pending from complaint where state = ${open} and waits_for = 'staff'`,
    )
  ).pending

/** How many complaints a member has made. */
export const complaintTotal = (db: Db, memberId: bigint) =>
  totalOf(db, sql`from complaint where member_id = ${memberId}`)
