-- Second factors of operators. Nothing in these tables lets anybody in by itself: secrets are sealed, codes are hashes.

create table operator_totp (
  operator_id bigint primary key references operator,
  -- AES-256-GCM under a key that is not in the database.
  secret_sealed bytea not null,
  begun_at timestamptz not null,
  -- Until a code of it came back it counts for nothing.
  confirmed_at timestamptz,
  -- The last step whose code was taken: neither it nor an earlier one is taken again.
  last_step bigint not null default 0
);

create table operator_recovery (
  operator_id bigint not null references operator,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (operator_id, code_hash)
);

create table operator_passkey (
  credential_id text primary key check (length(credential_id) between 1 and 400),
  operator_id bigint not null references operator,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  label text not null check (length(label) between 1 and 40),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index operator_passkey_by_operator on operator_passkey (operator_id);

-- What is under way: a log-in between its two steps, a passkey being made or asked for. Good for minutes, and once.
create table operator_challenge (
  ticket_hash bytea primary key check (length(ticket_hash) = 32),
  -- Null for a log-in by passkey alone, which says only at its end who it is.
  operator_id bigint references operator,
  kind text not null check (kind in ('second', 'passkey', 'register')),
  challenge text not null default '',
  attempts smallint not null default 0,
  expires_at timestamptz not null
);
create index operator_challenge_by_expiry on operator_challenge (expires_at);
