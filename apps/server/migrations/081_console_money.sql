-- Money that people move by hand, and what a person writes down or sets for one member.

-- A correction of a member's wallet against account 900: one operator proposes it, another approves it.
create table adjustment (
  adjustment_id text primary key,
  member_id bigint not null,
  -- Signed: more than zero is given to the member, less is taken away.
  amount_fen bigint not null check (amount_fen <> 0 and abs(amount_fen) <= 1000000000000),
  -- Turnover that a given yuan asks for.
  turnover_times smallint not null default 0 check (turnover_times between 0 and 50),
  reason text not null check (length(reason) between 1 and 200),
  -- The difference of a reconciliation that it makes good, if there is one.
  case_id bigint,
  proposed_by text not null,
  proposed_at timestamptz not null,
  -- 1 waits, 2 approved and booked, 3 rejected or taken back.
  state smallint not null default 1 check (state in (1, 2, 3)),
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '',
  check ((state = 1) = (decided_at is null)),
  -- Whatever the server is asked: nobody approves their own.
  check (state <> 2 or decided_by <> proposed_by)
);
create index adjustment_waiting on adjustment (proposed_at) where state = 1;
create index adjustment_recent on adjustment (proposed_at desc);
create index adjustment_of_member on adjustment (member_id, proposed_at desc);

-- What staff know of a member. Only ever added to.
create table member_note (
  member_id bigint not null,
  note_id bigint not null generated always as identity,
  content text not null check (length(content) between 1 and 1000),
  written_by text not null,
  written_at timestamptz not null,
  primary key (member_id, note_id)
);
revoke update, delete, truncate on member_note from tianping_app;

-- Limits that protect a member, set by customer service on their word. A stricter one counts at once, a looser one after a
-- day; until then both stand here.
create table member_limit (
  member_id bigint not null,
  kind text not null check (kind in ('deposit_day', 'deposit_month', 'loss_day', 'loss_month')),
  -- Null for none.
  limit_fen bigint check (limit_fen >= 0),
  next_limit_fen bigint check (next_limit_fen >= 0),
  next_from timestamptz,
  set_by text not null,
  set_at timestamptz not null,
  primary key (member_id, kind)
);
-- Until then the member neither deposits nor plays; it is never shortened.
create table member_exclusion (
  member_id bigint primary key,
  until timestamptz not null,
  reason text not null check (length(reason) between 1 and 200),
  set_by text not null,
  set_at timestamptz not null
);
