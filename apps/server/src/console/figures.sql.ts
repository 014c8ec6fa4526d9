// Reports read the tables of every area; they never write.
import { row, rows, sql, theRow, type Db } from '@tianping/database'

export type MemberRow = {
  memberId: bigint
  name: string
  realname: string
  mobile: string
  email: string
  birthday: string | null
  vip: number
  state: 'active' | 'locked'
  createdAt: Date
  lastLoginAt: Date | null
  referrer: string
}

const columns = sql`
  m.member_id as "memberId", m.name, m.realname, m.mobile, m.email, m.birthday, m.vip, m.state, m.created_at as "createdAt",
  m.last_login_at as "lastLoginAt", coalesce(r.name, '') as referrer`
const from = sql`from member m left join member r on r.member_id = m.referrer_id`

export const memberRow = (db: Db, memberId: bigint) => row(db, sql<MemberRow>`select ${columns} ${from} where m.member_id = ${memberId}`)

/** Members by id, mobile number, or the beginning of their name; newest first. */
export async function memberRows(db: Db, f: { q: string; state: string; limit: number; offset: number }) {
  const where = sql`
    where (${f.q} = '' or m.member_id::text = ${f.q} or (m.mobile = ${f.q} and m.mobile <> '') or starts_with(lower(m.name), lower(${f.q})))
      and (${f.state} = '' or m.state = ${f.state})`
  const found = await rows(db, sql<MemberRow>`select ${columns} ${from} ${where} order by m.member_id desc limit ${f.limit} offset ${f.offset}`)
  const { total } = await theRow(db, sql<{ total: number }>`select count(*)::int as total from member m ${where}`)
  return { rows: found, total }
}

export type SessionRow = { createdAt: Date; lastSeenAt: Date; address: string; agent: string }

export const memberSessions = (db: Db, memberId: bigint, now: Date, limit: number) =>
  rows(db, sql<SessionRow>`
    select created_at as "createdAt", last_seen_at as "lastSeenAt", address, agent from session
    where member_id = ${memberId} and expires_at > ${now} order by last_seen_at desc limit ${limit}`)

/** The day so far. Bets count when they were placed, payouts when they were settled; void bets count for nothing. */
export const daySoFar = (db: Db, since: Date) =>
  theRow(db, sql<{ transfersUnknown: number; newMembers: number; activeMembers: number; betsFen: bigint; payoutsFen: bigint }>`
    select
      (select count(*)::int from venue_transfer where state = 2) as "transfersUnknown",
      (select count(*)::int from member where created_at >= ${since}) as "newMembers",
      (select count(distinct member_id)::int from (
        select member_id from session where last_seen_at >= ${since} union all select member_id from member where last_login_at >= ${since}
      ) seen) as "activeMembers",
      (select coalesce(sum(stake_fen), 0)::bigint from bet where placed_at >= ${since} and status <> 0) as "betsFen",
      (select coalesce(sum(payout_fen), 0)::bigint from bet where settled_at >= ${since} and status = 1) as "payoutsFen"`)

/** Withdrawals that were approved and not given back, in fen. */
export const withdrawnTotal = (db: Db, memberId: bigint) =>
  theRow(db, sql<{ fen: bigint; count: number }>`
    select coalesce(sum(amount_fen), 0)::bigint as fen, count(*)::int as count from withdrawal_order where member_id = ${memberId} and state = 2`)

type Queue = { pending: number; oldest: Date | null }

/** What waits for a person beside the cashier's orders: how many, and since when the oldest does. */
export async function queues(db: Db) {
  const waiting = (of: ReturnType<typeof sql>) => theRow(db, sql<Queue>`select count(*)::int as pending, min(at) as oldest from (${of}) q`)
  const [applications, agents, statements, payouts] = await Promise.all([
    waiting(sql`select applied_at as at from activity_application where state = 1`),
/** Transfers that a venue has not answered for yet. */
export const transfersUnknown = async (db: Db): Promise<number> =>
  (await theRow(db, sql<{ count: number }>`select count(*)::int as count from venue_transfer where state = 2`)).count

    waiting(sql`select applied_at as at from agent_application where state = 1`),
    waiting(sql`select made_at as at from agent_statement where state = 1`),
    waiting(sql`select created_at as at from payout_attempt where state = 'open'`),
  ])
  return { applications, agents, statements, payouts }
}
