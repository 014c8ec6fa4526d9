-- Who works in the back office. Operators are few and are no members: tables, sessions and cookies of their own.

create table operator (
  operator_id bigint primary key generated always as identity,
  -- Kept in lower case, so that no two differ by case only.
  name text not null unique check (name = lower(name) and length(name) between 3 and 32),
  password_hash text not null,
  role text not null check (role in ('admin', 'finance', 'risk', 'support', 'auditor')),
  state text not null default 'active' check (state in ('active', 'locked')),
  created_at timestamptz not null,
  last_login_at timestamptz
);

create table operator_session (
  token_hash bytea primary key,
  operator_id bigint not null references operator,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  address text not null,
  agent text not null
);
create index operator_session_by_operator on operator_session (operator_id);
create index operator_session_by_expiry on operator_session (expires_at);
