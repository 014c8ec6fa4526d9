-- Planned letters hold pictures. The release before shows them with a kind that it has no word for.
create or replace view media_place as
  select 'banner' as kind, banner_id::bigint as id, title, src as body from banner where src like '%/media/%'
  union all
  select 'activity', activity_id, title, concat_ws(' ', banner, content, memo) from activity where concat_ws(' ', banner, content,
    memo) like '%/media/%'
  union all
  select 'article', type, title, content from article where content like '%/media/%'
  union all
  select 'article', type, title, content from article_next where content like '%/media/%'
  union all
  select 'popup', s.version, '', s.value::text from (select version, value from site_setting
    where key = 'app' order by version desc limit 1) s
  where s.value::text like '%/media/%'
  union all
  select 'proposal', proposal_id, note, value::text from rule_proposal where state = 1 and value::text like '%/media/%'
  union all
  select 'game', venue_id, name, image from game where image like '%/media/%'
  union all
  select 'campaign', c.campaign_id, c.name, a.content from campaign c join campaign_arm a using (campaign_id)
  where c.state <> 3 and a.content like '%/media/%'
  union all
  select 'journey', journey_id, name, content from journey where state <> 3 and content like '%/media/%'
  union all
  select 'letter', plan_id, value ->> 'heading', value ->> 'content' from letter_plan
  where state = 'planned' and value ->> 'content' like '%/media/%'
  union all
  select 'message', sending_id, title, content from sending where withdrawn_at is null and content like '%/media/%';
