-- What each game has returned under each version of its published mathematics, beside what it should, summed by a job that
-- reads each venue's bets once, in the order of their versions.
create table game_return (
  venue_id smallint not null references venue,
  game_code text not null,
  math_version text not null,
  -- The return as published, and by kind of bet `[{"odds", "mean", "most"}]`; null where the venue publishes none.
  rtp_exact text,
  terms jsonb,
  -- Bets as first settled; corrections are the operator's and counted apart.
  bets bigint not null default 0,
  corrected bigint not null default 0,
  stake_fen bigint not null default 0,
  payout_fen bigint not null default 0,
  -- Draws the evidence has: one for each bet, or for all bets on one shared round together.
  draws bigint not null default 0,
  returned_sum double precision not null default 0,
  mean_sum double precision not null default 0,
  over_logs double precision[] not null,
  under_logs double precision[] not null,
  low double precision,
  high double precision,
  -- The latest shared rounds that were counted: what comes later of one is no draw of its own.
  rounds text[] not null default '{}',
  outside text check (outside in ('over', 'under')),
  outside_at timestamptz,
  alerted_at timestamptz,
  last_at timestamptz,
  primary key (venue_id, game_code, math_version)
);
create index game_return_unalerted on game_return (outside_at) where alerted_at is null and outside_at is not null;

-- The version of the venue's feed up to which its bets are counted.
create table game_return_cursor (
  venue_id smallint primary key references venue,
  version bigint not null default 0
);

create index bet_by_version on bet (venue_id, version);
