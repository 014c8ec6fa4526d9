-- New accounts, made without a circle of waiting. Before this, a session made a missing venue account without holding the
-- member's cash account; another that held the cash account and came to the same venue account waited for the first, which
-- went on to wait for the cash account. Now the cash account is the gate: who does not hold its lock makes no venue
-- account, and who makes or waits for a missing cash account holds nothing else of that member.
set local role tianping_ledger;

create or replace function ledger.lock_accounts(p_member_id bigint, p_from smallint, p_from_venue smallint, p_to smallint, p_to_venue smallint)
returns bigint language plpgsql as $$
declare
  v_venue_a smallint := case when p_from = 110 then p_from_venue else 0 end;
  v_venue_b smallint := case when p_to = 110 then p_to_venue else 0 end;
  v_needed int := 1 + (v_venue_a > 0)::int + (v_venue_b > 0 and v_venue_b <> v_venue_a)::int;
  v_found int;
  v_has_cash boolean;
  v_available bigint;
begin
  loop
    select count(*), coalesce(bool_or(account_code = 100), false), max(available) filter (where account_code = p_from and venue_id = p_from_venue)
      into v_found, v_has_cash, v_available
      from (
        select account_code, venue_id, posted_balance - pending_debits as available from ledger.account
        where member_id = p_member_id and account_code in (100, 110) and venue_id in (0, v_venue_a, v_venue_b)
        order by account_code, venue_id for no key update) locked;
    if v_found = v_needed then return v_available; end if;
    if v_has_cash then
      insert into ledger.account (member_id, account_code, venue_id)
        select p_member_id, 110, venue from unnest(array[v_venue_a, v_venue_b]) venue where venue > 0 group by venue order by venue
        on conflict do nothing;
    else
      -- Another session may be making it too: then this waits for it, and the next round finds it.
      insert into ledger.account (member_id, account_code) values (p_member_id, 100) on conflict do nothing;
    end if;
  end loop;
end $$;

-- A batch makes all missing cash accounts, in the order of the members, before it locks the first account.
create or replace function ledger.lock_all_accounts(p_items ledger.posting[]) returns void language plpgsql as $$
declare v_needed bigint; v_found bigint;
begin
  insert into ledger.account (member_id, account_code)
    select i.member_id, 100 from unnest(p_items) i
    where not exists (select from ledger.account a where a.member_id = i.member_id and a.account_code = 100 and a.venue_id = 0)
    group by i.member_id order by i.member_id
    on conflict do nothing;
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
      select i.member_id, 110, a.venue
      from unnest(p_items) i, lateral (values (i.from_code, i.from_venue), (i.to_code, i.to_venue)) a (code, venue)
      where a.code = 110 group by i.member_id, a.venue order by i.member_id, a.venue
      on conflict do nothing;
  end loop;
end $$;
reset role;
