-- Launches of games end with what was asked for in them, after the days of the schedule. The database itself keeps the last
-- 90 days, whatever still has money to bring home, and what belongs to an open case: no request of the server can shorten that.
create index launch_ticket_made on launch_ticket (made_at) where home_due_at is null;
create function drop_launches(p_before timestamptz, p_limit int) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_tickets text[];
begin
  select coalesce(array_agg(ticket), '{}') into v_tickets from (
    select l.ticket from public.launch_ticket l
    where l.made_at < least(p_before, now() - interval '90 days') and l.home_due_at is null
      and l.expires_at < least(p_before, now()) and not public.legally_held(l.member_id)
    order by l.made_at limit p_limit for update skip locked) due;
  delete from public.money_want where ticket = any(v_tickets);
  delete from public.launch_ticket where ticket = any(v_tickets);
  return cardinality(v_tickets);
end $$;
revoke execute on function drop_launches from public;
grant execute on function drop_launches to tianping_app;
