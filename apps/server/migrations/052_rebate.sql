-- Rebates (返水): one row for what a Beijing day at a venue earned, and one for each correction of it. The rows of a member,
-- day and venue always add up to the turnover times the first row's percentage, floored to the fen.
create table rebate (
  member_id bigint not null,
  day date not null,
  -- One of `turnover_day`, which this only derives from.
  venue_id smallint not null,
  -- 1 is the day's own, the others correct it.
  line_no smallint not null check (line_no > 0),
  category text not null,
  -- The turnover of the day as this row found it.
  valid_fen bigint not null check (valid_fen >= 0),
  -- The level held at the end of the day and its percentage, both as of the first row.
  vip smallint not null,
  percent numeric(5, 2) not null check (percent >= 0),
  levels_version int not null,
  amount_fen bigint not null check (amount_fen >= 0 or line_no > 1),
  -- 0 pending, 1 claimed (part 1 §3).
  state smallint not null default 0 check (state in (0, 1)),
  claim_no uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (member_id, day, venue_id, line_no),
  check ((state = 1) = (claim_no is not null))
) with (fillfactor = 90);
create index rebate_pending on rebate (member_id) where state = 0;

create table rebate_claim (
  member_id bigint not null,
  claim_no uuid not null,
  -- The member's action behind it; a repetition finds its claim by this.
  action_key text not null,
  -- The sum of its rows.
  amount_fen bigint not null check (amount_fen > 0),
  claimed_at timestamptz not null,
  primary key (member_id, claim_no),
  unique (member_id, action_key)
);

-- A row never changes but by being claimed, a claim never.
revoke update, delete on rebate from tianping_app;
grant update (state, claim_no, updated_at) on rebate to tianping_app;
revoke update, delete on rebate_claim from tianping_app;
