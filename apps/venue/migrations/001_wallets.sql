-- The wallet side of the venue: desks, players, wallets, transfers, and what keeps signed calls from being replayed.
-- Money is bigint 分. Every row belongs to a desk: one merchant's place in one venue, with wallets and a feed of its own.

create table desk (
  desk_id    integer generated always as identity primary key,
  venue_code text not null,
  merchant   text not null,
  unique (venue_code, merchant)
);

-- The version of the last bet record of a desk. Whoever settles a bet holds this row until he commits, so versions
-- become visible in their own order; a sequence would let a reader see 8 before 7 and never come back for 7.
create table feed_counter (
  desk_id integer primary key references desk,
  version bigint not null default 0 check (version >= 0)
);

create table player (
  desk_id    integer not null references desk,
  -- Demo players are named `~…`, which no merchant's id can be, so no signed call ever reaches them.
  player_id  text not null check (length(player_id) between 1 and 40),
  nickname   text not null,
  currency   text not null check (currency = 'CNY'),
  demo       boolean not null default false check (demo = (player_id like '~%')),
  locked     boolean not null default false,
  created_at timestamptz not null,
  primary key (desk_id, player_id)
);
create index player_demo_age on player (created_at) where demo;

-- The wallet row is also the lock of everything a player does: transfers, bets and seed changes take it first.
create table wallet (
  desk_id      integer not null,
  player_id    text not null,
  available    bigint not null default 0 check (available >= 0),
  frozen       bigint not null default 0 check (frozen >= 0),
  version      bigint not null default 0,
  -- When this player's last instant round began: the least cycle of a slot is counted from here, over all games and tabs.
  last_spin_at timestamptz,
  primary key (desk_id, player_id),
  foreign key (desk_id, player_id) references player on delete cascade
) with (fillfactor = 70);

-- One row per ref, for ever: what it did, that it failed and why, or that it is voided (a tombstone has only its ref).
create table transfer (
  desk_id       integer not null references desk,
  ref           text not null,
  status        text not null check (status in ('SUCCESS', 'FAILED', 'VOIDED')),
  request       text,
  player_id     text,
  direction     text check (direction in ('IN', 'OUT')),
  amount        bigint check (amount >= 0),
  code          integer,
  venue_txn_id  text,
  balance_after bigint,
  created_at    timestamptz not null,
  primary key (desk_id, ref),
  unique (desk_id, venue_txn_id),
  check ((status = 'VOIDED') = (request is null)),
  check ((status = 'SUCCESS') = (venue_txn_id is not null and balance_after is not null and amount is not null)),
  check ((status = 'FAILED') = (code is not null))
);
create index transfer_day on transfer (desk_id, created_at) where status = 'SUCCESS';

-- Nonces of accepted signatures, kept for ten minutes.
create table nonce (
  merchant text not null,
  nonce    text not null,
  seen_at  timestamptz not null,
  primary key (merchant, nonce)
);
create index nonce_age on nonce (seen_at);
