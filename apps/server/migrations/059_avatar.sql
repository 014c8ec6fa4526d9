-- Avatars, re-encoded by us; one per member. The name is opaque and new with every upload, so that what was cached never
-- shows another picture.
create table member_avatar (
  member_id bigint primary key,
  name text not null unique check (name ~ '^[0-9a-f]{32}$'),
  webp bytea not null check (length(webp) between 1 and 200000),
  uploaded_at timestamptz not null
);
