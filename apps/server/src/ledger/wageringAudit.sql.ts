import { sql } from '@tianping/database'

export type ContributionRow = {
  venueId: number
  betId: string
  sourceType: string | null
  sourceId: string | null
  openedAt: Date | null
  amountFen: bigint
  countedFen: bigint
  weight: number
  isGift: boolean
}

/**
 * Where the turnover of some bets of a member stands now: with which requirements, or (nulls) with
 * none.
 */
export const contributionsOf = (
  memberId: bigint,
  bets: { venueId: number; betId: string }[],
) => sql<ContributionRow>`
  select c.venue_id, c.bet_id, r.source_type, r.source_id, r.opened_at,
    sum(c.amount)::bigint as amount_fen, sum(coalesce(c.counted, c.amount))::bigint as counted_fen,
    max(c.weight)::int as weight, coalesce(r.is_gift, false) as is_gift
  from unnest(${bets.map(bet => bet.venueId)}::smallint[], ${bets.map(bet => bet.betId)}::text[]) b (venue_id, bet_id)
  join ledger.wagering_contribution c on c.member_id = ${memberId} and c.venue_id = b.venue_id and c.bet_id = b.bet_id
  left join ledger.wagering_requirement r on r.member_id = c.member_id and r.requirement_id = c.requirement_id
  group by c.venue_id, c.bet_id, c.requirement_id, r.source_type, r.source_id, r.opened_at, r.is_gift
  having sum(c.amount) > 0
  order by r.opened_at nulls last, c.requirement_id`
