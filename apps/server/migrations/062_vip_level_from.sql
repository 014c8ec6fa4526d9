-- Since when a member has held the level, whether reached, lost or won back. A lost level is won back by turnover since the
-- loss; the window cannot say it, since keeping the lower level begins a window anew.
alter table vip_standing add column level_from date;
update vip_standing s set level_from = coalesce(
  (select h.day from vip_history h where h.member_id = s.member_id and h.kind <> 'kept' order by h.day desc limit 1), s.window_from);
alter table vip_standing alter column level_from set not null;
