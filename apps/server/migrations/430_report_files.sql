-- Reports that are made by themselves (docs/operations.md): one file for each plan and span, and the letters that take it away.
create table report_file (
  file_id bigint primary key generated always as identity,
  plan text not null check (length(plan) between 1 and 20),
  name text not null check (length(name) between 1 and 20),
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  format text not null check (format in ('csv', 'xlsx')),
  content bytea not null check (length(content) between 1 and 16777216),
  lines int not null,
  made_at timestamptz not null,
  unique (plan, from_day, to_day)
);
create index report_file_newest on report_file (made_at desc, file_id desc);
revoke update, truncate on report_file from tianping_app;

create table report_letter (
  file_id bigint not null references report_file on delete cascade,
  address text not null check (length(address) between 3 and 100),
  -- 1 waits, 2 sent, 3 failed, 4 no longer wanted.
  state smallint not null default 1 check (state in (1, 2, 3, 4)),
  attempts int not null default 0,
  error text not null default '' check (length(error) <= 500),
  decided_at timestamptz,
  primary key (file_id, address),
  check ((state = 1) = (decided_at is null))
);
revoke truncate on report_letter from tianping_app;
