-- Matches with prices: bets before and while they are played, single or several on one ticket.

-- `number` counts a book's matches since its epoch, `place` those of its day from 1. The seed of a match is
-- HMAC-SHA256(the day's chain seed of its place, `code:number`): it can be committed to, and revealed, while the chain's own
-- seeds of other matches that are under way stay secret.
create table match (
  game_code    text not null,
  number       bigint not null check (number >= 0),
  day          date not null,
  place        integer not null check (place >= 1),
  state        text not null check (state in ('open', 'over', 'void')),
  home         text not null,
  away         text not null,
  terms        jsonb not null,
  opens_at     timestamptz not null,
  kicks_off_at timestamptz not null,
  -- Follows from the seed, so where the length of a match is part of its outcome this is told to nobody before.
  ends_at      timestamptz not null,
  math_version text not null,
  commit_hash  text not null check (length(commit_hash) = 64),
  salt         text not null,
  seed         bytea,
  outcome      jsonb,
  settled_at   timestamptz,
  primary key (game_code, number),
  foreign key (game_code, day) references chain (table_code, day),
  check (opens_at < kicks_off_at and kicks_off_at < ends_at),
  check (state <> 'over' or (seed is not null and outcome is not null)),
  check (state <> 'open' or (seed is null and settled_at is null))
);
create index match_unfinished on match (game_code, number) where settled_at is null;
create index match_age on match (ends_at);

-- A bet is drawn from its player's seed pair, from its round's seed, or from the seeds of its matches. Of several matches the
-- bet itself names the last to begin.
alter table bet
  add column match_code text,
  add column match_number bigint,
  add foreign key (match_code, match_number) references match,
  add check ((match_code is null) = (match_number is null)),
  drop constraint bet_check2,
  drop constraint bet_check3,
  add constraint bet_drawn_once check (num_nonnulls(seed_id, round_number, match_number) = 1),
  add constraint bet_open_is_shared check (status <> 'OPEN' or seed_id is null);

-- One selection of a ticket. `price` is in hundredths; `key` is what the selection is counted from.
create table leg (
  desk_id      integer not null,
  bet_id       text not null,
  place        integer not null check (place >= 1),
  game_code    text not null,
  number       bigint not null,
  pick         text not null,
  key          text not null,
  price        integer not null check (price between 101 and 10000),
  in_play      boolean not null,
  result       text check (result in ('win', 'halfWin', 'push', 'halfLoss', 'loss', 'void')),
  primary key (desk_id, bet_id, place),
  unique (desk_id, bet_id, game_code, number),
  foreign key (desk_id, bet_id) references bet on delete cascade,
  foreign key (game_code, number) references match
) with (fillfactor = 85);
create index leg_match on leg (game_code, number, desk_id, bet_id);
create index leg_undecided on leg (game_code, number, desk_id, bet_id) where result is null;
