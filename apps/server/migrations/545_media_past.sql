-- Where pictures of the library stood before: what members have read is shown again from its history, so one person alone removes none of
-- these pictures (docs/decisions/0216-uploaded-pictures-are-drawn-anew.md).
create view media_past as
  select kind, item_id::bigint as id, coalesce(fields ->> 'title', '') as title, fields::text as body from content_version
  where kind <> 'notice' and fields::text like '%/media/%'
  union all
  select 'popup', version, '', value::text from site_setting where key = 'app' and value::text like '%/media/%'
  union all
  select 'message', sending_id, title, content from sending where withdrawn_at is not null and content like '%/media/%';
grant select on media_past to tianping_app;
