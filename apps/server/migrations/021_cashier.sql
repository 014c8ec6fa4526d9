-- Deposits and withdrawals: what was asked, what became of it and who decided. The money itself lies in the ledger.

-- The site's own accounts that bank deposits are paid to.
create table receiving_account (
  account_id int primary key generated always as identity,
  bank_name text not null,
  bank_no text not null,
  bank_owner text not null,
  bank_address text not null,
  rank int not null default 0,
  enabled boolean not null default true
);

-- Whose an order is, by its number alone: callbacks, the public order page and operators have no more than that.
create table order_directory (
  order_no text primary key,
  kind text not null check (kind in ('deposit', 'withdrawal')),
  member_id bigint not null
);

create table deposit_order (
  member_id bigint not null,
  deposit_no text not null,
  -- A method key of get_pay_way, and for usdt the protocol.
  method text not null,
  protocol text not null default '' check (protocol in ('', 'TRC20', 'ERC20')),
  amount_fen bigint not null check (amount_fen > 0),
  usdt_cents bigint not null default 0,
  -- 1 pending, 2 credited, 3 refused (part 2 §4).
  state smallint not null default 1 check (state in (1, 2, 3)),
  -- Who moves a pending one: the provider's callback or an operator.
  waits_for text not null check (waits_for in ('provider', 'person', '')),
  -- Where it is paid: the provider, its page, and for usdt the receiving address.
  provider text not null default '',
  pay_url text not null default '',
  pay_address text not null default '',
  -- What the member says of a bank transfer; the number is sealed like a card's.
  payer_bank text not null default '',
  payer_owner text not null default '',
  payer_address text not null default '',
  payer_no_sealed bytea,
  payer_no_tail text not null default '',
  -- What was credited, which is what was really paid.
  credited_fen bigint check (credited_fen > 0),
  created_at timestamptz not null,
  expires_at timestamptz,
  claimed_by text not null default '',
  claimed_until timestamptz,
  decided_by text not null default '',
  decided_at timestamptz,
  -- What the member may read.
  remark text not null default '',
  action_key text not null,
  primary key (member_id, deposit_no),
  unique (member_id, action_key),
  check ((state = 1) = (waits_for <> '')),
  check ((state = 2) = (credited_fen is not null))
);
create index deposit_order_history on deposit_order (member_id, created_at desc);
create index deposit_order_pending on deposit_order (created_at) where state = 1;
create index deposit_order_recent on deposit_order (created_at desc);

-- Every payment a provider reported, by its own reference: one reference counts once, for one order.
create table provider_payment (
  provider text not null,
  reference text not null,
  member_id bigint not null,
  deposit_no text not null,
  amount_fen bigint not null check (amount_fen > 0),
  paid_at timestamptz not null,
  received_at timestamptz not null,
  primary key (provider, reference)
);
create index provider_payment_by_order on provider_payment (member_id, deposit_no);

-- Every callback as it came, with what was made of it.
create table provider_callback (
  callback_id bigint primary key generated always as identity,
  provider text not null,
  received_at timestamptz not null,
  address text not null,
  signature text not null,
  body text not null,
  verdict text not null,
  deposit_no text not null default ''
);
create index provider_callback_by_order on provider_callback (deposit_no, callback_id desc) where deposit_no <> '';

create table withdrawal_order (
  member_id bigint not null,
  withdrawal_no text not null,
  card_id bigint not null,
  -- 1 bank card or Alipay, 2 USDT; label as in decision 12.
  kind smallint not null check (kind in (1, 2)),
  method text not null,
  amount_fen bigint not null check (amount_fen > 0),
  -- For USDT: yuan per USDT, what the amount is worth, the fee and what arrives, in hundredths of a USDT.
  rate numeric(12, 4),
  usdt_cents bigint not null default 0,
  fee_cents bigint not null default 0,
  receives_cents bigint not null default 0,
  state smallint not null default 1 check (state in (1, 2, 3)),
  created_at timestamptz not null,
  claimed_by text not null default '',
  claimed_until timestamptz,
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '',
  action_key text not null,
  primary key (member_id, withdrawal_no),
  unique (member_id, action_key),
  foreign key (member_id, card_id) references card,
  check (kind = 1 or (rate > 0 and receives_cents > 0))
);
create index withdrawal_order_history on withdrawal_order (member_id, created_at desc);
create index withdrawal_order_pending on withdrawal_order (created_at) where state = 1;
create index withdrawal_order_recent on withdrawal_order (created_at desc);

-- Paying an approved withdrawal out. `open` ones are for a person or a provider to pay.
create table payout_attempt (
  member_id bigint not null,
  withdrawal_no text not null,
  attempt_no smallint not null check (attempt_no > 0),
  provider text not null,
  state text not null check (state in ('open', 'paid', 'failed')),
  reference text not null default '',
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (member_id, withdrawal_no, attempt_no),
  foreign key (member_id, withdrawal_no) references withdrawal_order
);
create index payout_attempt_open on payout_attempt (created_at) where state = 'open';

-- What providers said is never changed afterwards.
revoke update, delete, truncate on provider_callback, provider_payment from tianping_app;
