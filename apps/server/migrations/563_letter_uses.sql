-- Letters that are planned name a segment. The release before shows both lists with a kind that it has no word for, and nothing
-- else changes for it.
create or replace view segment_use as
  select segment_id, 'banner' as kind, title as name, shows_until as until from banner where segment_id is not null and enabled
  union all
  select segment_id, 'activity', title, ends_at from activity where segment_id is not null and enabled
  union all
  select segment_id, 'tournament', name, ends_at from tournament where segment_id is not null and state in (1, 2)
  union all
  select segment_id, 'giveaway', name, ends_at from giveaway where segment_id is not null and state in (1, 2)
  union all
  select segment_id, 'campaign', name, ends_at from campaign where segment_id is not null and state in (1, 2, 4)
  union all
  select segment_id, 'journey', name, ends_at from journey where segment_id is not null and state in (1, 2, 4)
  union all
  select nullif(value->>'segment_id', '0')::bigint, 'letter', value->>'heading', null from letter_plan
  where state = 'planned' and value->>'audience' = 'segment'
  union all
  select nullif(s.value->>'modal_segment', '')::bigint, 'popup', '', null from (
    select value from site_setting where key = 'app' order by version desc limit 1) s
  where nullif(s.value->>'modal_segment', '') is not null;
