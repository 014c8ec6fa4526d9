-- Turnover requirements. Every fen of a bet's valid turnover stands in exactly one place: with a requirement, or with none
-- (requirement_id null, the surplus). So the rows of a bet sum up to its valid turnover, and what a version added can be
-- taken back exactly.
set local role tianping_ledger;

create table ledger.wagering_requirement (
  member_id bigint not null check (member_id > 0),
  requirement_id uuid not null default uuidv7(),
  source_type text not null check (source_type ~ '^[a-z][a-z_]{0,39}$'),
  source_id text not null check (length(source_id) between 1 and 400),
  required_fen bigint not null check (required_fen between 0 and 1000000000000),
  contributed_fen bigint not null default 0 check (contributed_fen between 0 and required_fen),
  state text not null default 'open' check (state in ('open', 'met', 'carried', 'cancelled')),
  opened_at timestamptz not null,
  met_at timestamptz,
  primary key (member_id, requirement_id),
  unique (member_id, source_type, source_id),
  check (state <> 'open' or contributed_fen < required_fen),
  check (state <> 'met' or contributed_fen = required_fen)
) with (fillfactor = 70);
create index wagering_requirement_open on ledger.wagering_requirement (member_id, opened_at) where state = 'open';

create table ledger.wagering_contribution (
  member_id bigint not null check (member_id > 0),
  venue_id smallint not null check (venue_id > 0),
  bet_id text not null check (length(bet_id) between 1 and 100),
  version int not null check (version >= 0),
  line_no int not null check (line_no > 0),
  requirement_id uuid,
  amount bigint not null,
  settled_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (member_id, venue_id, bet_id, version, line_no)
);
create index wagering_contribution_surplus on ledger.wagering_contribution (member_id, settled_at) where requirement_id is null;

create trigger wagering_contribution_immutable before update or delete or truncate on ledger.wagering_contribution
  for each statement execute function ledger.refuse_change();

-- open -> met -> carried, open -> cancelled; nothing goes back, and what was asked for never changes.
create function ledger.only_forward() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a requirement is not deleted' using errcode = 'insufficient_privilege';
  elsif (old.state, new.state) not in (('open', 'open'), ('open', 'met'), ('open', 'cancelled'), ('met', 'met'), ('met', 'carried'),
      ('carried', 'carried'), ('cancelled', 'cancelled'))
    or (old.member_id, old.requirement_id, old.source_type, old.source_id, old.required_fen, old.opened_at)
      is distinct from (new.member_id, new.requirement_id, new.source_type, new.source_id, new.required_fen, new.opened_at) then
    raise exception 'a requirement only moves forward: % to %', old.state, new.state using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger wagering_requirement_forward before update or delete on ledger.wagering_requirement
  for each row execute function ledger.only_forward();
create trigger wagering_requirement_kept before truncate on ledger.wagering_requirement
  for each statement execute function ledger.refuse_change();

create function ledger.open_requirement(p_member_id bigint, p_source_type text, p_source_id text, p_required_fen bigint, p_opened_at timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into ledger.wagering_requirement (member_id, source_type, source_id, required_fen, state, opened_at, met_at)
    values (p_member_id, p_source_type, p_source_id, p_required_fen, case when p_required_fen = 0 then 'met' else 'open' end, p_opened_at,
      case when p_required_fen = 0 then p_opened_at end)
    on conflict (member_id, source_type, source_id) do nothing;
end $$;

create function ledger.cancel_requirement(p_member_id bigint, p_source_type text, p_source_id text)
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform ledger.lock_accounts(p_member_id, 100::smallint, 0::smallint, 100::smallint, 0::smallint);
  update ledger.wagering_requirement set state = 'cancelled'
    where member_id = p_member_id and source_type = p_source_type and source_id = p_source_id and state = 'open';
  return found;
end $$;

-- One more row of a bet; the requirement it names grows or shrinks by it.
create function ledger.add_contribution(p_member_id bigint, p_venue_id smallint, p_bet_id text, p_version int, p_requirement_id uuid,
  p_amount bigint, p_settled_at timestamptz) returns void language plpgsql as $$
begin
  insert into ledger.wagering_contribution (member_id, venue_id, bet_id, version, line_no, requirement_id, amount, settled_at)
    select p_member_id, p_venue_id, p_bet_id, p_version, coalesce(max(line_no), 0) + 1, p_requirement_id, p_amount, p_settled_at
    from ledger.wagering_contribution
    where member_id = p_member_id and venue_id = p_venue_id and bet_id = p_bet_id and version = p_version;
  if p_requirement_id is not null and p_amount > 0 then
    update ledger.wagering_requirement set contributed_fen = contributed_fen + p_amount,
        state = case when contributed_fen + p_amount = required_fen then 'met' else state end,
        met_at = case when contributed_fen + p_amount = required_fen then clock_timestamp() end
      where member_id = p_member_id and requirement_id = p_requirement_id;
  elsif p_requirement_id is not null then
    update ledger.wagering_requirement set contributed_fen = contributed_fen + p_amount,
        state = case when state = 'met' then 'carried' else state end
      where member_id = p_member_id and requirement_id = p_requirement_id;
  end if;
end $$;

-- Takes back what the earlier versions of a bet count for. Where that breaks a requirement that was met already, a new
-- one carries the gap, in the place in the queue that the old one had.
create function ledger.take_back(p_member_id bigint, p_venue_id smallint, p_bet_id text, p_version int) returns void language plpgsql as $$
declare v_part record; v_state text; v_opened_at timestamptz;
begin
  for v_part in
    select requirement_id, settled_at, sum(amount)::bigint as amount from ledger.wagering_contribution
    where member_id = p_member_id and venue_id = p_venue_id and bet_id = p_bet_id
    group by requirement_id, settled_at having sum(amount) <> 0 order by requirement_id
  loop
    select state, opened_at into v_state, v_opened_at from ledger.wagering_requirement
      where member_id = p_member_id and requirement_id = v_part.requirement_id;
    perform ledger.add_contribution(p_member_id, p_venue_id, p_bet_id, p_version, v_part.requirement_id, -v_part.amount, v_part.settled_at);
    if v_part.requirement_id is not null and v_state in ('met', 'carried') then
      insert into ledger.wagering_requirement (member_id, source_type, source_id, required_fen, opened_at)
        values (p_member_id, 'resettlement', concat_ws(':', v_part.requirement_id, p_venue_id, p_bet_id, p_version), v_part.amount, v_opened_at);
    end if;
  end loop;
end $$;

-- Counts a bet's turnover towards what was open when it settled, oldest first; the rest is surplus. There is always one
-- row at least, since the row is also what tells that this version has been seen.
create function ledger.consume(p_member_id bigint, p_venue_id smallint, p_bet_id text, p_version int, p_valid_fen bigint, p_settled_at timestamptz)
returns void language plpgsql as $$
declare v_open record; v_left bigint := p_valid_fen; v_part bigint;
begin
  for v_open in
    select requirement_id, required_fen - contributed_fen as room from ledger.wagering_requirement
    where member_id = p_member_id and state = 'open' and opened_at <= p_settled_at order by opened_at, requirement_id
  loop
    exit when v_left = 0;
    v_part := least(v_left, v_open.room);
    perform ledger.add_contribution(p_member_id, p_venue_id, p_bet_id, p_version, v_open.requirement_id, v_part, p_settled_at);
    v_left := v_left - v_part;
  end loop;
  if v_left > 0 or p_valid_fen = 0 then
    perform ledger.add_contribution(p_member_id, p_venue_id, p_bet_id, p_version, null, v_left, p_settled_at);
  end if;
end $$;

-- After a resettlement: surplus of other bets that settled while a requirement was open fills its gap again.
create function ledger.refill(p_member_id bigint) returns void language plpgsql as $$
declare v_open record; v_surplus record; v_room bigint; v_part bigint;
begin
  for v_open in
    select requirement_id, opened_at, required_fen - contributed_fen as room from ledger.wagering_requirement
    where member_id = p_member_id and state = 'open' order by opened_at, requirement_id
  loop
    v_room := v_open.room;
    for v_surplus in
      select venue_id, bet_id, settled_at, max(version) as version, sum(amount)::bigint as amount from ledger.wagering_contribution
      where member_id = p_member_id and requirement_id is null and settled_at >= v_open.opened_at
      group by venue_id, bet_id, settled_at having sum(amount) > 0 order by settled_at, venue_id, bet_id
    loop
      exit when v_room = 0;
      v_part := least(v_room, v_surplus.amount);
      perform ledger.add_contribution(p_member_id, v_surplus.venue_id, v_surplus.bet_id, v_surplus.version, null, -v_part, v_surplus.settled_at);
      perform ledger.add_contribution(p_member_id, v_surplus.venue_id, v_surplus.bet_id, v_surplus.version, v_open.requirement_id, v_part, v_surplus.settled_at);
      v_room := v_room - v_part;
    end loop;
  end loop;
end $$;

create function ledger.contribute(p_member_id bigint, p_venue_id smallint, p_bet_id text, p_version int, p_valid_fen bigint, p_settled_at timestamptz)
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
end $$;

revoke execute on all functions in schema ledger from public;
grant select on all tables in schema ledger to tianping_app;
grant execute on function ledger.open_requirement, ledger.cancel_requirement, ledger.contribute to tianping_app;
reset role;
