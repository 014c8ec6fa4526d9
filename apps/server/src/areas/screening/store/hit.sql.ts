import type { DecidedState } from '@tianping/contract/facts'
import {
  hitState,
  PEP_LIST,
  type HitPart,
  type HitState,
  type ScreeningList,
} from '@tianping/contract/screening/facts'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import { holderOf } from '../../../kernel/operator/claim.sql.ts'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import { inSpan, ofMember, ofStates, totalOf } from '../../../kernel/operator/listed.sql.ts'
import { byCount, byId, foundOf, window, type Keyed } from '../../../kernel/operator/pages.sql.ts'
import type { Entry } from '../lists/entry.ts'
import { namesAddress } from './version.sql.ts'

const open = sql.literal(hitState.open)

export type StoredPart = { part: HitPart; listed: string; points: number }
export type Hit = {
  hitId: bigint
  memberId: bigint
  entryId: bigint
  list: ScreeningList
  score: number
  parts: StoredPart[]
  raisedAt: Date
  seenAt: Date
  state: HitState
  decidedBy: string
  decidedAt: Date | null
  remark: string
  allowedBy: string
}
const columns = sql`
  h.hit_id, h.member_id, h.entry_id, h.list, h.score, h.parts, h.raised_at, h.seen_at, h.state, h.decided_by, h.decided_at, h.remark, h.allowed_by`

export type HitListed = Hit & {
  username: string
  realname: string
  birthday: string | null
  data: Entry
  listed: boolean
  claimedBy: string
}
const listed = (now: Date) => sql`
  ${columns}, m.name as username, m.realname, m.birthday, e.data,
  exists (select from screening_version_entry ve join screening_version v using (version_id) where ve.entry_id = h.entry_id and v.state = 'active') as listed,
  ${holderOf(sql`'hit:' || h.hit_id`, now)} as claimed_by`

const isQueue = ({ states }: ListFilter) => states.length === 1 && states[0] === hitState.open
const no = sql`h.hit_id`
/** Ascending, so that of equal scores the oldest comes first. */
const likeliest = sql`(-h.score)`
const arrangedBy = (f: ListFilter) =>
  isQueue(f) ? byCount(f.paging, likeliest, no, false) : byId(f.paging, no, true)

/** What waits by its score, everything else the newest first. */
export async function hitRows(db: Db, f: ListFilter & { list: string }, now: Date) {
  const state = isQueue(f) ? sql`h.state = ${open}` : ofStates(f.states, sql`h.state`)
  const from = sql`
    from screening_hit h where ${state} and ${f.list === '' ? sql`true` : sql`h.list = ${f.list}`}
      and ${ofMember(f.q, sql`h.member_id`)} and ${inSpan(sql`h.raised_at`, f)}`
  const { behind, order, key } = arrangedBy(f)
  const read = await rows(
    db,
    sql<HitListed & Keyed>`
    select ${listed(now)}, ${key}
    from (select * ${from} and ${behind} order by ${order} ${window(f.paging)}) h
    join member m using (member_id) join screening_entry e using (entry_id) order by ${order}`,
  )
  return { ...foundOf(f.paging, read), total: f.paging.counted ? await totalOf(db, from) : 0 }
}

export const hitRow = (db: Db, hitId: number, now: Date) =>
  row(
    db,
    sql<HitListed>`
    select ${listed(now)} from screening_hit h join member m using (member_id) join screening_entry e using (entry_id) where h.hit_id = ${hitId}`,
  )

export const lockHit = (tx: Tx, hitId: number | bigint) =>
  row(tx, sql<Hit>`select ${columns} from screening_hit h where h.hit_id = ${hitId} for update`)

export const decideHit = (
  tx: Tx,
  h: { hitId: bigint; state: DecidedState; by: string; at: Date; remark: string },
) =>
  run(
    tx,
    sql`update screening_hit set state = ${h.state}, decided_by = ${h.by}, decided_at = ${h.at}, remark = ${h.remark} where hit_id = ${h.hitId}`,
  )

/** A senior person lets an exposed person play on. */
export const allowHit = (tx: Tx, h: { hitId: bigint; by: string; at: Date; why: string }) =>
  run(
    tx,
    sql`update screening_hit set allowed_by = ${h.by}, allowed_at = ${h.at}, allowed_why = ${h.why} where hit_id = ${h.hitId}`,
  )

/** Whether a member may be an exposed person whom nobody has approved. */
export const hasUnallowed = async (db: Db, memberId: bigint): Promise<boolean> =>
  (await row(
    db,
    sql`
    select 1 from screening_hit where member_id = ${memberId} and list = ${PEP_LIST} and allowed_by = ''
      and state in (${open}, ${sql.literal(hitState.confirmed)}) limit 1`,
  )) !== undefined

export const hitsOpen = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{
        count: number
      }>`select count(*)::int as count from screening_hit where state = ${open}`,
    )
  ).count

/** Members to compare: after one in the order of ids. */
export type Compared = { memberId: bigint; realname: string; birthday: string | null }
export const membersAfter = (tx: Tx, after: bigint, limit: number) =>
  rows(
    tx,
    sql<Compared>`select member_id, realname, birthday from member where member_id > ${after} order by member_id limit ${limit}`,
  )

/** Members whose name or birthday is new, by their number. */
export const dueAfter = async (db: Db, after: bigint, limit: number): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint }>`
      select member_id from screening_due where member_id > ${after} order by member_id limit ${limit}`,
    )
  ).map(({ memberId }) => memberId)

/** Some of them, taken off the list of the due in this transaction; nobody whom another takes. */
export const takeDue = (tx: Tx, memberIds: bigint[]) =>
  rows(
    tx,
    sql<Compared>`
    with taken as (delete from screening_due where member_id in (
        select member_id from screening_due where member_id = any(${memberIds}::bigint[])
        order by member_id for update skip locked)
      returning member_id)
    select m.member_id, m.realname, m.birthday from taken t join member m using (member_id) order by m.member_id`,
  )

/** Has a member compared by the turns to come. */
export const makeDue = (tx: Tx, memberId: bigint) =>
  run(tx, sql`insert into screening_due (member_id) values (${memberId}) on conflict do nothing`)

/** Entries of versions that count which share a key, at most so many pairs. */
export const candidates = (tx: Tx, versions: bigint[], keys: bigint[], limit: number) =>
  rows(
    tx,
    sql<{ key: bigint; entryId: bigint }>`
    select k.key, k.entry_id from screening_key k
    where k.key = any(${keys}::bigint[])
      and exists (select from screening_version_entry ve where ve.entry_id = k.entry_id and ve.version_id = any(${versions}::bigint[]))
    limit ${limit}`,
  )

export type FoundHit = {
  memberId: bigint
  entryId: bigint
  /** What was found on the list: each is a match of its own. */
  source: 'name' | 'wallet' | 'sender'
  list: ScreeningList
  score: number
  parts: StoredPart[]
  subject: Buffer
}

/**
 * Of some found by name, those that need no decision: confirmed, or dismissed for the same subject.
 */
export const settledOf = (tx: Tx, found: FoundHit[]) =>
  rows(
    tx,
    sql<Pick<FoundHit, 'memberId' | 'entryId'>>`
    select h.member_id, h.entry_id from screening_hit h
    join unnest(${found.map(each => each.memberId)}::bigint[], ${found.map(each => each.entryId)}::bigint[],
        ${found.map(each => each.subject)}::bytea[])
      as given (member_id, entry_id, subject) using (member_id, entry_id)
    where h.source = 'name' and (h.state = ${sql.literal(hitState.confirmed)}
      or h.state = ${sql.literal(hitState.dismissed)} and h.subject = given.subject)`,
  )

/** Dismissed, and one side says something else since. */
const otherSubject = sql`h.state = ${sql.literal(hitState.dismissed)} and h.subject <> excluded.subject`

/**
 * Keeps what was found. A pair that was dismissed stays so while both sides say the same; one that
 * was confirmed stays confirmed. Answers how many wait that did not before.
 */
export const keepHits = async (db: Db, found: FoundHit[], now: Date): Promise<number> =>
  (
    await rows(
      db,
      sql<{ fresh: boolean }>`
      insert into screening_hit as h (member_id, entry_id, source, list, score, parts, subject, raised_at, seen_at)
      select member_id, entry_id, source, list, score, parts::jsonb, subject, ${now}, ${now}
      from unnest(${found.map(each => each.memberId)}::bigint[], ${found.map(each => each.entryId)}::bigint[],
        ${found.map(each => each.source)}::text[], ${found.map(each => each.list)}::text[], ${found.map(each => each.score)}::int[],
        ${found.map(each => JSON.stringify(each.parts))}::text[],
        ${found.map(each => each.subject)}::bytea[])
        as given (member_id, entry_id, source, list, score, parts, subject)
      on conflict (member_id, entry_id, source) do update set
        score = excluded.score, parts = excluded.parts, subject = excluded.subject, seen_at = excluded.seen_at,
        state = case when ${otherSubject} then ${open} else h.state end,
        raised_at = case when ${otherSubject} then excluded.raised_at else h.raised_at end,
        decided_by = case when ${otherSubject} then '' else h.decided_by end,
        decided_at = case when ${otherSubject} then null else h.decided_at end,
        remark = case when ${otherSubject} then '' else h.remark end
      returning (old.hit_id is null or old.state <> new.state) as fresh`,
    )
  ).filter(each => each.fresh).length

/**
 * What waits about these members and was not found again: the entry or the member has changed. A
 * match by an address has nothing to do with names.
 */
export const dropStale = (
  tx: Tx,
  memberIds: bigint[],
  found: Pick<FoundHit, 'memberId' | 'entryId'>[],
  d: { at: Date; remark: string },
) =>
  run(
    tx,
    sql`
    update screening_hit h set state = ${sql.literal(hitState.dismissed)}, decided_by = 'system', decided_at = ${d.at}, remark = ${d.remark}, subject = ''
    where h.member_id = any(${memberIds}::bigint[]) and h.state = ${open} and h.source = 'name'
      and not exists (
        select from unnest(${found.map(each => each.memberId)}::bigint[], ${found.map(each => each.entryId)}::bigint[]) as again (member_id, entry_id)
        where again.member_id = h.member_id and again.entry_id = h.entry_id)`,
  )

/** Members who bound a card of one of these numbers. */
export const holdersOf = (db: Db, digests: Buffer[]) =>
  rows(
    db,
    sql<Compared & { digest: Buffer }>`
    select m.member_id, m.realname, m.birthday, c.number_digest as digest from card c join member m using (member_id)
    where c.number_digest = any(${digests}::bytea[]) order by m.member_id limit 1000`,
  )

/** Matches of the member with entries naming one of the addresses, but for dismissed ones. */
export const senderHits = (db: Db, memberId: bigint, addresses: string[]) =>
  rows(
    db,
    sql<Pick<Hit, 'hitId' | 'state'>>`
    select h.hit_id, h.state from screening_hit h join screening_entry e using (entry_id)
    where h.member_id = ${memberId} and h.state <> ${sql.literal(hitState.dismissed)} and e.has_wallets
      and ${namesAddress(addresses)} order by h.hit_id`,
  )
