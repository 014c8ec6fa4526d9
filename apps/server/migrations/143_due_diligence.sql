-- An exposed person plays on once a senior person approved it; that stays with the match.
alter table screening_hit add column allowed_by text not null default '', add column allowed_at timestamptz, add column allowed_why text not null default '',
  add check ((allowed_by = '') = (allowed_at is null)),
  -- Whatever the server is asked: nobody approves their own.
  add check (allowed_by = '' or allowed_by <> decided_by);

-- The assessment of a member whose sums reached the threshold of due diligence; due within the days of the profile.
create table member_assessment (
  member_id bigint primary key references member,
  reached_at timestamptz not null,
  due_at timestamptz not null,
  level text not null default '' check (level in ('', 'low', 'medium', 'high')),
  why text not null default '' check (length(why) <= 500),
  assessed_by text not null default '',
  assessed_at timestamptz,
  check ((level = '') = (assessed_at is null))
);
create index member_assessment_due on member_assessment (due_at) where assessed_at is null;
