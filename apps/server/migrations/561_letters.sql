-- Letters to a segment or to everybody that are not sent yet. Neither table names a member.
-- Drafts are the form as it was saved; only a letter that was submitted is checked.
create table letter_draft (
  draft_id bigint primary key generated always as identity,
  value jsonb not null,
  version int not null default 1,
  saved_by text not null,
  saved_at timestamptz not null
);

-- Letters that a second person approved for a moment. The job sends each once; whoever belongs to the segment, and whom
-- the guards leave out, is found then.
create table letter_plan (
  plan_id bigint primary key generated always as identity,
  value jsonb not null,
  send_at timestamptz not null,
  state text not null default 'planned' check (state in ('planned', 'sent', 'stopped', 'missed', 'refused')),
  written_by text not null,
  approved_by text not null check (approved_by <> written_by),
  approved_at timestamptz not null,
  sending_id bigint references sending,
  -- Who stopped it; empty for what the job did.
  ended_by text not null default '',
  ended_at timestamptz,
  why text not null default '',
  check ((state = 'sent') = (sending_id is not null)),
  check ((state = 'planned') = (ended_at is null))
);
create index letter_plan_due on letter_plan (send_at) where state = 'planned';
create index letter_plan_ended on letter_plan (ended_at desc) where state in ('stopped', 'missed', 'refused');
revoke update, delete, truncate on letter_plan from tianping_app;
grant update (state, sending_id, ended_by, ended_at, why) on letter_plan to tianping_app;

-- How many members a letter reached after the guards; null for everybody, and for letters sent before this was kept.
alter table sending add column reached int check (reached >= 0);
