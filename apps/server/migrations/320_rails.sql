-- Books of the ways that money takes into and out of the site (docs/money.md). A rail is a provider, the bank, the chain or what is paid
-- by hand. Its number stands where accounts of venues have the venue's.
set local role tianping_ledger;
-- What providers keep, as a cost of its own. Debts that were written off count as given to the member.
alter table ledger.member_day add column rail_fee_fen bigint not null default 0;

create or replace function ledger.roll_up_days(p_most int) returns table (through_xid xid8, behind boolean)
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
  insert into ledger.member_day as m (member_id, day, deposits, deposit_fen, withdrawals, withdrawal_fen, bonus_fen, packet_fen, rebate_fen, commission_fen,
    adjustment_fen, fee_fen, rail_fee_fen)
  select l.member_id, l.day, count(*) filter (where l.account_code = 200 and l.amount < 0), coalesce(-sum(l.amount) filter (where l.account_code = 200), 0),
    count(*) filter (where l.account_code = 220 and l.amount > 0), coalesce(sum(l.amount) filter (where l.account_code = 220), 0),
    coalesce(-sum(l.amount) filter (where l.account_code = 320), 0), coalesce(-sum(l.amount) filter (where l.account_code = 300), 0),
    coalesce(-sum(l.amount) filter (where l.account_code = 310), 0), coalesce(-sum(l.amount) filter (where l.account_code = 330), 0),
    coalesce(-sum(l.amount) filter (where l.account_code in (340, 900, 910)), 0), coalesce(sum(l.amount) filter (where l.account_code = 500), 0),
    coalesce(-sum(l.amount) filter (where l.account_code = 520), 0)
  from line l where l.account_code in (200, 220, 300, 310, 320, 330, 340, 500, 520, 900, 910) group by 1, 2
  on conflict (member_id, day) do update set deposits = m.deposits + excluded.deposits, deposit_fen = m.deposit_fen + excluded.deposit_fen,
    withdrawals = m.withdrawals + excluded.withdrawals, withdrawal_fen = m.withdrawal_fen + excluded.withdrawal_fen,
    bonus_fen = m.bonus_fen + excluded.bonus_fen, packet_fen = m.packet_fen + excluded.packet_fen, rebate_fen = m.rebate_fen + excluded.rebate_fen,
    commission_fen = m.commission_fen + excluded.commission_fen, adjustment_fen = m.adjustment_fen + excluded.adjustment_fen, fee_fen = m.fee_fen + excluded.fee_fen,
    rail_fee_fen = m.rail_fee_fen + excluded.rail_fee_fen;
  update ledger.fact_progress p set through_xid = v_through, rolled_at = clock_timestamp();
  return query select v_through, v_cut is not null;
end $$;
reset role;

create table rail (
  rail_no smallint primary key generated always as identity (start with 1),
  code text not null unique check (length(code) between 1 and 24)
);
insert into rail (code) values ('hand'), ('bank'), ('chain'), ('sandbox') on conflict do nothing;
insert into rail (code) select code from payment_provider where code <> 'sandbox' order by created_at, code;
revoke update, delete, truncate on rail from tianping_app;

-- What a provider kept of one payment, payout or refund: by its rule at first, by its statement later.
create table rail_fee (
  rail_no smallint not null references rail,
  kind text not null check (kind in ('payment', 'payout', 'refund')),
  reference text not null,
  member_id bigint not null,
  booked_fen bigint not null check (booked_fen >= 0),
  -- How often a statement has changed it; part of the ledger's key.
  changes int not null default 0,
  stated boolean not null default false,
  booked_at timestamptz not null,
  primary key (rail_no, kind, reference)
);
revoke delete, truncate on rail_fee from tianping_app;

-- A Beijing day of a rail: its own books beside ours.
create table rail_day (
  rail_no smallint not null references rail,
  day date not null,
  source text not null check (source in ('port', 'file')),
  compared_at timestamptz not null,
  our_lines int not null,
  their_lines int not null,
  our_payments_fen bigint not null,
  their_payments_fen bigint not null,
  our_payouts_fen bigint not null,
  their_payouts_fen bigint not null,
  our_refunds_fen bigint not null,
  their_refunds_fen bigint not null,
  our_fees_fen bigint not null,
  their_fees_fen bigint not null,
  differences int not null,
  run_id uuid not null,
  primary key (rail_no, day)
);
revoke delete, truncate on rail_day from tianping_app;

-- What a provider said it holds for us, and what our books said at that moment.
create table rail_balance (
  rail_no smallint not null references rail,
  asked_at timestamptz not null,
  their_fen bigint not null,
  our_fen bigint not null,
  -- What was there before the books of rails began: the difference at the first look.
  opening_fen bigint not null,
  primary key (rail_no, asked_at)
);
revoke update, truncate on rail_balance from tianping_app;

-- Money that the operator moved between a rail and its own bank: one person notes it, another confirms it.
create table rail_settlement (
  settlement_id bigint primary key generated always as identity,
  rail_no smallint not null references rail,
  -- More than zero leaves the rail.
  amount_fen bigint not null check (amount_fen <> 0),
  reference text not null check (length(reference) between 1 and 64),
  remark text not null default '' check (length(remark) <= 500),
  noted_by text not null,
  noted_at timestamptz not null,
  confirmed_by text not null default '',
  confirmed_at timestamptz,
  unique (rail_no, reference),
  check (confirmed_by = '' or lower(confirmed_by) <> lower(noted_by))
);
create index rail_settlement_open on rail_settlement (settlement_id) where confirmed_at is null;
revoke delete, truncate on rail_settlement from tianping_app;

-- A task of a provider's day whose lines come by its port, once a day.
alter table reconciliation_task add column by_port boolean not null default false;
create unique index reconciliation_task_by_port on reconciliation_task (provider, day) where by_port and asked_by = '系统';

create or replace view bi.member_day as
  select member_id, day, deposits, deposit_fen, withdrawals, withdrawal_fen, bonus_fen, packet_fen, rebate_fen, commission_fen, adjustment_fen, fee_fen, rail_fee_fen
  from ledger.member_day where member_id not in (select member_id from public.test_account where state = 2);
comment on view bi.member_day is '会员每日资金：到账存款、已付款取款、奖金、红包、返水、佣金、人工调整与欠款核销、手续费、通道费用';
