-- The play side: launch tokens, sessions, seed pairs, bets.

create table launch (
  token_hash bytea primary key,
  desk_id    integer not null,
  player_id  text not null,
  game_code  text not null,
  lobby_url  text not null,
  lang       text not null,
  -- The operator's session: when it began, the minutes between reality checks, the most it may lose.
  session_start     timestamptz not null,
  reality_check_min integer not null,
  net_limit         bigint,
  expires_at timestamptz not null,
  used_at    timestamptz,
  voided_at  timestamptz,
  foreign key (desk_id, player_id) references player on delete cascade
);
create index launch_player on launch (desk_id, player_id) where used_at is null and voided_at is null;
create index launch_age on launch (expires_at);

create table session (
  session_hash bytea primary key,
  desk_id    integer not null,
  player_id  text not null,
  game_code  text not null,
  lobby_url  text not null,
  session_start     timestamptz not null,
  reality_check_min integer not null,
  net_limit         bigint,
  opened_at  timestamptz not null,
  expires_at timestamptz not null,
  ended_at   timestamptz,
  foreign key (desk_id, player_id) references player on delete cascade
);
create index session_player on session (desk_id, player_id) where ended_at is null;
create index session_age on session (expires_at);

-- What one operator session of a player came to at this desk, over all its games; the head of every game shows it.
create table play (
  desk_id       integer not null,
  player_id     text not null,
  session_start timestamptz not null,
  staked        bigint not null default 0 check (staked >= 0),
  returned      bigint not null default 0 check (returned >= 0),
  rounds        integer not null default 0,
  -- The reality check counts from here: the beginning, then each answer.
  reality_from  timestamptz not null,
  primary key (desk_id, player_id, session_start),
  foreign key (desk_id, player_id) references player on delete cascade
) with (fillfactor = 70);

-- Seed pairs. A player has one active pair and one next; the next one's hash is public before it is ever used.
create table seed (
  seed_id     bigint generated always as identity primary key,
  desk_id     integer not null,
  player_id   text not null,
  state       text not null check (state in ('next', 'active', 'revealed')),
  server_seed bytea not null check (length(server_seed) = 32),
  commit_hash text not null,
  client_seed text not null check (length(client_seed) between 1 and 64),
  next_nonce  bigint not null default 0,
  revealed_at timestamptz,
  foreign key (desk_id, player_id) references player on delete cascade
) with (fillfactor = 70);
create unique index seed_current on seed (desk_id, player_id, state) where state <> 'revealed';

create table bet (
  desk_id       integer not null,
  bet_id        text not null,
  -- Null only for demo play, which is in no feed and no statement.
  version       bigint,
  revision      integer not null default 1 check (revision >= 1),
  player_id     text not null,
  client_bet_id text not null,
  game_code     text not null,
  category      text not null,
  round_id      text not null,
  selection     jsonb not null,
  stake         bigint not null check (stake > 0),
  valid_amount  bigint not null check (valid_amount >= 0),
  payout        bigint not null check (payout >= 0),
  odds          text,
  status        text not null check (status in ('OPEN', 'SETTLED', 'VOID')),
  session_start timestamptz not null,
  placed_at     timestamptz not null,
  settled_at    timestamptz,
  seed_id       bigint not null references seed on delete cascade,
  client_seed   text not null,
  nonce         bigint not null,
  model         text not null,
  math_version  text not null,
  outcome       jsonb not null,
  primary key (desk_id, bet_id),
  unique (desk_id, player_id, client_bet_id),
  unique (desk_id, version),
  unique (seed_id, nonce),
  check ((status = 'OPEN') = (settled_at is null)),
  foreign key (desk_id, player_id) references player on delete cascade
) with (fillfactor = 85);
create index bet_player on bet (desk_id, player_id, placed_at desc);
create index bet_day on bet (desk_id, settled_at) where version is not null;
