-- What looks wrong about a member, by rules that are data.

-- Where members logged in from, and with what.
create table login_trace (
  member_id bigint not null,
  address text not null,
  agent text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times int not null default 1,
  primary key (member_id, address, agent)
) with (fillfactor = 80);
create index login_trace_by_address on login_trace (address, last_at desc);
create index login_trace_recent on login_trace (last_at);

insert into login_trace (member_id, address, agent, first_at, last_at, times)
  select member_id, address, agent, min(created_at), max(last_seen_at), count(*) from session group by 1, 2, 3;

-- One flag per member, kind and subject: the address, the card, the day, the order it is about.
create table risk_flag (
  flag_id bigint primary key generated always as identity,
  member_id bigint not null,
  kind text not null check (kind in ('shared_address', 'shared_device', 'shared_card', 'bonus_abuse', 'opposite_sides', 'rapid_in_out', 'large_win')),
  subject text not null check (length(subject) between 1 and 200),
  -- The rule's version and the figures it saw.
  rule_version int not null,
  inputs jsonb not null,
  weight smallint not null check (weight between 1 and 100),
  raised_at timestamptz not null,
  seen_at timestamptz not null,
  -- 1 waits, 2 confirmed, 3 dismissed.
  state smallint not null default 1 check (state in (1, 2, 3)),
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '',
  unique (member_id, kind, subject),
  check ((state = 1) = (decided_at is null))
);
create index risk_flag_waiting on risk_flag (weight desc, raised_at) where state = 1;
create index risk_flag_recent on risk_flag (raised_at desc);

-- What the job reads of the last days.
create index card_recent on card (bound_at);
create index redpacket_draw_recent on redpacket_draw (claimed_at);
create index activity_application_passed on activity_application (decided_at) where state = 2;
create index rebate_claim_recent on rebate_claim (claimed_at);
