-- Links to help and to what blocks gambling elsewhere, as a job found them last. A link that is in no setting any more is deleted.
create table help_link (
  url text primary key check (length(url) <= 300),
  checked_at timestamptz not null,
  -- Tries in a row that failed, and since when; null while it works.
  failures int not null default 0,
  failing_since timestamptz,
  error text not null default '',
  check ((failures = 0) = (failing_since is null))
);
