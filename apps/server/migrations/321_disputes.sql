-- Payments that their payers take back through bank or card (docs/payments.md). The provider keeps the money while a dispute is open.
create table payment_dispute (
  dispute_no text primary key check (dispute_no ~ '^C[0-9A-Z]{10,40}$'),
  provider text not null,
  reference text not null,
  -- The provider's own number; empty where it has none.
  provider_no text not null default '' check (length(provider_no) <= 64),
  member_id bigint not null references member,
  deposit_no text not null,
  amount_fen bigint not null check (amount_fen > 0),
  reason text not null default '' check (length(reason) <= 200),
  due_at timestamptz,
  -- 1 open, 2 won, 3 lost, 4 accepted.
  state smallint not null default 1 check (state in (1, 2, 3, 4)),
  -- The provider's last word of the outcome.
  said text not null default '' check (said in ('', 'won', 'lost')),
  -- Empty for the provider itself.
  opened_by text not null default '',
  opened_at timestamptz not null,
  evidence text not null default '' check (length(evidence) <= 4000),
  evidence_by text not null default '',
  evidence_at timestamptz,
  -- When the evidence went to the provider.
  answered_at timestamptz,
  answered_by text not null default '',
  -- What one person found; another one, or the provider's word, makes it count.
  proposed smallint check (proposed in (2, 3, 4)),
  proposed_by text not null default '',
  proposed_at timestamptz,
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '' check (length(remark) <= 500),
  -- Of a lost one: what came from the wallet, and what the member owes.
  taken_fen bigint not null default 0 check (taken_fen >= 0),
  debt_fen bigint not null default 0 check (debt_fen >= 0),
  foreign key (provider, reference) references provider_payment,
  foreign key (member_id, deposit_no) references deposit_order,
  check ((state = 1) = (decided_at is null)),
  check (taken_fen + debt_fen <= amount_fen)
);
-- A payment has one dispute at a time, and none after it was lost.
create unique index payment_dispute_of_payment on payment_dispute (provider, reference) where state <> 2;
create index payment_dispute_open on payment_dispute (opened_at) where state = 1;
create index payment_dispute_by_member on payment_dispute (member_id, opened_at desc);
create index payment_dispute_recent on payment_dispute (opened_at desc, dispute_no desc);

-- What a member owes after a chargeback of money that was spent. The amount is the one of account 250.
create table member_debt (
  member_id bigint primary key references member,
  owed_fen bigint not null check (owed_fen >= 0),
  changed_at timestamptz not null,
  -- One person proposes to write the whole off, another one does.
  write_off_fen bigint not null default 0 check (write_off_fen >= 0),
  write_off_by text not null default '',
  write_off_at timestamptz,
  remark text not null default '' check (length(remark) <= 500),
  check ((write_off_by = '') = (write_off_at is null))
);
create index member_debt_owed on member_debt (changed_at desc) where owed_fen > 0;

-- The steps of a debt, so that each posting has its own key.
create table debt_step (
  step_id bigint primary key generated always as identity,
  member_id bigint not null references member,
  kind text not null check (kind in ('collected', 'written_off')),
  amount_fen bigint not null check (amount_fen > 0),
  by text not null,
  at timestamptz not null,
  remark text not null default '' check (length(remark) <= 500)
);
create index debt_step_by_member on debt_step (member_id, step_id desc);

alter table deposit_refund drop constraint deposit_refund_reason_check;
alter table deposit_refund add constraint deposit_refund_reason_check check (reason in ('paid_again', 'rejected', 'disputed'));

revoke delete, truncate on payment_dispute, member_debt from tianping_app;
revoke update, delete, truncate on debt_step from tianping_app;
