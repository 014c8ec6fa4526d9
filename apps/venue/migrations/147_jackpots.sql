-- Jackpots: pools that grow by a share of each stake and are won by a draw of their own (docs/venue-protocol.md). Pools are counted in
-- ten-thousandths of a fen, so that no share is rounded away.
create table jackpot (
  desk_id       integer not null references desk,
  ref           text not null check (length(ref) between 1 and 40),
  name          text not null,
  games         text[] not null check (cardinality(games) between 1 and 50),
  is_open       boolean not null,
  -- The terms in force until it is won, and those of the cycles after it.
  share         integer not null check (share between 1 and 300),
  seed          bigint not null check (seed > 0),
  bound         bigint not null check (bound > seed),
  next_share    integer not null check (next_share between 1 and 300),
  next_seed     bigint not null check (next_seed > 0),
  next_bound    bigint not null check (next_bound > next_seed),
  cycle         integer not null default 1 check (cycle >= 1),
  -- Of this cycle beyond its seed, what the last one left over included; in ten-thousandths of a fen.
  filled        bigint not null default 0 check (filled >= 0),
  -- Whether this cycle has a bet: then its terms are fixed, and its seed counts as put in.
  has_begun     boolean not null default false,
  seeded        bigint not null default 0 check (seeded >= 0),
  contributed   bigint not null default 0 check (contributed >= 0),
  paid          bigint not null default 0 check (paid >= 0),
  primary key (desk_id, ref),
  -- Whatever happens to it, nothing is lost: what went in is in the pool or was paid.
  check (case when has_begun then seed else 0 end + filled / 10000 = seeded + contributed - paid)
);

-- What a bet had to do with a jackpot: enough to draw it again.
create table jackpot_bet (
  desk_id       integer not null,
  bet_id        text not null,
  ref           text not null,
  cycle         integer not null,
  seed          bigint not null,
  -- Of the draw: the stake's share and the room up to the bound before it, in ten-thousandths of a fen.
  part          bigint not null check (part > 0),
  room          bigint not null check (room > 0),
  -- Whole fen that it moved into the pool, and what it won.
  share         bigint not null check (share >= 0),
  won           bigint not null check (won >= 0),
  primary key (desk_id, bet_id),
  foreign key (desk_id, ref) references jackpot
);
create index jackpot_win on jackpot_bet (desk_id, ref, cycle desc) where won > 0;
