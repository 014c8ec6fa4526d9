-- Alerts of one group of members, worked on as one case.

alter table risk_flag drop constraint risk_flag_kind_check;
alter table risk_flag add constraint risk_flag_kind_check check (kind in
  ('shared_address', 'shared_device', 'shared_card', 'bonus_abuse', 'opposite_sides', 'rapid_in_out', 'changed_payout', 'large_win',
   'large_sum', 'structuring', 'third_party', 'mule'));

create table aml_case (
  case_id bigint primary key generated always as identity (start with 1001),
  title text not null check (length(title) between 1 and 60),
  weight smallint not null check (weight between 1 and 100),
  opened_by text not null,
  opened_at timestamptz not null,
  due_at timestamptz not null,
  assigned_to text not null default '',
  -- `open` is worked on, `proposed` waits for a second person.
  state text not null default 'open' check (state in ('open', 'proposed', 'closed')),
  decision text not null default '' check (decision in ('', 'unfounded', 'restrict', 'report')),
  proposed_by text not null default '',
  proposed_at timestamptz,
  proposal text not null default '',
  decided_by text not null default '',
  closed_at timestamptz,
  -- What the report says beyond the books, sealed.
  draft_sealed bytea,
  check ((state = 'closed') = (closed_at is not null)),
  check ((state = 'open') = (decision = '')),
  -- Whatever the server is asked: nobody approves their own.
  check (state <> 'closed' or decided_by <> proposed_by)
);
create index aml_case_open on aml_case (due_at, case_id) where state <> 'closed';
create index aml_case_newest on aml_case (opened_at desc, case_id desc);

create table aml_case_member (
  case_id bigint not null references aml_case,
  member_id bigint not null references member,
  -- Alerted itself, or linked to one who is.
  alerted boolean not null,
  why text not null default '',
  added_at timestamptz not null,
  -- While the case is open, one member is in one case only.
  open boolean not null default true,
  -- Keeps payouts of the member from going out.
  holds boolean not null default false,
  primary key (case_id, member_id)
);
create unique index aml_case_member_open on aml_case_member (member_id) where open;
create index aml_case_member_holding on aml_case_member (member_id) where holds;

create table aml_case_alert (
  case_id bigint not null references aml_case,
  source text not null check (source in ('flag', 'hit')),
  alert_id bigint not null,
  member_id bigint not null,
  added_at timestamptz not null,
  primary key (source, alert_id)
);
create index aml_case_alert_of_case on aml_case_alert (case_id, added_at);

-- What was noted and what happened. Only ever added to.
create table aml_case_note (
  case_id bigint not null references aml_case,
  note_id bigint generated always as identity,
  kind text not null check (kind in ('note', 'opened', 'joined', 'assigned', 'due', 'file', 'proposed', 'returned', 'closed')),
  content text not null check (length(content) <= 2000),
  written_by text not null,
  written_at timestamptz not null,
  primary key (case_id, note_id)
);
revoke update, delete, truncate on aml_case_note from tianping_app;

-- Files of a case and its report, sealed piece by piece.
create table aml_case_file (
  file_id bigint primary key generated always as identity,
  case_id bigint not null references aml_case,
  kind text not null check (kind in ('file', 'report')),
  name text not null check (length(name) between 1 and 120),
  bytes int not null check (bytes between 1 and 8388608),
  sha256 text not null default '',
  complete boolean not null default false,
  brought_by text not null,
  brought_at timestamptz not null
);
create index aml_case_file_of_case on aml_case_file (case_id, file_id);
create table aml_case_file_part (
  file_id bigint not null references aml_case_file,
  no int not null check (no between 0 and 63),
  sealed bytea not null,
  primary key (file_id, no)
);
revoke delete, truncate on aml_case, aml_case_member, aml_case_alert, aml_case_file, aml_case_file_part from tianping_app;
