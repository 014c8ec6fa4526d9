-- Settling and releasing take the time of their caller, as posting does, so that a movement counts on the day of one clock.
set local role tianping_ledger;

-- The end of a hold at a time of the caller's, as `move` takes one.
create function ledger.resolve_at(p_member_id bigint, p_hold_key text, p_key text, p_phase text, p_amount bigint, p_actor_type text, p_actor_id text, p_effective_at timestamptz)
returns ledger.outcome language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_hold ledger.transaction;
  v_from ledger.entry;
  v_to ledger.entry;
  v_hash bytea;
  v_before ledger.outcome;
  v_as text;
  v_id uuid;
  v_seal text;
  v_amount bigint;
begin
  select * into v_hold from ledger.transaction where member_id = p_member_id and idempotency_key = p_hold_key and phase = 'pending';
  if not found then return row('unknown_hold', null, null, null, null)::ledger.outcome; end if;
  select * into v_from from ledger.entry where member_id = p_member_id and transaction_id = v_hold.transaction_id and line_no = 1;
  select * into v_to from ledger.entry where member_id = p_member_id and transaction_id = v_hold.transaction_id and line_no = 2;
  v_amount := coalesce(p_amount, v_hold.amount);
  if p_phase not in ('post', 'void') then
    raise exception 'a hold does not end as %', p_phase using errcode = 'invalid_parameter_value';
  end if;
  if v_amount > v_hold.amount then
    raise exception 'a hold of % cannot be settled for %', v_hold.amount, v_amount using errcode = 'invalid_parameter_value';
  end if;
  v_hash := ledger.request_hash(v_hold.code, p_phase, v_from.account_code, v_from.venue_id, v_to.account_code, v_to.venue_id, v_amount, 'hold', p_hold_key);
  perform ledger.lock_accounts(p_member_id, v_from.account_code, v_from.venue_id, v_to.account_code, v_to.venue_id);
  v_before := ledger.replay(p_member_id, p_key, v_hash);
  if v_before.kind is not null then return v_before; end if;
  select phase into v_as from ledger.transaction where member_id = p_member_id and pending_id = v_hold.transaction_id;
  if found then return row('already_resolved', null, null, null, v_as)::ledger.outcome; end if;
  insert into ledger.transaction (member_id, idempotency_key, request_hash, code, phase, pending_id, amount, source_type, source_id, actor_type, actor_id, effective_at)
    values (p_member_id, p_key, v_hash, v_hold.code, p_phase, v_hold.transaction_id, v_amount, v_hold.source_type, v_hold.source_id, p_actor_type, p_actor_id,
      coalesce(p_effective_at, clock_timestamp()))
    returning transaction_id, ledger.seal(p_member_id, transaction_id, p_phase, v_hash, effective_at, p_actor_type, p_actor_id, p_key) into v_id, v_seal;
  perform ledger.write_pair(p_member_id, v_id, 1::smallint, 'pending', v_from.account_code, v_from.venue_id, v_to.account_code, v_to.venue_id, -v_hold.amount, v_seal);
  if p_phase = 'post' then
    perform ledger.write_pair(p_member_id, v_id, 3::smallint, 'posted', v_from.account_code, v_from.venue_id, v_to.account_code, v_to.venue_id, v_amount, v_seal);
  end if;
  return row('done', v_id, false, null, null)::ledger.outcome;
end $$;
-- What the release before calls.
create or replace function ledger.resolve(p_member_id bigint, p_hold_key text, p_key text, p_phase text, p_amount bigint, p_actor_type text, p_actor_id text)
returns ledger.outcome language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  select ledger.resolve_at(p_member_id, p_hold_key, p_key, p_phase, p_amount, p_actor_type, p_actor_id, null);
end;
revoke execute on function ledger.resolve_at from public;
grant execute on function ledger.resolve_at to tianping_app;
reset role;
