-- Accounts that are certainly of one person: each of two proved the same contact by a code, or the same paper was approved for
-- both. What is only typed counts for nothing, so that nobody lowers a stranger's limits by stating their number.
create index member_tier_proven_number on member_tier (number_digest) where proven;
create function accounts_of_person(p_member_id bigint) returns setof bigint language sql stable parallel safe rows 2 as $$
  with recursive found (member_id) as (
    select p_member_id
    union
    select o.member_id from found f cross join lateral (
      select w.member_id from verified_contact v join verified_contact w using (channel, contact_digest) where v.member_id = f.member_id
      union all
      select u.member_id from member_tier t join member_tier u using (number_digest) where t.member_id = f.member_id and t.proven and u.proven
    ) o
  )
  -- The search ends by itself after so many, however many accounts somebody has opened by one contact.
  select member_id from (
    select member_id from (select member_id from found limit 200) near order by member_id <> p_member_id, member_id limit 50) f
  order by member_id
$$;
grant execute on function accounts_of_person(bigint) to tianping_app;

-- Two accounts that turn out to be of one person had limits of their own until now: what is open in either ends like a game
-- whose time is over, and a launch under way is overtaken (apps/server/src/areas/venues/launch.ts).
create function end_play_of_person() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_accounts bigint[] := array(select accounts_of_person(new.member_id));
begin
  if cardinality(v_accounts) > 1 then
    -- In one order, as launches count theirs.
    perform from member_care where member_id = any(v_accounts) order by member_id for update;
    update member_care set launches = launches + 1 where member_id = any(v_accounts);
    update play_stretch s set ends_at = least(s.ends_at, to_timestamp(0))
      where s.member_id = any(v_accounts) and s.began_at = (select max(n.began_at) from play_stretch n where n.member_id = s.member_id);
  end if;
  return null;
end $$;
create trigger end_play_of_person after insert or update of verified_at on verified_contact
  for each row execute function end_play_of_person();
create trigger end_play_of_person after update of proven on member_tier
  for each row when (new.proven) execute function end_play_of_person();
