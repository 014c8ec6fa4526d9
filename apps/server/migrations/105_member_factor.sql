-- Second factors of members, in the form of the operators' (071). Nothing in these tables lets anybody in by itself:
-- secrets are sealed, codes are hashes.

create table member_totp (
  member_id bigint primary key references member,
  -- AES-256-GCM under a key that is not in the database.
  secret_sealed bytea not null,
  begun_at timestamptz not null,
  -- Until a code of it came back it counts for nothing.
  confirmed_at timestamptz,
  -- The last step whose code was taken: neither it nor an earlier one is taken again.
  last_step bigint not null default 0
);

create table member_recovery (
  member_id bigint not null references member,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (member_id, code_hash)
);

create table member_passkey (
  credential_id text primary key check (length(credential_id) between 1 and 400),
  member_id bigint not null references member,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  label text not null check (length(label) between 1 and 40),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index member_passkey_by_member on member_passkey (member_id);

-- What is under way: a log-in between its two steps, a passkey being made or asked for. Good for minutes, and once.
create table member_challenge (
  ticket_hash bytea primary key check (length(ticket_hash) = 32),
  member_id bigint not null references member,
  kind text not null check (kind in ('second', 'register', 'proof')),
  challenge text not null default '',
  attempts smallint not null default 0,
  expires_at timestamptz not null
);
create index member_challenge_by_expiry on member_challenge (expires_at);
create index member_challenge_by_member on member_challenge (member_id);

alter table account_change
  drop constraint account_change_kind_check,
  add constraint account_change_kind_check check (kind in ('password', 'password_reset', 'pay_password',
    'pay_password_reset', 'contact', 'name', 'card', 'factor_on', 'factor_off', 'factor_removed'));

-- A second factor is taken away like a payment password is made: asked for by one operator, done by another.
alter table pay_password_request add column kind text not null default 'pay' check (kind in ('pay', 'factor'));
drop index pay_password_request_open;
create unique index pay_password_request_open on pay_password_request (member_id, kind) where state = 1;

-- A ticket leads to a session that ends when the one it came from would have.
alter table agent_ticket add column begun_at timestamptz;

-- The log-in before the last one, which the member is shown.
alter table member
  add column last_login_agent text not null default '',
  add column previous_login_at timestamptz,
  add column previous_login_address text not null default '',
  add column previous_login_agent text not null default '';
