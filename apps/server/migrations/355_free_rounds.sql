-- Rounds that the house gives to members at venues (docs/venues.md). What they win is paid once, when the grant has ended.
create table free_round_grant (
  member_id bigint not null references member,
  -- The ref at the venue.
  grant_no text not null check (length(grant_no) between 1 and 40),
  venue_id smallint not null references venue,
  games text[] not null check (cardinality(games) between 1 and 50),
  stake_fen bigint not null check (stake_fen between 1 and 100000000),
  rounds int not null check (rounds between 1 and 500),
  turnover_times int not null check (turnover_times between 0 and 50),
  -- The most that is paid, whatever was won; null for no such bound.
  max_paid_fen bigint check (max_paid_fen > 0),
  ends_at timestamptz not null,
  -- What gave it: by hand (its own number), an application, or a level.
  source text not null check (source in ('hand', 'activity', 'vip')),
  source_id text not null check (length(source_id) between 1 and 64),
  reason text not null default '' check (length(reason) <= 200),
  proposed_by text not null default '',
  proposed_at timestamptz not null,
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '' check (length(remark) <= 200),
  state smallint not null check (state between 1 and 9),
  -- When the venue is asked next, and how often in a row it was asked in vain.
  next_at timestamptz not null,
  attempts int not null default 0,
  said text not null default '' check (length(said) <= 200),
  used int not null default 0,
  won_fen bigint not null default 0 check (won_fen >= 0),
  paid_fen bigint not null default 0 check (paid_fen >= 0 and paid_fen <= won_fen),
  closed_at timestamptz,
  primary key (member_id, grant_no),
  -- One activity's application and one level give once.
  unique (member_id, source, source_id),
  check (proposed_by = '' or decided_by = '' or lower(proposed_by) <> lower(decided_by))
);
create unique index free_round_grant_no on free_round_grant (grant_no);
create index free_round_grant_due on free_round_grant (next_at) where state in (2, 4, 5, 7);
create index free_round_grant_proposed on free_round_grant (proposed_at desc, grant_no);
create index free_round_grant_waiting on free_round_grant (proposed_at, grant_no) where state = 1;

-- The rounds that a venue's feed tells of a grant, by the newest version of their bets.
create table free_round_bet (
  member_id bigint not null,
  venue_id smallint not null,
  grant_no text not null check (length(grant_no) between 1 and 40),
  bet_id text not null,
  stake_fen bigint not null check (stake_fen > 0),
  payout_fen bigint not null check (payout_fen >= 0),
  -- As in `bet`.
  status smallint not null,
  primary key (member_id, venue_id, grant_no, bet_id)
);
revoke delete, truncate on free_round_grant, free_round_bet from tianping_app;
