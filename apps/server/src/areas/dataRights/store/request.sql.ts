import { dataRequestState, type DataRequestKind } from '@tianping/contract/dataRights/facts'
import type { DecidedState, ReviewState } from '@tianping/contract/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import { inSpan, ofMember, ofStates, totalOf } from '../../../kernel/operator/listed.sql.ts'
import {
  behindId,
  foundOf,
  idKey,
  inIdOrder,
  window,
  type Keyed,
} from '../../../kernel/operator/pages.sql.ts'

const waiting = sql.literal(dataRequestState.waiting)

export type DataRequest = {
  requestId: bigint
  memberId: bigint
  kind: DataRequestKind
  content: string
  askedBy: string
  askedAt: Date
  answerBy: Date
  extension: string
  alarmedAt: Date | null
  state: ReviewState
  firstBy: string
  decidedBy: string
  decidedAt: Date | null
  answer: string
  liftedAt: Date | null
}

const columns = sql`
  r.request_id, r.member_id, r.kind, r.content, r.asked_by, r.asked_at, r.answer_by, r.extension, r.alarmed_at, r.state,
  r.first_by, r.decided_by, r.decided_at, r.answer, r.lifted_at`

/** Newest first. */
export const requestsOf = (db: Db, memberId: bigint, limit: number) =>
  rows(
    db,
    sql<DataRequest>`
    select ${columns} from data_request r where r.member_id = ${memberId} order by r.request_id desc limit ${limit}`,
  )

/** Undefined while another of the kind waits. */
export const insertRequest = (
  tx: Db,
  r: { memberId: bigint; kind: DataRequestKind; content: string; askedBy: string },
) =>
  row(
    tx,
    sql<{ requestId: bigint; answerBy: Date }>`
    insert into data_request (member_id, kind, content, asked_by) values (${r.memberId}, ${r.kind}, ${r.content}, ${r.askedBy})
    on conflict do nothing returning request_id, answer_by`,
  )

export const lockRequest = (tx: Db, requestId: bigint) =>
  row(
    tx,
    sql<DataRequest>`select ${columns} from data_request r where r.request_id = ${requestId} for update`,
  )

export const confirmFirst = (tx: Db, requestId: bigint, by: string) =>
  run(
    tx,
    sql`update data_request set first_by = ${by}, first_at = now() where request_id = ${requestId} and state = ${waiting}`,
  )

export const decideRequest = (
  tx: Db,
  d: { requestId: bigint; state: DecidedState; by: string; answer: string },
) =>
  run(
    tx,
    sql`
    update data_request set state = ${d.state}, decided_by = ${d.by}, decided_at = now(), answer = ${d.answer}
    where request_id = ${d.requestId} and state = ${waiting}`,
  )

/** Ends a granted restriction; false when there is none. */
export const liftRestriction = async (
  tx: Db,
  l: { requestId: bigint; by: string; at: Date },
): Promise<boolean> =>
  (await run(
    tx,
    sql`
    update data_request set lifted_at = ${l.at}, lifted_by = ${l.by}
    where request_id = ${l.requestId} and kind = 'restrict' and state = ${sql.literal(dataRequestState.approved)} and lifted_at is null`,
  )) === 1

/** Two months more, once; undefined when it was done before. */
export const extendRequest = (tx: Db, e: { requestId: bigint; by: string; reason: string }) =>
  row(
    tx,
    sql<{ answerBy: Date }>`
    update data_request set answer_by = answer_by + interval '2 months', extension = ${e.reason}, extended_by = ${e.by}, alarmed_at = null
    where request_id = ${e.requestId} and state = ${waiting} and extended_by = '' returning answer_by`,
  )

/** Marks requests that have few days left; answers their ids. */
export const markDue = (tx: Db, days: number, limit: number) =>
  rows(
    tx,
    sql<{ requestId: bigint }>`
    update data_request set alarmed_at = now() where request_id in (
      select request_id from data_request
      where state = ${waiting} and alarmed_at is null and answer_by <= now() + make_interval(days => ${days}::int)
      order by request_id limit ${limit} for update skip locked)
    returning request_id`,
  )

export type Listed = DataRequest & { username: string; closedAt: Date | null }

export async function requestRows(db: Db, f: ListFilter & { kind: string }) {
  const { paging: p } = f
  const from = sql`
    from data_request r where ${ofStates(f.states, sql`r.state`)} and ${ofMember(f.q, sql`r.member_id`)}
      and (${f.kind} = '' or r.kind = ${f.kind}) and ${inSpan(sql`r.asked_at`, f)}`
  const no = sql`r.request_id`
  const read = await rows(
    db,
    sql<Listed & Keyed>`
    select ${columns}, m.name as username, m.closed_at, ${idKey(no)}
    from (select * ${from} and ${behindId(p, no, true)} order by ${inIdOrder(p, no, true)} ${window(p)}) r
    join member m using (member_id) order by ${inIdOrder(p, no, true)}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

export const dataRequestsWaiting = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ pending: number }>`
      select count(*)::int as pending from data_request where state = ${waiting}`,
    )
  ).pending
