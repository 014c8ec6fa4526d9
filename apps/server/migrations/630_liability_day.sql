-- What the operator owed at the end of each Beijing day in the items that the ledger's days do not say, test accounts included as in
-- the books (docs/decisions/0246-what-is-owed-is-kept-by-day.md).
create table liability_day (
  day date not null,
  item text not null check (item in ('open_stakes', 'rebates', 'bonuses', 'commissions', 'wagering')),
  amount_fen bigint not null,
  -- The moment whose state this is: the day's end where rows carry their times, else when it was counted, never later than the next day.
  as_of timestamptz not null,
  primary key (day, item),
  check (as_of >= (day + 1)::timestamp at time zone 'Asia/Shanghai' and as_of < (day + 2)::timestamp at time zone 'Asia/Shanghai')
);
-- A day's figure never changes.
revoke update, delete, truncate on liability_day from tianping_app;

-- The first day at whose end items are counted that nothing can tell afterwards. One row.
create table liability_start (
  only_one boolean primary key default true check (only_one),
  began_on date not null
);
revoke update, delete, truncate on liability_start from tianping_app;

create view bi.liability_day as
  with moved as (
    select day, case account_code when 100 then 'wallets' when 110 then 'venues' else 'payable' end as item, sum(credit_fen - debit_fen) as fen
    from ledger.account_day where account_code in (100, 110, 210) group by 1, 2),
  days as (
    select d::date as day, i.item
    from (select min(day) as first from moved) f, generate_series(f.first, (now() at time zone 'Asia/Shanghai')::date - 1, interval '1 day') d,
      (values ('wallets'), ('venues'), ('payable')) i (item))
  select day, item, coalesce(sum(m.fen) over (partition by item order by day), 0)::bigint as amount_fen,
    (day + 1)::timestamp at time zone 'Asia/Shanghai' as as_of
  from days left join moved m using (day, item)
  union all
  select day, item, amount_fen, as_of from public.liability_day;
comment on view bi.liability_day is
  '每日日末的负债，按项目：wallets、venues、payable 由账本计算，其余逐日保存；as_of 为统计时点；未能得知的日子没有该行；wagering 不是欠款；含测试账号';
grant select on bi.liability_day to tianping_bi;
