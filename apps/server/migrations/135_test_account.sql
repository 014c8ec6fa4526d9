-- Accounts of the operator's own for tests. One operator asks, another approves; the mark is never taken away. A member who has
-- deposited, played or was invited is never marked, so that nothing real leaves the reports.
create table test_account (
  member_id bigint primary key references member,
  reason text not null check (length(reason) between 1 and 200),
  -- 1 waits, 2 approved, 3 refused.
  state smallint not null default 1 check (state in (1, 2, 3)),
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by text not null default '',
  decided_at timestamptz,
  check ((state = 1) = (decided_at is null)),
  check (state <> 2 or decided_by <> asked_by)
);
create index test_account_waiting on test_account (asked_at) where state = 1;
revoke delete, truncate on test_account from tianping_app;
-- Whether a member is a test account; the planner puts the statement in place of the call.
create function is_test_account(who bigint) returns boolean language sql stable parallel safe as
  $$ select exists (select from test_account t where t.member_id = who and t.state = 2) $$;
grant execute on function is_test_account(bigint) to tianping_app;
