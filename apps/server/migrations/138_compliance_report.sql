-- Reports of a span of days for a regulator: figures as they were when the report was made.
create table compliance_report (
  report_id bigint primary key generated always as identity,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  -- Empty for the report that every day gets by itself.
  asked_by text not null,
  asked_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  leased_until timestamptz,
  attempts smallint not null default 0,
  done int not null default 0,
  steps int not null,
  made_at timestamptz,
  check ((state = 'done') = (made_at is not null))
);
create index compliance_report_waiting on compliance_report (asked_at) where state in ('waiting', 'running');
create unique index compliance_report_of_day on compliance_report (from_day) where asked_by = '';
create table compliance_figure (
  report_id bigint not null references compliance_report,
  figure text not null check (length(figure) between 1 and 40),
  times bigint not null,
  fen bigint not null,
  primary key (report_id, figure)
);
revoke delete, truncate on compliance_report from tianping_app;
revoke update, delete, truncate on compliance_figure from tianping_app;

-- Refusals for age by day: what was refused itself is gone after a month.
create table age_refusal_day (
  day date primary key,
  times int not null check (times >= 0),
  members int not null check (members >= 0)
);

-- What the figures of a span are read by.
create index member_closed on member (closed_at) where closed_at is not null;
create index agent_statement_paid on agent_statement (decided_at) where state = 2;
create index adjustment_booked on adjustment (decided_at) where state = 2;
create index protection_log_limits on protection_log (at) where act in ('limit', 'limit_raise', 'limit_confirmed');
create index member_block_returned on member_block (return_at) where return_at is not null;
create index harm_case_decided on harm_case (decided_at) where decided_at is not null;
create index complaint_created on complaint (created_at);
create index complaint_decided on complaint (decided_at) where decided_at is not null;
create index verification_case_decided on verification_case (decided_at) where decided_at is not null;
create index aml_case_closed on aml_case (closed_at) where closed_at is not null;
create index refusal_for_age on refusal (refused_at) where reason = 'protection.under_age';
create index member_limit_recent on member_limit (set_at desc, member_id, kind, source);
