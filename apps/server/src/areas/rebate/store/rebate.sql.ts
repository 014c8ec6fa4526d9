import { rebateState, type RebateState } from '@tianping/contract/rebate/facts'
import { row, sql, type Db } from '@tianping/database'
import { levelsVersion } from '../../vip/vip.ts'

const waiting = sql.literal(rebateState.waiting)

/** Where a pass over the due days has come to. */
export type RebateCursor = { day: string; memberId: bigint }

/**
 * Reckons some `size` (member, day, venue) of the days before `before`, behind `after`, whose
 * turnover has changed since it was last calculated: the first time a row of the day, later a row
 * of what the correction changes. The level is the one held at the end of the day, which the first
 * review after it names as the level it found, and a member whose review is not done waits for it;
 * level and percentage stay as of the first row. Rows that a bet or another instance is changing
 * this moment are left to the next pass. `after` is what
 * keeps a long run linear: what was calculated leaves a dead entry in the index of what is due, and
 * a chunk that began at its front again would walk over all of them. A pass that does begin there
 * has locked nobody while it walks: all rows are found, then they are locked.
 */
export const calculateChunk = (p: {
  after: RebateCursor
  before: string
  size: number
  now: Date
}) => sql<{
  taken: number
  written: number
  amountFen: bigint
  last: { day: string; memberId: string } | null
}>`
  with found as materialized (
    select ctid as place, member_id, day from turnover_day
    where rebate_due and day < ${p.before}::date and (day, member_id) > (${p.after.day}::date, ${p.after.memberId}::bigint)
    order by day, member_id fetch first (${p.size}::int) rows with ties),
  due as materialized (
    select member_id, day, venue_id, category, valid_fen from turnover_day t
    where ctid = any(array(select place from found)) and rebate_due
      and not exists (select from vip_unreviewed u where u.member_id = t.member_id and u.day <= t.day) for no key update skip locked),
  -- Looked up row by row: whatever the planner thinks of the size of the tables, a chunk reads no more than its own.
  levelled as materialized (
    select d.*, s.amount_fen, s.line_no, s.percent,
      coalesce(s.vip, (select h.from_vip from vip_history h where h.member_id = d.member_id and h.day > d.day order by h.day limit 1),
        (select m.vip from member m where m.member_id = d.member_id)) as vip
    from due d left join lateral (
      select sum(r.amount_fen)::bigint as amount_fen, max(r.line_no) as line_no,
        max(r.vip) filter (where r.line_no = 1) as vip, max(r.percent) filter (where r.line_no = 1) as percent
      from rebate r where r.member_id = d.member_id and r.day = d.day and r.venue_id = d.venue_id) s on true),
  rated as (
    select l.*, coalesce(l.percent, case l.category when 'realbet' then v.realperson when 'sport' then v.sport when 'gaming' then v.e_sport
      when 'joker' then v.joker when 'concise' then v.electron else v.lottery end) as rate
    from levelled l join vip_level v on v.vip = l.vip),
  written as (
    insert into rebate (member_id, day, venue_id, line_no, category, valid_fen, vip, percent, levels_version, amount_fen, created_at, updated_at)
    select member_id, day, venue_id, coalesce(line_no, 0) + 1, category, valid_fen, vip, rate, ${levelsVersion},
      floor(valid_fen * rate / 100)::bigint - coalesce(amount_fen, 0), ${p.now}, ${p.now}
    from rated
    where case when line_no is null then valid_fen > 0 else floor(valid_fen * rate / 100)::bigint <> amount_fen end
    returning amount_fen),
  seen as (
    update turnover_day t set rebate_due = false from due d where t.member_id = d.member_id and t.day = d.day and t.venue_id = d.venue_id)
  select (select count(*) from due)::int as taken, (select count(*) from written)::int as written,
    (select coalesce(sum(amount_fen), 0) from written)::bigint as amount_fen,
    (select json_build_object('day', day, 'memberId', member_id::text) from found order by day desc, member_id desc limit 1) as last`

/** Where the next of what is due stands, without its lock. */
export const nextDue = async (db: Db, after: RebateCursor, before: string) =>
  row(
    db,
    sql<RebateCursor>`
    select day, member_id from turnover_day
    where rebate_due and day < ${before}::date and (day, member_id) > (${after.day}::date, ${after.memberId}::bigint)
    order by day, member_id limit 1`,
  )

export const claimOfAction = (memberId: bigint, actionKey: string) => sql<{
  claimNo: string
  amountFen: bigint
}>`
  select claim_no, amount_fen from rebate_claim where member_id = ${memberId} and action_key = ${actionKey}`

/** Takes all pending rows into a claim and answers their sum. */
export const takePending = (memberId: bigint, claimNo: string, now: Date) => sql<{
  fen: bigint
  lines: number
}>`
  with taken as (
    update rebate set state = ${sql.literal(rebateState.claimed)}, claim_no = ${claimNo}::uuid, updated_at = ${now} where member_id = ${memberId} and state = ${waiting} returning amount_fen)
  select coalesce(sum(amount_fen), 0)::bigint as fen, count(*)::int as lines from taken`

export const insertClaim = (c: {
  memberId: bigint
  claimNo: string
  actionKey: string
  amountFen: bigint
  now: Date
}) => sql`
  insert into rebate_claim (member_id, claim_no, action_key, amount_fen, claimed_at) values (${c.memberId}, ${c.claimNo}::uuid, ${c.actionKey}, ${c.amountFen}, ${c.now})`

export const totalsOf = (memberId: bigint) => sql<{ claimedFen: bigint; pendingFen: bigint }>`
  select coalesce((select sum(amount_fen) from rebate_claim where member_id = ${memberId}), 0)::bigint as claimed_fen,
    coalesce((select sum(amount_fen) from rebate where member_id = ${memberId} and state = ${waiting}), 0)::bigint as pending_fen`

export type RebateRow = {
  day: string
  venueId: number
  lineNo: number
  validFen: bigint
  vip: number
  percent: string
  levelsVersion: number
  amountFen: bigint
  state: RebateState
  createdAt: Date
  updatedAt: Date
}
type Filter = { memberId: bigint; since: Date; venueId: number | null }

// A row of nothing is kept for its level and percentage; the member has nothing to read in it.
const listed = (f: Filter) => sql`
  member_id = ${f.memberId} and created_at >= ${f.since} and amount_fen <> 0 and (${f.venueId}::smallint is null or venue_id = ${f.venueId}::smallint)`

export const rebatesOf = (f: Filter, limit: number, offset: number) => sql<RebateRow>`
  select day, venue_id, line_no, valid_fen, vip, percent, levels_version,
    amount_fen, state, created_at, updated_at
  from rebate where ${listed(f)} order by created_at desc, day desc, venue_id, line_no desc limit ${limit} offset ${offset}`

export const countRebates = (f: Filter) =>
  sql<{ total: number }>`select count(*)::int as total from rebate where ${listed(f)}`
