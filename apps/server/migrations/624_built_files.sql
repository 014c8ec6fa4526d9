-- Scripts and styles of the browser apps, as every release that served them built them
-- (docs/decisions/0237-instances-serve-the-files-of-other-releases.md).
create table built_file (
  path text primary key check (length(path) <= 200),
  -- gzip
  content bytea not null check (length(content) <= 4194304),
  -- When an instance that has it in its build started last.
  seen_at timestamptz not null
);
create index built_file_by_seen on built_file (seen_at);
-- What a name stands for never changes.
revoke update, truncate on built_file from tianping_app;
grant update (seen_at) on built_file to tianping_app;
