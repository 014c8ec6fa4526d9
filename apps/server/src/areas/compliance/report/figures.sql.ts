// The figures of a report. Each is the rows of one part, so that a count and the rows behind it are
// always the same.
import { depositState } from '@tianping/contract/cashier/facts'
import { complaintState } from '@tianping/contract/complaints/facts'
import type { FigureKey } from '@tianping/contract/compliance/facts'
import { reviewState } from '@tianping/contract/facts'
import { statementState } from '@tianping/contract/agent/facts'
import { verificationState } from '@tianping/contract/verification/facts'
import { rows, sql, theRow, type Db, type Sql } from '@tianping/database'
import { totalOf } from '../../../kernel/operator/listed.sql.ts'
import { counted } from '../store/members.sql.ts'

/** Whole Beijing days; `until` is where the day after the last begins. */
export type Span = { from: string; to: string; since: Date; until: Date }

const credited = sql.literal(depositState.credited)
const approved = sql.literal(reviewState.approved)

const within = (column: Sql, { since, until }: Span): Sql =>
  sql`${column} >= ${since} and ${column} < ${until}`
const onDays = (column: Sql, { from, to }: Span): Sql =>
  sql`${column} between ${from}::date and ${to}::date`
const midnight = (day: Sql): Sql => sql`(${day}::timestamp at time zone 'Asia/Shanghai')`

// Every part gives `at`, `member_id`, `no`, `note` and `fen`.

const membersKeys = [
  'members_joined',
  'members_closed',
  'members_active',
  'voided',
  'refused_age',
] as const
type MembersKey = (typeof membersKeys)[number]
const isMembers = (key: FigureKey): key is MembersKey =>
  (membersKeys as readonly string[]).includes(key)

function membersPart(key: MembersKey, s: Span): Sql {
  const parts: Record<MembersKey, Sql> = {
    members_joined: sql`
      select m.created_at as at, m.member_id, '' as no, m.name as note, 0::bigint as fen from member m where ${within(sql`m.created_at`, s)}`,
    members_closed: sql`
      select m.closed_at as at, m.member_id, '' as no, m.name as note, 0::bigint as fen from member m where ${within(sql`m.closed_at`, s)}`,
    members_active: sql`
      select ${midnight(sql`max(t.day)`)} as at, t.member_id, '' as no, '' as note, 0::bigint as fen from turnover_day t
      where ${onDays(sql`t.day`, s)} group by t.member_id`,
    voided: sql`
      select v.seen_at as at, null::bigint as member_id, v.round_id as no, v.game_code as note, v.stake_fen as fen from void_round v
      where ${within(sql`v.seen_at`, s)}`,
    refused_age: sql`
      select ${midnight(sql`a.day`)} as at, null::bigint as member_id, a.day::text as no, '' as note, 0::bigint as fen
      from age_refusal_day a cross join lateral generate_series(1, a.times) each where ${onDays(sql`a.day`, s)}`,
  }
  return parts[key]
}

const moneyKeys = [
  'deposits',
  'withdrawals',
  'adjustments',
  'red_packets',
  'rebates',
  'activity_bonuses',
  'commissions',
] as const
type MoneyKey = (typeof moneyKeys)[number]
const isMoney = (key: FigureKey): key is MoneyKey => (moneyKeys as readonly string[]).includes(key)

function moneyPart(key: MoneyKey, s: Span): Sql {
  const parts: Record<MoneyKey, Sql> = {
    deposits: sql`
      select o.decided_at as at, o.member_id, o.deposit_no as no, o.method as note, o.credited_fen as fen from deposit_order o
      where o.state = ${credited} and ${within(sql`o.decided_at`, s)}`,
    withdrawals: sql`
      select o.decided_at as at, o.member_id, o.withdrawal_no as no, o.method as note, o.amount_fen as fen from withdrawal_order o
      where o.state = ${approved} and ${within(sql`o.decided_at`, s)}`,
    adjustments: sql`
      select a.decided_at as at, a.member_id, a.adjustment_id as no, a.reason as note, a.amount_fen as fen from adjustment a
      where a.state = ${approved} and ${within(sql`a.decided_at`, s)}`,
    red_packets: sql`
      select p.claimed_at as at, p.member_id, p.draw_id as no, '' as note, p.amount_fen as fen from redpacket_draw p
      where ${within(sql`p.claimed_at`, s)}`,
    rebates: sql`
      select c.claimed_at as at, c.member_id, c.claim_no::text as no, '' as note, c.amount_fen as fen from rebate_claim c
      where ${within(sql`c.claimed_at`, s)}`,
    activity_bonuses: sql`
      select a.decided_at as at, a.member_id, a.application_id as no, '' as note, a.bonus_fen as fen from activity_application a
      where a.state = ${approved} and ${within(sql`a.decided_at`, s)}`,
    commissions: sql`
      select a.decided_at as at, a.agent_id as member_id, a.month as no, '' as note, a.commission_fen as fen from agent_statement a
      where a.state = ${sql.literal(statementState.paid)} and ${within(sql`a.decided_at`, s)}`,
  }
  return parts[key]
}

const playKeys = ['stakes', 'payouts', 'gross', 'funds_short', 'liability', 'client_funds'] as const
type PlayKey = (typeof playKeys)[number]
const isPlay = (key: FigureKey): key is PlayKey => (playKeys as readonly string[]).includes(key)

function playPart(key: PlayKey, s: Span): Sql {
  const played = (fen: Sql) => sql`
    select ${midnight(sql`d.day`)} as at, null::bigint as member_id, '' as no, v.name as note, sum(${fen})::bigint as fen
    from venue_day d join venue v using (venue_id) where ${onDays(sql`d.day`, s)} group by d.day, v.name`
  const balance = sql`(select b.balance_fen from funds_balance b where b.day = f.day order by b.entry_id desc limit 1)`
  const lastFunds = (fen: Sql) => sql`
    select f.counted_at as at, null::bigint as member_id, f.day::text as no, '' as note, coalesce(${fen}, 0)::bigint as fen
    from funds_day f where f.day = (select max(l.day) from funds_day l where ${onDays(sql`l.day`, s)})`
  const parts: Record<PlayKey, Sql> = {
    stakes: played(sql`d.stake_fen`),
    payouts: played(sql`d.payout_fen`),
    gross: played(sql`d.stake_fen - d.payout_fen`),
    funds_short: sql`
      select f.counted_at as at, null::bigint as member_id, f.day::text as no, '' as note, (f.liability_fen - ${balance})::bigint as fen
      from funds_day f where ${onDays(sql`f.day`, s)} and ${balance} < f.liability_fen`,
    liability: lastFunds(sql`f.liability_fen`),
    client_funds: lastFunds(balance),
  }
  return parts[key]
}

const protectionKeys = [
  'limits_set',
  'limits_lowered',
  'limits_raised',
  'breaks',
  'exclusions',
  'staff_blocks',
  'exclusions_ended',
  'harm_tasks',
  'harm_interactions',
  'harm_ended',
] as const
type ProtectionKey = (typeof protectionKeys)[number]
const isProtection = (key: FigureKey): key is ProtectionKey =>
  (protectionKeys as readonly string[]).includes(key)

function protectionPart(key: ProtectionKey, s: Span): Sql {
  const limit = sql`
    select l.at, l.member_id, '' as no, coalesce(l.detail ->> 'kind', '') as note, 0::bigint as fen from protection_log l
    where ${within(sql`l.at`, s)}`
  const block = sql`
    select b.set_at as at, b.member_id, '' as no, b.term as note, 0::bigint as fen from member_block b where ${within(sql`b.set_at`, s)}`
  const parts: Record<ProtectionKey, Sql> = {
    limits_set: sql`${limit} and l.act = 'limit' and l.detail ->> 'before' is null and l.detail ->> 'amount' is not null`,
    limits_lowered: sql`${limit} and l.act = 'limit' and l.detail ->> 'before' is not null`,
    limits_raised: sql`${limit} and l.act = 'limit_raise'`,
    breaks: sql`${block} and b.kind = 'timeout'`,
    exclusions: sql`${block} and b.kind = 'exclusion'`,
    staff_blocks: sql`${block} and b.kind = 'staff'`,
    exclusions_ended: sql`
      select b.return_at as at, b.member_id, '' as no, b.term as note, 0::bigint as fen from member_block b where ${within(sql`b.return_at`, s)}`,
    harm_tasks: sql`
      select h.opened_at as at, h.member_id, h.case_id::text as no, h.kind as note, 0::bigint as fen from harm_case h
      where ${within(sql`h.opened_at`, s)}`,
    harm_interactions: sql`
      select h.at, h.member_id, coalesce(h.case_id::text, '') as no, concat_ws(' ', h.kind, h.outcome) as note, 0::bigint as fen
      from harm_interaction h where ${within(sql`h.at`, s)}`,
    harm_ended: sql`
      select h.decided_at as at, h.member_id, h.case_id::text as no, h.kind as note, 0::bigint as fen from harm_case h
      where h.outcome = 'ended' and ${within(sql`h.decided_at`, s)}`,
  }
  return parts[key]
}

const serviceKeys = [
  'complaints_received',
  'complaints_upheld',
  'complaints_rejected',
  'complaints_settled',
  'complaints_deadlock',
  'complaints_old',
  'kyc_approved',
  'kyc_rejected',
  'cases_opened',
  'cases_closed',
  'reports_filed',
  'incidents_opened',
  'incidents_reported',
] as const satisfies readonly FigureKey[]
type ServiceKey = (typeof serviceKeys)[number]

function servicePart(key: ServiceKey, s: Span): Sql {
  const complaint = sql`
    select c.decided_at as at, c.member_id, c.complaint_no as no, c.kind as note, 0::bigint as fen from complaint c
    where ${within(sql`c.decided_at`, s)}`
  const verified = sql`
    select v.decided_at as at, v.member_id, v.case_id::text as no, v.tier::text as note, 0::bigint as fen from verification_case v
    where ${within(sql`v.decided_at`, s)}`
  const aml = (at: Sql) => sql`
    select ${at} as at, (select min(cm.member_id) from aml_case_member cm where cm.case_id = c.case_id) as member_id, c.case_id::text as no,
      c.title as note, 0::bigint as fen from aml_case c where ${within(at, s)}`
  const parts: Record<ServiceKey, Sql> = {
    complaints_received: sql`
      select c.created_at as at, c.member_id, c.complaint_no as no, c.kind as note, 0::bigint as fen from complaint c
      where ${within(sql`c.created_at`, s)}`,
    complaints_upheld: sql`${complaint} and c.outcome in ('upheld', 'partly')`,
    complaints_rejected: sql`${complaint} and c.outcome = 'rejected'`,
    complaints_settled: sql`${complaint} and c.outcome = 'settled'`,
    complaints_deadlock: sql`${complaint} and c.state = ${sql.literal(complaintState.deadlock)}`,
    complaints_old: sql`
      select c.created_at as at, c.member_id, c.complaint_no as no, c.kind as note, 0::bigint as fen from complaint c
      where c.state = ${sql.literal(complaintState.open)} and c.created_at < ${s.until}::timestamptz - interval '28 days'`,
    kyc_approved: sql`${verified} and v.state = ${sql.literal(verificationState.approved)}`,
    kyc_rejected: sql`${verified} and v.state = ${sql.literal(verificationState.rejected)}`,
    cases_opened: aml(sql`c.opened_at`),
    cases_closed: aml(sql`c.closed_at`),
    reports_filed: sql`${aml(sql`c.closed_at`)} and c.decision = 'report'`,
    incidents_opened: sql`
      select i.opened_at as at, null::bigint as member_id, i.incident_id::text as no, i.title as note, 0::bigint as fen from incident i
      where ${within(sql`i.opened_at`, s)}`,
    incidents_reported: sql`
      select d.done_at as at, null::bigint as member_id, d.incident_id::text as no, d.reference as note, 0::bigint as fen from incident_duty d
      where d.duty = 'authority' and ${within(sql`d.done_at`, s)}`,
  }
  return parts[key]
}

function partOf(key: FigureKey, s: Span): Sql {
  if (isMembers(key)) return membersPart(key, s)
  if (isMoney(key)) return moneyPart(key, s)
  if (isPlay(key)) return playPart(key, s)
  if (isProtection(key)) return protectionPart(key, s)
  return servicePart(key, s)
}

/** How many rows a figure has and what they come to. */
export const figureOf = (db: Db, key: FigureKey, span: Span) =>
  theRow(
    db,
    sql<{ times: bigint; fen: bigint }>`
    select count(*) as times, coalesce(sum(r.fen), 0)::bigint as fen from (${partOf(key, span)}) r where ${counted}`,
  )

export type FigureRow = {
  at: Date
  memberId: bigint | null
  username: string
  no: string
  note: string
  fen: bigint
}

/** The rows behind a figure, the newest first. */
export async function figureRows(
  db: Db,
  key: FigureKey,
  span: Span,
  p: { limit: number; offset: number },
) {
  const from = sql`from (${partOf(key, span)}) r where ${counted}`
  const found = await rows(
    db,
    sql<FigureRow>`
    select r.at, r.member_id, coalesce(m.name, '') as username, r.no, r.note, coalesce(r.fen, 0)::bigint as fen
    from (select * ${from} order by r.at desc, r.member_id, r.no limit ${p.limit} offset ${p.offset}) r left join member m on m.member_id = r.member_id
    order by r.at desc, r.member_id, r.no`,
  )
  return { rows: found, total: await totalOf(db, from) }
}

export type VenuePlay = { venueId: number; bets: bigint; stakeFen: bigint; payoutFen: bigint }
/** What each venue took and paid in the days of a report. */
export const venuePlay = (db: Db, s: Span) =>
  rows(
    db,
    sql<VenuePlay>`
    select d.venue_id, sum(d.bets)::bigint as bets, sum(d.stake_fen)::bigint as stake_fen, sum(d.payout_fen)::bigint as payout_fen
    from venue_day d where ${onDays(sql`d.day`, s)} group by d.venue_id order by d.venue_id`,
  )
