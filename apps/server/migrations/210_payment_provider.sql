-- Payment providers as rows. What a provider is (adapter, endpoint, methods, ranges, priority) is a setting `provider:CODE`, so that
-- it has versions and takes two persons; here is what the platform notes of it.
create table payment_provider (
  code text primary key check (code ~ '^[a-z][a-z0-9-]{1,23}$'),
  created_at timestamptz not null,
  -- Adapter, endpoint, merchant and key of the last test order that came back; another configuration has to be tested anew.
  tested_hash text not null default '',
  tested_at timestamptz,
  -- When members' orders went there for the first time.
  opened_at timestamptz,
  -- Orders in a row without an answer, and until when no order is sent there.
  failures int not null default 0 check (failures >= 0),
  rests_until timestamptz,
  last_error text not null default '' check (length(last_error) <= 300)
);

-- Keys of providers, sealed. A key counts while the setting names it as current or previous; nobody can read one again.
create table payment_provider_key (
  key_no bigint primary key,
  code text not null,
  sealed bytea not null,
  -- The first digits of a digest, to tell keys apart.
  mark text not null check (length(mark) = 8),
  brought_by text not null,
  brought_at timestamptz not null
);
create index payment_provider_key_by_code on payment_provider_key (code, brought_at desc);

-- Small real orders that prove a configuration. Nobody is credited for them.
create table payment_test_order (
  test_no text primary key check (test_no ~ '^T[0-9A-Z]{10,40}$'),
  code text not null references payment_provider,
  config_hash text not null,
  method text not null,
  amount_fen bigint not null check (amount_fen > 0),
  state text not null default 'open' check (state in ('open', 'paid', 'wrong')),
  pay_url text not null default '',
  reference text not null default '',
  opened_by text not null,
  opened_at timestamptz not null,
  paid_at timestamptz
);
create index payment_test_order_newest on payment_test_order (code, opened_at desc);

-- At which providers an order was opened, in this order. A payment at any of them counts for the order, however the opening ended.
create table deposit_attempt (
  member_id bigint not null,
  deposit_no text not null,
  provider text not null,
  outcome text not null check (outcome in ('asked', 'opened', 'refused', 'unreached', 'unknown', 'cancelled')),
  began_at timestamptz not null,
  ended_at timestamptz,
  said text not null default '' check (length(said) <= 300),
  primary key (member_id, deposit_no, provider),
  foreign key (member_id, deposit_no) references deposit_order
);
create index deposit_attempt_recent on deposit_attempt (began_at desc);

revoke delete, truncate on payment_provider, payment_test_order, deposit_attempt from tianping_app;
revoke update, truncate on payment_provider_key from tianping_app;
grant update (sealed) on payment_provider_key to tianping_app;
