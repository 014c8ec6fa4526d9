-- The library of pictures for banners, activities, texts and the popup (docs/decisions/0216-uploaded-pictures-are-drawn-anew.md). What is kept
-- was drawn anew by the server; the file that came is kept nowhere.
create table media_picture (
  media_id bigint primary key generated always as identity,
  -- Of the pixels, so that the same picture is kept once.
  pixels_hash bytea not null unique check (length(pixels_hash) = 32),
  name text not null check (length(name) between 1 and 100),
  -- What the picture shows, for members who do not see it.
  alt text not null check (length(alt) between 2 and 60),
  -- Of the picture that came, upright.
  width int not null check (width between 1 and 10000),
  height int not null check (height between 1 and 10000),
  added_by text not null,
  added_at timestamptz not null,
  -- Offered no longer; its files still answer until it is removed.
  retired_by text not null default '',
  retired_at timestamptz,
  check ((retired_at is null) = (retired_by = ''))
);
create index media_picture_offered on media_picture (media_id) where retired_at is null;
create index media_picture_retired on media_picture (media_id) where retired_at is not null;

-- Named by its content, so that an address never means another picture.
create table media_file (
  media_id bigint not null references media_picture on delete cascade,
  size text not null check (size in ('banner', 'card', 'popup', 'thumb')),
  name text not null check (name ~ '^[0-9a-f]{32}$'),
  width int not null check (width > 0),
  height int not null check (height > 0),
  webp bytea not null,
  primary key (media_id, size)
);
create index media_file_name on media_file (name);

create index sending_pictures on sending (sending_id) where content like '%/media/%';

-- Where pictures of the library may stand: what members read now, what is scheduled, and what waits for a second person.
create view media_place as
  select 'banner' as kind, banner_id::bigint as id, title, src as body from banner where src like '%/media/%'
  union all
  select 'activity', activity_id, title, concat_ws(' ', banner, content, memo) from activity where concat_ws(' ', banner, content, memo) like '%/media/%'
  union all
  select 'article', type, title, content from article where content like '%/media/%'
  union all
  select 'article', type, title, content from article_next where content like '%/media/%'
  union all
  select 'popup', s.version, '', s.value::text from (select version, value from site_setting where key = 'app' order by version desc limit 1) s
  where s.value::text like '%/media/%'
  union all
  select 'proposal', proposal_id, note, value::text from rule_proposal where state = 1 and value::text like '%/media/%'
  union all
  select 'game', venue_id, name, image from game where image like '%/media/%'
  union all
  select 'campaign', c.campaign_id, c.name, a.content from campaign c join campaign_arm a using (campaign_id)
  where c.state <> 3 and a.content like '%/media/%'
  union all
  select 'message', sending_id, title, content from sending where withdrawn_at is null and content like '%/media/%';
grant select on media_place to tianping_app;
