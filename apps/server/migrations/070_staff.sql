-- Staff as data: roles, how operators come in, and what two persons decide about them.

-- Roles that were changed or added. A role without a row is as the first installation has it.
create table console_role (
  role text primary key check (role ~ '^[a-z][a-z0-9_]{2,19}$' and role <> 'admin'),
  label text not null check (length(label) between 1 and 20),
  permissions text[] not null check (cardinality(permissions) <= 200),
  -- Whether who holds it needs a second factor; in production those with power need one whatever stands here.
  second_factor boolean not null,
  version int not null check (version > 0),
  changed_by text not null,
  changed_at timestamptz not null
);

-- The role is any of the first installation's or one of the table above: the server checks it.
alter table operator drop constraint operator_role_check;
alter table operator
  add column must_change_password boolean not null default false,
  -- A one-time password that was not used ends.
  add column password_expires_at timestamptz,
  -- Made by one person, and not approved by a second one yet.
  add column waits boolean not null default false,
  -- Networks it may come from; none means from anywhere.
  add column allowed cidr[] not null default '{}' check (cardinality(allowed) <= 50),
  -- The operator's own account as a member: what concerns it is for others to decide.
  add column member_id bigint,
  add column created_by text not null default '';

alter table operator_session
  add column session_id bigint generated always as identity,
  add column method text not null default 'password' check (method in ('password', 'totp', 'recovery', 'passkey'));
create unique index operator_session_by_id on operator_session (session_id);

-- What raises anybody's power: asked for by one operator, approved by another.
create table staff_request (
  request_id bigint primary key generated always as identity,
  kind text not null check (kind in ('create', 'role', 'password', 'permissions')),
  subject text not null check (length(subject) between 1 and 80),
  before jsonb not null,
  after jsonb not null,
  -- What is set when it is approved; a password only as its hash.
  payload jsonb not null,
  note text not null,
  proposed_by text not null,
  proposed_at timestamptz not null,
  state smallint not null default 1 check (state in (1, 2, 3)),
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '',
  check ((state = 1) = (decided_at is null)),
  -- Whatever the server is asked: nobody approves their own, nor what is about themselves.
  check (state <> 2 or (decided_by <> proposed_by and 'operator:' || decided_by <> subject))
);
create unique index staff_request_open on staff_request (subject) where state = 1;
create index staff_request_recent on staff_request (request_id desc);
