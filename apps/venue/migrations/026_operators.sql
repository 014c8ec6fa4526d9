-- The people who may use the operator page, their sessions, and who signed in when.

-- A name is never given to another person: operators are disabled, not deleted.
create table operator (
  name          text primary key check (name ~ '^[a-z0-9_.-]{3,32}$'),
  password_hash text not null,
  totp_sealed   bytea,
  -- The last half minute whose code was taken; a code counts once, and none of an earlier step after it.
  totp_step     bigint not null default 0,
  -- A sandbox's operator with a published password; nobody else signs in without an authenticator.
  demo          boolean not null default false,
  active        boolean not null default true,
  created_at    timestamptz not null default now(),
  check (demo or totp_sealed is not null)
);

create table operator_session (
  token_hash   bytea primary key,
  name         text not null references operator,
  address      text not null,
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index operator_session_by_name on operator_session (name);

-- A try is written before its password is looked at, so that tries at the same moment count too.
create table operator_sign_in (
  sign_in_id bigint generated always as identity primary key,
  at         timestamptz not null default now(),
  name       text not null check (length(name) between 1 and 40),
  address    text not null,
  event      text not null check (event in ('try', 'in', 'out'))
);
create index operator_sign_in_by_name on operator_sign_in (name, at);

create function operator_sign_in_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '1 year' then
      return old;
    end if;
  end if;
  raise exception 'who signed in is not rewritten';
end $$;
create trigger operator_sign_in_stands before update or delete on operator_sign_in for each row execute function operator_sign_in_stands();
create trigger operator_sign_in_not_truncated before truncate on operator_sign_in for each statement execute function operator_sign_in_stands();
