-- Races that platforms count and pay (docs/venue-protocol.md): what pages show of them.
create table tournament (
  desk_id   integer not null references desk,
  ref       text not null check (length(ref) between 1 and 40),
  name      text not null,
  -- None for all games of the venue.
  games     text[] not null check (cardinality(games) <= 200),
  measure   text not null check (measure in ('stake', 'multiple', 'bets')),
  starts_at timestamptz not null,
  ends_at   timestamptz not null check (ends_at > starts_at),
  is_open   boolean not null,
  primary key (desk_id, ref)
);

-- How players who entered stand, as the platform said last.
create table tournament_place (
  desk_id   integer not null,
  ref       text not null,
  player_id text not null,
  place     integer not null check (place >= 0),
  score     bigint not null check (score >= 0),
  primary key (desk_id, ref, player_id),
  foreign key (desk_id, ref) references tournament on delete cascade,
  foreign key (desk_id, player_id) references player on delete cascade
);
create index tournament_place_player on tournament_place (desk_id, player_id);
