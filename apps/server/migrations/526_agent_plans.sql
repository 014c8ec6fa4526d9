-- Plans of agents: revenue share, levels of the tree and payments per first depositor, as data
-- (docs/decisions/0215-an-agents-plan-is-a-row-with-terms.md). What was approved never changes; a later plan takes its place.
create table agent_plan (
  plan_id bigint primary key generated always as identity,
  agent_id bigint not null references agent,
  name text not null check (length(name) between 1 and 30),
  -- As apps/server/src/areas/agent/plans/terms.ts reads them; amounts in fen.
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  -- The first month whose statement it makes.
  from_month text not null check (from_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  note text not null default '' check (length(note) <= 200),
  -- 1 waits for a second person, 2 approved, 3 rejected.
  state smallint not null default 1 check (state in (1, 2, 3)),
  proposed_by text not null,
  proposed_at timestamptz not null,
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '' check (length(remark) <= 200),
  check ((state = 1) = (decided_at is null)),
  check (state <> 2 or (decided_by <> '' and lower(decided_by) <> lower(proposed_by)))
);
create unique index agent_plan_open on agent_plan (agent_id) where state = 1;
create index agent_plan_in_force on agent_plan (agent_id, from_month desc, plan_id desc) where state = 2;
create index agent_plan_by_state on agent_plan (state, plan_id desc);
create index agent_plan_by_time on agent_plan (proposed_at);
revoke update, delete, truncate on agent_plan from tianping_app;
grant update (state, decided_by, decided_at, remark) on agent_plan to tianping_app;

-- By which plan a statement was made; none for the rule of the settings alone. Its lines are those of so many levels.
alter table agent_statement add column plan_id bigint references agent_plan,
  add column levels smallint not null default 1 check (levels between 0 and 3);
alter table agent_statement_line add column level smallint not null default 1 check (level between 1 and 3);

-- What a statement by a plan consists of; the sum of its parts is its commission.
create table agent_statement_part (
  agent_id bigint not null,
  month text not null,
  no smallint not null check (no between 1 and 10),
  kind text not null check (kind in ('share', 'cpa')),
  -- Of the tree; 1 are the members whom the agent invited.
  level smallint not null check (level between 1 and 3),
  -- Members it counts.
  members int not null check (members >= 0),
  base_fen bigint not null,
  carried_in_fen bigint not null check (carried_in_fen <= 0),
  hundredths int not null check (hundredths between 0 and 10000),
  -- Of a payment per first depositor.
  unit_fen bigint not null check (unit_fen >= 0),
  fen bigint not null check (fen >= 0),
  carried_out_fen bigint not null check (carried_out_fen <= 0),
  primary key (agent_id, month, no),
  foreign key (agent_id, month) references agent_statement,
  check (kind <> 'cpa' or fen = members * unit_fen)
);
create index agent_statement_part_carried on agent_statement_part (agent_id, level, month desc) where kind = 'share';
revoke update, delete, truncate on agent_statement_part from tianping_app;
grant update (members, fen) on agent_statement_part to tianping_app;

-- First depositors that were counted for an agent: each once, for good. What is struck was disputed before the statement was approved.
create table agent_cpa (
  member_id bigint primary key,
  agent_id bigint not null,
  month text not null,
  deposit_no text not null,
  fen bigint not null check (fen > 0),
  struck_at timestamptz,
  foreign key (agent_id, month) references agent_statement
);
create index agent_cpa_by_statement on agent_cpa (agent_id, month, member_id);
revoke update, delete, truncate on agent_cpa from tianping_app;
grant update (struck_at) on agent_cpa to tianping_app;
