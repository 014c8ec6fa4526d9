-- A batch of postings looks its accounts up once (docs/decisions/0236-a-batch-looks-its-accounts-up-once.md): locking them says
-- where their rows are, and the later steps read and write them there. A locked row stays in its place until the batch writes it.
set local role tianping_ledger;

-- contract: post_batch alone calls these three functions, and it is replaced with them
drop function ledger.lock_all_accounts;
drop function ledger.all_will_do;
drop function ledger.post_set;

-- Locks every account the postings touch, in the order of lock_accounts, member by member, making the missing ones; answers where
-- their rows are. All cash accounts are made before the first one is locked.
create function ledger.lock_all_accounts(p_items ledger.posting[]) returns tid[] language plpgsql as $$
declare v_needed bigint; v_rows tid[];
begin
  insert into ledger.account (member_id, account_code)
    select i.member_id, 100 from unnest(p_items) i
    where not exists (select from ledger.account a where a.member_id = i.member_id and a.account_code = 100 and a.venue_id = 0)
    group by i.member_id order by i.member_id
    on conflict do nothing;
  loop
    with needed as materialized (
      select i.member_id, a.code, a.venue
      from unnest(p_items) i,
        lateral (values (100::smallint, 0::smallint), (i.from_code, i.from_venue), (i.to_code, i.to_venue)) a (code, venue)
      where a.code < 200 group by i.member_id, a.code, a.venue),
    locked as (
      select a.ctid as at
      from needed n join ledger.account a on a.member_id = n.member_id and a.account_code = n.code and a.venue_id = n.venue
      order by a.member_id, a.account_code, a.venue_id for no key update of a)
    select (select count(*) from needed), (select coalesce(array_agg(at), '{}') from locked) into v_needed, v_rows;
    if cardinality(v_rows) = v_needed then return v_rows; end if;
    insert into ledger.account (member_id, account_code, venue_id)
      select i.member_id, a.code, a.venue
      from unnest(p_items) i, lateral (values (i.from_code, i.from_venue), (i.to_code, i.to_venue)) a (code, venue)
      where a.code in (110, 120) group by i.member_id, a.code, a.venue order by i.member_id, a.code, a.venue
      on conflict do nothing;
  end loop;
end $$;

-- True when every account is where it was locked, every key is new and no account would fall below zero on the way, in the order
-- of the items.
create function ledger.all_will_do(p_items ledger.posting[], p_rows tid[]) returns boolean language sql
return (
  with account as materialized (
    select member_id, account_code, venue_id, posted_balance - pending_debits as available from ledger.account where ctid = any (p_rows)),
  leg as (
    select i.item, leg.line_no, i.member_id, leg.code, leg.venue, leg.amount
    from unnest(p_items) i,
      lateral (values (1, i.from_code, i.from_venue, -i.amount), (2, i.to_code, i.to_venue, i.amount)) leg (line_no, code, venue, amount)
    where leg.code < 200),
  running as (
    select a.available + sum(l.amount) over (partition by l.member_id, l.code, l.venue order by l.item, l.line_no) as available
    from leg l join account a on a.member_id = l.member_id and a.account_code = l.code and a.venue_id = l.venue)
  select (select count(*) from account) = cardinality(p_rows)
    and not exists (select from unnest(p_items) i group by i.member_id, i.key having count(*) > 1)
    and not exists (select from unnest(p_items) i join ledger.transaction t on t.member_id = i.member_id and t.idempotency_key = i.key)
    and not exists (select from running where available < 0));

create function ledger.post_set(p_items ledger.posting[], p_rows tid[]) returns table (item int, transaction_id uuid) language plpgsql as $$
begin
  return query
  with asked as materialized (
    select i.*, uuidv7() as id, coalesce(i.effective_at, clock_timestamp()) as effective,
      ledger.request_hash(i.code, 'single', i.from_code, i.from_venue, i.to_code, i.to_venue, i.amount, i.source_type, i.source_id) as hash
    from unnest(p_items) i),
  written as (
    insert into ledger.transaction (member_id, transaction_id, idempotency_key, request_hash, code, phase, amount, source_type, source_id,
      actor_type, actor_id, effective_at)
    select a.member_id, a.id, a.key, a.hash, a.code, 'single', a.amount, a.source_type, a.source_id, a.actor_type, a.actor_id, a.effective
      from asked a order by a.item),
  account as materialized (
    select ctid as at, member_id, account_code, venue_id, posted_balance, version, head from ledger.account where ctid = any (p_rows)),
  leg as (
    select a.item, a.id, a.member_id, leg.line_no, leg.code, leg.venue, leg.amount,
      ledger.seal(a.member_id, a.id, 'single', a.hash, a.effective, a.actor_type, a.actor_id, a.key) as seal
    from asked a, lateral (values (1::smallint, a.from_code, a.from_venue, -a.amount), (2::smallint, a.to_code, a.to_venue,
      a.amount)) leg (line_no, code, venue, amount)),
  running as materialized (
    select l.*, w.at, w.head, w.posted_balance + sum(l.amount) over account_of as after,
      w.version + row_number() over account_of as version,
      row_number() over account_of as place, count(*) over (partition by l.member_id, l.code, l.venue) as places
    from leg l join account w on w.member_id = l.member_id and w.account_code = l.code and w.venue_id = l.venue
    where l.code < 200
    window account_of as (partition by l.member_id, l.code, l.venue order by l.item, l.line_no rows unbounded preceding)),
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
    from chained c where c.place = c.places and w.ctid = c.at),
  lines as (
    insert into ledger.entry (member_id, transaction_id, line_no, account_code, venue_id, layer, amount, balance_after, account_version,
      hash)
    select c.member_id, c.id, c.line_no, c.code, c.venue, 'posted', c.amount, c.after, c.version, c.hash from chained c
    union all
    select l.member_id, l.id, l.line_no, l.code, l.venue, 'posted', l.amount, null, null, null from leg l where l.code >= 200)
  select a.item, a.id from asked a;
end $$;

create or replace function ledger.post_batch(p_member_id bigint[], p_key text[], p_code text[], p_from smallint[],
  p_from_venue smallint[], p_to smallint[],
  p_to_venue smallint[], p_amount bigint[], p_source_type text[], p_source_id text[], p_actor_type text[], p_actor_id text[],
    p_effective_at timestamptz[])
returns table (item int, kind text, transaction_id uuid, replayed boolean, available_fen bigint, resolved_as text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_items ledger.posting[];
  v_item ledger.posting;
  v_rows tid[];
begin
  select array_agg(row(i.item, i.a, i.b, i.c, i.d, i.e, i.f, i.g, i.h, i.j, i.k, i.l, i.m,
    i.n)::ledger.posting order by i.item) into v_items
    from unnest(p_member_id, p_key, p_code, p_from, p_from_venue, p_to, p_to_venue, p_amount, p_source_type, p_source_id, p_actor_type,
      p_actor_id, p_effective_at)
      with ordinality i (a, b, c, d, e, f, g, h, j, k, l, m, n, item);
  if exists (select from unnest(v_items) i where not ledger.is_pair(i.from_code, i.from_venue, i.to_code, i.to_venue)) then
    raise exception 'a posting of the batch is between accounts that do not exist' using errcode = 'invalid_parameter_value';
  end if;
  v_rows := ledger.lock_all_accounts(v_items);
  if ledger.all_will_do(v_items, v_rows) then
    return query select s.item, 'done', s.transaction_id, false, null::bigint, null::text from ledger.post_set(v_items, v_rows) s;
    return;
  end if;
  foreach v_item in array v_items loop
    return query select v_item.item, o.* from ledger.move('single', v_item.member_id, v_item.key, v_item.code, v_item.from_code,
      v_item.from_venue, v_item.to_code,
      v_item.to_venue, v_item.amount, v_item.source_type, v_item.source_id, v_item.actor_type, v_item.actor_id, v_item.effective_at,
        null) o;
  end loop;
end $$;

revoke execute on function ledger.lock_all_accounts, ledger.all_will_do, ledger.post_set from public;
reset role;
