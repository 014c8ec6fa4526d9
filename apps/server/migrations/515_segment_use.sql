-- What names a segment and still counts: content, offers and the popup, until a moment (null for no end). Letters that were sent do not count.
create view segment_use as
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
  select nullif(s.value->>'modal_segment', '')::bigint, 'popup', '', null from (
    select value from site_setting where key = 'app' order by version desc limit 1) s
  where nullif(s.value->>'modal_segment', '') is not null;
grant select on segment_use to tianping_app;
