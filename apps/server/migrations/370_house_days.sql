-- Sums of the facts over all members, and who was active on a day, so that a report of a year reads days of the house and not days of
-- members (docs/engines.md). Triggers keep them in the transaction that writes the days of members, so they are never behind.
set local role tianping_ledger;
create table ledger.house_day (
  day date primary key,
  deposits bigint not null,
  deposit_fen bigint not null,
  withdrawals bigint not null,
  withdrawal_fen bigint not null,
  bonus_fen bigint not null,
  packet_fen bigint not null,
  rebate_fen bigint not null,
  commission_fen bigint not null,
  adjustment_fen bigint not null,
  fee_fen bigint not null,
  rail_fee_fen bigint not null
);
-- Rows are written in one order, so that two writers never wait for each other in a circle. `before` and `after` are the rows that a
-- statement changed; an insert has none before, a delete none after.
create function ledger.add_house_days() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into ledger.house_day as h
  select day, tg_argv[0]::int * sum(deposits), tg_argv[0]::int * sum(deposit_fen), tg_argv[0]::int * sum(withdrawals), tg_argv[0]::int * sum(withdrawal_fen),
    tg_argv[0]::int * sum(bonus_fen), tg_argv[0]::int * sum(packet_fen), tg_argv[0]::int * sum(rebate_fen), tg_argv[0]::int * sum(commission_fen),
    tg_argv[0]::int * sum(adjustment_fen), tg_argv[0]::int * sum(fee_fen), tg_argv[0]::int * sum(rail_fee_fen)
  from changed group by 1 order by 1
  on conflict (day) do update set deposits = h.deposits + excluded.deposits, deposit_fen = h.deposit_fen + excluded.deposit_fen,
    withdrawals = h.withdrawals + excluded.withdrawals, withdrawal_fen = h.withdrawal_fen + excluded.withdrawal_fen,
    bonus_fen = h.bonus_fen + excluded.bonus_fen, packet_fen = h.packet_fen + excluded.packet_fen, rebate_fen = h.rebate_fen + excluded.rebate_fen,
    commission_fen = h.commission_fen + excluded.commission_fen, adjustment_fen = h.adjustment_fen + excluded.adjustment_fen,
    fee_fen = h.fee_fen + excluded.fee_fen, rail_fee_fen = h.rail_fee_fen + excluded.rail_fee_fen;
  return null;
end $$;
revoke execute on function ledger.add_house_days from public;
-- The triggers lock the table until this migration commits, so nothing is missed by the sums of what is there.
create trigger house_days_insert after insert on ledger.member_day referencing new table as changed for each statement execute function ledger.add_house_days('1');
create trigger house_days_before after update on ledger.member_day referencing old table as changed for each statement execute function ledger.add_house_days('-1');
create trigger house_days_after after update on ledger.member_day referencing new table as changed for each statement execute function ledger.add_house_days('1');
create trigger house_days_delete after delete on ledger.member_day referencing old table as changed for each statement execute function ledger.add_house_days('-1');
insert into ledger.house_day
  select day, sum(deposits), sum(deposit_fen), sum(withdrawals), sum(withdrawal_fen), sum(bonus_fen), sum(packet_fen), sum(rebate_fen), sum(commission_fen),
    sum(adjustment_fen), sum(fee_fen), sum(rail_fee_fen)
  from ledger.member_day group by 1;
grant select on ledger.house_day to tianping_app;
reset role;

create table play_game_day (
  day date not null,
  venue_id smallint not null,
  game_code text not null,
  bets bigint not null,
  stake_fen bigint not null,
  valid_fen bigint not null,
  payout_fen bigint not null,
  primary key (day, venue_id, game_code)
);
-- Who settled a bet or deposited on a day.
create table active_day (
  day date not null,
  member_id bigint not null,
  primary key (day, member_id)
);
grant select on play_game_day, active_day to tianping_app;
revoke insert, update, delete, truncate on play_game_day, active_day from tianping_app;

create function add_game_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into play_game_day as g
  select day, venue_id, game_code, tg_argv[0]::int * sum(bets), tg_argv[0]::int * sum(stake_fen), tg_argv[0]::int * sum(valid_fen), tg_argv[0]::int * sum(payout_fen)
  from changed group by 1, 2, 3 order by 1, 2, 3
  on conflict (day, venue_id, game_code) do update set bets = g.bets + excluded.bets, stake_fen = g.stake_fen + excluded.stake_fen,
    valid_fen = g.valid_fen + excluded.valid_fen, payout_fen = g.payout_fen + excluded.payout_fen;
  return null;
end $$;
create function note_active() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with pair as materialized (select distinct day, member_id from changed order by 1, 2),
  now as materialized (
    select p.day, p.member_id, exists (select from play_day g where g.member_id = p.member_id and g.day = p.day and g.bets > 0)
      or exists (select from ledger.member_day m where m.member_id = p.member_id and m.day = p.day and m.deposits > 0) as active
    from pair p),
  gone as (
    delete from active_day a using now n where a.day = n.day and a.member_id = n.member_id and not n.active)
  insert into active_day (day, member_id) select day, member_id from now where active on conflict do nothing;
  return null;
end $$;
revoke execute on function add_game_days, note_active from public;
create trigger game_days_insert after insert on play_day referencing new table as changed for each statement execute function add_game_days('1');
create trigger game_days_before after update on play_day referencing old table as changed for each statement execute function add_game_days('-1');
create trigger game_days_after after update on play_day referencing new table as changed for each statement execute function add_game_days('1');
create trigger game_days_delete after delete on play_day referencing old table as changed for each statement execute function add_game_days('-1');
create trigger active_insert after insert on play_day referencing new table as changed for each statement execute function note_active();
create trigger active_update after update on play_day referencing new table as changed for each statement execute function note_active();
create trigger active_delete after delete on play_day referencing old table as changed for each statement execute function note_active();
create trigger active_insert after insert on ledger.member_day referencing new table as changed for each statement execute function note_active();
create trigger active_update after update on ledger.member_day referencing new table as changed for each statement execute function note_active();
create trigger active_delete after delete on ledger.member_day referencing old table as changed for each statement execute function note_active();
insert into play_game_day
  select day, venue_id, game_code, sum(bets), sum(stake_fen), sum(valid_fen), sum(payout_fen) from play_day group by 1, 2, 3;
insert into active_day (day, member_id)
  select day, member_id from play_day where bets > 0 union select day, member_id from ledger.member_day where deposits > 0;
