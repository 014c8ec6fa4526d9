// The members behind a figure, each with the part that is theirs; the parts add up to the figure.
// all members: an operator asks about the house.
import type { MemberFigure, MemberLiability } from '@tianping/contract/figures/facts'
import { sql, type Db, type Sql } from '@tianping/database'
import { testAccounts } from '../../../kernel/dayFacts.sql.ts'
import {
  byCount,
  keyedRows,
  window,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'
import { inGroup, type Group } from './groups.sql.ts'
import { during, within, type Span } from './report.sql.ts'

export type Part = { memberId: bigint; username: string; value: bigint }
/** `(member_id, value)`, a row a member; `value` is fen or a count. */
export type Parts = Sql

/** A venue, or a game of one as `venue:code`; play is told apart by them and nothing else is. */
export type Place = { by: 'venue' | 'game'; key: string } | null

const atPlace = (place: Place): Sql => {
  if (place === null) return sql`true`
  return place.by === 'venue'
    ? sql`venue_id::text = ${place.key}`
    : sql`concat_ws(':', venue_id, game_code) = ${place.key}`
}

const sums = {
  bets: sql`sum(bets)`,
  stake: sql`sum(stake_fen)`,
  valid: sql`sum(valid_fen)`,
  payout: sql`sum(payout_fen)`,
  ggr: sql`sum(stake_fen - payout_fen)`,
} as const

function told(figure: MemberFigure, span: Span, place: Place): Sql {
  if (figure === 'registrations')
    return sql`select member_id, 1::bigint as value from member where ${during(span, sql`created_at`)}`
  if (figure === 'first_deposits')
    return sql`select member_id, 1::bigint as value from ledger.member_first where ${during(span, sql`first_deposit_at`)}`
  if (figure !== 'active')
    return sql`
      select member_id, (${sums[figure]})::bigint as value from play_day where ${within(span, sql`day`)} and ${atPlace(place)} group by 1`
  return place === null
    ? sql`select distinct member_id, 1::bigint as value from active_day where ${within(span, sql`day`)}`
    : sql`
      select distinct member_id, 1::bigint as value from play_day where ${within(span, sql`day`)} and bets > 0 and ${atPlace(place)}`
}

/** Who a figure is made of, in one group of members or at one place. */
export const partsOf = (f: {
  figure: MemberFigure
  span: Span
  group: Group
  place: Place
}): Parts => sql`
  select member_id, value from (${told(f.figure, f.span, f.place)}) every
  where member_id not in ${testAccounts} and ${inGroup(f.group, sql`every.member_id`)}`

const owed: Record<MemberLiability, Sql> = {
  wallets: sql`
    select member_id, sum(posted_balance)::bigint as value from ledger.account where account_code = 100 and posted_balance <> 0 group by 1`,
  venues: sql`
    select member_id, sum(posted_balance)::bigint as value from ledger.account where account_code = 110 and posted_balance <> 0 group by 1`,
  rebates: sql`select member_id, sum(amount_fen)::bigint as value from rebate
    where claim_no is null group by 1 having sum(amount_fen) <> 0`,
  wagering: sql`
    select member_id, sum(required_fen - contributed_fen)::bigint as value from ledger.wagering_requirement
      where state = 'open' group by 1`,
}
/** Whom an item of the liability is owed to, test accounts included, as in the item. */
export const owedTo = (item: MemberLiability): Parts => owed[item]

/** The members of a figure, the largest part first. */
export function partRows(db: Db, paging: Paging, parts: Parts) {
  const { behind, order, key } = byCount(paging, sql`p.value`, sql`p.member_id`, true)
  return keyedRows(
    db,
    paging,
    sql<Part & Keyed>`
    select x.*, m.name as username from (
      select p.member_id, p.value, ${key} from (${parts}) p where ${behind} order by ${order} ${window(paging)}) x
    join member m using (member_id) order by ${byCount(paging, sql`x.value`, sql`x.member_id`, true).order}`,
    sql`from (${parts}) p`,
  )
}
