// The parts of a member's page. Each statement reads one member's rows and no more than a page of
// them.
import { depositState } from '@tianping/contract/cashier/facts'
import type { AccountState } from '@tianping/contract/account/facts'
import { reviewState, type ReviewState } from '@tianping/contract/facts'
import type { RebateState } from '@tianping/contract/rebate/facts'
import type { LevelChange } from '@tianping/contract/vip/facts'
import { row, rows, run, sql, theRow, type Db, type Sql } from '@tianping/database'
import { inSpan, othersOn, totalOf, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import {
  byId,
  byLine,
  byMoment,
  byNumbered,
  keyedRows,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'
import { isFlood, MOST_READ, numberedIn, ofSource } from '../../journal/journal.ts'
import { actorNamed } from '../../../kernel/operator/actorName.sql.ts'

const NEWEST = 20

export type VipRow = {
  day: string
  kind: LevelChange
  fromVip: number
  toVip: number
  depositFen: bigint | null
  turnoverFen: bigint | null
  windowFen: bigint | null
  windowNeededFen: bigint | null
}
export const vipRows = (db: Db, memberId: bigint) =>
  rows(
    db,
    sql<VipRow>`
    select day, kind, from_vip, to_vip, deposit_fen, turnover_fen, window_fen,
      window_needed_fen
    from vip_history where member_id = ${memberId} order by day desc limit ${NEWEST}`,
  )

export const rebateRows = (db: Db, memberId: bigint) =>
  rows(
    db,
    sql<{
      day: string
      venue: string
      validFen: bigint
      percent: string
      amountFen: bigint
      state: RebateState
    }>`
    select r.day, v.name as venue, r.valid_fen, r.percent, r.amount_fen, r.state
    from rebate r join venue v using (venue_id) where r.member_id = ${memberId} and r.amount_fen <> 0 order by r.created_at desc, r.day desc limit ${NEWEST}`,
  )

export const drawRows = (db: Db, memberId: bigint) =>
  rows(
    db,
    sql<{ drawId: string; day: string; amountFen: bigint; countedFen: bigint; claimedAt: Date }>`
    select draw_id, day, amount_fen, counted_fen, claimed_at
    from redpacket_draw where member_id = ${memberId} order by claimed_at desc limit ${NEWEST}`,
  )

export const applicationRowsOf = (db: Db, memberId: bigint) =>
  rows(
    db,
    sql<{
      applicationId: string
      title: string
      bonusFen: bigint
      state: ReviewState
      appliedAt: Date
      decidedBy: string
    }>`
    select p.application_id, a.title, p.bonus_fen, p.state, p.applied_at, p.decided_by
    from activity_application p join activity a using (activity_id) where p.member_id = ${memberId} order by p.applied_at desc limit ${NEWEST}`,
  )

/** What promotions have paid the member in all. */
export const promotionTotals = (db: Db, memberId: bigint) =>
  theRow(
    db,
    sql<{ rebatesFen: bigint; packetsFen: bigint; bonusesFen: bigint }>`
    select
      (select coalesce(sum(amount_fen), 0)::bigint from rebate_claim where member_id = ${memberId}) as rebates_fen,
      (select coalesce(sum(amount_fen), 0)::bigint from redpacket_draw where member_id = ${memberId}) as packets_fen,
      (select coalesce(sum(bonus_fen), 0)::bigint from activity_application where member_id = ${memberId} and state = ${sql.literal(reviewState.approved)}) as bonuses_fen`,
  )

export type Invited = {
  memberId: bigint
  name: string
  vip: number
  state: AccountState
  isagent: boolean
  createdAt: Date
  depositsFen: bigint
  turnoverFen: bigint
  resultFen: bigint
  invited: number
}
const invitedColumns = sql`
  m.member_id, m.name, m.vip, m.state, m.isagent, m.created_at,
  (select coalesce(sum(credited_fen), 0)::bigint from deposit_order o where o.member_id = m.member_id and o.state = ${sql.literal(depositState.credited)}) as deposits_fen,
  coalesce((select valid_fen from turnover_total t where t.member_id = m.member_id), 0)::bigint as turnover_fen,
  (select coalesce(sum(stake_fen - payout_fen), 0)::bigint from turnover_day t where t.member_id = m.member_id) as result_fen,
  (select count(*)::int from member i where i.referrer_id = m.member_id) as invited`

/** A list of one member's: its page, and the days that it is narrowed by. */
type OfMember = Narrowed & { memberId: bigint; paging: Paging }

/** Whom a member invited, newest first. */
export function invitedRows(db: Db, { memberId, paging, ...narrowed }: OfMember) {
  const { key, page } = byNumbered(paging, sql`m.created_at`, sql`m.member_id`, true)
  const from = sql`from member m where m.referrer_id = ${memberId} and ${inSpan(sql`m.created_at`, narrowed)}`
  return keyedRows(
    db,
    paging,
    sql<Invited & Keyed>`select ${invitedColumns}, ${key} ${from} and ${page}`,
    from,
  )
}

/**
 * Trees that are counted: each is found from the one before, and whoever looks for one searches its
 * member.
 */
const MOST_ROOTS = 1_000
/** Agents whom no agent invited. */
const topAgents = sql`from member m where m.isagent and not exists (select from member r where r.member_id = m.referrer_id and r.isagent)`
/**
 * Inviters whom nobody invited, by their number: each is found from the one before, however many
 * they invited, and none is looked for beyond what is asked.
 */
const topInviters = sql`
  from (
    with recursive inviter (id) as (
      (select referrer_id from member where referrer_id is not null order by referrer_id limit 1)
      union all
      select (select n.referrer_id from member n where n.referrer_id > i.id order by n.referrer_id limit 1) from inviter i where i.id is not null)
    select id from inviter where id is not null
  ) i join lateral (select * from member where member_id = i.id) m on m.referrer_id is null and not m.isagent`

/**
 * Where trees of invitations begin: agents whom no agent invited, then inviters whom nobody
 * invited.
 */
export async function rootRows(db: Db, p: { limit: number; offset: number }) {
  const agents = await totalOf(db, topAgents)
  const ofAgents = await rows(
    db,
    sql<Invited>`select ${invitedColumns} ${topAgents} order by m.member_id limit ${p.limit} offset ${p.offset}`,
  )
  const ofInviters =
    ofAgents.length === p.limit
      ? []
      : await rows(
          db,
          sql<Invited>`
    select ${invitedColumns} from (select m.* ${topInviters} limit ${p.limit - ofAgents.length} offset ${Math.max(0, p.offset - agents)}) m`,
        )
  return {
    rows: [...ofAgents, ...ofInviters],
    total: Math.min(MOST_ROOTS, agents + (await totalOf(db, topInviters, MOST_ROOTS))),
  }
}

export type Device = {
  device: string
  address: string
  agent: string
  firstAt: Date
  lastAt: Date
  times: number
  others: number
}

/**
 * Devices that a member logged in with, and how many others did with the same one. Devices of one
 * moment follow a digest: a cursor is read by the operator, who sees the beginning of the mark.
 */
export function deviceRows(db: Db, { memberId, paging, ...narrowed }: OfMember) {
  const { key, page } = byMoment(paging, sql`t.last_at`, sql`md5(t.device)`, true)
  const from = sql`from device_trace t where t.member_id = ${memberId} and ${inSpan(sql`t.last_at`, narrowed)}`
  return keyedRows(
    db,
    paging,
    sql<Device & Keyed>`
    select left(device, 8) as device, address, agent, first_at, last_at, times, ${othersOn(sql`t.device`, memberId)} as others, ${key}
    ${from} and ${page}`,
    from,
  )
}

/** Where a member logged in from, and how many others did from the same place. */
export function placeRows(db: Db, { memberId, paging, ...narrowed }: OfMember) {
  const { key, page } = byMoment(paging, sql`t.last_at`, sql`md5(t.address || t.agent)`, true)
  const from = sql`from login_trace t where t.member_id = ${memberId} and ${inSpan(sql`t.last_at`, narrowed)}`
  return keyedRows(
    db,
    paging,
    sql<Omit<Device, 'device'> & Keyed>`
    select address, agent, first_at, last_at, times,
      (select count(distinct o.member_id)::int from (select member_id from login_trace where address = t.address limit 1000) o
        where o.member_id <> ${memberId}) as others, ${key}
    ${from} and ${page}`,
    from,
  )
}

export type Note = { noteId: bigint; content: string; by: string; at: Date }
export function noteRows(db: Db, { memberId, paging, ...narrowed }: OfMember) {
  const { key, page } = byId(paging, sql`note_id`, true)
  const from = sql`from member_note where member_id = ${memberId} and ${inSpan(sql`written_at`, narrowed)}`
  return keyedRows(
    db,
    paging,
    sql<Note & Keyed>`
    select note_id, content, written_by as by, written_at as at, ${key} ${from} and ${page}`,
    from,
  )
}
export type RefusalRow = {
  refusedAt: Date
  call: string
  reason: string
  given: Record<string, string | number>
  requestId: string
}
export function refusalRows(db: Db, { memberId, paging, ...narrowed }: OfMember) {
  const { key, page } = byId(paging, sql`refusal_id`, true)
  const from = sql`from refusal where member_id = ${memberId} and ${inSpan(sql`refused_at`, narrowed)}`
  return keyedRows(
    db,
    paging,
    sql<RefusalRow & Keyed>`
    select refused_at, call, reason, given, request_id, ${key} ${from} and ${page}`,
    from,
  )
}
export const insertNote = (
  tx: Db,
  n: { memberId: bigint; content: string; by: string; at: Date },
) =>
  run(
    tx,
    sql`insert into member_note (member_id, content, written_by, written_at) values (${n.memberId}, ${n.content}, ${n.by}, ${n.at})`,
  )

export const lockMemberState = (tx: Db, memberId: bigint) =>
  row(
    tx,
    sql<{
      name: string
      realname: string
      state: 'active' | 'locked'
    }>`select name, realname, state from member where member_id = ${memberId} for update`,
  )
export const setRealname = (tx: Db, memberId: bigint, realname: string) =>
  run(tx, sql`update member set realname = ${realname} where member_id = ${memberId}`)
export const setMemberState = (tx: Db, memberId: bigint, state: 'active' | 'locked') =>
  run(tx, sql`update member set state = ${state} where member_id = ${memberId}`)

export const lockCardRow = (tx: Db, memberId: bigint, cardId: number) =>
  row(
    tx,
    sql<{
      bank: string
      tail: string
      locked: boolean
    }>`select bank, number_tail as tail, locked from card where member_id = ${memberId} and card_id = ${cardId} for update`,
  )
export const setCardLocked = (tx: Db, memberId: bigint, cardId: number, locked: boolean) =>
  run(
    tx,
    sql`update card set locked = ${locked} where member_id = ${memberId} and card_id = ${cardId}`,
  )

/** How many other members have bound each of a member's numbers. */
export const cardSharing = async (db: Db, memberId: bigint): Promise<Map<bigint, number>> =>
  new Map(
    (
      await rows(
        db,
        sql<{ cardId: bigint; others: number }>`
    select mine.card_id, count(distinct other.member_id)::int as others
    from card mine join card other on other.number_digest = mine.number_digest and other.member_id <> mine.member_id
    where mine.member_id = ${memberId} group by 1`,
      )
    ).map(each => [each.cardId, each.others]),
  )

export type LedgerListed = {
  transactionId: string
  createdAt: Date
  code: string
  phase: string
  account: number
  venueId: number
  layer: string
  amountFen: bigint
  balanceAfterFen: bigint
  sourceType: string
  sourceId: string
  actorType: string
  actorId: string
}
const notFlood = sql`code not in ('venue_in', 'venue_out', 'game_result')`
function ofKind(code: string) {
  if (code === '') return sql`true`
  return isFlood(code) ? sql`t.code = ${code}` : sql`t.code = ${code} and t.${notFlood}`
}

type LedgerAsked = OfMember & { code: string; q: string }

/**
 * Lines of the member's own accounts. What narrows them is looked up where it is few: by kind, by
 * source, by the numbers of the days. A kind alone is looked for in the newest lines or movements;
 * days lead further back.
 */
function linesOf(f: LedgerAsked): Sql {
  const { memberId, span } = f
  const newest = sql`order by e.transaction_id desc, e.line_no desc`
  const own = sql`from ledger.entry e where e.member_id = ${memberId} and e.account_version is not null`
  const alone = f.code !== '' && f.q === '' && span === null
  const lines =
    alone && isFlood(f.code)
      ? sql`(select e.* ${own} ${newest} limit ${MOST_READ})`
      : sql`ledger.entry`
  const movements =
    alone && !isFlood(f.code)
      ? sql`(select member_id, transaction_id, code from ledger.transaction where member_id = ${memberId} and code = ${f.code} and ${notFlood} order by transaction_id desc limit ${MOST_READ})`
      : sql`ledger.transaction`
  const narrowed = sql`
    from ${lines} e join ${movements} t on t.member_id = e.member_id and t.transaction_id = e.transaction_id
    where e.member_id = ${memberId} and t.member_id = ${memberId} and e.account_version is not null and ${ofKind(f.code)}
      and ${inSpan(sql`t.created_at`, f)}
      and ${numberedIn(sql`e.transaction_id`, f)} and ${numberedIn(sql`t.transaction_id`, f)}
      and ${f.q === '' ? sql`true` : sql`t.transaction_id in ${ofSource(memberId, f.q)}`}`
  // Nothing to narrow by: the lines alone say which and how many.
  return f.code + f.q === '' && span === null ? own : narrowed
}

/** Lines of the member's own accounts, the newest first. */
export function ledgerRows(db: Db, f: LedgerAsked) {
  const { paging } = f
  const { page, order, key } = byLine(paging, sql`e.transaction_id`, sql`e.line_no`, true)
  const from = linesOf(f)
  return keyedRows(
    db,
    paging,
    sql<LedgerListed & Keyed>`
    select transaction_id, t.created_at, t.code, t.phase, e.account_code as account, e.venue_id, e.layer, e.amount as amount_fen,
      e.balance_after as balance_after_fen, t.source_type, t.source_id, t.actor_type, ${actorNamed} as actor_id, ${key}
    from (select e.member_id, e.transaction_id, e.line_no ${from} and ${page}) page
      join ledger.entry e using (member_id, transaction_id, line_no) join ledger.transaction t using (member_id, transaction_id)
    order by ${order}`,
    from,
  )
}
