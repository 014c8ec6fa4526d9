-- How many bets a member placed at a venue, by hour and by Beijing day: where a page of a long history begins, and how many
-- there are, without reading what lies before it (docs/decisions/0123-bets-are-counted-by-hour-and-day.md).
create table bet_hour (
  member_id bigint not null,
  venue_id smallint not null,
  hour timestamptz not null,
  bets int not null check (bets >= 0),
  primary key (member_id, hour, venue_id)
);
create table bet_day (
  member_id bigint not null,
  venue_id smallint not null,
  day date not null,
  bets int not null check (bets >= 0),
  primary key (member_id, day, venue_id)
);
grant select on bet_hour, bet_day to tianping_app;
revoke insert, update, delete, truncate on bet_hour, bet_day from tianping_app;

-- Rows are written in one order, so that two writers never wait for each other in a circle.
create function count_bets() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into bet_hour as c (member_id, venue_id, hour, bets)
      select member_id, venue_id, date_trunc('hour', placed_at), count(*)::int from changed group by 1, 2, 3 order by 1, 3, 2
      on conflict (member_id, hour, venue_id) do update set bets = c.bets + excluded.bets;
    insert into bet_day as c (member_id, venue_id, day, bets)
      select member_id, venue_id, (placed_at at time zone 'Asia/Shanghai')::date, count(*)::int from changed group by 1, 2, 3 order by 1, 3, 2
      on conflict (member_id, day, venue_id) do update set bets = c.bets + excluded.bets;
  else
    update bet_hour c set bets = c.bets - n.bets
      from (select member_id, venue_id, date_trunc('hour', placed_at) as hour, count(*)::int as bets from changed group by 1, 2, 3) n
      where c.member_id = n.member_id and c.venue_id = n.venue_id and c.hour = n.hour;
    update bet_day c set bets = c.bets - n.bets
      from (select member_id, venue_id, (placed_at at time zone 'Asia/Shanghai')::date as day, count(*)::int as bets from changed group by 1, 2, 3) n
      where c.member_id = n.member_id and c.venue_id = n.venue_id and c.day = n.day;
  end if;
  return null;
end $$;
-- The triggers lock the table until this migration commits, so nothing is missed by the count of what is there.
create trigger count_bets_placed after insert on bet referencing new table as changed for each statement execute function count_bets();
create trigger count_bets_forgotten after delete on bet referencing old table as changed for each statement execute function count_bets();
insert into bet_hour (member_id, venue_id, hour, bets)
  select member_id, venue_id, date_trunc('hour', placed_at), count(*)::int from bet group by 1, 2, 3;
insert into bet_day (member_id, venue_id, day, bets)
  select member_id, venue_id, (placed_at at time zone 'Asia/Shanghai')::date, count(*)::int from bet group by 1, 2, 3;
