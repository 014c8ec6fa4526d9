-- Rounds that the platform gives its players (docs/venue-protocol.md). How many were played and what they won is counted from their bets.
create table free_grant (
  desk_id      integer not null references desk,
  ref          text not null check (length(ref) between 1 and 40),
  -- Null in a tombstone: it was cancelled before it came.
  player_id    text,
  games        text[],
  stake        bigint check (stake > 0),
  rounds       integer check (rounds between 1 and 500),
  ends_at      timestamptz,
  cancelled_at timestamptz,
  created_at   timestamptz not null,
  primary key (desk_id, ref),
  foreign key (desk_id, player_id) references player on delete cascade,
  check (num_nulls(player_id, games, stake, rounds, ends_at) in (0, 5)),
  check (player_id is not null or cancelled_at is not null)
);
create index free_grant_of_player on free_grant (desk_id, player_id, ends_at) where cancelled_at is null;

-- A free round takes no stake of the player; what it was drawn with stands beside it.
alter table bet add column free_ref text, add column free_stake bigint check (free_stake > 0);
alter table bet drop constraint bet_stake_check;
alter table bet add constraint bet_staked check (case when free_ref is null then stake > 0 and free_stake is null else stake = 0 and free_stake is not null end);
create index bet_of_grant on bet (desk_id, free_ref) where free_ref is not null;
