-- A member's statement: settled bets of a member by the day they count on, whatever else the member played.
create index bet_of_member_settled on bet (member_id, first_settled_at) where status = 1;

-- Stretches of play of the last twelve months from before they were kept, as `play_stretch` forms them.
insert into play_stretch (member_id, began_at, last_at)
  select member_id, min(placed_at), max(placed_at) from (
    select member_id, placed_at, count(*) filter (where begins) over (partition by member_id order by placed_at) as stretch
    from (
      select b.member_id, b.placed_at, coalesce(b.placed_at - lag(b.placed_at) over (partition by b.member_id order by b.placed_at) > interval '15 minutes', true) as begins
      from bet b join member using (member_id)
      where b.placed_at >= now() - interval '12 months'
        and not exists (select from play_stretch s where s.member_id = b.member_id and s.began_at <= b.placed_at)) placed) counted
  group by member_id, stretch
  on conflict do nothing;
