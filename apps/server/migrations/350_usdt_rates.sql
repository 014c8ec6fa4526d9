-- The price of USDT as sources outside say it (docs/usdt.md). A source is known by a digest of its
-- address and paths: one that was changed begins anew.
create table rate_source (
  source text primary key check (source ~ '^[0-9a-f]{16}$'),
  -- When this source was asked last; whoever moves it asks.
  asked_at timestamptz not null,
  failures int not null default 0,
  rests_until timestamptz,
  -- Why the last question had no price; empty after one that had.
  said text not null default ''
);

create table rate_reading (
  source text not null,
  read_at timestamptz not null,
  -- Of which moment the price is, by the source's own word where it says so.
  at timestamptz not null,
  -- Yuan for a USDT.
  rate numeric(12, 4) not null check (rate > 0),
  primary key (source, read_at)
);
revoke update, truncate on rate_reading from tianping_app;
