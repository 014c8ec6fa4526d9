// Reports read the tables of every area; they never write.
import { depositState } from '@tianping/contract/cashier/facts'
import { transferState } from '@tianping/contract/venues/facts'
import { reviewState } from '@tianping/contract/facts'
import { statementState } from '@tianping/contract/agent/facts'
import { flagState } from '@tianping/contract/risk/facts'
import { caseState } from '@tianping/contract/books/facts'
import { row, rows, sql, theRow, type Db, type Sql } from '@tianping/database'
import { plainNumber, type SealingKeys } from '../../../kernel/cardNumber.ts'
import { contactDigests } from '../../../kernel/sealedContact.ts'
import { lookupKind } from '../../../kernel/operator/lookup.ts'
import {
  inSpan,
  MOST_COUNTED,
  MOST_MEANT,
  onDay,
  othersOn,
  prefixOf,
  totalOf,
  type Narrowed,
} from '../../../kernel/operator/listed.sql.ts'
import {
  behindId,
  behindNumbered,
  byCount,
  byNumbered,
  foundOf,
  idKey,
  inIdOrder,
  inOrderOf,
  momentKey,
  window,
  type Found,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

const credited = sql.literal(depositState.credited)
const inReview = sql`state = ${sql.literal(reviewState.waiting)}`
const unknownTransfers = sql`venue_transfer where state = ${sql.literal(transferState.pending)}`

export type MemberRow = {
  memberId: bigint
  name: string
  realname: string
  /** Sealed (`kernel/sealedContact.ts`). */
  mobile: Buffer
  email: Buffer
  birthday: string | null
  vip: number
  state: 'active' | 'locked'
  createdAt: Date
  lastLoginAt: Date | null
  referrer: string
  /** Names of the tags in use. */
  tags: string[]
}

const columns = sql`
  m.member_id, m.name, m.realname, m.mobile, m.email, m.birthday, m.vip, m.state, m.created_at,
  m.last_login_at, coalesce(r.name, '') as referrer,
  array(select t.name from member_tag mt join tag t using (tag_id) where mt.member_id = m.member_id and t.retired_at is null order by t.name) as tags`
const from = sql`from member m left join member r on r.member_id = m.referrer_id`

export const memberRow = (db: Db, memberId: bigint) =>
  row(db, sql<MemberRow>`select ${columns} ${from} where m.member_id = ${memberId}`)

export type MemberFilter = Narrowed & {
  q: string
  /** Contacts are searched by their digests. */
  keys: SealingKeys
  state: string
  /** Played or deposited on. */
  played: string
  /** 0 for any. */
  tag: bigint
  paging: Paging
}

type Part = Sql

/**
 * Who played or deposited on a day, the first so many in the order of the page: each source is read
 * no further than that. `but` narrows a source `p` by what needs no member to be looked up.
 */
const playedOn = (day: string, but: Part, order: Part, most: number) => sql`
  select member_id from (
    (select distinct member_id from turnover_day p where day = ${day}::date and ${but} order by ${order} limit ${most})
    union (select distinct member_id from deposit_order p where state = ${credited} and ${onDay(sql`decided_at`, day)} and ${but} order by ${order} limit ${most})
  ) played order by ${order}`
const newest = sql`member_id desc`

/**
 * Keeps `member` between the least and the greatest number of those who joined within a span:
 * numbers rise with time, so whoever else played need not be read. Without the offset the primary
 * key would be walked from either end until the span is met.
 */
async function joinedIn(db: Db, f: MemberFilter): Promise<(member: Part) => Part> {
  const { least, greatest } = await theRow(
    db,
    sql<{ least: bigint | null; greatest: bigint | null }>`
    select min(member_id) as least, max(member_id) as greatest from (select member_id from member where ${inSpan(sql`created_at`, f)} offset 0) joined`,
  )
  return member => sql`${member} between ${least} and ${greatest}`
}

const joinedNear = (db: Db, f: MemberFilter) =>
  f.played === '' || f.span === null ? () => sql`true` : joinedIn(db, f)

const notLocked = sql`not exists (select from member l where l.member_id = p.member_id and l.state <> 'active')`

/** Whether the page is cut from the day's players before any member is looked up. */
const cutsPlayers = ({ played, q, span, state, tag, paging }: MemberFilter) =>
  played !== '' &&
  q === '' &&
  span === null &&
  state !== 'locked' &&
  tag === 0n &&
  paging.sort === ''

/** Whether a member bet or deposited on a day. */
const playedBy = (day: string, near: (member: Part) => Part) => sql`(
    exists (select from turnover_day t where t.member_id = m.member_id and t.day = ${day}::date and ${near(sql`t.member_id`)})
    or exists (select from deposit_order d where d.member_id = m.member_id and d.state = ${credited} and ${onDay(sql`d.decided_at`, day)} and ${near(sql`d.member_id`)}))`

/** By a phone or an e-mail address, which is counted (`kernel/operator/lookup.ts`). */
function matchedByValue(q: string, keys: SealingKeys) {
  const kind = lookupKind(q)
  const mobile: Buffer[] = contactDigests(keys, 'sms', plainNumber(q))
  if (kind === 'mobile') return sql`mobile_digest = any(${mobile}::bytea[])`
  const email: Buffer[] = contactDigests(keys, 'mail', q)
  return kind === 'email' ? sql`email_digest = any(${email}::bytea[])` : sql`false`
}

/** Looked up first, each by its index: what a search box means is few. */
const matchedBy = (q: string, keys: SealingKeys) =>
  q === ''
    ? sql`true`
    : sql`
    m.member_id = any(array(
      select member_id from member where member_id = ${/^\d{1,15}$/.test(q) ? BigInt(q) : 0n}
      union select member_id from member where ${matchedByValue(q, keys)}
      union select member_id from member where invite_code = upper(${q})
      union (select member_id from member where lower(name) like ${prefixOf(q)} limit ${MOST_MEANT})))`

function stateIs(state: string) {
  if (state === '') return sql`true`
  return state === 'active'
    ? sql`m.state = 'active'`
    : sql`m.state = ${state} and m.state <> 'active'`
}

/** Members with a tag are read by its index. */
const taggedWith = (tag: bigint) =>
  tag === 0n
    ? sql`member m`
    : sql`(select x.member_id from member_tag x join tag using (tag_id) where x.tag_id = ${tag} and retired_at is null) tagged join member m using (member_id)`

const unlockedOnly = (state: string) => (state === 'active' ? notLocked : sql`true`)

/** The page, cut from the day's players. */
function cutFrom({ played, state, paging }: MemberFilter) {
  const but = sql`${unlockedOnly(state)} and ${behindId(paging, sql`p.member_id`, true)}`
  const order = inIdOrder(paging, sql`member_id`, true)
  const most = paging.limit + paging.offset + 1
  return sql`(${playedOn(played, but, order, most)} ${window(paging)}) a join member m using (member_id)`
}

const byMoment = ({ sort }: Paging) => sort !== ''
const behindMember = (p: Paging) =>
  byMoment(p)
    ? behindNumbered(p, sql`m.created_at`, sql`m.member_id`, true)
    : behindId(p, sql`m.member_id`, true)
const inMemberOrder = (p: Paging) =>
  byMoment(p)
    ? inOrderOf(p, sql`m.created_at`, sql`m.member_id`, true)
    : inIdOrder(p, sql`m.member_id`, true)
const memberKey = (p: Paging) =>
  byMoment(p) ? momentKey(sql`m.created_at`, sql`m.member_id::text`) : idKey(sql`m.member_id`)

type FoundMembers = Found<MemberRow & Keyed> & { total: number }

/** Who never logged in comes before all others; `member_by_login` has the same expression. */
const loggedIn = sql`coalesce(m.last_login_at, '1970-01-01 00:00:00+00'::timestamptz)`
const ordersOfAll = ['vip', 'last_login_at']

/** In an order of all members, narrowed by no more than a search and a state. */
async function orderedRows(db: Db, { q, keys, state, paging: p }: MemberFilter) {
  const no = sql`m.member_id`
  const { behind, order, key } =
    p.sort === 'vip' ? byCount(p, sql`m.vip`, no, true) : byNumbered(p, loggedIn, no, true)
  const all = sql`from member m where ${matchedBy(q, keys)} and ${stateIs(state)}`
  const read = await rows(
    db,
    sql<MemberRow & Keyed>`
    select ${columns}, ${key} from (
      select m.* ${all} and ${behind} order by ${order} ${window(p)}
    ) m left join member r on r.member_id = m.referrer_id order by ${order}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, all) : 0 }
}

/**
 * Members by id, mobile number, e-mail address, invite code or the beginning of their name; newest
 * first. Nothing narrower asked for than a day of play, the page is cut from the day's players
 * before any member is looked up. Else those whom the other filters mean are asked whether they
 * did: few by index, a day of many by one look at who did.
 */
export async function memberRows(db: Db, f: MemberFilter): Promise<FoundMembers> {
  const p = f.paging
  if (ordersOfAll.includes(p.sort)) return orderedRows(db, f)
  const cut = cutsPlayers(f)
  const near = await joinedNear(db, f)
  const played = cut || f.played === '' ? sql`true` : playedBy(f.played, near)
  const members = cut ? cutFrom(f) : taggedWith(f.tag)
  const where = sql`where ${matchedBy(f.q, f.keys)} and ${stateIs(f.state)} and ${inSpan(sql`m.created_at`, f)} and ${played}`
  const read = await rows(
    db,
    sql<MemberRow & Keyed>`
    select ${columns}, ${memberKey(p)} from (
      select m.* from ${members} ${where} and ${behindMember(p)} order by ${inMemberOrder(p)} ${cut ? sql`` : window(p)}
    ) m left join member r on r.member_id = m.referrer_id order by ${inMemberOrder(p)}`,
  )
  const counted = cut
    ? sql`from (${playedOn(f.played, unlockedOnly(f.state), newest, MOST_COUNTED)}) a`
    : sql`from ${members} ${where}`
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, counted) : 0 }
}

export type SessionRow = {
  mark: string
  createdAt: Date
  lastSeenAt: Date
  address: string
  agent: string
  device: string
  others: number
}

export const memberSessions = (db: Db, memberId: bigint, now: Date, limit: number) =>
  rows(
    db,
    sql<SessionRow>`
    select left(encode(token_hash, 'hex'), 16) as mark, created_at, last_seen_at, address, agent, left(device, 8) as device,
      ${othersOn(sql`session.device`, memberId)} as others
    from session where member_id = ${memberId} and expires_at > ${now} order by last_seen_at desc limit ${limit}`,
  )

/** What was staked and paid on a day, without test accounts. */
const realPlay = (day: string) => sql`(
  select stake_fen, payout_fen from venue_day where day = ${day}::date
  union all
  select -stake_fen, -payout_fen from turnover_day where day = ${day}::date
    and member_id in (select member_id from test_account where state = ${sql.literal(reviewState.approved)})) played`

/**
 * The day so far; stakes and payouts are those of bets that first settled today, as the charts
 * count them.
 */
export const daySoFar = (db: Db, since: Date, day: string) =>
  theRow(
    db,
    sql<{
      transfersUnknown: number
      transfersOldest: Date | null
      newMembers: number
      activeMembers: number
      betsFen: bigint
      payoutsFen: bigint
    }>`
    select
      (select count(*)::int from ${unknownTransfers}) as transfers_unknown,
      (select min(created_at) from ${unknownTransfers}) as transfers_oldest,
      (select count(*)::int from member where created_at >= ${since} and not is_test_account(member_id)) as new_members,
      (select count(distinct member_id)::int from (
        select member_id from turnover_day where day = ${day}::date union all select member_id from deposit_order where state = ${credited} and decided_at >= ${since}
      ) seen where not is_test_account(member_id)) as active_members,
      (select coalesce(sum(stake_fen), 0)::bigint from ${realPlay(day)}) as bets_fen,
      (select coalesce(sum(payout_fen), 0)::bigint from ${realPlay(day)}) as payouts_fen`,
  )

/** Withdrawals that were approved and not given back, in fen. */
export const withdrawnTotal = (db: Db, memberId: bigint) =>
  theRow(
    db,
    sql<{ fen: bigint; count: number }>`
    select coalesce(sum(amount_fen), 0)::bigint as fen, count(*)::int as count from withdrawal_order where member_id = ${memberId} and state = ${sql.literal(reviewState.approved)}`,
  )

/** Transfers that a venue has not answered for yet. */
export const transfersUnknown = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{
        count: number
      }>`select count(*)::int as count from ${unknownTransfers}`,
    )
  ).count

type Queue = { pending: number; oldest: Date | null }

/**
 * What waits for a person beside the cashier's orders: how many, and since when the oldest does.
 */
export async function queues(db: Db) {
  const waiting = (of: Sql) =>
    theRow(db, sql<Queue>`select count(*)::int as pending, min(at) as oldest from (${of}) q`)
  const [applications, agents, statements, payouts, adjustments, flags, cases] = await Promise.all([
    waiting(sql`select applied_at as at from activity_application where ${inReview}`),
    waiting(sql`select applied_at as at from agent_application where ${inReview}`),
    waiting(
      sql`select made_at as at from agent_statement where state = ${sql.literal(statementState.waiting)}`,
    ),
    waiting(sql`select created_at as at from payout_attempt where state = 'open'`),
    waiting(sql`select proposed_at as at from adjustment where ${inReview}`),
    waiting(
      sql`select raised_at as at from risk_flag where state = ${sql.literal(flagState.open)}`,
    ),
    waiting(
      sql`select first_seen_at as at from reconciliation_case where state = ${sql.literal(caseState.open)}`,
    ),
  ])
  return { applications, agents, statements, payouts, adjustments, flags, cases }
}
