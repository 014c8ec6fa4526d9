-- What passes between the platform and the venues. The money itself lies in the ledger; these rows say what was asked.

-- One transfer: direction IN (to the venue) or OUT. State 0 failed, 1 success, 2 unknown as yet (part 2 §4).
create table venue_transfer (
  member_id bigint not null,
  -- Our ref at the venue; the venue applies it at most once.
  tx_id text not null,
  -- The member's action behind it; a repetition finds its transfer by this.
  request_key text not null,
  venue_id smallint not null references venue,
  direction text not null check (direction in ('IN', 'OUT')),
  -- What was asked; for `take_all` what the venue last showed. `moved_fen` is what the venue says it moved.
  amount_fen bigint not null check (amount_fen > 0),
  take_all boolean not null default false,
  moved_fen bigint,
  state smallint not null default 2 check (state in (0, 1, 2)),
  reason text not null default '',
  checks smallint not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null,
  resolved_at timestamptz,
  primary key (member_id, tx_id),
  unique (member_id, request_key, venue_id, direction)
);
-- One transfer in flight per member and venue.
create unique index venue_transfer_in_flight on venue_transfer (member_id, venue_id) where state = 2;
create index venue_transfer_due on venue_transfer (next_check_at) where state = 2;
create index venue_transfer_history on venue_transfer (member_id, created_at desc);

-- A member at a venue. `epoch` counts beginnings and ends of transfers and `seen_version` is the venue's own version of
-- the wallet, so that a balance that was asked for earlier is never taken for a later one.
create table venue_player (
  member_id bigint not null,
  venue_id smallint not null references venue,
  epoch int not null default 0,
  seen_version bigint not null default 0,
  seen_at timestamptz,
  launched_at timestamptz,
  primary key (member_id, venue_id)
);

-- The feed's cursor per venue; whoever holds the lease reads.
create table venue_feed (
  venue_id smallint primary key references venue,
  cursor bigint not null default 0,
  leased_until timestamptz not null default '-infinity',
  read_at timestamptz
);

-- Bets as the venue's feed tells them: full state, the highest version wins.
create table bet (
  member_id bigint not null,
  venue_id smallint not null references venue,
  bet_id text not null,
  version bigint not null,
  revision int not null,
  game_code text not null,
  round_id text not null,
  selection jsonb not null,
  stake_fen bigint not null,
  valid_fen bigint not null,
  payout_fen bigint not null,
  net_fen bigint not null,
  -- The document's status: 0 invalid, 1 settled, 2 unsettled.
  status smallint not null check (status in (0, 1, 2)),
  fairness jsonb not null,
  math_version text not null,
  placed_at timestamptz not null,
  settled_at timestamptz,
  primary key (member_id, venue_id, bet_id)
);
create index bet_history on bet (member_id, placed_at desc, bet_id);
