-- What tools outside may read: documented views of facts without names, cards or contacts, for a role that reads nothing else.
-- Roles belong to the whole cluster, so this one may exist already, and another database may be creating it this moment.
do $$
begin
  for attempt in 1 .. 20 loop
    begin
      if not exists (select from pg_roles where rolname = 'tianping_bi') then
        create role tianping_bi nologin;
      end if;
      -- Whoever acts as the server may act as the reader, which is less.
      if not pg_has_role('tianping_app', 'tianping_bi', 'SET') then
        grant tianping_bi to tianping_app with set true, inherit false;
      end if;
      exit;
    exception when duplicate_object or unique_violation or internal_error then
      if attempt = 20 then raise; end if;
      perform pg_sleep(0.02 * attempt);
    end;
  end loop;
end $$;

create schema bi;
comment on schema bi is '经营数据，只读。日期为北京日期，金额单位为分；不含测试账号，试算科目除外。';

create view bi.member_day as
  select member_id, day, deposits, deposit_fen, withdrawals, withdrawal_fen, bonus_fen, packet_fen, rebate_fen, commission_fen, adjustment_fen, fee_fen
  from ledger.member_day where member_id not in (select member_id from public.test_account where state = 2);
comment on view bi.member_day is '会员每日资金：到账存款、已付款取款、奖金、红包、返水、佣金、人工调整、手续费';

create view bi.play_day as
  select p.member_id, p.day, p.venue_id, v.name as venue, v.category, p.game_code, g.name as game, p.bets, p.stake_fen, p.valid_fen, p.payout_fen
  from public.play_day p join public.venue v using (venue_id) left join public.game g using (venue_id, game_code)
  where p.member_id not in (select member_id from public.test_account where state = 2);
comment on view bi.play_day is '会员每日每个游戏的已结算注单，按首次结算日；GGR = stake_fen - payout_fen';

create view bi.member as
  select m.member_id, (m.created_at at time zone 'Asia/Shanghai')::date as registered_on, m.referrer_id as invited_by, m.vip as level,
    (f.first_deposit_at at time zone 'Asia/Shanghai')::date as first_deposit_on, (f.second_deposit_at at time zone 'Asia/Shanghai')::date as second_deposit_on
  from public.member m left join ledger.member_first f using (member_id)
  where m.member_id not in (select member_id from public.test_account where state = 2);
comment on view bi.member is '会员：注册日、推荐人、当前等级、首次与第二次存款日；没有姓名与联系方式';

create view bi.account_day as
  select day, account_code, venue_id, code, debit_fen, credit_fen, entries from ledger.account_day;
comment on view bi.account_day is '每个科目每日的借方、贷方与分录数；余额为贷方减借方的累计，含测试账号';

create view bi.month_line as
  select l.month, l.account_code, l.venue_id, l.opening_fen, l.debit_fen, l.credit_fen, l.closing_fen, l.entries, c.closed_at, encode(c.hash, 'hex') as month_hash
  from ledger.month_line l join ledger.month_closing c using (month);
comment on view bi.month_line is '已关账月份的试算平衡表';

grant usage on schema bi to tianping_bi;
grant select on all tables in schema bi to tianping_bi;
