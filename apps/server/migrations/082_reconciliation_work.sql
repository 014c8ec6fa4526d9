-- Differences as work items, and what venues answered about a transfer.

-- A run that was asked for, by a person or by the clock; one at a time over all instances.
create table reconciliation_task (
  task_id bigint primary key generated always as identity,
  kind text not null check (kind in ('books', 'provider')),
  -- A provider's statement of one Beijing day, as it was handed in; empty for `books`.
  provider text not null default '',
  day date,
  lines jsonb not null default '[]',
  asked_by text not null,
  asked_at timestamptz not null,
  leased_until timestamptz,
  finished_at timestamptz,
  run_id uuid,
  error text not null default ''
);
create index reconciliation_task_open on reconciliation_task (task_id) where finished_at is null;

-- One difference, however many runs found it. The runs and their items stand unchanged in the ledger's schema.
create table reconciliation_case (
  case_id bigint primary key generated always as identity,
  check_name text not null,
  severity text not null check (severity in ('mismatch', 'attention')),
  member_id bigint,
  subject text not null,
  expected text,
  found text,
  first_run uuid not null,
  first_seen_at timestamptz not null,
  last_run uuid not null,
  last_seen_at timestamptz not null,
  runs int not null default 1,
  -- 1 open, 2 resolved.
  state smallint not null default 1 check (state in (1, 2)),
  resolved_by text not null default '',
  resolved_at timestamptz,
  resolution text not null default '',
  check ((state = 1) = (resolved_at is null))
);
-- What is found again after it was resolved is a new case.
create unique index reconciliation_case_open on reconciliation_case (check_name, coalesce(member_id, 0), subject) where state = 1;
create index reconciliation_case_by_state on reconciliation_case (state, case_id desc);

create table reconciliation_note (
  case_id bigint not null references reconciliation_case,
  note_id bigint not null generated always as identity,
  content text not null check (length(content) between 1 and 500),
  written_by text not null,
  written_at timestamptz not null,
  primary key (case_id, note_id)
);
revoke update, delete, truncate on reconciliation_note from tianping_app;

-- How far the runs have been taken into cases.
create table reconciliation_seen (run_id uuid primary key, seen_at timestamptz not null);

-- What was asked of a venue about a transfer and what it said; the transfer itself keeps only the end.
create table venue_transfer_answer (
  member_id bigint not null,
  tx_id text not null,
  answer_no bigint not null generated always as identity,
  at timestamptz not null,
  asked text not null check (asked in ('transfer', 'state', 'finalize', 'put_player')),
  -- The operator who asked; empty for the system.
  asked_by text not null default '',
  said text not null,
  primary key (member_id, tx_id, answer_no)
);
revoke update, delete, truncate on venue_transfer_answer from tianping_app;
