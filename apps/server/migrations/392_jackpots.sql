-- Jackpots: pools at venues that a share of each stake fills (docs/venue-protocol.md). The money of a pool lies in account 270 under the number of
-- the pool; 350 is what the house puts in as seeds. Whichever migration of accounts comes last says all of them.
set local role tianping_ledger;
alter domain ledger.account_code drop constraint account_code_check;
alter domain ledger.account_code add constraint account_code_check check (value in
  (100, 110, 120, 200, 210, 220, 230, 240, 250, 260, 270, 300, 310, 320, 330, 340, 350, 400, 410, 500, 520, 900, 910)) not valid;
alter domain ledger.transaction_code drop constraint transaction_code_check;
alter domain ledger.transaction_code add constraint transaction_code_check
  check (value in ('deposit', 'withdrawal', 'venue_in', 'venue_out', 'game_result', 'red_packet', 'rebate', 'activity_bonus', 'agent_commission',
    'adjustment', 'fee', 'rail', 'rail_fee', 'dispute', 'debt', 'jackpot')) not valid;

create or replace function ledger.is_pair(p_from smallint, p_from_venue smallint, p_to smallint, p_to_venue smallint) returns boolean language sql immutable
return (p_from in (110, 120, 230, 270, 400, 410, 520)) = (p_from_venue > 0) and (p_to in (110, 120, 230, 270, 400, 410, 520)) = (p_to_venue > 0)
  and (p_from <> p_to or p_from_venue <> p_to_venue);
reset role;

create table jackpot_pool (
  jackpot_no smallint generated always as identity primary key,
  venue_id smallint not null references venue,
  -- The name of the pool at its venue.
  ref text not null check (length(ref) between 1 and 40),
  -- As the venue said it last.
  name text not null default '' check (length(name) <= 20),
  games text[] not null default '{}',
  is_open boolean not null default false,
  share int not null default 0,
  seed_fen bigint not null default 0,
  bound_fen bigint not null default 0,
  cycle int not null default 0,
  pool_fen bigint not null default 0,
  seeded_fen bigint not null default 0,
  contributed_fen bigint not null default 0,
  paid_fen bigint not null default 0,
  told_at timestamptz not null default '-infinity',
  -- Why it is not as the setting wants it; empty where it is.
  said text not null default '' check (length(said) <= 200),
  unique (venue_id, ref)
);

-- Each cycle of which the feed has told a bet: its seed is booked once.
create table jackpot_cycle (
  jackpot_no smallint not null references jackpot_pool,
  cycle int not null check (cycle >= 1),
  seed_fen bigint not null check (seed_fen > 0),
  primary key (jackpot_no, cycle)
);

-- What bets had to do with pools, by their newest versions.
create table jackpot_bet (
  member_id bigint not null,
  venue_id smallint not null,
  bet_id text not null,
  jackpot_no smallint not null references jackpot_pool,
  cycle int not null,
  share_fen bigint not null check (share_fen >= 0),
  won_fen bigint not null check (won_fen >= 0),
  at timestamptz not null,
  -- When the winner was told.
  told_at timestamptz,
  primary key (member_id, venue_id, bet_id)
);
create index jackpot_bet_won on jackpot_bet (at desc, bet_id) where won_fen > 0;
create index jackpot_bet_untold on jackpot_bet (at) where won_fen > 0 and told_at is null;
revoke delete, truncate on jackpot_pool, jackpot_cycle, jackpot_bet from tianping_app;
