import { sql } from '@tianping/database'

/**
 * Adds the changes of bets below a transaction number to the days of play. A change of a closed
 * month counts on the first open day and is kept. Answers whose bets they are. all members: a day
 * is everybody's.
 */
export const rollUpPlay = (throughXid: string) => sql<{ memberId: bigint }>`
  with change as (
    delete from play_change where xact_id < ${throughXid}::text::xid8 returning *),
  booked as materialized (
    select c.*, greatest(c.day, o.opens_on) as booked_on
    from change c, (select (max(month) + interval '1 month')::date as opens_on from ledger.month_closing) o),
  late as (
    insert into play_late (change_id, xact_id, member_id, day, booked_on, venue_id, game_code, bets, stake_fen, valid_fen, payout_fen)
    select change_id, xact_id, member_id, day, booked_on, venue_id, game_code, bets, stake_fen, valid_fen, payout_fen from booked where booked_on > day),
  added as (
  insert into play_day as p (member_id, day, venue_id, game_code, bets, stake_fen, valid_fen, payout_fen)
  select member_id, booked_on, venue_id, game_code, sum(bets), sum(stake_fen), sum(valid_fen), sum(payout_fen) from booked group by 1, 2, 3, 4
  on conflict (member_id, day, venue_id, game_code) do update set bets = p.bets + excluded.bets, stake_fen = p.stake_fen + excluded.stake_fen,
    valid_fen = p.valid_fen + excluded.valid_fen, payout_fen = p.payout_fen + excluded.payout_fen
  returning member_id)
  select distinct member_id from added`
