-- Facts: what happened on each Beijing day, added up once, so that reports of a year read days instead of orders and bets.
-- Money comes from the ledger and play from the bets, both in the order of transaction numbers: only transactions below the oldest
-- one still running are counted, so that nothing is passed over and nothing counts twice.
set local role tianping_ledger;

-- A month that is closed. Every transaction from cut_xid on counts in a later month, whatever its own time says.
create table ledger.month_closing (
  month date primary key check (month = date_trunc('month', month)::date),
  cut_xid xid8 not null,
  prepared_by text not null,
  prepared_at timestamptz not null,
  closed_by text not null,
  closed_at timestamptz not null,
  entries bigint not null,
  -- Over the hash of the month before, the cut and all lines.
  hash bytea not null check (length(hash) = 32),
  check (lower(prepared_by) <> lower(closed_by))
);

-- The trial balance of a closed month, account by account. A credit is what flows in, as in ledger.entry.
create table ledger.month_line (
  month date not null references ledger.month_closing,
  account_code smallint not null,
  venue_id smallint not null,
  opening_fen bigint not null,
  debit_fen bigint not null check (debit_fen >= 0),
  credit_fen bigint not null check (credit_fen >= 0),
  closing_fen bigint not null check (closing_fen = opening_fen - debit_fen + credit_fen),
  entries bigint not null,
  primary key (month, account_code, venue_id)
);
create trigger month_closing_kept before update or delete or truncate on ledger.month_closing
  for each statement execute function ledger.refuse_change();
create trigger month_line_kept before update or delete or truncate on ledger.month_line
  for each statement execute function ledger.refuse_change();

-- The Beijing day on which a movement counts: its own, or the first open one when its month was closed before it was written.
create function ledger.booked_on(p_effective_at timestamptz, p_xact_id xid8) returns date language sql stable
return greatest((p_effective_at at time zone 'Asia/Shanghai')::date,
  (select (max(c.month) + interval '1 month')::date from ledger.month_closing c where c.cut_xid <= p_xact_id));

-- Up to (not including) which transaction the facts are complete. One row.
create table ledger.fact_progress (
  only_one boolean primary key default true check (only_one),
  through_xid xid8 not null default '0',
  rolled_at timestamptz
);
insert into ledger.fact_progress default values;

-- Posted entries by day, account and kind of movement: the trial balance of any span.
create table ledger.account_day (
  day date not null,
  account_code smallint not null,
  venue_id smallint not null,
  code text not null,
  debit_fen bigint not null check (debit_fen >= 0),
  credit_fen bigint not null check (credit_fen >= 0),
  entries bigint not null,
  primary key (day, account_code, venue_id, code)
);

-- What passed between a member and the operator on a day. What an amount is called stands in packages/contract/src/figures/facts.ts.
create table ledger.member_day (
  member_id bigint not null,
  day date not null,
  deposits int not null,
  deposit_fen bigint not null,
  withdrawals int not null,
  withdrawal_fen bigint not null,
  bonus_fen bigint not null,
  packet_fen bigint not null,
  rebate_fen bigint not null,
  commission_fen bigint not null,
  adjustment_fen bigint not null,
  fee_fen bigint not null,
  primary key (member_id, day)
) with (fillfactor = 90);
create index member_day_by_day on ledger.member_day (day, member_id);

-- A member's first two deposits, by their own time.
create table ledger.member_first (
  member_id bigint primary key,
  first_deposit_at timestamptz not null,
  second_deposit_at timestamptz check (second_deposit_at >= first_deposit_at)
);
create index member_first_by_time on ledger.member_first (first_deposit_at);

-- Adds what has been committed since the last call, at most about p_most transactions. Answers up to where the facts are complete
-- and whether more waits.
create function ledger.roll_up_days(p_most int) returns table (through_xid xid8, behind boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare v_from xid8; v_through xid8; v_full xid8; v_cut xid8;
begin
  select p.through_xid into v_from from ledger.fact_progress p for update;
  v_through := pg_snapshot_xmin(pg_current_snapshot());
  -- all members: a day is everybody's.
  select t.xact_id into v_full from ledger.transaction t where t.xact_id >= v_from and t.xact_id < v_through order by t.xact_id offset p_most limit 1;
  -- A transaction of the database counts whole, however many postings it made.
  select min(t.xact_id) into v_cut from ledger.transaction t where t.xact_id > v_full and t.xact_id < v_through;
  v_through := coalesce(v_cut, v_through);
  with line as materialized (
    select t.member_id, ledger.booked_on(t.effective_at, t.xact_id) as day, t.effective_at, t.code, e.account_code, e.venue_id, e.amount
    from ledger.transaction t join ledger.entry e on e.member_id = t.member_id and e.transaction_id = t.transaction_id
    where t.xact_id >= v_from and t.xact_id < v_through and e.layer = 'posted'),
  accounts as (
    insert into ledger.account_day as a
    select l.day, l.account_code, l.venue_id, l.code, coalesce(-sum(l.amount) filter (where l.amount < 0), 0), coalesce(sum(l.amount) filter (where l.amount > 0), 0), count(*)
    from line l group by 1, 2, 3, 4
    on conflict (day, account_code, venue_id, code) do update set debit_fen = a.debit_fen + excluded.debit_fen,
      credit_fen = a.credit_fen + excluded.credit_fen, entries = a.entries + excluded.entries),
  firsts as (
    insert into ledger.member_first as f
    select d.member_id, d.times[1], d.times[2] from (
      select l.member_id, array_agg(l.effective_at order by l.effective_at) as times
      from line l where l.account_code = 200 and l.amount < 0 group by 1) d
    on conflict (member_id) do update set first_deposit_at = least(f.first_deposit_at, excluded.first_deposit_at),
      second_deposit_at = least(greatest(f.first_deposit_at, excluded.first_deposit_at), f.second_deposit_at, excluded.second_deposit_at))
  insert into ledger.member_day as m
  select l.member_id, l.day, count(*) filter (where l.account_code = 200 and l.amount < 0), coalesce(-sum(l.amount) filter (where l.account_code = 200), 0),
    count(*) filter (where l.account_code = 220 and l.amount > 0), coalesce(sum(l.amount) filter (where l.account_code = 220), 0),
    coalesce(-sum(l.amount) filter (where l.account_code = 320), 0), coalesce(-sum(l.amount) filter (where l.account_code = 300), 0),
    coalesce(-sum(l.amount) filter (where l.account_code = 310), 0), coalesce(-sum(l.amount) filter (where l.account_code = 330), 0),
    coalesce(-sum(l.amount) filter (where l.account_code in (900, 910)), 0), coalesce(sum(l.amount) filter (where l.account_code = 500), 0)
  from line l where l.account_code in (200, 220, 300, 310, 320, 330, 500, 900, 910) group by 1, 2
  on conflict (member_id, day) do update set deposits = m.deposits + excluded.deposits, deposit_fen = m.deposit_fen + excluded.deposit_fen,
    withdrawals = m.withdrawals + excluded.withdrawals, withdrawal_fen = m.withdrawal_fen + excluded.withdrawal_fen,
    bonus_fen = m.bonus_fen + excluded.bonus_fen, packet_fen = m.packet_fen + excluded.packet_fen, rebate_fen = m.rebate_fen + excluded.rebate_fen,
    commission_fen = m.commission_fen + excluded.commission_fen, adjustment_fen = m.adjustment_fen + excluded.adjustment_fen, fee_fen = m.fee_fen + excluded.fee_fen;
  update ledger.fact_progress p set through_xid = v_through, rolled_at = clock_timestamp();
  return query select v_through, v_cut is not null;
end $$;

revoke execute on all functions in schema ledger from public;
grant select on all tables in schema ledger to tianping_app;
grant execute on function ledger.booked_on, ledger.roll_up_days to tianping_app;
reset role;


-- Settled play by member, Beijing day and game. A day of its own, or the first open one (ledger.booked_on).
create table play_day (
  member_id bigint not null,
  day date not null,
  venue_id smallint not null,
  game_code text not null,
  -- Below zero where a bet of a closed month was voided later.
  bets int not null,
  stake_fen bigint not null,
  valid_fen bigint not null,
  payout_fen bigint not null,
  primary key (member_id, day, venue_id, game_code)
) with (fillfactor = 90);
create index play_day_by_day on play_day (day, member_id);

-- What each version of a bet adds, until it is added up.
create table play_change (
  change_id bigint primary key generated always as identity,
  xact_id xid8 not null default pg_current_xact_id(),
  member_id bigint not null,
  day date not null,
  venue_id smallint not null,
  game_code text not null,
  bets int not null,
  stake_fen bigint not null,
  valid_fen bigint not null,
  payout_fen bigint not null
);
create index play_change_by_xact on play_change (xact_id);

-- Changes of days in closed months, and the day on which they count instead: kept, so that the days can be recomputed.
create table play_late (
  change_id bigint primary key,
  xact_id xid8 not null,
  member_id bigint not null,
  day date not null,
  booked_on date not null check (booked_on > day),
  venue_id smallint not null,
  game_code text not null,
  bets int not null,
  stake_fen bigint not null,
  valid_fen bigint not null,
  payout_fen bigint not null
);
create index play_late_by_member on play_late (member_id, day);
revoke update, delete, truncate on play_late from tianping_app;

-- A bet counts on the Beijing day on which it first settled; void and unsettled ones count nothing.
create function play_day_of(b bet) returns date language sql immutable
  as $$ select (coalesce(b.first_settled_at, b.settled_at, b.placed_at) at time zone 'Asia/Shanghai')::date $$;

create function note_play() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.status <> 1 then
    if new.status = 1 then
      insert into play_change (member_id, day, venue_id, game_code, bets, stake_fen, valid_fen, payout_fen)
        values (new.member_id, play_day_of(new), new.venue_id, new.game_code, 1, new.stake_fen, new.valid_fen, new.payout_fen);
    end if;
    return null;
  end if;
  insert into play_change (member_id, day, venue_id, game_code, bets, stake_fen, valid_fen, payout_fen)
  select new.member_id, c.day, new.venue_id, c.game_code, sum(c.sign), sum(c.sign * c.stake_fen), sum(c.sign * c.valid_fen), sum(c.sign * c.payout_fen)
  from (values (-1, play_day_of(old), old.game_code, old.stake_fen, old.valid_fen, old.payout_fen),
    ((new.status = 1)::int, play_day_of(new), new.game_code, new.stake_fen, new.valid_fen, new.payout_fen)) c (sign, day, game_code, stake_fen, valid_fen, payout_fen)
  group by c.day, c.game_code
  having sum(c.sign) <> 0 or sum(c.sign * c.stake_fen) <> 0 or sum(c.sign * c.valid_fen) <> 0 or sum(c.sign * c.payout_fen) <> 0;
  return null;
end $$;
create trigger bet_play after insert or update on bet for each row execute function note_play();

insert into play_day (member_id, day, venue_id, game_code, bets, stake_fen, valid_fen, payout_fen)
  select b.member_id, play_day_of(b), b.venue_id, b.game_code, count(*), sum(b.stake_fen), sum(b.valid_fen), sum(b.payout_fen)
  from bet b where b.status = 1 group by 1, 2, 3, 4;
