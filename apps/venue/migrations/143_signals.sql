-- Protocol v1.1: the platform's name of a launch, what its player has agreed may follow into the open game, and what the venue
-- has to say of it until the platform answers.
alter table launch add column ticket text, add column money_each bigint, add column money_total bigint;
-- `away_at`: the page was closed, or is being loaded again.
alter table session
  add column ticket text, add column money_each bigint, add column money_total bigint, add column away_at timestamptz;
create index session_of_ticket on session (desk_id, ticket) where ticket is not null and ended_at is null;
create index session_away on session (away_at) where away_at is not null and ended_at is null;

create table signal (
  desk_id integer not null references desk,
  ref text not null check (length(ref) between 1 and 40),
  kind text not null check (kind in ('left', 'money')),
  ticket text not null,
  player_id text not null,
  amount bigint check (amount > 0),
  made_at timestamptz not null,
  outcome text check (outcome in ('done', 'pending', 'refused')),
  -- What the platform tells the player.
  said text not null default '',
  primary key (desk_id, ref),
  check ((kind = 'money') = (amount is not null))
);
create index signal_unanswered on signal (desk_id, made_at) where outcome is null or outcome = 'pending';
create index signal_of_ticket on signal (desk_id, ticket);
