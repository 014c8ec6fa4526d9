-- Complaints of members: the case, what was said, and the clock that ends it.

create table complaint (
  complaint_id bigint primary key generated always as identity,
  -- `C20261123-7K3M9Q`: the day and a random part, which tells nobody how many there are.
  complaint_no text not null unique check (complaint_no ~ '^C\d{8}-[A-Z2-9]{6}$'),
  member_id bigint not null references member,
  kind text not null check (kind in ('deposit', 'withdrawal', 'game', 'promotion', 'account', 'privacy', 'protection', 'other')),
  order_no text not null default '' check (length(order_no) <= 64),
  -- The day of what it is about, where the member names one.
  event_day date,
  -- 1 open, 2 answered, 3 ended by the clock without agreement, 4 taken back.
  state smallint not null default 1 check (state in (1, 2, 3, 4)),
  outcome text not null default '' check (outcome in ('', 'upheld', 'partly', 'rejected', 'settled')),
  created_at timestamptz not null default now(),
  -- When the inbox said that it has arrived.
  acknowledged_at timestamptz,
  -- When a person first answered, and when nobody had for twenty hours.
  first_answer_at timestamptz,
  alarmed_at timestamptz,
  answer_by timestamptz not null,
  -- The newest message that the member, or the staff, waits for an answer to.
  waits_for text not null default 'staff' check (waits_for in ('staff', 'member', '')),
  decided_by text not null default '',
  decided_at timestamptz,
  action_key text not null,
  unique (member_id, action_key),
  check ((state = 1) = (decided_at is null)),
  check ((state = 2) = (outcome <> ''))
);
create index complaint_by_member on complaint (member_id, complaint_id desc);
create index complaint_newest on complaint (complaint_id desc);
create index complaint_by_state on complaint (state, complaint_id desc);
create index complaint_open on complaint (answer_by) where state = 1;

create table complaint_message (
  complaint_id bigint not null references complaint,
  message_id bigint generated always as identity,
  -- `note` is for staff alone.
  author text not null check (author in ('member', 'staff', 'system', 'note')),
  operator text not null default '',
  content text not null check (length(content) between 1 and 4000),
  at timestamptz not null default now(),
  primary key (complaint_id, message_id)
);
revoke update, delete, truncate on complaint_message from tianping_app;
