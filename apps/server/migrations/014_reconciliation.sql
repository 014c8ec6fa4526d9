-- What reconciliation found, and the background sum of the house accounts.
set local role tianping_ledger;

create table ledger.reconciliation_run (
  run_id uuid not null default uuidv7() primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null default clock_timestamp(),
  mismatches int not null,
  attentions int not null,
  report json not null
);

create table ledger.reconciliation_item (
  run_id uuid not null references ledger.reconciliation_run,
  item_no int not null,
  check_name text not null,
  severity text not null check (severity in ('mismatch', 'attention')),
  member_id bigint,
  subject text not null,
  expected text,
  found text,
  primary key (run_id, item_no)
);

create trigger reconciliation_run_kept before update or delete or truncate on ledger.reconciliation_run
  for each statement execute function ledger.refuse_change();
create trigger reconciliation_item_kept before update or delete or truncate on ledger.reconciliation_item
  for each statement execute function ledger.refuse_change();

create function ledger.record_reconciliation(p_started_at timestamptz, p_mismatches int, p_attentions int, p_report json, p_items json)
returns uuid language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare v_run uuid;
begin
  insert into ledger.reconciliation_run (started_at, mismatches, attentions, report)
    values (p_started_at, p_mismatches, p_attentions, p_report) returning run_id into v_run;
  insert into ledger.reconciliation_item
    select v_run, row_number() over (), i."check", i.severity, i."memberId", i.subject, i.expected, i.found
    from json_to_recordset(p_items) i ("check" text, severity text, "memberId" bigint, subject text, expected text, found text);
  return v_run;
end $$;

-- Adds to house_balance what has been committed since. Only transactions below the oldest one still running are counted:
-- a cut by time would miss one that began before the cut and commits after it. The row of account 0 holds the place where
-- the next roll-up begins, and its lock lets one run at a time.
create function ledger.roll_up_house(p_shard smallint) returns xid8 language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare v_from xid8; v_through xid8;
begin
  insert into ledger.house_balance values (p_shard, 0, 0, 0, '0') on conflict do nothing;
  select through_xid into v_from from ledger.house_balance where shard = p_shard and account_code = 0 and venue_id = 0 for update;
  v_through := pg_snapshot_xmin(pg_current_snapshot());
  -- all members: house accounts are everybody's other side.
  insert into ledger.house_balance as h
    select p_shard, e.account_code, e.venue_id, sum(e.amount), v_through
    from ledger.transaction t join ledger.entry e on e.member_id = t.member_id and e.transaction_id = t.transaction_id
    where t.xact_id >= v_from and t.xact_id < v_through and e.account_code >= 200 and e.layer = 'posted'
    group by e.account_code, e.venue_id
    on conflict (shard, account_code, venue_id) do update set amount = h.amount + excluded.amount;
  update ledger.house_balance set through_xid = v_through where shard = p_shard;
  return v_through;
end $$;

revoke execute on all functions in schema ledger from public;
grant select on all tables in schema ledger to tianping_app;
grant execute on function ledger.record_reconciliation, ledger.roll_up_house to tianping_app;
reset role;
