import type { BetStatus } from '@tianping/contract/records/facts'
import { rows, sql, type Db } from '@tianping/database'
import {
  inAmounts,
  inSpan,
  ofMember,
  ofStates,
  totalOf,
  type Narrowed,
} from '../../../kernel/operator/listed.sql.ts'
import {
  byFen,
  byMoment,
  foundOf,
  window,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

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
export type BetFilter = Narrowed & {
  memberId: bigint
  venueId: number
  /** Empty for every game. */
  gameCode: string
  states: readonly number[]
  q: string
  paging: Paging
}

/**
 * A bet that settles later than this after it was placed is found by its number, not by the day it
 * settled.
 */
const SETTLES_WITHIN = sql`interval '30 days'`

function arrangedBy({ paging }: BetFilter) {
  const no = sql`b.bet_id`
  if (paging.sort === 'stake') return byFen(paging, sql`b.stake_fen`, no, true)
  if (paging.sort === 'net') return byFen(paging, sql`b.net_fen`, no, true)
  return byMoment(paging, sql`b.placed_at`, no, true)
}

/**
 * Bets newest first. Days are those of the first settlement, and the index of `placed_at` bounds
 * where they are looked for.
 */
export async function betRows(db: Db, f: BetFilter) {
  const byDay =
    f.span === null
      ? sql`true`
      : sql`
    b.placed_at < ${`${f.span.to} 00:00:00+08`}::timestamptz + interval '1 day' and b.placed_at >= ${`${f.span.from} 00:00:00+08`}::timestamptz - ${SETTLES_WITHIN} and ${inSpan(sql`b.first_settled_at`, f)}`
  const where = sql`
    where ${f.memberId === 0n ? sql`true` : sql`b.member_id = ${f.memberId}`} and ${f.venueId === 0 ? sql`true` : sql`b.venue_id = ${f.venueId}`}
      and (${f.gameCode} = '' or b.game_code = ${f.gameCode})
      and ${ofStates(f.states, sql`b.status`)} and ${byDay} and ${inAmounts(sql`b.stake_fen`, f)}
      and ${f.q === '' ? sql`true` : sql`(b.bet_id = ${f.q} or b.round_id = ${f.q} or ${ofMember(f.q, sql`b.member_id`)})`}`
  const { behind, order, key } = arrangedBy(f)
  const found = await rows(
    db,
    sql<BetListed & Keyed>`
    select b.member_id, m.name as username, b.bet_id, b.venue_id, v.name as venue, b.game_code, g.name as game,
      b.round_id, b.selection, b.stake_fen, b.valid_fen, b.payout_fen, b.net_fen, b.status,
      b.placed_at, b.first_settled_at as settled_at, ${key}
    from (select * from bet b ${where} and ${behind} order by ${order} ${window(f.paging)}) b
      join member m using (member_id) join venue v using (venue_id) left join game g on g.venue_id = b.venue_id and g.game_code = b.game_code
    order by ${order}`,
  )
  return {
    ...foundOf(f.paging, found),
    total: f.paging.counted ? await totalOf(db, sql`from bet b ${where}`) : 0,
  }
}
