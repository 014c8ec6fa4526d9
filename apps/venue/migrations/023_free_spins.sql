-- An instant round may go on after its bet: it is OPEN from the bet to the last of its free spins. How far it has come is
-- what its outcome shows; everything else follows from its seeds.
alter table bet drop constraint bet_open_is_shared;
create index bet_in_steps on bet (desk_id, player_id) where status = 'OPEN' and seed_id is not null;
