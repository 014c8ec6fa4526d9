-- Turnover that nothing asks for is dealt out anew only where it may serve something.
-- A bet that is first counted leaves a surplus while something is open in two cases. Either something was opened after it settled:
-- then turnover is dealt out anew. Or a gift does not count it, by its weight or its last moment: then dealing out changes nothing,
-- and it would look through all bets of the member for each bet of such a game.
set local role tianping_ledger;

create or replace function ledger.contribute_weighed(p_member_id bigint, p_venue_id smallint, p_bet_id text, p_version int, p_valid_fen bigint,
  p_weight smallint, p_settled_at timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare v_seen int; v_weight smallint;
begin
  if p_valid_fen < 0 then raise exception 'valid turnover is not negative' using errcode = 'invalid_parameter_value'; end if;
  if p_weight not between 0 and 100 then raise exception 'a weight is 0 to 100 percent' using errcode = 'invalid_parameter_value'; end if;
  perform ledger.lock_accounts(p_member_id, 100::smallint, 0::smallint, 100::smallint, 0::smallint);
  select max(version), max(weight) into v_seen, v_weight from ledger.wagering_contribution
    where member_id = p_member_id and venue_id = p_venue_id and bet_id = p_bet_id;
  if v_seen >= p_version then return; end if;
  if v_seen is not null then perform ledger.take_back(p_member_id, p_venue_id, p_bet_id, p_version); end if;
  perform ledger.consume_weighed(p_member_id, p_venue_id, p_bet_id, p_version, p_valid_fen, coalesce(v_weight, p_weight), p_settled_at);
  if v_seen is not null then perform ledger.refill(p_member_id); end if;
  if exists (
      select from ledger.wagering_requirement
      where member_id = p_member_id and state = 'open' and (v_seen is not null or opened_at > p_settled_at))
    and (v_seen is not null or exists (
      select from ledger.wagering_contribution
      where member_id = p_member_id and venue_id = p_venue_id and bet_id = p_bet_id and version = p_version and requirement_id is null and amount > 0))
  then perform ledger.rebalance(p_member_id); end if;
end $$;

reset role;

-- Planned letters hold pictures. The release before shows them with a kind that it has no word for.
create or replace view media_place as
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
  select 'journey', journey_id, name, content from journey where state <> 3 and content like '%/media/%'
  union all
  select 'letter', plan_id, value ->> 'heading', value ->> 'content' from letter_plan
  where state = 'planned' and value ->> 'content' like '%/media/%'
  union all
  select 'message', sending_id, title, content from sending where withdrawn_at is null and content like '%/media/%';
