-- Transactions of venues that list them one by one (docs/venues.md): a round is put together from what was kept, so that the venue is
-- asked for a round only where it began before.
create table venue_transaction (
  member_id bigint not null references member,
  venue_id smallint not null references venue,
  round_id text not null,
  transaction_uuid text not null,
  kind text not null check (kind in ('BET', 'WIN', 'ROLLBACK')),
  status text not null,
  round_closed boolean not null,
  game_code text not null,
  -- In the venue's unit, as it was listed.
  amount bigint not null check (amount >= 0),
  reference_uuid text,
  made_at timestamptz not null,
  -- How often it has counted: once when it was done, once more with each change. The sum of a round is the version of its bet.
  told int not null,
  kept_at timestamptz not null default now(),
  primary key (member_id, venue_id, round_id, transaction_uuid)
);
create index venue_transaction_kept on venue_transaction (kept_at);
