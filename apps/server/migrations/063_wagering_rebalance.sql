-- What is missing before a withdrawal depends on which bets there are, not on the order in which they came. Counted as they
-- come, a bet that arrives late, or is corrected upwards, finds the requirement of its time filled by a later bet already and
-- stays surplus, while a newer requirement, which that later bet could have served, stays open. So whenever a bet leaves a
-- gap and a surplus side by side, the member's turnover is dealt out anew.
set local role tianping_ledger;

-- Deals out what the bets since the oldest of the last 200 requirements have for these, bet by bet as they settled. Of the
-- requirements open when a bet settled any may take it, since later bets may serve them all: whoever takes first, the sum is
-- the largest there is. What was met or carried takes first, so that it keeps exactly what it had; then the open, oldest
-- first. Only differences are written; a requirement's sum changes only where it is open.
create function ledger.rebalance(p_member_id bigint) returns void language plpgsql as $$
declare
  v_ids uuid[]; v_opened timestamptz[]; v_room bigint[]; v_open uuid[]; v_from timestamptz;
  v_bet record; v_move record; v_left bigint; v_part bigint;
  v_venues smallint[] := '{}'; v_bets text[] := '{}'; v_settled timestamptz[] := '{}'; v_to uuid[] := '{}'; v_amounts bigint[] := '{}';
begin
  if not exists (
    select from ledger.wagering_contribution where member_id = p_member_id and requirement_id is null
    group by venue_id, bet_id, settled_at having sum(amount) > 0
  ) then return; end if;
  select array_agg(requirement_id order by is_open, opened_at, requirement_id), array_agg(opened_at order by is_open, opened_at, requirement_id),
      array_agg(room order by is_open, opened_at, requirement_id), array_agg(requirement_id) filter (where is_open), min(opened_at)
    into v_ids, v_opened, v_room, v_open, v_from
    from (
      select requirement_id, opened_at, state = 'open' as is_open, case state when 'open' then required_fen else contributed_fen end as room
      from ledger.wagering_requirement where member_id = p_member_id and state <> 'cancelled' order by opened_at desc, requirement_id desc limit 200
    ) recent;
  if v_open is null then return; end if;
  for v_bet in
    select venue_id, bet_id, settled_at, sum(amount)::bigint as amount from ledger.wagering_contribution
    where member_id = p_member_id and settled_at >= v_from and (requirement_id is null or requirement_id = any(v_ids))
    group by venue_id, bet_id, settled_at having sum(amount) > 0 order by settled_at, venue_id, bet_id
  loop
    v_left := v_bet.amount;
    for i in 1 .. cardinality(v_ids) loop
      exit when v_left = 0;
      v_part := least(v_left, v_room[i]);
      continue when v_part = 0 or v_opened[i] > v_bet.settled_at;
      v_room[i] := v_room[i] - v_part;
      v_left := v_left - v_part;
      v_venues := v_venues || v_bet.venue_id; v_bets := v_bets || v_bet.bet_id; v_settled := v_settled || v_bet.settled_at;
      v_to := v_to || v_ids[i]; v_amounts := v_amounts || v_part;
    end loop;
    if v_left > 0 then
      v_venues := v_venues || v_bet.venue_id; v_bets := v_bets || v_bet.bet_id; v_settled := v_settled || v_bet.settled_at;
      v_to := v_to || null::uuid; v_amounts := v_amounts || v_left;
    end if;
  end loop;
  -- What is taken away first, so that no requirement holds more than it asks for in between.
  for v_move in
    with difference as (
      select venue_id, bet_id, settled_at, requirement_id, sum(amount)::bigint as amount from (
        select venue_id, bet_id, settled_at, requirement_id, amount
          from unnest(v_venues, v_bets, v_settled, v_to, v_amounts) as dealt (venue_id, bet_id, settled_at, requirement_id, amount)
        union all
        select venue_id, bet_id, settled_at, requirement_id, -amount from ledger.wagering_contribution
          where member_id = p_member_id and settled_at >= v_from and (requirement_id is null or requirement_id = any(v_ids))
      ) both_sides group by 1, 2, 3, 4 having sum(amount) <> 0)
    select d.*, (select max(c.version) from ledger.wagering_contribution c
        where c.member_id = p_member_id and c.venue_id = d.venue_id and c.bet_id = d.bet_id) as version
    from difference d order by d.amount, d.venue_id, d.bet_id
  loop
    if v_move.requirement_id = any(v_open) then
      perform ledger.add_contribution(p_member_id, v_move.venue_id, v_move.bet_id, v_move.version, v_move.requirement_id, v_move.amount, v_move.settled_at);
    else
      -- Exchanged for another bet's, or surplus: the requirement itself stays as it is.
      insert into ledger.wagering_contribution (member_id, venue_id, bet_id, version, line_no, requirement_id, amount, settled_at)
        select p_member_id, v_move.venue_id, v_move.bet_id, v_move.version, max(line_no) + 1, v_move.requirement_id, v_move.amount, v_move.settled_at
        from ledger.wagering_contribution
        where member_id = p_member_id and venue_id = v_move.venue_id and bet_id = v_move.bet_id and version = v_move.version;
    end if;
  end loop;
end $$;

create or replace function ledger.contribute(p_member_id bigint, p_venue_id smallint, p_bet_id text, p_version int, p_valid_fen bigint, p_settled_at timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare v_seen int;
begin
  if p_valid_fen < 0 then raise exception 'valid turnover is not negative' using errcode = 'invalid_parameter_value'; end if;
  perform ledger.lock_accounts(p_member_id, 100::smallint, 0::smallint, 100::smallint, 0::smallint);
  select max(version) into v_seen from ledger.wagering_contribution where member_id = p_member_id and venue_id = p_venue_id and bet_id = p_bet_id;
  if v_seen >= p_version then return; end if;
  if v_seen is not null then perform ledger.take_back(p_member_id, p_venue_id, p_bet_id, p_version); end if;
  perform ledger.consume(p_member_id, p_venue_id, p_bet_id, p_version, p_valid_fen, p_settled_at);
  if v_seen is not null then perform ledger.refill(p_member_id); end if;
  -- A bet that came in its turn and left a surplus found nothing open: this is for the others.
  if exists (select from ledger.wagering_requirement where member_id = p_member_id and state = 'open')
    and (v_seen is not null or exists (
      select from ledger.wagering_contribution
      where member_id = p_member_id and venue_id = p_venue_id and bet_id = p_bet_id and version = p_version and requirement_id is null and amount > 0))
  then perform ledger.rebalance(p_member_id); end if;
end $$;

revoke execute on function ledger.rebalance from public;
reset role;
