-- Activities: what is shown, what an application must fulfil and gives (as data, versioned), and the applications.

create table activity_type (
  type_id int primary key generated always as identity,
  name text not null unique check (length(name) between 1 and 10),
  rank int not null default 0,
  enabled boolean not null default true
);

create table activity (
  activity_id int primary key generated always as identity,
  type_id int not null references activity_type,
  title text not null check (length(title) between 1 and 60),
  banner text not null,
  -- HTML; sanitised on the way out.
  content text not null,
  memo text not null default '',
  rank int not null default 0,
  enabled boolean not null default true,
  -- Null for no bound.
  starts_at timestamptz,
  ends_at timestamptz,
  check (starts_at < ends_at)
);

-- Conditions, bonus, limit and review; the highest version counts, and an application keeps the one it was judged by.
create table activity_rule (
  activity_id int not null references activity,
  version int not null check (version > 0),
  rule jsonb not null,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (activity_id, version)
);

create table activity_application (
  member_id bigint not null,
  application_id text not null,
  activity_id int not null references activity,
  rule_version int not null,
  -- 1 pending review, 2 passed, 3 rejected (part 2 §4).
  state smallint not null default 1 check (state in (1, 2, 3)),
  -- What passing it pays, settled when it was made.
  bonus_fen bigint not null check (bonus_fen >= 0),
  turnover_times smallint not null check (turnover_times >= 0),
  -- The conditions as they were found.
  facts jsonb not null,
  -- Days in a row, for activities that count them.
  streak smallint not null default 0,
  applied_at timestamptz not null,
  decided_by text not null default '',
  decided_at timestamptz,
  -- What the member may read.
  remark text not null default '',
  action_key text not null,
  primary key (member_id, application_id),
  unique (member_id, action_key),
  foreign key (activity_id, rule_version) references activity_rule (activity_id, version),
  check ((state = 1) = (decided_at is null))
);
-- One open application per member and activity (decision 34).
create unique index activity_application_open on activity_application (member_id, activity_id) where state = 1;
create index activity_application_history on activity_application (member_id, applied_at desc);
create index activity_application_pending on activity_application (applied_at) where state = 1;

-- Whose an application is, by its id alone.
create table activity_directory (
  application_id text primary key,
  member_id bigint not null
);

-- An invited friend counts once in an activity, for one application.
create table activity_friend (
  activity_id int not null references activity,
  friend_id bigint not null,
  member_id bigint not null,
  application_id text not null,
  primary key (activity_id, friend_id)
);
create index activity_friend_by_application on activity_friend (member_id, application_id);
create index if not exists member_by_referrer on member (referrer_id, created_at) where referrer_id is not null;

revoke update, delete, truncate on activity_rule from tianping_app;
