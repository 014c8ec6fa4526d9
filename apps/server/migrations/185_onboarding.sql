-- The first steps of a member: there is a row once home has shown them, and `closed` once they are
-- done and were read.
create table member_onboarding (
  member_id bigint primary key references member,
  show text not null default 'steps' check (show in ('steps', 'line', 'closed')),
  begun_at timestamptz not null,
  changed_at timestamptz not null
);
revoke truncate on member_onboarding from tianping_app;
