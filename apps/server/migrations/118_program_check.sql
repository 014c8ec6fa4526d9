-- Whether the files of a machine were those of its release, each time that was looked at.
create table program_check (
  check_id bigint primary key generated always as identity,
  at timestamptz not null,
  instance text not null,
  origin text not null check (origin in ('job', 'operator')),
  state text not null check (state in ('same', 'changed')),
  -- SHA-256 of the manifest; empty where it was missing.
  manifest text not null,
  files int not null,
  -- How many differ, and the first of their paths.
  differs int not null,
  differing text[] not null
);
create index program_check_at on program_check (at desc, check_id desc);
