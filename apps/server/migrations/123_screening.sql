-- Lists of sanctioned and politically exposed persons, and which members may be on them.

-- One file of a list as it was published. It counts from its approval, by another person than who brought it, until the
-- next version of the same list is approved.
create table screening_version (
  version_id bigint primary key generated always as identity,
  list text not null check (list in ('un', 'ofac', 'eu', 'uk', 'pep', 'other')),
  format text not null check (length(format) between 1 and 20),
  filename text not null check (length(filename) <= 200),
  bytes bigint not null check (bytes > 0),
  sha256 text not null default '',
  state text not null check (state in ('receiving', 'reading', 'ready', 'active', 'replaced', 'rejected', 'failed')),
  entries int not null default 0,
  -- Against the version that counted when the file was read.
  added int not null default 0,
  removed int not null default 0,
  changed int not null default 0,
  against_id bigint references screening_version,
  error text not null default '',
  brought_by text not null,
  brought_at timestamptz not null,
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '',
  leased_until timestamptz,
  check (state not in ('active', 'replaced') or decided_by <> brought_by)
);
create unique index screening_version_active on screening_version (list) where state = 'active';
create index screening_version_newest on screening_version (brought_at desc, version_id desc);
create index screening_version_of_list on screening_version (list, brought_at desc, version_id desc);
create index screening_version_reading on screening_version (version_id) where state in ('receiving', 'reading');

-- A file on its way in, piece by piece; gone once it is read.
create table screening_part (
  version_id bigint not null references screening_version,
  no int not null check (no between 0 and 1000),
  content bytea not null check (length(content) between 1 and 524288),
  primary key (version_id, no)
);

-- An entry as one version of a list says it; versions that say the same share the row.
create table screening_entry (
  entry_id bigint primary key generated always as identity,
  list text not null,
  ref text not null check (length(ref) between 1 and 120),
  hash bytea not null check (length(hash) = 32),
  kind text not null check (kind in ('person', 'entity', 'other')),
  data jsonb not null,
  has_wallets boolean not null,
  unique (list, ref, hash)
);
create table screening_version_entry (
  version_id bigint not null references screening_version,
  entry_id bigint not null references screening_entry,
  primary key (version_id, entry_id)
);
create index screening_version_entry_by_entry on screening_version_entry (entry_id);
-- Keys that names of one person share; candidates are found by them. Dozens for each entry, hence without a reference that
-- would be checked for each: entries are never deleted.
create table screening_key (
  key bigint not null,
  entry_id bigint not null,
  primary key (key, entry_id)
);
create index screening_key_by_entry on screening_key (entry_id);

-- Members whose name or birthday is new: whoever writes them, they are compared within seconds.
create table screening_due (
  member_id bigint primary key
);
create function screening_note_due() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.screening_due (member_id) values (new.member_id) on conflict do nothing;
  return null;
end $$;
create trigger member_screened_new after insert on member for each row execute function screening_note_due();
create trigger member_screened_again after update of realname, birthday on member for each row
  when (old.realname is distinct from new.realname or old.birthday is distinct from new.birthday)
  execute function screening_note_due();

-- A member who may be an entry of a list. `subject` is a digest of what was compared: a pair that was dismissed is asked
-- about again only when one side changes.
create table screening_hit (
  hit_id bigint primary key generated always as identity,
  member_id bigint not null references member,
  entry_id bigint not null references screening_entry,
  list text not null,
  score smallint not null check (score between 1 and 100),
  parts jsonb not null,
  subject bytea not null,
  raised_at timestamptz not null,
  seen_at timestamptz not null,
  -- 1 waits, 2 confirmed, 3 dismissed.
  state smallint not null default 1 check (state in (1, 2, 3)),
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '',
  unique (member_id, entry_id),
  check ((state = 1) = (decided_at is null))
);
create index screening_hit_waiting on screening_hit (score desc, raised_at, hit_id) where state = 1;
create index screening_hit_recent on screening_hit (raised_at desc, hit_id);
create index screening_hit_of_member on screening_hit (member_id, state);

-- One comparison of all members, resumed where it stopped.
create table screening_run (
  run_id bigint primary key generated always as identity,
  reason text not null check (reason in ('daily', 'list', 'person')),
  -- The Beijing day of a daily run, the version of one after a list, empty otherwise.
  subject text not null default '',
  asked_by text not null default '',
  begun_at timestamptz not null,
  after_id bigint not null default 0,
  members int not null default 0,
  hits int not null default 0,
  leased_until timestamptz,
  finished_at timestamptz
);
create unique index screening_run_once on screening_run (reason, subject) where reason <> 'person';
create index screening_run_open on screening_run (run_id) where finished_at is null;
create index screening_run_newest on screening_run (begun_at desc, run_id desc);
revoke delete, truncate on screening_version, screening_entry, screening_hit, screening_run from tianping_app;
