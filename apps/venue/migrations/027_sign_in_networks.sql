-- Tries are counted by network: an IPv6 address changes within its /64 from day to day, and whoever came in from there is
-- known there.
alter table operator_sign_in add column network text not null default '';
alter table operator_sign_in disable trigger operator_sign_in_stands;
-- IPv6 networks become known with the next sign-in.
update operator_sign_in set network = address where address not like '%:%';
alter table operator_sign_in enable trigger operator_sign_in_stands;
create index operator_sign_in_came_in on operator_sign_in (name, network, at) where event = 'in';
create index operator_sign_in_by_time on operator_sign_in (at);

-- Tries under names that nobody has are evidence of a flood, and go after a day.
create or replace function operator_sign_in_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '1 year'
      or old.event = 'try' and old.at < now() - interval '1 day' and not exists (select from operator where name = old.name) then
      return old;
    end if;
  end if;
  raise exception 'who signed in is not rewritten';
end $$;
