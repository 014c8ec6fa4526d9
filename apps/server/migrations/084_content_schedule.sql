-- Content that shows from a moment on, or until one.
alter table banner add column shows_from timestamptz, add column shows_until timestamptz, add check (shows_from < shows_until);
alter table notice add column shows_from timestamptz, add column shows_until timestamptz, add check (shows_from < shows_until);

-- Articles that replace the one of their type when their moment comes.
create table article_next (
  type smallint primary key references article,
  title text not null,
  content text not null,
  shows_from timestamptz not null,
  written_by text not null,
  written_at timestamptz not null
);
