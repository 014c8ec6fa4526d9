-- Who may show a game in a frame. A launch names the origins; the page's address carries the number of the set, since the
-- launch token stands in the fragment, which the server never sees.
create table frame_set (
  frame_id text primary key check (frame_id ~ '^[A-Za-z0-9_-]{22}$'),
  ancestors text[] not null check (cardinality(ancestors) between 1 and 20),
  created_at timestamptz not null
);
alter table launch add column frame_id text;
alter table session add column frame_id text;
