import { sql } from '@tianping/database'

/** What a settled bet adds to the sums. */
export type BetFigures = { stakeFen: bigint; validFen: bigint; payoutFen: bigint }

type Leg = BetFigures & { memberId: bigint; venueId: number; day: string }

/**
 * Rows that a venue's day is spread over, so that feeds of different members seldom wait for the
 * same one.
 */
const SLOTS = 16n
const slot = (leg: Leg) => Number(leg.memberId % SLOTS)

export const add = (leg: Leg) => sql`
  with counted as (
    insert into turnover_day as t (member_id, day, venue_id, category, bets, stake_fen, valid_fen, payout_fen)
    select ${leg.memberId}, ${leg.day}::date, venue_id, category, 1, ${leg.stakeFen}, ${leg.validFen}, ${leg.payoutFen} from venue where venue_id = ${leg.venueId}
    on conflict (member_id, day, venue_id) do update set bets = t.bets + 1, stake_fen = t.stake_fen + excluded.stake_fen,
      valid_fen = t.valid_fen + excluded.valid_fen, payout_fen = t.payout_fen + excluded.payout_fen, rebate_due = true),
  summed as (
    insert into venue_day as v (day, venue_id, slot, bets, stake_fen, valid_fen, payout_fen)
    values (${leg.day}::date, ${leg.venueId}, ${slot(leg)}, 1, ${leg.stakeFen}, ${leg.validFen}, ${leg.payoutFen})
    on conflict (day, venue_id, slot) do update set bets = v.bets + 1, stake_fen = v.stake_fen + excluded.stake_fen,
      valid_fen = v.valid_fen + excluded.valid_fen, payout_fen = v.payout_fen + excluded.payout_fen)
  insert into turnover_total as t (member_id, bets, valid_fen) values (${leg.memberId}, 1, ${leg.validFen})
  on conflict (member_id) do update set bets = t.bets + 1, valid_fen = t.valid_fen + excluded.valid_fen`

export const takeAway = (leg: Leg) => sql`
  with counted as (
    update turnover_day set bets = bets - 1, stake_fen = stake_fen - ${leg.stakeFen}, valid_fen = valid_fen - ${leg.validFen},
      payout_fen = payout_fen - ${leg.payoutFen}, rebate_due = true
    where member_id = ${leg.memberId} and day = ${leg.day}::date and venue_id = ${leg.venueId} returning 1),
  summed as (
    update venue_day set bets = bets - 1, stake_fen = stake_fen - ${leg.stakeFen}, valid_fen = valid_fen - ${leg.validFen}, payout_fen = payout_fen - ${leg.payoutFen}
    where day = ${leg.day}::date and venue_id = ${leg.venueId} and slot = ${slot(leg)} and exists (select from counted))
  update turnover_total set bets = bets - 1, valid_fen = valid_fen - ${leg.validFen}
  where member_id = ${leg.memberId} and exists (select from counted)`

/**
 * The cumulative turnover of one member, and that of the days from `from` on, `to` not included.
 */
export const turnoverOf = (p: { memberId: bigint; from: string | null; to: string | null }) => sql<{
  totalFen: bigint
  windowFen: bigint
}>`
  select coalesce((select valid_fen from turnover_total where member_id = ${p.memberId}), 0)::bigint as total_fen,
    coalesce((select sum(valid_fen) from turnover_day where member_id = ${p.memberId} and day >= ${p.from}::date
      and (${p.to}::date is null or day < ${p.to}::date)), 0)::bigint as window_fen`
