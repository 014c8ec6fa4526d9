-- The money core: accounts, transactions, entries. docs/money.md describes it.
--
-- Every key begins with member_id and every operation touches one member only: the house side of a movement is an entry
-- stored under the member's id. So the tables can be spread over many databases by member without another change.
set local role tianping_ledger;

-- A member's balance rows. House accounts have none: one row that everybody updates would be the bottleneck.
-- head is the end of the account's hash chain (see ledger.link).
create table ledger.account (
  member_id bigint not null check (member_id > 0),
  account_code smallint not null check (account_code in (100, 110)),
  venue_id smallint not null default 0,
  posted_balance bigint not null default 0 check (posted_balance >= 0),
  pending_debits bigint not null default 0 check (pending_debits >= 0),
  pending_credits bigint not null default 0 check (pending_credits >= 0),
  version bigint not null default 0 check (version >= 0),
  head bytea not null default '',
  primary key (member_id, account_code, venue_id),
  check (posted_balance - pending_debits >= 0),
  check ((account_code = 110) = (venue_id > 0))
) with (fillfactor = 70);

-- What was asked, once per key. A hold is a row of phase pending; settling or voiding it is another row that names it in
-- pending_id, so nothing is ever updated and the unique index lets a hold be resolved once only.
create table ledger.transaction (
  member_id bigint not null check (member_id > 0),
  transaction_id uuid not null default uuidv7(),
  idempotency_key text not null check (length(idempotency_key) between 1 and 200),
  request_hash bytea not null check (length(request_hash) = 32),
  code text not null check (code in ('deposit', 'withdrawal', 'venue_in', 'venue_out', 'game_result', 'red_packet', 'rebate',
    'activity_bonus', 'agent_commission', 'adjustment', 'fee')),
  phase text not null check (phase in ('single', 'pending', 'post', 'void')),
  pending_id uuid,
  amount bigint not null check (amount between 1 and 1000000000000),
  source_type text not null check (source_type ~ '^[a-z][a-z_]{0,39}$'),
  source_id text not null check (length(source_id) between 1 and 200),
  actor_type text not null check (actor_type in ('member', 'operator', 'system', 'provider', 'venue')),
  actor_id text not null check (length(actor_id) between 1 and 200),
  expires_at timestamptz,
  effective_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  xact_id xid8 not null default pg_current_xact_id(),
  primary key (member_id, transaction_id),
  unique (member_id, idempotency_key),
  check ((phase in ('post', 'void')) = (pending_id is not null)),
  check (expires_at is null or phase = 'pending')
);
create unique index transaction_resolves_once on ledger.transaction (member_id, pending_id) where pending_id is not null;
-- For the roll-up of house accounts, which goes by transaction number.
create index transaction_by_xact on ledger.transaction (xact_id);

-- Where it went: two lines per layer, which sum to zero. balance_after is the running sum of the account's layer;
-- account_version counts the account's entries of both layers without a gap, and its unique index would show a lost update.
create table ledger.entry (
  member_id bigint not null,
  transaction_id uuid not null,
  line_no smallint not null check (line_no between 1 and 4),
  account_code smallint not null check (account_code in (100, 110, 200, 210, 220, 300, 310, 320, 330, 400, 410, 500, 900, 910)),
  venue_id smallint not null,
  layer text not null check (layer in ('posted', 'pending')),
  amount bigint not null check (amount <> 0),
  balance_after bigint,
  account_version bigint,
  hash bytea,
  primary key (member_id, transaction_id, line_no),
  check ((account_code in (110, 400, 410)) = (venue_id > 0)),
  check ((account_code < 200) = (account_version is not null)),
  check (num_nulls(balance_after, account_version, hash) in (0, 3))
);
create unique index entry_version on ledger.entry (member_id, account_code, venue_id, account_version) where account_version is not null;

-- House balances, added up in the background; through_xid says up to (not including) which transaction.
create table ledger.house_balance (
  shard smallint not null,
  account_code smallint not null,
  venue_id smallint not null,
  amount bigint not null,
  through_xid xid8 not null,
  primary key (shard, account_code, venue_id)
);

create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on ledger.% is refused: a correction is a new row', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger transaction_immutable before update or delete or truncate on ledger.transaction
  for each statement execute function ledger.refuse_change();
create trigger entry_immutable before update or delete or truncate on ledger.entry
  for each statement execute function ledger.refuse_change();

grant usage on schema ledger to tianping_app;
grant select on all tables in schema ledger to tianping_app;
reset role;
