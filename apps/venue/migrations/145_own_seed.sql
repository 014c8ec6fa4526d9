-- Whether the player's seed of a pair came from the player's own page, which draws it after the house has committed to its seed.
-- The venue's own stand-ins were sixteen hex digits.
alter table seed add column own_seed boolean not null default false;
update seed set own_seed = true where client_seed !~ '^[0-9a-f]{16}$';
