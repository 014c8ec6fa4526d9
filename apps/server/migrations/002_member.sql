-- Members, their sessions and what protects their secrets.

create table member (
  member_id bigint primary key generated always as identity (start with 100001),
  name text not null,
  realname text not null,
  mobile text not null default '',
  email text not null default '',
  birthday date,
  avatar text not null default '',
  password_hash text not null,
  pay_password_hash text not null,
  invite_code text not null,
  -- Bound at registration for good (decision 35).
  referrer_id bigint,
  vip smallint not null default 1 check (vip between 1 and 10),
  isagent boolean not null default false,
  -- Auto-transfer (自动免转) and the member's own cap on what one launch moves.
  transferstatus boolean not null default false,
  transfer_cap_fen bigint check (transfer_cap_fen > 0),
  state text not null default 'active' check (state in ('active', 'locked')),
  -- Wrong payment passwords in a row; five lock withdrawals for half an hour (decision 23).
  pay_failures smallint not null default 0,
  pay_locked_until timestamptz,
  created_at timestamptz not null,
  last_login_at timestamptz,
  last_login_address text not null default ''
);

-- Look-ups by what is not the member's id: name (folded) and invite code. A directory of its own, so that the member's
-- rows can be sharded by member_id.
create table member_directory (
  kind text not null check (kind in ('name', 'invite')),
  handle text not null,
  member_id bigint not null,
  primary key (kind, handle)
);

create table session (
  token_hash bytea primary key,
  member_id bigint not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  address text not null,
  agent text not null
);
create index session_by_member on session (member_id);
create index session_by_expiry on session (expires_at);

-- Attempts on secrets, counted over all instances: one row per bucket (what:whom), a window and a count.
create table throttle (
  bucket text primary key,
  window_ends_at timestamptz not null,
  attempts int not null
);
create index throttle_by_window on throttle (window_ends_at);

-- What an `Idempotency-Key` was answered; refusals too, or a repeated refusal could later succeed. A row without an
-- answer is under way until its lease ends; then the repetition takes it over and finds the order it began by its key.
create table call_once (
  member_id bigint not null,
  key text not null,
  endpoint text not null,
  request_hash text not null,
  answer json,
  leased_until timestamptz not null,
  expires_at timestamptz not null,
  primary key (member_id, key)
);
create index call_once_by_expiry on call_once (expires_at);
