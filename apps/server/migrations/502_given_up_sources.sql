-- contract: nothing is refused that was allowed before; which bonuses may be given up stands in apps/server/src/areas/bonus/sources.ts alone
-- A list of sources stood here too, without free rounds, tournaments and campaigns: giving one of those up failed.
alter table bonus_given_up drop constraint bonus_given_up_source_type_check,
  add constraint bonus_given_up_source check (source_type ~ '^[a-z_]{1,40}$');
