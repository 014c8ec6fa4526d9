-- Account 120, the stakes of bets that are not settled at a seamless venue: one per member and venue, like 110
-- (docs/money.md). The functions below take it wherever they took 110.
set local role tianping_ledger;

-- A wider check. Not valid: every row that is there keeps the narrower one, and nothing is read for it.
alter domain ledger.account_code drop constraint account_code_check;
alter domain ledger.account_code add constraint account_code_check
  check (value in (100, 110, 120, 200, 210, 220, 300, 310, 320, 330, 400, 410, 500, 900, 910)) not valid;

create or replace function ledger.is_pair(p_from smallint, p_from_venue smallint, p_to smallint, p_to_venue smallint) returns boolean language sql immutable
return (p_from in (110, 120, 400, 410)) = (p_from_venue > 0) and (p_to in (110, 120, 400, 410)) = (p_to_venue > 0) and (p_from <> p_to or p_from_venue <> p_to_venue);

-- The cash account is the gate as before: who does not hold its lock makes no other account of the member.
create or replace function ledger.lock_accounts(p_member_id bigint, p_from smallint, p_from_venue smallint, p_to smallint, p_to_venue smallint)
returns bigint language plpgsql as $$
declare
  v_code_a smallint := case when p_from in (110, 120) then p_from else 100 end;
  v_venue_a smallint := case when p_from in (110, 120) then p_from_venue else 0 end;
  v_code_b smallint := case when p_to in (110, 120) then p_to else 100 end;
  v_venue_b smallint := case when p_to in (110, 120) then p_to_venue else 0 end;
  v_needed int := 1 + (v_venue_a > 0)::int + (v_venue_b > 0 and (v_venue_b, v_code_b) <> (v_venue_a, v_code_a))::int;
  v_found int;
  v_has_cash boolean;
  v_available bigint;
begin
  loop
    select count(*) filter (where account_code = 100 or (account_code, venue_id) in ((v_code_a, v_venue_a), (v_code_b, v_venue_b))),
        coalesce(bool_or(account_code = 100), false), max(available) filter (where account_code = p_from and venue_id = p_from_venue)
      into v_found, v_has_cash, v_available
      from (
        select account_code, venue_id, posted_balance - pending_debits as available from ledger.account
        where member_id = p_member_id and account_code in (100, v_code_a, v_code_b) and venue_id in (0, v_venue_a, v_venue_b)
        order by account_code, venue_id for no key update) locked;
    if v_found = v_needed then return v_available; end if;
    if v_has_cash then
      insert into ledger.account (member_id, account_code, venue_id)
        select p_member_id, a.code, a.venue from (values (v_code_a, v_venue_a), (v_code_b, v_venue_b)) a (code, venue)
        where a.venue > 0 group by a.code, a.venue order by a.code, a.venue
        on conflict do nothing;
    else
      -- Another session may be making it too: then this waits for it, and the next round finds it.
      insert into ledger.account (member_id, account_code) values (p_member_id, 100) on conflict do nothing;
    end if;
  end loop;
end $$;

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
      select i.member_id, a.code, a.venue
      from unnest(p_items) i, lateral (values (i.from_code, i.from_venue), (i.to_code, i.to_venue)) a (code, venue)
      where a.code in (110, 120) group by i.member_id, a.code, a.venue order by i.member_id, a.code, a.venue
      on conflict do nothing;
  end loop;
end $$;
reset role;
