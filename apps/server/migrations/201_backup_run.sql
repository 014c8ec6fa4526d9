-- Backups and restore drills as they ran, written by the process that makes them.
create table backup_run (
  run_id bigint generated always as identity primary key,
  kind text not null check (kind in ('backup', 'drill')),
  outcome text not null default 'running' check (outcome in ('running', 'passed', 'failed', 'lost')),
  started_at timestamptz not null,
  ended_at timestamptz check (ended_at is not null or outcome = 'running'),
  -- The base backup that was made or restored, and its size as it lies in the folder.
  backup text not null default '',
  bytes bigint not null default 0,
  -- The last transaction that a drill has brought back.
  reached_at timestamptz,
  note text not null default ''
);
-- Two processes never make the same thing at once.
create unique index backup_run_running on backup_run (kind) where outcome = 'running';
create index backup_run_newest on backup_run (kind, run_id desc);
revoke delete, truncate on backup_run from tianping_app;
