import type { BetStatus } from '@tianping/contract/records/facts'
import { rows, sql, type Db } from '@tianping/database'
import {
  behind,
  inOrder,
  ofMember,
  onDay,
  totalOf,
  type After,
} from '../../../kernel/operator/listed.sql.ts'

export type BetListed = {
  memberId: bigint
  username: string
  betId: string
  venueId: number
  venue: string
  gameCode: string
  game: string | null
  roundId: string
  selection: unknown
  stakeFen: bigint
  validFen: bigint
  payoutFen: bigint
  netFen: bigint
  status: BetStatus
  placedAt: Date
  settledAt: Date | null
}
export type BetFilter = {
  memberId: bigint
  venueId: number
  status: number
  day: string
  q: string
  limit: number
  offset: number
  after?: After
}

/**
 * A bet that settles later than this after it was placed is found by its number, not by the day it
 * settled.
 */
const SETTLES_WITHIN = sql`interval '30 days'`

/**
 * Bets newest first. The day is the one of the first settlement, and the index of `placed_at`
 * bounds where it is looked for.
 */
export async function betRows(db: Db, f: BetFilter) {
  const byDay =
    f.day === ''
      ? sql`true`
      : sql`
    b.placed_at < ${`${f.day} 00:00:00+08`}::timestamptz + interval '1 day' and b.placed_at >= ${`${f.day} 00:00:00+08`}::timestamptz - ${SETTLES_WITHIN} and ${onDay(sql`b.first_settled_at`, f.day)}`
  const where = sql`
    where ${f.memberId === 0n ? sql`true` : sql`b.member_id = ${f.memberId}`} and ${f.venueId === 0 ? sql`true` : sql`b.venue_id = ${f.venueId}`}
      and ${f.status === 9 ? sql`true` : sql`b.status = ${f.status}`} and ${byDay}
      and ${f.q === '' ? sql`true` : sql`(b.bet_id = ${f.q} or b.round_id = ${f.q} or ${ofMember(f.q, sql`b.member_id`)})`}`
  const arranged = inOrder(
    f.after,
    sql`b.placed_at`,
    sql`b.bet_id`,
    sql`b.placed_at desc, b.bet_id`,
  )
  const found = await rows(
    db,
    sql<BetListed>`
    select b.member_id, m.name as username, b.bet_id, b.venue_id, v.name as venue, b.game_code, g.name as game,
      b.round_id, b.selection, b.stake_fen, b.valid_fen, b.payout_fen, b.net_fen, b.status,
      b.placed_at, b.first_settled_at as settled_at
    from (select * from bet b ${where} and ${behind(f.after, sql`b.placed_at`, sql`b.bet_id`)} order by ${arranged} limit ${f.limit} offset ${f.offset}) b
      join member m using (member_id) join venue v using (venue_id) left join game g on g.venue_id = b.venue_id and g.game_code = b.game_code
    order by ${arranged}`,
  )
  return {
    rows: found,
    total: f.after === undefined ? await totalOf(db, sql`from bet b ${where}`) : 0,
  }
}
