-- How many deposits, withdrawals and transfers a member has by Beijing day: where a page of a long history begins, and how many
-- rows there are, without reading what lies before it (docs/decisions/0142-histories-are-counted-by-day.md). The moment of a
-- row never changes.
create table history_day (
  member_id bigint not null,
  -- 1 deposits, 2 withdrawals, 3 transfers to venues, 4 transfers from venues.
  history smallint not null,
  day date not null,
  -- 0 where a history is of no venue.
  venue_id smallint not null,
  listed int not null,
  primary key (member_id, history, day, venue_id)
);
grant select on history_day to tianping_app;
revoke insert, update, delete, truncate on history_day from tianping_app;

-- Rows are written in one order, so that two writers never wait for each other in a circle.
create function count_orders() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_each int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into history_day as h (member_id, history, day, venue_id, listed)
    select member_id, tg_argv[0]::smallint, (created_at at time zone 'Asia/Shanghai')::date, 0, sum(v_each) from changed
    group by 1, 3 order by 1, 3
    on conflict (member_id, history, day, venue_id) do update set listed = h.listed + excluded.listed;
  return null;
end $$;
create function count_transfers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_each int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into history_day as h (member_id, history, day, venue_id, listed)
    select member_id, case direction when 'IN' then 3 else 4 end, (created_at at time zone 'Asia/Shanghai')::date, venue_id, sum(v_each) from changed
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (member_id, history, day, venue_id) do update set listed = h.listed + excluded.listed;
  return null;
end $$;

-- The triggers lock the tables until this migration commits, so nothing is missed by the counts of what is there.
create trigger count_deposits_made after insert on deposit_order referencing new table as changed for each statement execute function count_orders(1);
create trigger count_deposits_forgotten after delete on deposit_order referencing old table as changed for each statement execute function count_orders(1);
create trigger count_withdrawals_made after insert on withdrawal_order referencing new table as changed for each statement execute function count_orders(2);
create trigger count_withdrawals_forgotten after delete on withdrawal_order referencing old table as changed for each statement execute function count_orders(2);
create trigger count_transfers_made after insert on venue_transfer referencing new table as changed for each statement execute function count_transfers();
create trigger count_transfers_forgotten after delete on venue_transfer referencing old table as changed for each statement execute function count_transfers();
insert into history_day (member_id, history, day, venue_id, listed)
  select member_id, 1, (created_at at time zone 'Asia/Shanghai')::date, 0, count(*)::int from deposit_order group by 1, 3
  union all
  select member_id, 2, (created_at at time zone 'Asia/Shanghai')::date, 0, count(*)::int from withdrawal_order group by 1, 3
  union all
  select member_id, case direction when 'IN' then 3 else 4 end, (created_at at time zone 'Asia/Shanghai')::date, venue_id, count(*)::int
    from venue_transfer group by 1, 2, 3, 4;

-- A page of rebates is of thirty days at most; a row of nothing is not listed.
create index rebate_history on rebate (member_id, created_at desc) where amount_fen <> 0;
