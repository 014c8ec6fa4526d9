-- What members agree to, version by version, and what each member agreed to and took back.

-- A published text is never changed: what a member agreed to can be shown as it was.
create table terms_version (
  kind text not null check (kind in ('terms', 'privacy')),
  version int not null check (version > 0),
  title text not null check (length(title) between 1 and 100),
  content text not null,
  -- What is new, in a sentence for members.
  note text not null default '',
  published_by text not null,
  published_at timestamptz not null default now(),
  primary key (kind, version)
);
revoke update, delete, truncate on terms_version from tianping_app;

insert into terms_version (kind, version, title, content, published_by, published_at)
  select case type when 5 then 'terms' else 'privacy' end, 1, title, content, 'system', changed_at
  from article where type in (5, 6) and content <> '';

-- One row for each time something was agreed to; kinds are never bundled in one row.
create table consent (
  member_id bigint not null references member,
  consent_id bigint generated always as identity,
  kind text not null check (kind in ('terms', 'privacy', 'marketing', 'identity', 'finance', 'location', 'abroad')),
  -- Of the text that was agreed to; 0 for a kind without a text of its own.
  version int not null check (version >= 0),
  given_at timestamptz not null default now(),
  withdrawn_at timestamptz check (withdrawn_at >= given_at),
  primary key (member_id, consent_id)
);
create unique index consent_open on consent (member_id, kind, version) where withdrawn_at is null;
revoke update, delete, truncate on consent from tianping_app;
grant update (withdrawn_at) on consent to tianping_app;
