-- Venues as rows. How a venue is reached (adapter, address, merchant, limits, window of maintenance) is a setting `venue:CODE`, so that
-- it has versions and takes two persons; here is what the platform notes of it.
create table venue_link (
  platname text primary key,
  -- Calls in a row without an answer, and until when the venue is left alone. Both go by the clock of the database.
  failures int not null default 0 check (failures >= 0),
  rests_until timestamptz,
  last_error text not null default '' check (length(last_error) <= 300)
);

-- Keys of venues, sealed. A key counts while the setting names it as current or previous; nobody can read one again.
create table venue_key (
  key_no bigint primary key,
  platname text not null,
  sealed bytea not null,
  -- The first digits of a digest, to tell keys apart.
  mark text not null check (length(mark) = 8),
  brought_by text not null,
  brought_at timestamptz not null
);
create index venue_key_by_platname on venue_key (platname, brought_at desc);

-- Trials of a connection: what was asked and what was answered. Nobody's money moves in one.
create table venue_trial (
  trial_no bigint generated always as identity primary key,
  platname text not null,
  -- Adapter, address, merchant and key that were tried; another configuration has to be tried anew.
  config_hash text not null,
  passed boolean not null,
  steps jsonb not null,
  tried_by text not null,
  tried_at timestamptz not null
);
create index venue_trial_newest on venue_trial (platname, trial_no desc);

revoke delete, truncate on venue_link from tianping_app;
revoke update, delete, truncate on venue_trial from tianping_app;
revoke update, truncate on venue_key from tianping_app;
grant update (sealed) on venue_key to tianping_app;
