-- Shared rounds: one table, one clock, one outcome for everybody who bet on it.

-- The clock of all tables is the database's own, so that several servers agree. It stands still only while `stands_at`
-- is set, which rehearsals and tests do.
create table round_clock (
  one       boolean primary key default true check (one),
  stands_at timestamptz
);
insert into round_clock default values;

create function round_now() returns timestamptz language sql volatile as
  'select coalesce(stands_at, clock_timestamp()) from round_clock';

create function round_clock_moved() returns trigger language plpgsql as
  $$ begin perform pg_notify('rounds', 'clock'); return null; end $$;
create trigger round_clock_moved after update on round_clock for each row execute function round_clock_moved();

-- One day's seeds of one table: `root` is the seed of the day's last round, each earlier round's seed is the SHA-256 of
-- the next one's, and `terminal`, the hash of the first round's seed, is public a day ahead. The salt comes afterwards.
create table chain (
  table_code   text not null,
  day          date not null,
  length       integer not null check (length between 1 and 86400),
  root         bytea not null check (length(root) = 32),
  terminal     text not null check (length(terminal) = 64),
  published_at timestamptz not null,
  salt         text check (length(salt) between 1 and 64),
  salted_at    timestamptz,
  primary key (table_code, day),
  check ((salt is null) = (salted_at is null)),
  check (salted_at >= published_at)
);

-- `number` counts a table's periods since its epoch, `place` those of its day from 1. A bet holds its round FOR SHARE, the
-- one who closes it takes it FOR UPDATE. A round's commitment is the seed of the round before, so a round is opened only
-- when no earlier one takes bets any more.
create table round (
  table_code   text not null,
  number       bigint not null check (number >= 0),
  day          date not null,
  place        integer not null check (place >= 1),
  state        text not null check (state in ('open', 'closed', 'drawn', 'settled', 'void')),
  opens_at     timestamptz not null,
  closes_at    timestamptz not null,
  draws_at     timestamptz not null,
  results_at   timestamptz not null,
  ends_at      timestamptz not null,
  math_version text not null,
  commit_hash  text not null check (length(commit_hash) = 64),
  salt         text not null,
  -- Null until drawn, public from then on. A void round may have neither, and counts as settled when its stakes are back.
  seed         bytea,
  outcome      jsonb,
  drawn_at     timestamptz,
  settled_at   timestamptz,
  primary key (table_code, number),
  foreign key (table_code, day) references chain,
  check (opens_at < closes_at and closes_at <= draws_at and draws_at <= results_at and results_at <= ends_at),
  check (state not in ('drawn', 'settled') or (seed is not null and outcome is not null)),
  check (state not in ('open', 'closed') or seed is null),
  check (state <> 'settled' or settled_at is not null),
  check (settled_at is null or state in ('settled', 'void'))
);
create index round_unfinished on round (table_code, number) where settled_at is null;
create index round_age on round (ends_at);

-- A bet is drawn from its player's seed pair or from its round's seed, never from both.
alter table bet
  alter column seed_id drop not null,
  add column table_code text,
  add column round_number bigint,
  add foreign key (table_code, round_number) references round,
  add check ((table_code is null) = (round_number is null)),
  add check ((seed_id is null) <> (round_number is null)),
  add check (status <> 'OPEN' or round_number is not null);
create index bet_round on bet (table_code, round_number, desk_id, player_id) where round_number is not null;
create index bet_open on bet (table_code, round_number, desk_id, player_id) where status = 'OPEN';
