-- When a session was last used by its member, not by a page that asks by itself; null where no profile asks for it.
alter table session add column active_at timestamptz;

-- What the national register of excluded persons said of a member at the last log-in. `unknown` waits to be asked again.
create table register_check (
  member_id bigint primary key references member,
  asked_at timestamptz not null,
  answered_at timestamptz,
  outcome text not null check (outcome in ('clear', 'excluded', 'unknown')),
  -- Asked again not before.
  next_at timestamptz not null,
  check ((outcome = 'unknown') = (answered_at is null))
);
create index register_check_due on register_check (next_at) where outcome = 'unknown';

-- That a member read how far members' money is protected, by the version of the statement; rows are only added.
create table funds_notice (
  member_id bigint not null references member,
  at timestamptz not null,
  version int not null,
  -- What the platform held of the member's money then.
  held_fen bigint not null,
  primary key (member_id, at, version)
);
revoke update, delete, truncate on funds_notice from tianping_app;

-- When the member read which papers may be asked for.
alter table member_care add column papers_read_at timestamptz;
