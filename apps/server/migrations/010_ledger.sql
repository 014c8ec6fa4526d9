-- The money core: accounts, transactions, entries. docs/money.md describes it.
--
-- Every key begins with member_id and every operation touches one member only: the house side of a movement is an entry
-- stored under the member's id. So the tables can be spread over many databases by member without another change.
set local role tianping_ledger;

-- Rules of one column are domains: PostgreSQL keeps their compiled form, while a CHECK of a table is parsed anew by every
-- statement, which made a posting of these few rows half as fast.
create domain ledger.member_id as bigint check (value > 0);
create domain ledger.amount as bigint check (value between 1 and 1000000000000);
create domain ledger.signed_amount as bigint check (value <> 0);
create domain ledger.balance as bigint check (value >= 0);
create domain ledger.name as text check (value ~ '^[a-z][a-z_]{0,39}$');
create domain ledger.reference as text check (length(value) between 1 and 200);
create domain ledger.hash as bytea check (length(value) = 32);
create domain ledger.account_code as smallint check (value in (100, 110, 200, 210, 220, 300, 310, 320, 330, 400, 410, 500, 900, 910));
create domain ledger.transaction_code as text check (value in ('deposit', 'withdrawal', 'venue_in', 'venue_out', 'game_result',
  'red_packet', 'rebate', 'activity_bonus', 'agent_commission', 'adjustment', 'fee'));
create domain ledger.phase as text check (value in ('single', 'pending', 'post', 'void'));
create domain ledger.layer as text check (value in ('posted', 'pending'));
create domain ledger.actor as text check (value in ('member', 'operator', 'system', 'provider', 'venue'));

-- A member's balance rows. House accounts have none: one row that everybody updates would be the bottleneck.
-- head is the end of the account's hash chain (see ledger.link).
create table ledger.account (
  member_id ledger.member_id not null,
  account_code ledger.account_code not null,
  venue_id smallint not null default 0,
  posted_balance ledger.balance not null default 0,
  pending_debits ledger.balance not null default 0,
  pending_credits ledger.balance not null default 0,
  version bigint not null default 0,
  head bytea not null default '',
  primary key (member_id, account_code, venue_id),
  check (posted_balance >= pending_debits)
) with (fillfactor = 70);

-- What was asked, once per key. A hold is a row of phase pending; settling or voiding it is another row that names it in
-- pending_id, so nothing is ever updated and the unique index lets a hold be resolved once only.
create table ledger.transaction (
  member_id ledger.member_id not null,
  transaction_id uuid not null default uuidv7(),
  idempotency_key ledger.reference not null,
  request_hash ledger.hash not null,
  code ledger.transaction_code not null,
  phase ledger.phase not null,
  pending_id uuid,
  amount ledger.amount not null,
  source_type ledger.name not null,
  source_id ledger.reference not null,
  actor_type ledger.actor not null,
  actor_id ledger.reference not null,
  expires_at timestamptz,
  effective_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  xact_id xid8 not null default pg_current_xact_id(),
  primary key (member_id, transaction_id),
  unique (member_id, idempotency_key)
);
create unique index transaction_resolves_once on ledger.transaction (member_id, pending_id) where pending_id is not null;
-- For the roll-up of house accounts, which goes by transaction number.
create index transaction_by_xact on ledger.transaction (xact_id);

-- Where it went: two lines per layer, which sum to zero. Lines of a member account have balance_after (the running sum of
-- the account's layer), account_version (counts the account's entries of both layers without a gap; its unique index
-- would show a lost update) and hash; lines of a house account have none of the three.
create table ledger.entry (
  member_id ledger.member_id not null,
  transaction_id uuid not null,
  line_no smallint not null,
  account_code ledger.account_code not null,
  venue_id smallint not null,
  layer ledger.layer not null,
  amount ledger.signed_amount not null,
  balance_after bigint,
  account_version bigint,
  hash ledger.hash,
  primary key (member_id, transaction_id, line_no)
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
