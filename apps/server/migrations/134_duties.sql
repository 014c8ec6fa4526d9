-- What the operator's organisation did outside the platform, and when it is due again: tests, reviews, training,
-- certificates. A record is never changed; a later one replaces it.
create table duty_record (
  record_id bigint primary key generated always as identity,
  kind text not null check (length(kind) between 1 and 30),
  -- A role, an operator, a feature, a recipient, a game or a release; empty for what there is one of.
  subject text not null check (length(subject) <= 80),
  done_on date not null,
  done_by text not null check (length(done_by) between 1 and 80),
  -- The number of the report or certificate, and the SHA-256 of what it is about or of its file.
  reference text not null check (length(reference) <= 120),
  sha256 text not null check (sha256 ~ '^([0-9a-f]{64})?$'),
  note text not null check (length(note) <= 500),
  next_due date,
  added_by text not null,
  added_at timestamptz not null,
  check (reference <> '' or note <> ''),
  check (next_due > done_on)
);
create index duty_record_latest on duty_record (kind, subject, done_on desc, record_id desc);
create index duty_record_recent on duty_record (added_at desc, record_id desc);
revoke update, delete, truncate on duty_record from tianping_app;

-- The mathematics of each game as the last check of the program found it.
create table game_math (
  game text primary key,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  since timestamptz not null
);
