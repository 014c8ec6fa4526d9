-- Months are closed by two persons. The first signs a trial balance by its digest; the second closes the month when the digest is
-- still that of the days. docs/decisions/0130-a-closed-month-ends-at-a-transaction-number.md says why nothing locks the writers.
create table month_preparation (
  month date primary key check (month = date_trunc('month', month)::date),
  digest bytea not null check (length(digest) = 32),
  prepared_by text not null,
  prepared_at timestamptz not null
);

set local role tianping_ledger;

-- The trial balance of a month from the days of its accounts.
create function ledger.month_lines(p_month date)
returns table (account_code smallint, venue_id smallint, opening_fen bigint, debit_fen bigint, credit_fen bigint, closing_fen bigint, entries bigint)
language sql stable
begin atomic
  select d.account_code, d.venue_id, coalesce(sum(d.credit_fen - d.debit_fen) filter (where d.day < p_month), 0)::bigint,
    coalesce(sum(d.debit_fen) filter (where d.day >= p_month), 0)::bigint, coalesce(sum(d.credit_fen) filter (where d.day >= p_month), 0)::bigint,
    sum(d.credit_fen - d.debit_fen)::bigint, coalesce(sum(d.entries) filter (where d.day >= p_month), 0)::bigint
  from ledger.account_day d where d.day < (p_month + interval '1 month')::date group by d.account_code, d.venue_id;
end;

-- What a person signs: the hash of all lines.
create function ledger.month_digest(p_month date) returns bytea language sql stable
begin atomic
  select sha256(convert_to(coalesce(string_agg(concat_ws('|', l.account_code, l.venue_id, l.opening_fen, l.debit_fen, l.credit_fen, l.closing_fen, l.entries), ';'
    order by l.account_code, l.venue_id), ''), 'UTF8'))
  from ledger.month_lines(p_month) l;
end;

-- The hash of a closed month: over the one before, the cut, the lines and the signatures. Names may contain anything, so their
-- length goes before them.
create function ledger.month_hash(p_before bytea, p_month date, p_cut xid8, p_digest bytea, p_prepared_by text, p_prepared_at timestamptz, p_closed_by text, p_closed_at timestamptz)
returns bytea language sql immutable
return sha256(p_before || convert_to(concat_ws('|', p_month - date '2000-01-01', p_cut, encode(p_digest, 'hex'), length(p_prepared_by), p_prepared_by,
  (extract(epoch from p_prepared_at) * 1000000)::bigint, length(p_closed_by), p_closed_by, (extract(epoch from p_closed_at) * 1000000)::bigint), 'UTF8'));

-- Closes the oldest open month, up to where the facts are complete. Answers `closed`, or why not.
create function ledger.close_month(p_month date, p_digest bytea, p_prepared_by text, p_prepared_at timestamptz, p_closed_by text, p_closed_at timestamptz)
returns text language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare v_cut xid8; v_before bytea; v_next date; v_entries bigint; v_sum numeric;
begin
  -- Whoever adds up days holds this row; so no day changes until the month is closed.
  select p.through_xid into v_cut from ledger.fact_progress p for update;
  select c.hash, (c.month + interval '1 month')::date into v_before, v_next from ledger.month_closing c order by c.month desc limit 1;
  v_next := coalesce(v_next, (select date_trunc('month', min(d.day))::date from ledger.account_day d));
  if v_next is distinct from p_month then return 'not_next'; end if;
  if (p_closed_at at time zone 'Asia/Shanghai')::date < (p_month + interval '1 month')::date then return 'not_over'; end if;
  if ledger.month_digest(p_month) <> p_digest then return 'changed'; end if;
  select coalesce(sum(l.entries), 0), coalesce(sum(l.credit_fen - l.debit_fen), 0) into v_entries, v_sum from ledger.month_lines(p_month) l;
  if v_sum <> 0 then return 'unbalanced'; end if;
  insert into ledger.month_closing (month, cut_xid, prepared_by, prepared_at, closed_by, closed_at, entries, hash)
    values (p_month, v_cut, p_prepared_by, p_prepared_at, p_closed_by, p_closed_at, v_entries,
      ledger.month_hash(coalesce(v_before, ''), p_month, v_cut, p_digest, p_prepared_by, p_prepared_at, p_closed_by, p_closed_at));
  insert into ledger.month_line (month, account_code, venue_id, opening_fen, debit_fen, credit_fen, closing_fen, entries)
    select p_month, l.account_code, l.venue_id, l.opening_fen, l.debit_fen, l.credit_fen, l.closing_fen, l.entries from ledger.month_lines(p_month) l;
  return 'closed';
end $$;

revoke execute on function ledger.month_lines, ledger.month_digest, ledger.month_hash, ledger.close_month from public;
grant execute on function ledger.month_lines, ledger.month_digest, ledger.month_hash, ledger.close_month to tianping_app;
reset role;
