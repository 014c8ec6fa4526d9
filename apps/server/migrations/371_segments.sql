-- Segments: members who meet conditions over facts, found when somebody asks. A rule never changes; a change is a new row.
create table segment (
  segment_id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 30),
  note text not null,
  -- [{fact, days, least, most, id}], all of which must hold; amounts in fen.
  conditions jsonb not null check (jsonb_typeof(conditions) = 'array'),
  created_by text not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index segment_in_use on segment (name) where retired_at is null;
grant select, insert, update on segment to tianping_app;
revoke delete, truncate on segment from tianping_app;

-- The segment that a message went to; its members are kept beside it.
alter table sending add column segment_id bigint references segment;
