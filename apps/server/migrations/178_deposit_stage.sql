-- What a member or the provider says of an order before it is paid for certain, and what the member wants done with a payment
-- of another amount. Neither moves money.
alter table deposit_order
  add column paid_said_at timestamptz,
  add column paid_said_by text not null default '' check (paid_said_by in ('', 'member', 'provider')),
  add column wish text not null default '' check (wish in ('', 'credit', 'refund')),
  add column wished_at timestamptz,
  add check ((paid_said_at is null) = (paid_said_by = '')),
  add check ((wished_at is null) = (wish = ''));

-- A payment that was not credited and goes back to its payer. It was never booked, so giving it back books nothing: one operator
-- pays it outside and records the voucher, another confirms it.
create table deposit_refund (
  member_id bigint not null references member,
  refund_no text not null unique,
  deposit_no text not null,
  provider text not null,
  reference text not null,
  reason text not null check (reason in ('paid_again', 'rejected')),
  amount_fen bigint not null check (amount_fen > 0),
  -- 1 waits, 2 done.
  state smallint not null default 1 check (state in (1, 2)),
  created_at timestamptz not null,
  voucher text not null default '' check (length(voucher) <= 100),
  recorded_by text not null default '',
  recorded_at timestamptz,
  confirmed_by text not null default '',
  confirmed_at timestamptz,
  primary key (member_id, refund_no),
  unique (provider, reference),
  foreign key (provider, reference) references provider_payment,
  foreign key (member_id, deposit_no) references deposit_order,
  check ((voucher = '') = (recorded_at is null) and (recorded_by = '') = (recorded_at is null)),
  check ((state = 2) = (confirmed_at is not null) and (confirmed_by = '') = (confirmed_at is null)),
  check (state = 1 or (recorded_by <> '' and recorded_by <> confirmed_by))
);
create index deposit_refund_by_order on deposit_refund (member_id, deposit_no);
create index deposit_refund_waiting on deposit_refund (created_at) where state = 1;
create index deposit_refund_recent on deposit_refund (created_at desc, refund_no desc);
create unique index deposit_refund_voucher on deposit_refund (provider, voucher) where voucher <> '';
revoke delete, truncate on deposit_refund from tianping_app;

-- What was paid beyond the credit before there were refunds waits for one now, the latest payments first.
insert into deposit_refund (member_id, refund_no, deposit_no, provider, reference, reason, amount_fen, created_at)
select member_id, 'R' || to_char(received_at at time zone 'Asia/Shanghai', 'YYMMDD')
    || upper(left(replace(gen_random_uuid()::text, '-', ''), 20)),
  deposit_no, provider, reference, 'paid_again', least(amount_fen, excess_fen - later_fen), received_at
from (
  select p.*, sum(p.amount_fen) over whole - o.credited_fen as excess_fen,
    coalesce(sum(p.amount_fen) over (partition by p.member_id, p.deposit_no order by p.received_at desc, p.reference desc
      rows between unbounded preceding and 1 preceding), 0) as later_fen
  from provider_payment p join deposit_order o using (member_id, deposit_no)
  where o.state = 2
  window whole as (partition by p.member_id, p.deposit_no)
) paid
where excess_fen > later_fen;
