-- Missions (docs/decisions/0212-missions-are-claimed-and-urge-nobody.md). What a member got for one is a gift like that of a code, with the
-- progress that the facts showed when it was claimed: fen, a count, or 1.
-- contract: the release before writes a code with every gift, and reads gifts by giveaway, member and number only
alter table giveaway_gift alter column code drop not null, add column reached bigint check (reached > 0);
alter table giveaway_gift add constraint giveaway_gift_for check ((code is null) <> (reached is null));
