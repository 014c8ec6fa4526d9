-- Payouts that go through a provider (docs/payments.md). An attempt that a provider has is settled by the provider's
-- word, or by two persons who found out otherwise.
create table provider_payout (
  -- Ours, and the provider's key for asking again: the withdrawal and its attempt.
  payout_no text primary key check (payout_no ~ '^[0-9A-Z]{10,64}$'),
  provider text not null,
  member_id bigint not null,
  withdrawal_no text not null,
  attempt_no smallint not null,
  amount_fen bigint not null check (amount_fen > 0),
  -- Empty for the platform itself.
  asked_by text not null default '',
  -- `queued`: nothing has left · `sent`: it may have gone out · `paid`, `failed`: settled.
  state text not null default 'queued' check (state in ('queued', 'sent', 'paid', 'failed')),
  -- The provider's last word; after the payout was settled it may differ from `state`.
  says text not null default '' check (says in ('', 'pending', 'paid', 'failed', 'amount', 'reference')),
  said text not null default '' check (length(said) <= 300),
  reference text not null default '' check (length(reference) <= 64),
  tries int not null default 0,
  created_at timestamptz not null,
  sent_at timestamptz,
  next_at timestamptz not null,
  settled_at timestamptz,
  -- What one person found out and another one has to confirm.
  judged_by text not null default '',
  judged_paid boolean,
  judged_reference text not null default '',
  unique (member_id, withdrawal_no, attempt_no),
  foreign key (member_id, withdrawal_no, attempt_no) references payout_attempt
);
create index provider_payout_due on provider_payout (next_at) where state in ('queued', 'sent');
create index provider_payout_changed on provider_payout (member_id, withdrawal_no)
  where state in ('paid', 'failed') and says in ('paid', 'failed');
create index provider_payout_day on provider_payout (provider, settled_at) where state = 'paid';

-- Why a withdrawal was approved without a person, or was left to one.
create table payout_check (
  member_id bigint not null,
  withdrawal_no text not null,
  rule_version int not null,
  -- What did not hold; empty for one that was approved.
  failed text[] not null,
  checked_at timestamptz not null,
  primary key (member_id, withdrawal_no),
  foreign key (member_id, withdrawal_no) references withdrawal_order
);
create index payout_check_passed on payout_check (checked_at) where failed = '{}';

revoke delete, truncate on provider_payout from tianping_app;
revoke update, delete, truncate on payout_check from tianping_app;
