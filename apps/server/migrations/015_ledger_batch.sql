-- Many independent postings in one call. Written by sets when nothing can go wrong, which is nearly always and several
-- times faster; else item by item, so that each keeps its own outcome.
set local role tianping_ledger;

-- The hash chain over several entries of one account: the state is the last hash, or the account's head at the beginning.
create function ledger.next_link(p_last bytea, p_head bytea, p_line_no smallint, p_account_code smallint, p_venue_id smallint, p_amount bigint,
  p_balance_after bigint, p_account_version bigint, p_seal text) returns bytea language plpgsql stable as $$
begin
  return ledger.link(coalesce(p_last, p_head), p_line_no, p_account_code, p_venue_id, 'posted', p_amount, p_balance_after, p_account_version, p_seal);
end $$;
create aggregate ledger.chain(bytea, smallint, smallint, smallint, bigint, bigint, bigint, text) (sfunc = ledger.next_link, stype = bytea);

create type ledger.posting as (item int, member_id bigint, key text, code text, from_code smallint, from_venue smallint, to_code smallint, to_venue smallint,
  amount bigint, source_type text, source_id text, actor_type text, actor_id text, effective_at timestamptz);

-- Locks every account the postings touch, in the order of lock_accounts, member by member, making the missing ones.
create function ledger.lock_all_accounts(p_items ledger.posting[]) returns void language plpgsql as $$
declare v_needed bigint; v_found bigint;
begin
  loop
    with needed as materialized (
      select i.member_id, a.code, a.venue
      from unnest(p_items) i, lateral (values (100::smallint, 0::smallint), (i.from_code, i.from_venue), (i.to_code, i.to_venue)) a (code, venue)
      where a.code < 200 group by i.member_id, a.code, a.venue),
    locked as (
      select 1 from needed n join ledger.account a on a.member_id = n.member_id and a.account_code = n.code and a.venue_id = n.venue
      order by a.member_id, a.account_code, a.venue_id for no key update of a)
    select (select count(*) from needed), (select count(*) from locked) into v_needed, v_found;
    exit when v_found = v_needed;
    insert into ledger.account (member_id, account_code, venue_id)
      select i.member_id, a.code, a.venue
      from unnest(p_items) i, lateral (values (100::smallint, 0::smallint), (i.from_code, i.from_venue), (i.to_code, i.to_venue)) a (code, venue)
      where a.code < 200 group by i.member_id, a.code, a.venue order by i.member_id, a.code, a.venue
      on conflict do nothing;
  end loop;
end $$;

-- True when every key is new and no account would fall below zero on the way, in the order of the items.
create function ledger.all_will_do(p_items ledger.posting[]) returns boolean language sql
return not exists (select from unnest(p_items) i group by i.member_id, i.key having count(*) > 1)
  and not exists (select from unnest(p_items) i join ledger.transaction t on t.member_id = i.member_id and t.idempotency_key = i.key)
  and not exists (
    select from (
      select a.posted_balance - a.pending_debits + sum(leg.amount) over (partition by leg.member_id, leg.code, leg.venue order by leg.item, leg.line_no) as running
      from (
        select i.item, 1 as line_no, i.member_id, i.from_code as code, i.from_venue as venue, -i.amount as amount from unnest(p_items) i where i.from_code < 200
        union all
        select i.item, 2, i.member_id, i.to_code, i.to_venue, i.amount from unnest(p_items) i where i.to_code < 200) leg
      join ledger.account a on a.member_id = leg.member_id and a.account_code = leg.code and a.venue_id = leg.venue) r
    where r.running < 0);

create function ledger.post_set(p_items ledger.posting[]) returns table (item int, transaction_id uuid) language plpgsql as $$
begin
  return query
  with asked as materialized (
    select i.*, uuidv7() as id, coalesce(i.effective_at, clock_timestamp()) as effective,
      ledger.request_hash(i.code, 'single', i.from_code, i.from_venue, i.to_code, i.to_venue, i.amount, i.source_type, i.source_id) as hash
    from unnest(p_items) i),
  written as (
    insert into ledger.transaction (member_id, transaction_id, idempotency_key, request_hash, code, phase, amount, source_type, source_id, actor_type, actor_id, effective_at)
    select a.member_id, a.id, a.key, a.hash, a.code, 'single', a.amount, a.source_type, a.source_id, a.actor_type, a.actor_id, a.effective from asked a order by a.item),
  leg as (
    select a.item, a.id, a.member_id, leg.line_no, leg.code, leg.venue, leg.amount,
      ledger.seal(a.member_id, a.id, 'single', a.hash, a.effective, a.actor_type, a.actor_id, a.key) as seal
    from asked a, lateral (values (1::smallint, a.from_code, a.from_venue, -a.amount), (2::smallint, a.to_code, a.to_venue, a.amount)) leg (line_no, code, venue, amount)),
  running as materialized (
    select l.*, w.head, w.posted_balance + sum(l.amount) over account as after, w.version + row_number() over account as version,
      row_number() over account as place, count(*) over (partition by l.member_id, l.code, l.venue) as places
    from leg l join ledger.account w on w.member_id = l.member_id and w.account_code = l.code and w.venue_id = l.venue
    where l.code < 200
    window account as (partition by l.member_id, l.code, l.venue order by l.item, l.line_no rows unbounded preceding)),
  -- Most accounts come once in a batch; those need no aggregate, which would cost more than all the rest.
  chained as materialized (
    select r.*, ledger.link(r.head, r.line_no, r.code, r.venue, 'posted', r.amount, r.after::bigint, r.version, r.seal) as hash
    from running r where r.places = 1
    union all
    select r.*, ledger.chain(r.head, r.line_no, r.code, r.venue, r.amount, r.after::bigint, r.version, r.seal)
      over (partition by r.member_id, r.code, r.venue order by r.version rows unbounded preceding) as hash
    from running r where r.places > 1),
  moved as (
    update ledger.account w set posted_balance = c.after, version = c.version, head = c.hash
    from chained c where c.place = c.places and w.member_id = c.member_id and w.account_code = c.code and w.venue_id = c.venue),
  lines as (
    insert into ledger.entry (member_id, transaction_id, line_no, account_code, venue_id, layer, amount, balance_after, account_version, hash)
    select c.member_id, c.id, c.line_no, c.code, c.venue, 'posted', c.amount, c.after, c.version, c.hash from chained c
    union all
    select l.member_id, l.id, l.line_no, l.code, l.venue, 'posted', l.amount, null, null, null from leg l where l.code >= 200)
  select a.item, a.id from asked a;
end $$;

create function ledger.post_batch(p_member_id bigint[], p_key text[], p_code text[], p_from smallint[], p_from_venue smallint[], p_to smallint[],
  p_to_venue smallint[], p_amount bigint[], p_source_type text[], p_source_id text[], p_actor_type text[], p_actor_id text[], p_effective_at timestamptz[])
returns table (item int, kind text, transaction_id uuid, replayed boolean, available_fen bigint, resolved_as text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_items ledger.posting[];
  v_item ledger.posting;
begin
  select array_agg(row(i.item, i.a, i.b, i.c, i.d, i.e, i.f, i.g, i.h, i.j, i.k, i.l, i.m, i.n)::ledger.posting order by i.item) into v_items
    from unnest(p_member_id, p_key, p_code, p_from, p_from_venue, p_to, p_to_venue, p_amount, p_source_type, p_source_id, p_actor_type, p_actor_id, p_effective_at)
      with ordinality i (a, b, c, d, e, f, g, h, j, k, l, m, n, item);
  if exists (select from unnest(v_items) i where not ledger.is_pair(i.from_code, i.from_venue, i.to_code, i.to_venue)) then
    raise exception 'a posting of the batch is between accounts that do not exist' using errcode = 'invalid_parameter_value';
  end if;
  perform ledger.lock_all_accounts(v_items);
  if ledger.all_will_do(v_items) then
    return query select s.item, 'done', s.transaction_id, false, null::bigint, null::text from ledger.post_set(v_items) s;
    return;
  end if;
  foreach v_item in array v_items loop
    return query select v_item.item, o.* from ledger.move('single', v_item.member_id, v_item.key, v_item.code, v_item.from_code, v_item.from_venue, v_item.to_code,
      v_item.to_venue, v_item.amount, v_item.source_type, v_item.source_id, v_item.actor_type, v_item.actor_id, v_item.effective_at, null) o;
  end loop;
end $$;

revoke execute on all functions in schema ledger from public;
grant execute on function ledger.post_batch to tianping_app;
reset role;
