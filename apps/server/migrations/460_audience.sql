-- Which segment sees a banner or an activity; null for everybody.
alter table banner add column segment_id bigint references segment;
alter table activity add column segment_id bigint references segment;

-- Why members are rewarded with nothing and offered nothing, each reason by itself (areas/protection).
create function benefit_standing(asked bigint[], at timestamptz)
returns table (member_id bigint, blocked boolean, stopped boolean, test boolean)
language sql stable parallel safe as $$
  select u.member_id,
    exists (select from blocks_at(at) b where b.member_id = u.member_id)
      or exists (select from member m where m.member_id = u.member_id and m.closing_at is not null),
    offers_stopped(u.member_id), is_test_account(u.member_id)
  from unnest(asked) u (member_id)
$$;
grant execute on function benefit_standing(bigint[], timestamptz) to tianping_app;
