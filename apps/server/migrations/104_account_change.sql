-- How a member comes in, is reached and is paid may be changed by whoever holds a password, so that every such change is
-- kept: payouts wait after some of them, and the member is shown them all.
create table account_change (
  member_id bigint not null references member,
  change_id bigint generated always as identity,
  kind text not null check (kind in ('password', 'password_reset', 'pay_password', 'pay_password_reset', 'contact', 'name', 'card')),
  -- The operator who did it; empty for the member.
  operator text not null default '',
  address text not null default '',
  at timestamptz not null,
  primary key (member_id, change_id)
);

alter table member
  -- A password set by staff: it opens the account until then, and only to be changed.
  add column password_once_until timestamptz,
  add column pay_password_once boolean not null default false;

-- A new payment password takes two persons: asked for by one, made by another.
create table pay_password_request (
  request_id bigint primary key generated always as identity,
  member_id bigint not null references member,
  asked_by text not null,
  asked_at timestamptz not null,
  reason text not null,
  -- 1 waits, 2 approved, 3 rejected.
  state smallint not null default 1 check (state in (1, 2, 3)),
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '',
  check ((state = 1) = (decided_at is null)),
  check (state <> 2 or decided_by <> asked_by)
);
create unique index pay_password_request_open on pay_password_request (member_id) where state = 1;
create index pay_password_request_by_state on pay_password_request (state, request_id desc);

-- Until when a payout waits, and after what.
alter table withdrawal_order
  add column held_until timestamptz,
  add column held_for text[] not null default '{}';
create index withdrawal_decided on withdrawal_order (member_id, decided_at) where state = 2;
create index deposit_decided_by on deposit_order (decided_by, decided_at) where state = 2 and decided_by <> '';
create index withdrawal_decided_by on withdrawal_order (decided_by, decided_at) where state = 2;
create index withdrawal_by_card on withdrawal_order (card_id, decided_at) where state = 2;

-- Why a payout or a bonus may go out although something stops it: said by somebody who is not the one who approves it.
create table hold_release (
  -- As the audit log names it: `withdrawal:W26…`, `application:…`.
  subject text not null check (length(subject) between 1 and 120),
  -- What stopped it: `locked`, `excluded`, `flag:17`, `wait`.
  hold text not null check (length(hold) between 1 and 60),
  operator text not null,
  at timestamptz not null,
  remark text not null check (remark <> ''),
  primary key (subject, hold)
);

-- Whether the member said of a USDT address that it is their own.
alter table card add column holder_confirmed boolean not null default false;
