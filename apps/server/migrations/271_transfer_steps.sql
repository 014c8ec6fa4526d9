-- A transfer with a venue begins and ends in one statement each. Both lock the member first; each statement inside sees
-- what was committed before that lock was taken.
create type transfer_begun as (kind text, available_fen bigint, tx_id text);

-- kind: begun, busy (another is in flight at this venue), repeated (tx_id is the transfer of the same action), insufficient,
-- apart, stopped (play is switched off) or blocked (the member may not play).
create function transfer_begin(p_member_id bigint, p_tx_id text, p_request_key text, p_venue_id smallint, p_direction text, p_amount bigint,
  p_take_all boolean, p_now timestamptz, p_next_check_at timestamptz, p_actor_type text, p_actor_id text, p_apart_fen bigint)
returns transfer_begun language plpgsql as $$
declare
  v_in boolean := p_direction = 'IN';
  v_tx_id text;
  v_available bigint;
  v_held ledger.outcome;
begin
  perform ledger.lock_member(p_member_id);
  if v_in and (select value ->> 'open' from site_setting where key = 'play' order by version desc limit 1) = 'false' then
    return row('stopped', null, null)::transfer_begun;
  end if;
  if v_in and (exists (select from member where member_id = p_member_id and closing_at is not null)
    or exists (select from blocks_at(p_now) b where b.member_id = p_member_id)) then
    return row('blocked', null, null)::transfer_begun;
  end if;
  insert into venue_transfer (member_id, tx_id, request_key, venue_id, direction, amount_fen, take_all, created_at, next_check_at)
    values (p_member_id, p_tx_id, p_request_key, p_venue_id, p_direction, p_amount, p_take_all, p_now, p_next_check_at)
    on conflict do nothing returning tx_id into v_tx_id;
  if v_tx_id is null then
    select t.tx_id into v_tx_id from venue_transfer t
      where t.member_id = p_member_id and t.request_key = p_request_key and t.venue_id = p_venue_id and t.direction = p_direction;
    return row(case when v_tx_id is null then 'busy' else 'repeated' end, null, v_tx_id)::transfer_begun;
  end if;
  if v_in and p_apart_fen > 0 then
    select a.posted_balance - a.pending_debits into v_available from ledger.account a
      where a.member_id = p_member_id and a.account_code = 100 and a.venue_id = 0;
    if p_amount <= v_available and p_amount > v_available - p_apart_fen then
      v_held := row('apart', null, null, greatest(v_available - p_apart_fen, 0), null)::ledger.outcome;
    end if;
  end if;
  if v_held.kind is null then
    v_held := ledger.move('pending', p_member_id, 'venue:' || p_tx_id || ':hold', case when v_in then 'venue_in' else 'venue_out' end,
      case when v_in then 100 else 110 end::smallint, case when v_in then 0 else p_venue_id end::smallint,
      case when v_in then 110 else 100 end::smallint, case when v_in then p_venue_id else 0 end::smallint,
      p_amount, 'venue_transfer', p_tx_id, p_actor_type, p_actor_id, p_now, null);
  end if;
  if v_held.kind in ('insufficient', 'apart') then
    update venue_transfer set state = 0, reason = v_held.kind, resolved_at = p_now, next_check_at = null
      where member_id = p_member_id and tx_id = p_tx_id;
    return row(v_held.kind, v_held.available_fen, p_tx_id)::transfer_begun;
  end if;
  if v_held.kind <> 'done' then
    raise exception 'the ledger answered % to the hold of transfer %', v_held.kind, p_tx_id;
  end if;
  update venue_player set epoch = epoch + 1 where member_id = p_member_id and venue_id = p_venue_id;
  return row('begun', null, p_tx_id)::transfer_begun;
end $$;

-- Ends a transfer once: what the venue moved is posted, at most what was held; zero or null releases the hold. Answers the
-- row as it is then, which somebody else may have ended.
create function transfer_end(p_member_id bigint, p_tx_id text, p_moved_fen bigint, p_reason text, p_now timestamptz, p_actor_type text, p_actor_id text)
returns venue_transfer language plpgsql as $$
declare
  v_transfer venue_transfer;
  v_ended ledger.outcome;
  v_done boolean := coalesce(p_moved_fen, 0) > 0;
begin
  perform ledger.lock_member(p_member_id);
  select * into strict v_transfer from venue_transfer where member_id = p_member_id and tx_id = p_tx_id for update;
  if v_transfer.state <> 2 then return v_transfer; end if;
  v_ended := ledger.resolve_at(p_member_id, 'venue:' || p_tx_id || ':hold', 'venue:' || p_tx_id || case when v_done then ':settle' else ':release' end,
    case when v_done then 'post' else 'void' end, case when v_done then p_moved_fen end, p_actor_type, p_actor_id, p_now);
  if v_ended.kind <> 'done' then
    raise exception 'the ledger answered % to the end of transfer %', v_ended.kind, p_tx_id;
  end if;
  update venue_player set epoch = epoch + 1 where member_id = p_member_id and venue_id = v_transfer.venue_id;
  update venue_transfer set state = case when v_done then 1 else 0 end, moved_fen = p_moved_fen, reason = p_reason, resolved_at = p_now, next_check_at = null
    where member_id = p_member_id and tx_id = p_tx_id returning * into v_transfer;
  return v_transfer;
end $$;
revoke execute on function transfer_begin, transfer_end from public;
grant execute on function transfer_begin, transfer_end to tianping_app;
