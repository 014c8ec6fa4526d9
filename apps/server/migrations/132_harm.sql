-- Markers of harm: how each member stands by rules that are data, what followed, and what people did about it.
create table harm_member (
  member_id bigint primary key references member,
  -- 0 nothing, 1 a nudge, 2 a task for a person, 3 offers stop.
  level smallint not null default 0 check (level between 0 and 3),
  score int not null default 0 check (score >= 0),
  -- Each marker with its figures, the threshold that counted and its points.
  reasons jsonb not null default '[]',
  rule_version int not null default 0,
  looked_at timestamptz,
  -- Set by staff: thresholds are lower.
  vulnerable boolean not null default false,
  nudged_at timestamptz,
  nudge_score int not null default 0,
  nudge_closed_at timestamptz,
  -- A person has dealt with so much; until then only more than that counts anew.
  settled_score int not null default 0,
  settled_until timestamptz
) with (fillfactor = 80);
create index harm_member_raised on harm_member (looked_at) where level > 0 or vulnerable;

-- Members to whom nothing is offered until a person has looked.
create table harm_stop (
  member_id bigint primary key references member,
  since timestamptz not null
);
-- Whether a member is offered nothing. Whatever offers something asks it; the planner puts the statement in place of the call.
create function offers_stopped(who bigint) returns boolean language sql stable parallel safe as
  $$ select exists (select from harm_stop s where s.member_id = who) $$;
grant execute on function offers_stopped(bigint) to tianping_app;

-- What waits for a person. `care`: talk to the member. `stop`: the same, and offers have stopped. `check`: net deposits
-- passed the sum from which vulnerability is checked.
create table harm_case (
  case_id bigint primary key generated always as identity,
  member_id bigint not null references member,
  kind text not null check (kind in ('care', 'stop', 'check')),
  level smallint not null check (level between 0 and 3),
  score int not null,
  reasons jsonb not null,
  rule_version int not null,
  opened_at timestamptz not null,
  due_at timestamptz not null,
  -- 1 waits, 2 eased, 3 confirmed.
  state smallint not null default 1 check (state in (1, 2, 3)),
  outcome text not null default '' check (outcome in ('', 'eased', 'kept', 'ended')),
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '',
  check ((state = 1) = (decided_at is null)),
  check ((state = 1) = (outcome = ''))
);
create unique index harm_case_one on harm_case (member_id, (kind = 'check')) where state = 1;
create index harm_case_waiting on harm_case (due_at, case_id) where state = 1;
create index harm_case_recent on harm_case (opened_at desc, case_id);
create index harm_case_by_state on harm_case (state, opened_at desc, case_id);
create index harm_case_of_member on harm_case (member_id, opened_at desc);
revoke delete, truncate on harm_case from tianping_app;

-- Everything that was done about markers, by the system (empty `by_operator`) or a person, with the 30 days before it and,
-- once they are over, the 30 days after it.
create table harm_interaction (
  member_id bigint not null references member,
  interaction_id bigint generated always as identity,
  case_id bigint references harm_case,
  kind text not null check (length(kind) between 1 and 20),
  outcome text not null check (length(outcome) <= 20),
  remark text not null check (length(remark) <= 500),
  by_operator text not null,
  at timestamptz not null,
  before_net_fen bigint not null,
  before_stake_fen bigint not null,
  before_minutes int not null,
  after_net_fen bigint,
  after_stake_fen bigint,
  after_minutes int,
  measured_at timestamptz,
  primary key (member_id, interaction_id)
);
create index harm_interaction_recent on harm_interaction (at desc, member_id, interaction_id);
create index harm_interaction_due on harm_interaction (at) where measured_at is null;
revoke delete, truncate on harm_interaction from tianping_app;

-- One row per Beijing month that is over: who played, whom somebody spoke to or wrote to, and what the rate should be.
create table harm_month (
  month text primary key check (month ~ '^\d{4}-\d\d$'),
  players int not null,
  reached int not null,
  -- Of a thousand.
  rate int not null,
  goal int not null,
  made_at timestamptz not null
);
create index member_note_recent on member_note (written_at);
create index play_stretch_recent on play_stretch (last_at);
