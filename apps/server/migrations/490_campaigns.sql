-- Campaigns: letters and bonuses to an audience, in arms that are compared (docs/decisions/0201-campaigns-give-by-the-guard.md). What was
-- approved never changes; only the end may come earlier.
create table campaign (
  campaign_id int primary key generated always as identity,
  name text not null check (length(name) between 1 and 30),
  -- Null for everybody.
  segment_id bigint references segment,
  -- What the letters are about; empty for all products.
  product text not null default '' check (product in ('', 'betting', 'casino', 'lottery')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- The hard stop of all bonuses together; 0 where no arm has one.
  budget_fen bigint not null check (budget_fen between 0 and 1000000000000),
  spent_fen bigint not null default 0 check (spent_fen >= 0),
  turnover_times int not null check (turnover_times between 0 and 50),
  -- What the arms are compared by, over so many days from the day of the assignment on.
  goal text not null check (goal in ('depositors', 'deposit', 'stake')),
  goal_days int not null check (goal_days between 1 and 90),
  state smallint not null default 1 check (state between 1 and 5),
  proposed_by text not null,
  proposed_at timestamptz not null,
  decided_by text not null default '',
  decided_at timestamptz,
  paused_by text not null default '',
  stopped_by text not null default '',
  stopped_at timestamptz,
  -- Why it ended: its time, its budget, or a person.
  stopped_why text not null default '' check (stopped_why in ('', 'time', 'budget', 'staff')),
  remark text not null default '' check (length(remark) <= 200),
  -- The walk over the members: how far it is, and when somebody takes it on.
  walked_to bigint not null default 0,
  next_at timestamptz not null,
  check (spent_fen <= budget_fen),
  check (state in (1, 3) or (decided_by <> '' and lower(decided_by) <> lower(proposed_by))),
  check ((state = 5) = (stopped_why <> ''))
);
create index campaign_due on campaign (next_at) where state in (2, 4);
create index campaign_by_state on campaign (state, campaign_id);
create index campaign_proposed on campaign (proposed_at);
revoke update, delete, truncate on campaign from tianping_app;
grant update (state, spent_fen, decided_by, decided_at, paused_by, stopped_by, stopped_at, stopped_why, remark, walked_to, next_at) on campaign to tianping_app;

-- What an arm gets. Who is in no arm is of the control group and gets nothing.
create table campaign_arm (
  campaign_id int not null references campaign,
  arm text not null check (arm in ('a', 'b')),
  percent smallint not null check (percent between 1 and 100),
  title text not null check (length(title) between 1 and 100),
  content text not null check (length(content) between 1 and 20000),
  bonus_fen bigint not null check (bonus_fen between 0 and 1000000000),
  primary key (campaign_id, arm)
);
revoke update, delete, truncate on campaign_arm from tianping_app;

-- Members of a campaign, each in one arm for good and given once.
create table campaign_member (
  campaign_id int not null references campaign,
  member_id bigint not null references member,
  arm text not null check (arm in ('a', 'b', 'control')),
  bonus_fen bigint not null check (bonus_fen >= 0),
  assigned_at timestamptz not null,
  primary key (campaign_id, member_id),
  check (arm <> 'control' or bonus_fen = 0)
);
create index campaign_member_of on campaign_member (member_id, campaign_id);
revoke update, delete, truncate on campaign_member from tianping_app;
