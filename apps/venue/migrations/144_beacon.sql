-- Public beacons in the format of drand. A chain that any round ever used stays, so that the round can be verified.
create table beacon (
  chain_hash text primary key check (length(chain_hash) = 64),
  name       text not null check (length(name) between 1 and 60),
  beacon_id  text not null check (length(beacon_id) between 1 and 60),
  public_key text not null check (length(public_key) = 192),
  group_hash text not null check (length(group_hash) = 64),
  period_s   integer not null check (period_s between 1 and 30),
  genesis_s  bigint not null check (genesis_s > 0),
  urls       text[] not null check (cardinality(urls) between 1 and 8),
  -- True for a beacon of this installation: it stands in where there is no network, and proves nothing against the operator.
  local      boolean not null,
  -- What its answer usually takes after its time, and how long after its time a round waits before it is void.
  delay_ms   integer not null check (delay_ms between 0 and 5000),
  late_ms    integer not null check (late_ms between 5000 and 600000),
  active     boolean not null default false
);
create unique index beacon_active on beacon (active) where active;

-- The League of Entropy's quicknet, by its public data.
insert into beacon (chain_hash, name, beacon_id, public_key, group_hash, period_s, genesis_s, urls, local, delay_ms, late_ms) values (
  '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971', 'drand quicknet', 'quicknet',
  '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e', 3, 1692803367,
  array['https://api.drand.sh', 'https://api2.drand.sh', 'https://api3.drand.sh', 'https://drand.cloudflare.com'], false, 700, 60000);

-- Which round of which beacon a round waits for is written when it opens and never changes. `client_seed` is what it was drawn with:
-- the salt mixed with the beacon's randomness. Rounds without a beacon were drawn with the salt.
alter table round
  add column beacon_chain     text references beacon,
  add column beacon_round     bigint check (beacon_round > 0),
  add column beacon_at        timestamptz,
  add column beacon_signature bytea check (length(beacon_signature) = 48),
  add column client_seed      text check (length(client_seed) between 1 and 64),
  add check (num_nonnulls(beacon_chain, beacon_round, beacon_at) in (0, 3)),
  -- The beacon's round comes after the close of bets.
  add check (beacon_at > closes_at),
  add check (beacon_signature is null or beacon_chain is not null),
  add check (state not in ('drawn', 'settled') or beacon_chain is null or (beacon_signature is not null and client_seed is not null));
