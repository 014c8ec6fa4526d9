import { reviewState, type DecidedState, type ReviewState } from '@tianping/contract/facts'
import { row, run, sql, theRow, type Db, type Sql } from '@tianping/database'
import {
  inDays,
  inSpan,
  ofMember,
  ofStates,
  type Narrowed,
} from '../../../kernel/operator/listed.sql.ts'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import {
  byDay,
  byId,
  keyedRows,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

/** The Beijing days of the three checks, and what each found. */
export type Checks = {
  affordabilityOn: string
  affordability: string
  harmOn: string
  harm: string
  diligenceOn: string
  diligence: string
}

export type Release = Checks & {
  releaseId: bigint
  memberId: bigint
  vip: number
  recordedBy: string
  recordedAt: Date
  state: ReviewState
  decidedBy: string
  decidedAt: Date | null
  remark: string
  endedBy: string
  endedAt: Date | null
  endedWhy: string
}

const columns = sql`
  r.release_id, r.member_id, r.vip, r.affordability_on, r.affordability, r.harm_on, r.harm, r.diligence_on, r.diligence,
  r.recorded_by, r.recorded_at, r.state, r.decided_by, r.decided_at, r.remark, r.ended_by, r.ended_at, r.ended_why`
const waiting = sql.literal(reviewState.waiting)
const approved = sql.literal(reviewState.approved)

/** The rows that let a member reach a level: approved, not taken back, no check before `since`. */
export const standing = (of: { member: Sql; vip: Sql; since: string }) => sql`
  select 1 as released from vip_release r
  where r.member_id = ${of.member} and r.vip = ${of.vip} and r.state = ${approved} and r.ended_at is null
    and least(r.affordability_on, r.harm_on, r.diligence_on) >= ${of.since}::date limit 1`

/** The member's level, under the lock that the review takes too. */
export const lockLevel = async (tx: Db, memberId: bigint): Promise<number | undefined> =>
  (
    await row(
      tx,
      sql<{
        vip: number
      }>`select vip from member where member_id = ${memberId} for no key update`,
    )
  )?.vip

export type NewRelease = Checks & { memberId: bigint; vip: number; by: string; at: Date }

/** Undefined while another for the level waits. */
export const insertRelease = (tx: Db, n: NewRelease) =>
  row(
    tx,
    sql<{ releaseId: bigint }>`
    insert into vip_release (member_id, vip, affordability_on, affordability, harm_on, harm, diligence_on, diligence, recorded_by, recorded_at)
    values (${n.memberId}, ${n.vip}, ${n.affordabilityOn}::date, ${n.affordability}, ${n.harmOn}::date, ${n.harm},
      ${n.diligenceOn}::date, ${n.diligence}, ${n.by}, ${n.at})
    on conflict do nothing returning release_id`,
  )

export const lockRelease = (tx: Db, releaseId: number) =>
  row(
    tx,
    sql<Release>`select ${columns} from vip_release r where r.release_id = ${releaseId} for update`,
  )

export const decideRelease = (
  tx: Db,
  d: { releaseId: bigint; state: DecidedState; by: string; at: Date; remark: string },
) =>
  run(
    tx,
    sql`
    update vip_release set state = ${d.state}, decided_by = ${d.by}, decided_at = ${d.at}, remark = ${d.remark}
    where release_id = ${d.releaseId} and state = ${waiting}`,
  )

export const endRelease = (
  tx: Db,
  e: { releaseId: bigint; by: string; at: Date; remark: string },
) =>
  run(
    tx,
    sql`
    update vip_release set ended_by = ${e.by}, ended_at = ${e.at}, ended_why = ${e.remark}
    where release_id = ${e.releaseId} and state = ${approved} and ended_at is null`,
  )

/** Whether a member gets no personal perks now, for whatever reason. */
export const isWithheld = async (db: Db, memberId: bigint, now: Date): Promise<boolean> =>
  (
    await theRow(
      db,
      sql<{ withheld: boolean | null }>`select perks_withheld(${memberId}, ${now}) as withheld`,
    )
  ).withheld === true

export type ReleaseListed = Release & { username: string }

/** Newest first. */
export function releaseRows(db: Db, f: ListFilter) {
  const { key, page, order } = byId(f.paging, sql`r.release_id`, true)
  const from = sql`
    from vip_release r where ${ofStates(f.states, sql`r.state`)} and ${ofMember(f.q, sql`r.member_id`)}
      and ${inSpan(sql`r.recorded_at`, f)}`
  return keyedRows(
    db,
    f.paging,
    sql<ReleaseListed & Keyed>`
    select ${columns}, m.name as username, r.sort_value, r.sort_no
    from (select r.*, ${key} ${from} and ${page}) r join member m using (member_id)
    order by ${order}`,
    from,
  )
}

export type Waiting = {
  memberId: bigint
  username: string
  /** The level of now, and the one that the member waits for. */
  vip: number
  toVip: number
  since: string
  depositFen: bigint
  turnoverFen: bigint
  recorded: boolean
}

const recorded = sql`exists (select from vip_release r where r.member_id = w.member_id and r.vip = w.vip and r.state = ${waiting})`

/** Members who wait, without those whose level has changed since; the longest wait comes first. */
export function waitingRows(db: Db, f: Narrowed & { q: string; paging: Paging }) {
  const { key, page } = byDay(f.paging, sql`w.since`, sql`w.member_id`, false)
  const from = sql`
    from vip_waiting w join member m using (member_id) where m.vip = w.vip - 1 and ${ofMember(f.q, sql`w.member_id`)}
      and ${inDays(sql`w.since`, f)}`
  return keyedRows(
    db,
    f.paging,
    sql<Waiting & Keyed>`
    select w.member_id, m.name as username, m.vip, w.vip as to_vip, w.since, w.deposit_fen, w.turnover_fen, ${recorded} as recorded, ${key}
    ${from} and ${page}`,
    from,
  )
}

/** How many wait for a person: members without checks, and checks without approval. */
export const releasesWaiting = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ pending: number }>`
      select ((select count(*) from vip_waiting w join member m using (member_id) where m.vip = w.vip - 1 and not ${recorded})
        + (select count(*) from vip_release r where r.state = ${waiting}))::int as pending`,
    )
  ).pending

/** A release that stands ends the wait at once; the level itself follows with the review. */
export const stopWaiting = (tx: Db, memberId: bigint) =>
  run(tx, sql`delete from vip_waiting where member_id = ${memberId}`)

/** Forgets who was found by an earlier review and not by this one, which may be still to come. */
export const dropWaiting = (db: Db, day: string) =>
  run(
    db,
    sql`
    delete from vip_waiting w where day < ${day}::date
      and not exists (select from vip_unreviewed u where u.member_id = w.member_id)`,
  )

/** What an erasure leaves: that a level was released or not, and when. */
export const blotReleases = async (tx: Db, memberId: bigint) => {
  await stopWaiting(tx, memberId)
  await run(
    tx,
    sql`
    update vip_release set affordability = '**', harm = '**', diligence = '**', remark = case remark when '' then '' else '**' end,
      ended_why = case ended_why when '' then '' else '**' end
    where member_id = ${memberId}`,
  )
}
