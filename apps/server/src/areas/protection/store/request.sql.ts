import { reviewState, type DecidedState, type ReviewState } from '@tianping/contract/facts'
import type { ProtectionRequestKind, ReachedBy } from '@tianping/contract/protection/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import { inSpan, ofStates } from '../../../kernel/operator/listed.sql.ts'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import { byId, keyedRows, type Keyed } from '../../../kernel/operator/pages.sql.ts'

export type ProtectionRequest = {
  requestId: bigint
  memberId: bigint
  kind: ProtectionRequestKind
  channel: ReachedBy
  reason: string
  askedBy: string
  askedAt: Date
  decideBy: Date | null
  proposed: DecidedState | null
  proposedBy: string
  proposal: string
  state: ReviewState
  decidedBy: string
  decidedAt: Date | null
  remark: string
}

const columns = sql`
  r.request_id, r.member_id, r.kind, r.channel, r.reason, r.asked_by, r.asked_at, r.decide_by, r.proposed, r.proposed_by,
  r.proposal, r.state, r.decided_by, r.decided_at, r.remark`
const waiting = sql.literal(reviewState.waiting)

export type NewRequest = Pick<
  ProtectionRequest,
  'memberId' | 'kind' | 'channel' | 'reason' | 'askedBy' | 'askedAt'
> & { decideBy?: Date; proposed?: DecidedState }

/** Takes it down; undefined while another of its kind waits. An operator's is a proposal too. */
export const insertRequest = (tx: Db, r: NewRequest) =>
  row(
    tx,
    sql<{ requestId: bigint }>`
    insert into protection_request (member_id, kind, channel, reason, asked_by, asked_at, decide_by, proposed, proposed_by, proposed_at)
    values (${r.memberId}, ${r.kind}, ${r.channel}, ${r.reason}, ${r.askedBy}, ${r.askedAt}, ${r.decideBy ?? null}, ${r.proposed ?? null},
      ${r.proposed === undefined ? '' : r.askedBy}, ${r.proposed === undefined ? null : r.askedAt})
    on conflict do nothing returning request_id`,
  )

/** Whose it is, which never changes. */
export const memberOfRequest = (db: Db, requestId: number) =>
  row(
    db,
    sql<{
      memberId: bigint
    }>`select member_id from protection_request where request_id = ${requestId}`,
  )

export const lockRequest = (tx: Db, requestId: number) =>
  row(
    tx,
    sql<ProtectionRequest>`select ${columns} from protection_request r where r.request_id = ${requestId} for update`,
  )

/** What waits of a kind for a member. */
export const openRequest = (db: Db, memberId: bigint, kind: ProtectionRequestKind) =>
  row(
    db,
    sql<ProtectionRequest>`select ${columns} from protection_request r where r.member_id = ${memberId} and r.kind = ${kind} and r.state = ${waiting}`,
  )

/** What the first person would decide; null takes it back. */
export const setProposal = (
  tx: Db,
  p: { requestId: bigint; proposed: DecidedState | null; by: string; at: Date; text: string },
) =>
  run(
    tx,
    sql`
    update protection_request set proposed = ${p.proposed}, proposed_by = ${p.proposed === null ? '' : p.by},
      proposed_at = ${p.proposed === null ? null : p.at}, proposal = ${p.text}
    where request_id = ${p.requestId} and state = ${waiting}`,
  )

export const closeRequest = (
  tx: Db,
  d: { requestId: bigint; state: DecidedState; by: string; at: Date; remark: string },
) =>
  run(
    tx,
    sql`
    update protection_request set state = ${d.state}, decided_by = ${d.by}, decided_at = ${d.at}, remark = ${d.remark}
    where request_id = ${d.requestId} and state = ${waiting}`,
  )

/** Ends what a member asked for to come back, as a new exclusion does; answers what it was. */
export const withdrawRequests = (tx: Db, memberId: bigint, at: Date) =>
  rows(
    tx,
    sql<Pick<ProtectionRequest, 'requestId' | 'kind'>>`
    update protection_request set state = ${sql.literal(reviewState.rejected)}, decided_at = ${at},
      remark = '会员再次自我排除，申请随之失效'
    where member_id = ${memberId} and kind in ('return', 'earlier') and state = ${waiting} returning request_id, kind`,
  )

/** How many wait for a person; a return waits for its member. */
export const requestsWaiting = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ pending: number }>`
      select count(*)::int as pending from protection_request where state = ${waiting} and kind <> 'return'`,
    )
  ).pending

/** Marks what should have been decided by now; answers what nobody was warned of before. */
export const markLate = (tx: Db, now: Date, limit: number) =>
  rows(
    tx,
    sql<{ requestId: bigint; memberId: bigint }>`
    update protection_request set alarmed = true
    where request_id in (
      select request_id from protection_request
      where state = ${waiting} and decide_by is not null and decide_by < ${now} and not alarmed
      order by decide_by limit ${limit} for update skip locked)
    returning request_id, member_id`,
  )

export type RequestListed = ProtectionRequest & { username: string }

/** Newest first. */
export function requestRows(db: Db, f: ListFilter & { kind: string }) {
  const { key, page, order } = byId(f.paging, sql`r.request_id`, true)
  const from = sql`from protection_request r where ${ofStates(f.states, sql`r.state`)} and (${f.kind} = '' or r.kind = ${f.kind})
    and ${inSpan(sql`r.asked_at`, f)}`
  return keyedRows(
    db,
    f.paging,
    sql<RequestListed & Keyed>`
    select ${columns}, m.name as username, r.sort_value, r.sort_no
    from (select r.*, ${key} ${from} and ${page}) r join member m using (member_id)
    order by ${order}`,
    from,
  )
}

/** Ends the exclusions of a member at a moment; not what was set after the member had asked. */
export const endExclusions = (
  tx: Db,
  p: { memberId: bigint; askedAt: Date; now: Date; at: Date },
) =>
  run(
    tx,
    sql`
    update member_block set return_asked_at = ${p.now}, return_at = ${p.at}
    where member_id = ${p.memberId} and kind = 'exclusion' and set_at <= ${p.askedAt} and (return_at is null or return_at > ${p.at})`,
  )

/** Ends what joined this account with excluded ones; answers how many links there were. */
export const endLinksOf = (tx: Db, memberId: bigint, now: Date) =>
  run(
    tx,
    sql`
    update member_block set return_asked_at = ${now}, return_at = ${now}
    where member_id = ${memberId} and kind = 'linked' and return_at is null`,
  )

/** Ends what joined other accounts with this one by name and birthday alone; answers whose. */
export const endLinksByPerson = (tx: Db, follows: bigint, now: Date) =>
  rows(
    tx,
    sql<{ memberId: bigint }>`
    update member_block set return_asked_at = ${now}, return_at = ${now}
    where follows = ${follows} and kind = 'linked' and term = 'person' and return_at is null returning member_id`,
  )

/** What an erasure leaves of a member's requests: that they were, and how they ended. */
export const blotRequests = (tx: Db, memberId: bigint) =>
  run(
    tx,
    sql`
    update protection_request set reason = '**', proposal = case proposal when '' then '' else '**' end, remark = case remark when '' then '' else '**' end
    where member_id = ${memberId}`,
  )
