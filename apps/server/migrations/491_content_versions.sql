-- What content said before: each change of a banner, a notice, an article or an activity, as its form has it. Rows are only added.
create table content_version (
  version_id bigint primary key generated always as identity,
  kind text not null check (kind in ('banner', 'notice', 'article', 'activity')),
  item_id int not null,
  -- `before` is what stood there when the first change was kept.
  how text not null check (how in ('before', 'save', 'schedule', 'remove')),
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  -- Empty for what stood there before.
  changed_by text not null,
  approved_by text not null default '',
  changed_at timestamptz not null
);
create index content_version_of on content_version (kind, item_id, version_id);
create index content_version_removed on content_version (kind, version_id) where how = 'remove';
revoke update, delete, truncate on content_version from tianping_app;
