-- Agents: applications, who is one since when, and the commission statements of each month with their lines.

create table agent_application (
  member_id bigint not null,
  application_id text not null,
  mobile text not null,
  apply_info text not null,
  -- 1 pending review, 2 passed, 3 rejected.
  state smallint not null default 1 check (state in (1, 2, 3)),
  applied_at timestamptz not null,
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '',
  action_key text not null,
  primary key (member_id, application_id),
  unique (member_id, action_key),
  check ((state = 1) = (decided_at is null))
);
create unique index agent_application_open on agent_application (member_id) where state = 1;
create index agent_application_pending on agent_application (applied_at) where state = 1;

-- The team's play counts from `from_day` (Beijing) on; `next_month` is the first that has no statement yet.
create table agent (
  member_id bigint primary key,
  approved_at timestamptz not null,
  from_day date not null,
  next_month text not null check (next_month ~ '^\d{4}-(0[1-9]|1[0-2])$')
);
create index agent_due on agent (next_month, member_id);

-- The agent site is entered by a ticket of the member's session: for one use, within a minute, kept hashed.
create table agent_ticket (
  ticket_hash bytea primary key check (length(ticket_hash) = 32),
  member_id bigint not null,
  expires_at timestamptz not null
);
create index agent_ticket_by_expiry on agent_ticket (expires_at);

-- One month of one agent, with the formula it was made by. Amounts are the house's view: positive when the team lost.
create table agent_statement (
  agent_id bigint not null,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  from_day date not null,
  until_day date not null,
  rule_version int not null,
  rule jsonb not null,
  members int not null,
  active int not null,
  base_fen bigint not null,
  carried_in_fen bigint not null check (carried_in_fen <= 0),
  commissionable_fen bigint not null,
  -- Hundredths of a percent of the tier that was reached; 0 for none.
  hundredths int not null check (hundredths between 0 and 10000),
  commission_fen bigint not null check (commission_fen >= 0),
  carried_out_fen bigint not null check (carried_out_fen <= 0),
  -- 0 nothing to pay, 1 pending review, 2 paid, 3 rejected.
  state smallint not null check (state in (0, 1, 2, 3)),
  made_at timestamptz not null,
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '',
  primary key (agent_id, month),
  check ((state = 0) = (commission_fen = 0)),
  check ((state in (2, 3)) = (decided_at is not null))
);
create index agent_statement_pending on agent_statement (made_at) where state = 1;

-- What each invited member adds: the month's own figures, and by how much the figures of the statements before have been
-- corrected since (resettled bets).
create table agent_statement_line (
  agent_id bigint not null,
  month text not null,
  member_id bigint not null,
  stake_fen bigint not null,
  valid_fen bigint not null,
  payout_fen bigint not null,
  promotions_fen bigint not null,
  corrected_stake_fen bigint not null,
  corrected_valid_fen bigint not null,
  corrected_payout_fen bigint not null,
  corrected_promotions_fen bigint not null,
  active boolean not null,
  primary key (agent_id, month, member_id),
  foreign key (agent_id, month) references agent_statement
);
create index agent_statement_line_by_member on agent_statement_line (agent_id, member_id);

-- Lines are never changed: a difference found later is a correction in the next statement.
revoke update, delete, truncate on agent_statement_line from tianping_app;
