-- What a launch may say beyond reality check and loss limit: the platform's own pages of limits and history, the moment after
-- which no bet is taken, the most that may be staked, and the least time between two rounds of a slot and of a table.
-- `stake_from` is what the player's session had staked at the launch; the limit of stakes counts from there.
alter table launch
  add column limit_url text, add column history_url text, add column ends_at timestamptz,
  add column stake_limit bigint, add column stake_from bigint not null default 0,
  add column slot_cycle_ms integer, add column casino_cycle_ms integer;
alter table session
  add column limit_url text, add column history_url text, add column ends_at timestamptz,
  add column stake_limit bigint, add column stake_from bigint not null default 0,
  add column slot_cycle_ms integer, add column casino_cycle_ms integer;
