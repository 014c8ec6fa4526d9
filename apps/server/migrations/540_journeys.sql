-- Journeys: standing rules that send a letter, and may give a bonus, when something happens to a member (docs/decisions/0219-journeys-press-nobody.md).
-- An approved one never changes: a change is another row of the same series. The list of triggers is closed here; none of them tells of losses,
-- of a break or limit that ends, of a refused withdrawal or of a balance.
create sequence journey_number as int;
grant usage on sequence journey_number to tianping_app;

create table journey (
  journey_id int primary key default nextval('journey_number'),
  -- The first row of the series; whom it reached and what it spent belong to all of them together.
  series_id int not null references journey,
  replaces int references journey,
  name text not null check (length(name) between 1 and 30),
  -- Null for everybody.
  segment_id bigint references segment,
  -- What the letters are about; empty for all products.
  product text not null default '' check (product in ('', 'betting', 'casino', 'lottery')),
  trigger text not null check (trigger in ('registered', 'no_deposit', 'first_deposit', 'level_up', 'no_login')),
  -- Days of 24 hours between what happened and the letter.
  days int not null check (days between 0 and 365),
  title text not null check (length(title) between 1 and 100),
  content text not null check (length(content) between 1 and 20000),
  bonus_fen bigint not null check (bonus_fen between 0 and 1000000000),
  turnover_times int not null check (turnover_times between 0 and 50),
  -- Null for once per member ever.
  again_days int check (again_days between 1 and 365),
  per_day int not null check (per_day between 1 and 10000),
  -- The bonuses of a Beijing month, at most; 0 where there is no bonus.
  month_fen bigint not null check (month_fen between 0 and 1000000000000),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  state smallint not null default 1 check (state between 1 and 5),
  proposed_by text not null,
  proposed_at timestamptz not null,
  decided_by text not null default '',
  decided_at timestamptz,
  paused_by text not null default '',
  stopped_by text not null default '',
  stopped_at timestamptz,
  stopped_why text not null default '' check (stopped_why in ('', 'time', 'staff', 'replaced')),
  remark text not null default '' check (length(remark) <= 200),
  -- What happened before makes nobody get it: the approval or the start, whichever is later.
  since timestamptz,
  -- The walk over those to whom something happened: how far it is, and when somebody takes it on.
  walked_at timestamptz,
  walked_to bigint not null default 0,
  next_at timestamptz not null,
  check (again_days is null or trigger in ('level_up', 'no_login')),
  check (trigger <> 'no_login' or days >= 14),
  check ((bonus_fen > 0) = (month_fen > 0) and bonus_fen <= month_fen),
  check (state in (1, 3) or (decided_by <> '' and lower(decided_by) <> lower(proposed_by) and since is not null)),
  check ((state = 5) = (stopped_why <> ''))
);
create index journey_due on journey (next_at) where state in (2, 4);
create index journey_by_state on journey (state, journey_id);
-- A series has one version at work and one that waits, at most.
create unique index journey_at_work on journey (series_id) where state in (2, 4);
create unique index journey_waiting on journey (series_id) where state = 1;
revoke update, delete, truncate on journey from tianping_app;
grant update (state, decided_by, decided_at, paused_by, stopped_by, stopped_at, stopped_why, remark, since, walked_at, walked_to, next_at) on journey to tianping_app;

-- What a member got, or why not, once for each time that something happened.
create table journey_member (
  series_id int not null references journey,
  member_id bigint not null references member,
  -- The moment of what happened.
  occasion timestamptz not null,
  reach_id bigint not null unique generated always as identity,
  journey_id int not null references journey,
  -- Empty for reached; else which guard was against it. It is not asked again for the same occasion, so nobody is written to because a break ended.
  refused text not null check (refused in ('', 'protected', 'unproven', 'unwilling', 'weekly', 'held')),
  bonus_fen bigint not null check (bonus_fen >= 0),
  at timestamptz not null,
  primary key (series_id, member_id, occasion),
  check (refused = '' or bonus_fen = 0)
);
create index journey_reached on journey_member (series_id, at, reach_id) where refused = '';
create index journey_member_of on journey_member (member_id, series_id);
revoke update, delete, truncate on journey_member from tianping_app;

-- What a series did on a Beijing day.
create table journey_day (
  series_id int not null references journey,
  day date not null,
  reached int not null check (reached >= 0),
  spent_fen bigint not null check (spent_fen >= 0),
  primary key (series_id, day)
);
create index journey_day_by_day on journey_day (day);
revoke delete, truncate on journey_day from tianping_app;

-- The order of levels by their moment.
create index vip_promoted on vip_history (decided_at, member_id) where kind = 'promoted';
