-- The operations on the ledger, each one call. READ COMMITTED is enough: all of them first lock the member's accounts in
-- one order, the cash row before the others, so operations of one member wait for each other and never deadlock, even when
-- a caller puts several into one transaction; operations of different members never meet.
set local role tianping_ledger;

create type ledger.outcome as (
  kind text,               -- done, insufficient, key_conflict, already_resolved, unknown_hold
  transaction_id uuid,     -- done
  replayed boolean,        -- done
  available_fen bigint,    -- insufficient
  resolved_as text         -- already_resolved: post, void
);

-- What makes two requests the same. The actor and the time are left out: whoever repeats a movement, it is the same one.
create function ledger.request_hash(p_code text, p_phase text, p_from smallint, p_from_venue smallint, p_to smallint, p_to_venue smallint,
  p_amount bigint, p_source_type text, p_source_id text) returns bytea language sql stable
return sha256(convert_to(concat_ws('|', p_code, p_phase, p_from, p_from_venue, p_to, p_to_venue, p_amount, p_source_type, p_source_id), 'UTF8'));

-- The part of an entry's hash that speaks of its transaction. Actor and key may contain anything, so the actor's length
-- goes before it and the key comes last.
create function ledger.seal(p_member_id bigint, p_transaction_id uuid, p_phase text, p_request_hash bytea, p_effective_at timestamptz,
  p_actor_type text, p_actor_id text, p_key text) returns text language sql stable
return concat_ws('|', p_member_id, p_transaction_id, p_phase, encode(p_request_hash, 'hex'), (extract(epoch from p_effective_at) * 1000000)::bigint,
  p_actor_type, length(p_actor_id), p_actor_id, p_key);

-- The next hash of an account's chain: over the last one, the entry's content and its transaction.
create function ledger.link(p_head bytea, p_line_no smallint, p_account_code smallint, p_venue_id smallint, p_layer text, p_amount bigint,
  p_balance_after bigint, p_account_version bigint, p_seal text) returns bytea language sql stable
return sha256(p_head || convert_to(concat_ws('|', p_line_no, p_account_code, p_venue_id, p_layer, p_amount, p_balance_after, p_account_version, p_seal), 'UTF8'));

-- Two accounts, each with a venue if and only if its kind has one.
create function ledger.is_pair(p_from smallint, p_from_venue smallint, p_to smallint, p_to_venue smallint) returns boolean language sql immutable
return (p_from in (110, 400, 410)) = (p_from_venue > 0) and (p_to in (110, 400, 410)) = (p_to_venue > 0) and (p_from <> p_to or p_from_venue <> p_to_venue);

-- Locks the member's cash account and the venue accounts among the two named, making them on first use. Answers what is
-- available on the first; null when that is a house account.
create function ledger.lock_accounts(p_member_id bigint, p_from smallint, p_from_venue smallint, p_to smallint, p_to_venue smallint)
returns bigint language plpgsql as $$
declare
  v_venue_a smallint := case when p_from = 110 then p_from_venue else 0 end;
  v_venue_b smallint := case when p_to = 110 then p_to_venue else 0 end;
  v_needed int := 1 + (v_venue_a > 0)::int + (v_venue_b > 0 and v_venue_b <> v_venue_a)::int;
  v_found int;
  v_available bigint;
begin
  loop
    select count(*), max(available) filter (where account_code = p_from and venue_id = p_from_venue) into v_found, v_available
      from (
        select account_code, venue_id, posted_balance - pending_debits as available from ledger.account
        where member_id = p_member_id and account_code in (100, 110) and venue_id in (0, v_venue_a, v_venue_b)
        order by account_code, venue_id for no key update) locked;
    if v_found = v_needed then return v_available; end if;
    -- Another session may be making them too: then this waits for it, and the next round finds them.
    insert into ledger.account (member_id, account_code, venue_id)
      select p_member_id, case when venue = 0 then 100 else 110 end, venue
      from unnest(array[0::smallint, v_venue_a, v_venue_b]) venue group by venue order by venue
      on conflict do nothing;
  end loop;
end $$;

create function ledger.lock_member(p_member_id bigint) returns void language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  select ledger.lock_accounts(p_member_id, 100::smallint, 0::smallint, 100::smallint, 0::smallint);
end;

-- The outcome of the request that used this key first; null when there was none.
create function ledger.replay(p_member_id bigint, p_key text, p_request_hash bytea) returns ledger.outcome language plpgsql as $$
declare v_id uuid; v_hash bytea;
begin
  select transaction_id, request_hash into v_id, v_hash from ledger.transaction where member_id = p_member_id and idempotency_key = p_key;
  if not found then return null; end if;
  if v_hash <> p_request_hash then return row('key_conflict', null, null, null, null)::ledger.outcome; end if;
  return row('done', v_id, true, null, null)::ledger.outcome;
end $$;

-- Writes the two lines of one layer, p_line_no and the next, and moves the balance rows of the accounts that have one.
-- In the pending layer it is the reservation that moves: what is held on the one side, what is on its way to the other.
create function ledger.write_pair(p_member_id bigint, p_transaction_id uuid, p_line_no smallint, p_layer text, p_from smallint, p_from_venue smallint,
  p_to smallint, p_to_venue smallint, p_amount bigint, p_seal text) returns void language plpgsql as $$
declare
  v_second smallint := p_line_no + 1;
  v_posted bigint := case p_layer when 'posted' then p_amount else 0 end;
  v_pending bigint := p_amount - v_posted;
  v_from_after bigint; v_from_version bigint; v_from_hash bytea;
  v_to_after bigint; v_to_version bigint; v_to_hash bytea;
begin
  if p_from < 200 then
    update ledger.account a set posted_balance = posted_balance - v_posted, pending_debits = pending_debits + v_pending, version = version + 1,
        head = ledger.link(head, p_line_no, p_from, p_from_venue, p_layer, -p_amount,
          case p_layer when 'posted' then posted_balance else pending_credits - pending_debits end - p_amount, version + 1, p_seal)
      where member_id = p_member_id and account_code = p_from and venue_id = p_from_venue
      returning case p_layer when 'posted' then posted_balance else pending_credits - pending_debits end, version, head
      into v_from_after, v_from_version, v_from_hash;
  end if;
  if p_to < 200 then
    update ledger.account a set posted_balance = posted_balance + v_posted, pending_credits = pending_credits + v_pending, version = version + 1,
        head = ledger.link(head, v_second, p_to, p_to_venue, p_layer, p_amount,
          case p_layer when 'posted' then posted_balance else pending_credits - pending_debits end + p_amount, version + 1, p_seal)
      where member_id = p_member_id and account_code = p_to and venue_id = p_to_venue
      returning case p_layer when 'posted' then posted_balance else pending_credits - pending_debits end, version, head
      into v_to_after, v_to_version, v_to_hash;
  end if;
  insert into ledger.entry (member_id, transaction_id, line_no, account_code, venue_id, layer, amount, balance_after, account_version, hash) values
    (p_member_id, p_transaction_id, p_line_no, p_from, p_from_venue, p_layer, -p_amount, v_from_after, v_from_version, v_from_hash),
    (p_member_id, p_transaction_id, v_second, p_to, p_to_venue, p_layer, p_amount, v_to_after, v_to_version, v_to_hash);
end $$;

-- Moves money at once (phase single) or reserves it (phase pending, a hold): the first two lines of a transaction.
create function ledger.move(p_phase text, p_member_id bigint, p_key text, p_code text, p_from smallint, p_from_venue smallint, p_to smallint, p_to_venue smallint,
  p_amount bigint, p_source_type text, p_source_id text, p_actor_type text, p_actor_id text, p_effective_at timestamptz, p_expires_at timestamptz)
returns ledger.outcome language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_hash bytea := ledger.request_hash(p_code, p_phase, p_from, p_from_venue, p_to, p_to_venue, p_amount, p_source_type, p_source_id);
  v_available bigint := ledger.lock_accounts(p_member_id, p_from, p_from_venue, p_to, p_to_venue);
  v_before ledger.outcome;
  v_id uuid;
  v_seal text;
begin
  if not ledger.is_pair(p_from, p_from_venue, p_to, p_to_venue) or p_phase not in ('single', 'pending') then
    raise exception 'no movement of phase % goes from %/% to %/%', p_phase, p_from, p_from_venue, p_to, p_to_venue using errcode = 'invalid_parameter_value';
  end if;
  if v_available < p_amount then
    v_before := ledger.replay(p_member_id, p_key, v_hash);
    if v_before.kind is not null then return v_before; end if;
    return row('insufficient', null, null, v_available, null)::ledger.outcome;
  end if;
  insert into ledger.transaction (member_id, idempotency_key, request_hash, code, phase, amount, source_type, source_id, actor_type, actor_id, expires_at, effective_at)
    values (p_member_id, p_key, v_hash, p_code, p_phase, p_amount, p_source_type, p_source_id, p_actor_type, p_actor_id, p_expires_at, coalesce(p_effective_at, clock_timestamp()))
    on conflict (member_id, idempotency_key) do nothing
    returning transaction_id, ledger.seal(p_member_id, transaction_id, p_phase, v_hash, effective_at, p_actor_type, p_actor_id, p_key) into v_id, v_seal;
  if v_id is null then return ledger.replay(p_member_id, p_key, v_hash); end if;
  perform ledger.write_pair(p_member_id, v_id, 1::smallint, case p_phase when 'single' then 'posted' else 'pending' end, p_from, p_from_venue, p_to, p_to_venue, p_amount, v_seal);
  return row('done', v_id, false, null, null)::ledger.outcome;
end $$;

-- Settles (phase post; a part when p_amount is not null) or voids a hold: takes the reservation back, then posts.
create function ledger.resolve(p_member_id bigint, p_hold_key text, p_key text, p_phase text, p_amount bigint, p_actor_type text, p_actor_id text)
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
    values (p_member_id, p_key, v_hash, v_hold.code, p_phase, v_hold.transaction_id, v_amount, v_hold.source_type, v_hold.source_id, p_actor_type, p_actor_id, clock_timestamp())
    returning transaction_id, ledger.seal(p_member_id, transaction_id, p_phase, v_hash, effective_at, p_actor_type, p_actor_id, p_key) into v_id, v_seal;
  perform ledger.write_pair(p_member_id, v_id, 1::smallint, 'pending', v_from.account_code, v_from.venue_id, v_to.account_code, v_to.venue_id, -v_hold.amount, v_seal);
  if p_phase = 'post' then
    perform ledger.write_pair(p_member_id, v_id, 3::smallint, 'posted', v_from.account_code, v_from.venue_id, v_to.account_code, v_to.venue_id, v_amount, v_seal);
  end if;
  return row('done', v_id, false, null, null)::ledger.outcome;
end $$;

revoke execute on all functions in schema ledger from public;
grant execute on function ledger.move, ledger.resolve, ledger.lock_member, ledger.request_hash, ledger.seal, ledger.link to tianping_app;
reset role;
