-- What every room of the back office uses.

-- A list as somebody likes to see it: filters as the address has them, and the columns left out.
create table console_view (
  view_id bigint primary key generated always as identity,
  operator_id bigint not null references operator,
  list text not null check (length(list) between 1 and 80),
  name text not null check (length(name) between 1 and 20),
  search text not null check (length(search) <= 500),
  hidden text[] not null check (cardinality(hidden) <= 40),
  shared boolean not null,
  saved_at timestamptz not null,
  unique (operator_id, list, name)
);
create index console_view_by_list on console_view (list) where shared;

-- Every list that left as a file. The ticket is good once; rows stay null until the file is whole.
create table console_export (
  export_id bigint primary key generated always as identity,
  ticket_hash bytea not null unique check (length(ticket_hash) = 32),
  operator_id bigint not null references operator,
  operator text not null,
  list text not null,
  filters jsonb not null,
  columns text[] not null,
  begun_at timestamptz not null,
  taken_at timestamptz,
  ended_at timestamptz,
  rows int check (rows >= 0)
);
revoke delete, truncate on console_export from tianping_app;
