-- Tournaments fed by settled bets (docs/decisions/0182-standings-are-counted-from-bets.md). What was approved never changes; only the
-- end may come earlier.
create function sum_of(bigint[]) returns bigint language sql immutable parallel safe as $$ select coalesce(sum(fen), 0)::bigint from unnest($1) fen $$;
create table tournament (
  tournament_id int primary key generated always as identity,
  name text not null check (length(name) between 1 and 30),
  note text not null default '' check (length(note) <= 300),
  measure text not null check (measure in ('stake', 'multiple', 'bets')),
  least_stake_fen bigint not null check (least_stake_fen between 1 and 100000000),
  -- What each place wins, the first one first.
  prizes_fen bigint[] not null check (cardinality(prizes_fen) between 1 and 100 and 0 < all (prizes_fen)),
  budget_fen bigint not null check (budget_fen between 1 and 1000000000000),
  turnover_times int not null check (turnover_times between 0 and 50),
  -- Who may enter: members from a level on, and of a segment.
  min_vip smallint not null default 0 check (min_vip between 0 and 10),
  segment_id bigint references segment,
  starts_at timestamptz not null,
  planned_ends_at timestamptz not null check (planned_ends_at > starts_at),
  -- As planned, or when two persons ended it.
  ends_at timestamptz not null check (ends_at between starts_at and planned_ends_at),
  -- Bets of the tournament that settle until then count.
  settle_minutes int not null check (settle_minutes between 0 and 1440),
  state smallint not null default 1 check (state between 1 and 5),
  proposed_by text not null,
  proposed_at timestamptz not null,
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '' check (length(remark) <= 200),
  end_asked_by text not null default '',
  end_reason text not null default '' check (length(end_reason) <= 200),
  ended_by text not null default '',
  -- When all standings were counted a last time, and why they are not frozen yet.
  swept_at timestamptz,
  said text not null default '' check (length(said) <= 200),
  frozen_at timestamptz,
  paid_fen bigint not null default 0 check (paid_fen >= 0),
  check (sum_of(prizes_fen) <= budget_fen),
  check (paid_fen <= budget_fen),
  check (state in (1, 3) or (decided_by <> '' and lower(decided_by) <> lower(proposed_by))),
  check (ended_by = '' or lower(ended_by) <> lower(end_asked_by)),
  check (ended_by <> '' or ends_at = planned_ends_at)
);
create index tournament_by_time on tournament (starts_at desc, tournament_id desc);
create index tournament_open on tournament (state, tournament_id) where state in (1, 2, 4);
create index tournament_proposed on tournament (proposed_at);
revoke update, delete, truncate on tournament from tianping_app;
grant update (state, ends_at, decided_by, decided_at, remark, end_asked_by, end_reason, ended_by, swept_at, said, frozen_at, paid_fen)
  on tournament to tianping_app;

-- The games that count; an empty code stands for all games of the venue.
create table tournament_game (
  tournament_id int not null references tournament,
  venue_id smallint not null references venue,
  game_code text not null check (length(game_code) <= 40),
  primary key (tournament_id, venue_id, game_code)
);
revoke update, delete, truncate on tournament_game from tianping_app;

-- Members who entered, with their standing as counted last from their bets.
create table tournament_entry (
  tournament_id int not null references tournament,
  member_id bigint not null references member,
  entered_at timestamptz not null,
  -- Fen, hundredths of a multiple, or bets.
  score bigint not null default 0 check (score >= 0),
  bets int not null default 0 check (bets >= 0),
  -- When the score was reached; of equal scores the earlier one stands before.
  reached_at timestamptz,
  -- Bets have changed since it was counted.
  is_due boolean not null default false,
  -- Blocked or limited meanwhile: in no standing and paid nothing.
  is_out boolean not null default false,
  primary key (tournament_id, member_id),
  check ((score > 0) = (reached_at is not null))
);
create index tournament_standing on tournament_entry (tournament_id, score desc, reached_at, member_id) where score > 0 and not is_out;
create index tournament_entry_due on tournament_entry (tournament_id, member_id) where is_due;
create index tournament_entry_member on tournament_entry (member_id, tournament_id);
revoke delete, truncate on tournament_entry from tianping_app;

-- Prizes of frozen standings: paid once each, or forfeited.
create table tournament_prize (
  tournament_id int not null references tournament,
  place int not null check (place between 1 and 100),
  member_id bigint not null references member,
  score bigint not null check (score > 0),
  amount_fen bigint not null check (amount_fen > 0),
  -- 1 waits, 2 paid, 3 forfeited.
  state smallint not null default 1 check (state between 1 and 3),
  next_at timestamptz not null,
  said text not null default '' check (length(said) <= 200),
  decided_at timestamptz,
  primary key (tournament_id, place),
  unique (tournament_id, member_id),
  check ((state = 1) = (decided_at is null))
);
create index tournament_prize_due on tournament_prize (next_at) where state = 1;
create index tournament_prize_member on tournament_prize (member_id, tournament_id);
revoke delete, truncate on tournament_prize from tianping_app;
