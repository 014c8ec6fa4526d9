-- How a member is reached outside of the site, and what was sent there.

-- A contact that the member proved to hold. It counts while it is the one in the profile, so that a changed one has to be
-- proved anew.
create table verified_contact (
  member_id bigint not null references member,
  channel text not null check (channel in ('mail', 'sms')),
  contact text not null,
  verified_at timestamptz not null,
  primary key (member_id, channel)
);

-- A code that was sent, kept hashed: one per member and purpose, for a few tries and minutes.
create table contact_code (
  member_id bigint not null references member,
  purpose text not null check (purpose in ('verify', 'recover')),
  channel text not null check (channel in ('mail', 'sms')),
  contact text not null,
  code_hash text not null,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  primary key (member_id, purpose)
);

-- What was sent, and what became of it. The text itself is in the outbox until it has gone, and nowhere afterwards.
create table delivery (
  delivery_id bigint primary key generated always as identity,
  member_id bigint not null references member,
  channel text not null check (channel in ('mail', 'sms')),
  kind text not null check (length(kind) between 1 and 30),
  -- Masked.
  contact text not null,
  -- 1 waits, 2 sent, 3 failed, 4 too late.
  state smallint not null default 1 check (state in (1, 2, 3, 4)),
  attempts int not null default 0,
  error text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz,
  decided_at timestamptz,
  check ((state = 1) = (decided_at is null))
);
create index delivery_newest on delivery (created_at desc, delivery_id desc);
create index delivery_by_state on delivery (state, created_at desc, delivery_id desc);
create index delivery_by_member on delivery (member_id, created_at desc, delivery_id desc);

alter table account_change drop constraint account_change_kind_check;
alter table account_change add constraint account_change_kind_check check (kind in
  ('password', 'password_reset', 'password_recovered', 'pay_password', 'pay_password_reset', 'contact', 'name', 'card',
   'factor_on', 'factor_off', 'factor_removed'));
