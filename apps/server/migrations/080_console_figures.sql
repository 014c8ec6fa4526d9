-- What the back office's charts add up, so that a look at ninety days never reads bets or all orders.

-- Settled play by Beijing day and venue, kept by the transaction that takes a bet from the feed, like `turnover_day`. A day of
-- a venue is several rows, by the member's number, so that feeds of different members seldom wait for the same one.
create table venue_day (
  day date not null,
  venue_id smallint not null references venue,
  slot smallint not null check (slot between 0 and 15),
  bets bigint not null,
  stake_fen bigint not null,
  valid_fen bigint not null,
  payout_fen bigint not null,
  primary key (day, venue_id, slot)
) with (fillfactor = 50);

insert into venue_day (day, venue_id, slot, bets, stake_fen, valid_fen, payout_fen)
  select day, venue_id, (member_id % 16)::smallint, sum(bets), sum(stake_fen), sum(valid_fen), sum(payout_fen) from turnover_day group by 1, 2, 3;

-- Who played on a day. No sums in it: a bet that only adds to a row's sums does not touch the index.
create index turnover_day_players on turnover_day (day, member_id);

-- What was credited and approved on a day, and by whom: read from the index alone.
create index deposit_order_decided on deposit_order (decided_at) include (member_id, credited_fen) where state = 2;
create index withdrawal_order_decided on withdrawal_order (decided_at) include (member_id, amount_fen) where state = 2;
create index member_joined on member (created_at);
create index member_last_login on member (last_login_at);
create index session_seen on session (last_seen_at) include (member_id);

-- The list of all bets, newest first, of one day or all.
create index bet_recent on bet (placed_at desc, bet_id);
create index provider_callback_recent on provider_callback (received_at desc);
create index venue_transfer_recent on venue_transfer (created_at desc);
