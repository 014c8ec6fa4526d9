-- Turnover of some games counts in part towards the requirements of gifts (docs/decisions/0224-weights-are-for-gifts-alone.md).
-- A part of a bet that serves a requirement has two figures: `amount`, the valid turnover it takes of the bet, and
-- `counted`, what the requirement counts of it (null where that is the same). Per bet and requirement, sums over rows:
-- amount = ceil(100 * counted / weight) for a gift, amount = counted for all others.
set local role tianping_ledger;

alter table ledger.wagering_requirement
  -- A gift of the house, by whose requirement turnover is weighed.
  add column is_gift boolean not null default false,
  -- The last moment to meet it; null while there is none.
  add column expires_at timestamptz;
alter table ledger.wagering_contribution
  -- Percent, as of when the bet was first counted; the same in all rows of a bet.
  add column weight smallint not null default 100,
  add column counted bigint;

create or replace function ledger.only_forward() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a requirement is not deleted' using errcode = 'insufficient_privilege';
  elsif (old.state, new.state) not in (('open', 'open'), ('open', 'met'), ('open', 'cancelled'), ('met', 'met'), ('met', 'carried'),
      ('carried', 'carried'), ('cancelled', 'cancelled'))
    or (old.member_id, old.requirement_id, old.source_type, old.source_id, old.required_fen, old.opened_at, old.is_gift, old.expires_at)
      is distinct from (new.member_id, new.requirement_id, new.source_type, new.source_id, new.required_fen, new.opened_at, new.is_gift,
        new.expires_at) then
    raise exception 'a requirement only moves forward: % to %', old.state, new.state using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create function ledger.open_gift(p_member_id bigint, p_source_type text, p_source_id text, p_required_fen bigint, p_opened_at timestamptz,
  p_expires_at timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into ledger.wagering_requirement (member_id, source_type, source_id, required_fen, state, opened_at, met_at, is_gift, expires_at)
    values (p_member_id, p_source_type, p_source_id, p_required_fen, case when p_required_fen = 0 then 'met' else 'open' end, p_opened_at,
      case when p_required_fen = 0 then p_opened_at end, true, p_expires_at)
    on conflict (member_id, source_type, source_id) do nothing;
end $$;

-- One more row of a bet; the requirement it names grows or shrinks by what is counted.
create function ledger.add_part(p_member_id bigint, p_venue_id smallint, p_bet_id text, p_version int, p_requirement_id uuid,
  p_amount bigint, p_counted bigint, p_weight smallint, p_settled_at timestamptz) returns void language plpgsql as $$
begin
  insert into ledger.wagering_contribution (member_id, venue_id, bet_id, version, line_no, requirement_id, amount, counted, weight,
    settled_at)
    select p_member_id, p_venue_id, p_bet_id, p_version, coalesce(max(line_no), 0) + 1, p_requirement_id, p_amount,
      case when p_requirement_id is not null then nullif(p_counted, p_amount) end, p_weight, p_settled_at
    from ledger.wagering_contribution
    where member_id = p_member_id and venue_id = p_venue_id and bet_id = p_bet_id and version = p_version;
  if p_requirement_id is not null and p_counted > 0 then
    update ledger.wagering_requirement set contributed_fen = contributed_fen + p_counted,
        state = case when contributed_fen + p_counted = required_fen then 'met' else state end,
        met_at = case when contributed_fen + p_counted = required_fen then clock_timestamp() end
      where member_id = p_member_id and requirement_id = p_requirement_id;
  elsif p_requirement_id is not null then
    update ledger.wagering_requirement set contributed_fen = contributed_fen + p_counted,
        state = case when state = 'met' then 'carried' else state end
      where member_id = p_member_id and requirement_id = p_requirement_id;
  end if;
end $$;

-- As before; the requirement that carries a gap is of the kind of the one it follows.
create or replace function ledger.take_back(p_member_id bigint, p_venue_id smallint, p_bet_id text, p_version int) returns void
  language plpgsql as $$
declare v_part record; v_state text; v_opened_at timestamptz; v_is_gift boolean;
begin
  for v_part in
    select requirement_id, settled_at, max(weight) as weight, sum(amount)::bigint as amount, sum(coalesce(counted,
      amount))::bigint as counted
    from ledger.wagering_contribution
    where member_id = p_member_id and venue_id = p_venue_id and bet_id = p_bet_id
    group by requirement_id, settled_at having sum(amount) <> 0 order by requirement_id
  loop
    select state, opened_at, is_gift into v_state, v_opened_at, v_is_gift from ledger.wagering_requirement
      where member_id = p_member_id and requirement_id = v_part.requirement_id;
    perform ledger.add_part(p_member_id, p_venue_id, p_bet_id, p_version, v_part.requirement_id, -v_part.amount, -v_part.counted,
      v_part.weight, v_part.settled_at);
    if v_part.requirement_id is not null and v_state in ('met', 'carried') then
      insert into ledger.wagering_requirement (member_id, source_type, source_id, required_fen, opened_at, is_gift)
        values (p_member_id, 'resettlement', concat_ws(':', v_part.requirement_id, p_venue_id, p_bet_id, p_version), v_part.counted,
          v_opened_at, v_is_gift);
    end if;
  end loop;
end $$;

-- Counts a bet's turnover towards what was open when it settled, oldest first. A gift counts whole fen of the weighed
-- turnover and takes no more of the bet than these need; what is left goes on to the next. What settles from the last
-- moment of a gift on does not count towards it.
create function ledger.consume_weighed(p_member_id bigint, p_venue_id smallint, p_bet_id text, p_version int, p_valid_fen bigint,
  p_weight smallint, p_settled_at timestamptz)
returns void language plpgsql as $$
declare v_open record; v_left bigint := p_valid_fen; v_part bigint; v_counted bigint;
begin
  for v_open in
    select requirement_id, required_fen - contributed_fen as room, case when is_gift then p_weight else 100 end as weight
    from ledger.wagering_requirement
    where member_id = p_member_id and state = 'open' and opened_at <= p_settled_at and (expires_at is null or p_settled_at < expires_at)
    order by opened_at, requirement_id
  loop
    exit when v_left = 0;
    v_counted := least(v_left * v_open.weight / 100, v_open.room);
    continue when v_counted = 0;
    v_part := (v_counted * 100 + v_open.weight - 1) / v_open.weight;
    perform ledger.add_part(p_member_id, p_venue_id, p_bet_id, p_version, v_open.requirement_id, v_part, v_counted, p_weight, p_settled_at);
    v_left := v_left - v_part;
  end loop;
  if v_left > 0 or p_valid_fen = 0 then
    perform ledger.add_part(p_member_id, p_venue_id, p_bet_id, p_version, null, v_left, v_left, p_weight, p_settled_at);
  end if;
end $$;

-- After a resettlement: surplus of other bets that settled while a requirement was open fills its gap again. What a bet
-- counts for a gift is reckoned from all that it has there, so that no fen is lost between two parts.
create or replace function ledger.refill(p_member_id bigint) returns void language plpgsql as $$
declare v_open record; v_surplus record; v_room bigint; v_part bigint; v_weight bigint; v_counted bigint;
begin
  for v_open in
    select requirement_id, opened_at, expires_at, is_gift, required_fen - contributed_fen as room from ledger.wagering_requirement
    where member_id = p_member_id and state = 'open' order by opened_at, requirement_id
  loop
    v_room := v_open.room;
    for v_surplus in
      select s.*, coalesce(h.amount, 0)::bigint as held, coalesce(h.counted, 0)::bigint as held_counted
      from (
        select venue_id, bet_id, settled_at, max(version) as version, max(weight) as weight, sum(amount)::bigint as amount
        from ledger.wagering_contribution
        where member_id = p_member_id and requirement_id is null and settled_at >= v_open.opened_at
          and (v_open.expires_at is null or settled_at < v_open.expires_at)
        group by venue_id, bet_id, settled_at having sum(amount) > 0) s
      left join lateral (
        select sum(c.amount) as amount, sum(coalesce(c.counted, c.amount)) as counted from ledger.wagering_contribution c
        where c.member_id = p_member_id and c.venue_id = s.venue_id and c.bet_id = s.bet_id and c.requirement_id = v_open.requirement_id
      ) h on true
      order by s.settled_at, s.venue_id, s.bet_id
    loop
      exit when v_room = 0;
      v_weight := case when v_open.is_gift then v_surplus.weight else 100 end;
      v_counted := least((v_surplus.held + v_surplus.amount) * v_weight / 100 - v_surplus.held_counted, v_room);
      continue when v_counted <= 0;
      v_part := ((v_surplus.held_counted + v_counted) * 100 + v_weight - 1) / v_weight - v_surplus.held;
      perform ledger.add_part(p_member_id, v_surplus.venue_id, v_surplus.bet_id, v_surplus.version, null, -v_part, -v_part,
        v_surplus.weight, v_surplus.settled_at);
      perform ledger.add_part(p_member_id, v_surplus.venue_id, v_surplus.bet_id, v_surplus.version, v_open.requirement_id, v_part,
        v_counted,
        v_surplus.weight, v_surplus.settled_at);
      v_room := v_room - v_counted;
    end loop;
  end loop;
end $$;

-- Deals out what the bets since the oldest of the last 200 requirements have for these, bet by bet as they settled, as
-- before: what was met or carried takes first and keeps exactly what it had, then the open, oldest first.
-- Where the member has a gift, who takes first decides how much a weighed bet counts. So what weighed bets gave to a
-- requirement that was met stays there, and a dealing out that would leave more missing than before is not made.
-- Where a requirement has a last moment, a later bet does not serve all that an earlier one does: then nothing moves
-- away from what was met.
create or replace function ledger.rebalance(p_member_id bigint) returns void language plpgsql as $$
declare
  v_ids uuid[]; v_opened timestamptz[]; v_ends timestamptz[]; v_room bigint[]; v_gift boolean[]; v_open uuid[];
  v_from timestamptz; v_was bigint; v_is bigint := 0; v_limited boolean;
  v_bet record; v_move record; v_left bigint; v_part bigint; v_counted bigint; v_weight bigint; v_closed int;
  v_venues smallint[] := '{}'; v_bets text[] := '{}'; v_settled timestamptz[] := '{}'; v_to uuid[] := '{}'; v_amounts bigint[] := '{}';
  v_counts bigint[] := '{}';
begin
  if not exists (
    select from ledger.wagering_contribution where member_id = p_member_id and requirement_id is null
    group by venue_id, bet_id, settled_at having sum(amount) > 0
  ) then return; end if;
  select array_agg(requirement_id order by is_open, opened_at, requirement_id), array_agg(opened_at order by is_open, opened_at,
    requirement_id),
      array_agg(expires_at order by is_open, opened_at, requirement_id),
      array_agg(room order by is_open, opened_at, requirement_id), array_agg(is_gift order by is_open, opened_at, requirement_id),
      array_agg(requirement_id) filter (where is_open), min(opened_at), count(*) filter (where not is_open),
      coalesce(sum(contributed_fen) filter (where is_open), 0), bool_or(expires_at < 'infinity')
    into v_ids, v_opened, v_ends, v_room, v_gift, v_open, v_from, v_closed, v_was, v_limited
    from (
      select requirement_id, opened_at, coalesce(expires_at, 'infinity') as expires_at, state = 'open' as is_open, is_gift, contributed_fen,
        case state when 'open' then required_fen else contributed_fen end as room
      from ledger.wagering_requirement where member_id = p_member_id and state <> 'cancelled' order by opened_at desc,
        requirement_id desc limit 200
    ) recent;
  if v_open is null then return; end if;
  -- Without a gift every bet counts in full wherever it serves.
  if not true = any(v_gift) then v_gift := null; end if;
  if v_gift is not null then
    for v_move in
      select requirement_id, sum(coalesce(counted, amount))::bigint as counted from ledger.wagering_contribution
      where member_id = p_member_id and settled_at >= v_from and (v_limited or weight < 100) and requirement_id = any(v_ids)
        and requirement_id <> all(v_open)
      group by requirement_id
    loop
      v_part := array_position(v_ids, v_move.requirement_id);
      v_room[v_part] := v_room[v_part] - v_move.counted;
    end loop;
  end if;
  for v_bet in
    select venue_id, bet_id, settled_at, case when v_gift is null then 100 else max(weight) end as weight, sum(amount)::bigint as amount
    from ledger.wagering_contribution
    where member_id = p_member_id and settled_at >= v_from and (requirement_id is null or requirement_id = any(v_ids))
      and (v_gift is null or (weight = 100 and not v_limited) or requirement_id is null or requirement_id = any(v_open))
    group by venue_id, bet_id, settled_at having sum(amount) > 0 order by settled_at, venue_id, bet_id
  loop
    v_left := v_bet.amount;
    for i in 1 .. cardinality(v_ids) loop
      exit when v_left = 0;
      continue when v_opened[i] > v_bet.settled_at or v_ends[i] <= v_bet.settled_at or ((v_limited or v_bet.weight < 100)
        and i <= v_closed);
      v_weight := case when v_gift[i] then v_bet.weight else 100 end;
      v_counted := least(v_left * v_weight / 100, v_room[i]);
      continue when v_counted = 0;
      v_part := (v_counted * 100 + v_weight - 1) / v_weight;
      v_room[i] := v_room[i] - v_counted;
      v_left := v_left - v_part;
      if i > v_closed then v_is := v_is + v_counted; end if;
      v_venues := v_venues || v_bet.venue_id; v_bets := v_bets || v_bet.bet_id; v_settled := v_settled || v_bet.settled_at;
      v_to := v_to || v_ids[i]; v_amounts := v_amounts || v_part; v_counts := v_counts || v_counted;
    end loop;
    if v_left > 0 then
      v_venues := v_venues || v_bet.venue_id; v_bets := v_bets || v_bet.bet_id; v_settled := v_settled || v_bet.settled_at;
      v_to := v_to || null::uuid; v_amounts := v_amounts || v_left; v_counts := v_counts || v_left;
    end if;
  end loop;
  if v_is < v_was then return; end if;
  -- What is taken away first, so that no requirement holds more than it asks for in between.
  for v_move in
    with difference as (
      select venue_id, bet_id, settled_at, requirement_id, sum(amount)::bigint as amount, sum(counted)::bigint as counted from (
        select venue_id, bet_id, settled_at, requirement_id, amount, counted
          from unnest(v_venues, v_bets, v_settled, v_to, v_amounts, v_counts) as dealt (venue_id, bet_id, settled_at, requirement_id,
            amount, counted)
        union all
        select venue_id, bet_id, settled_at, requirement_id, -amount, -coalesce(counted, amount) from ledger.wagering_contribution
          where member_id = p_member_id and settled_at >= v_from and (requirement_id is null or requirement_id = any(v_ids))
            and (v_gift is null or (weight = 100 and not v_limited) or requirement_id is null or requirement_id = any(v_open))
      ) both_sides group by 1, 2, 3, 4 having sum(amount) <> 0 or sum(counted) <> 0)
    select d.*, b.version, b.weight from difference d cross join lateral (
      select max(c.version) as version, max(c.weight) as weight from ledger.wagering_contribution c
      where c.member_id = p_member_id and c.venue_id = d.venue_id and c.bet_id = d.bet_id) b
    order by d.counted, d.venue_id, d.bet_id
  loop
    if v_move.requirement_id = any(v_open) then
      perform ledger.add_part(p_member_id, v_move.venue_id, v_move.bet_id, v_move.version, v_move.requirement_id, v_move.amount,
        v_move.counted, v_move.weight, v_move.settled_at);
    else
      -- Exchanged for another bet's, or surplus: the requirement itself stays as it is.
      insert into ledger.wagering_contribution (member_id, venue_id, bet_id, version, line_no, requirement_id, amount, counted, weight,
        settled_at)
        select p_member_id, v_move.venue_id, v_move.bet_id, v_move.version, max(line_no) + 1, v_move.requirement_id, v_move.amount,
          case when v_move.requirement_id is not null then nullif(v_move.counted, v_move.amount) end, v_move.weight, v_move.settled_at
        from ledger.wagering_contribution
        where member_id = p_member_id and venue_id = v_move.venue_id and bet_id = v_move.bet_id and version = v_move.version;
    end if;
  end loop;
end $$;

-- As `contribute`, with the weight of the bet's game; a bet that was counted before keeps the weight it had then.
-- A bet that is first counted leaves a surplus while something is open in two cases. Either something was opened after it
-- settled: then turnover is dealt out anew. Or a gift does not count it, by its weight or its last moment: then dealing out
-- changes nothing, and it would look through all bets of the member for each bet of such a game.
create function ledger.contribute_weighed(p_member_id bigint, p_venue_id smallint, p_bet_id text, p_version int, p_valid_fen bigint,
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
      where member_id = p_member_id and venue_id = p_venue_id and bet_id = p_bet_id and version = p_version and requirement_id is null
        and amount > 0))
  then perform ledger.rebalance(p_member_id); end if;
end $$;

-- The release before calls this one and knows no weights.
create or replace function ledger.contribute(p_member_id bigint, p_venue_id smallint, p_bet_id text, p_version int, p_valid_fen bigint,
  p_settled_at timestamptz)
returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  select ledger.contribute_weighed(p_member_id, p_venue_id, p_bet_id, p_version, p_valid_fen, 100::smallint, p_settled_at)
$$;

revoke execute on function ledger.open_gift, ledger.add_part, ledger.consume_weighed, ledger.contribute_weighed from public;
grant execute on function ledger.open_gift, ledger.contribute_weighed to tianping_app;
reset role;
