-- USDT on a chain of the Ethereum kind: an address for each member, what the watcher has seen, and
-- what the signer is asked to send (docs/usdt.md).

-- Places of addresses in an account; a number that is never used leaves a gap and no more.
create sequence chain_place as int minvalue 0 start 0;

-- An address belongs to one member for ever. Another extended key is another wallet with addresses
-- of its own; those of the old one stay watched.
create table chain_address (
  member_id bigint not null references member,
  wallet text not null check (wallet ~ '^[0-9a-f]{16}$'),
  place int not null check (place >= 0),
  address text not null unique check (address ~ '^0x[0-9a-f]{40}$'),
  created_at timestamptz not null,
  primary key (member_id, wallet),
  unique (wallet, place)
);
revoke update, delete, truncate on chain_address from tianping_app;

-- The rate of an order that is paid on the chain: yuan for a USDT, as it was when it was asked for.
create table chain_order (
  member_id bigint not null,
  deposit_no text not null,
  rate numeric(12, 4) not null check (rate > 0),
  primary key (member_id, deposit_no),
  foreign key (member_id, deposit_no) references deposit_order
);
revoke update, delete, truncate on chain_order from tianping_app;

-- How far a chain was read, and by which instance.
create table chain_cursor (
  chain_id bigint primary key,
  block bigint not null check (block >= 0),
  hash text not null,
  head bigint not null default 0,
  read_at timestamptz not null,
  holder text not null default '',
  leased_until timestamptz not null
);

-- The blocks read last, to find where a chain was reorganised.
create table chain_block (
  chain_id bigint not null,
  block bigint not null,
  hash text not null,
  at timestamptz not null,
  primary key (chain_id, block)
);

-- Every transfer of a token to or from an address of ours, by its place on the chain.
create table chain_transfer (
  chain_id bigint not null,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  log_index int not null,
  block bigint not null,
  block_hash text not null,
  at timestamptz not null,
  token text not null,
  from_address text not null,
  to_address text not null,
  -- The token's smallest unit; tokens that we do not take have up to 78 digits.
  units numeric(78, 0) not null check (units >= 0),
  -- Whose address it came to; null for what left and for what the hot wallet received.
  member_id bigint references member,
  -- Confirmations that the amount asks for.
  needed int not null check (needed > 0),
  -- seen: waits for confirmations · credited: handed to the cashier · noted: not a deposit ·
  -- dust, wrong_token: never credited · gone: its block is no longer of the chain ·
  -- reversed: the same after it was credited.
  state text not null default 'seen'
    check (state in ('seen', 'credited', 'noted', 'dust', 'wrong_token', 'gone', 'reversed')),
  -- The transaction and the event's place in it, which a reorganisation does not change.
  reference text not null default '',
  deposit_no text not null default '',
  verdict text not null default '',
  seen_at timestamptz not null,
  settled_at timestamptz,
  reversed_at timestamptz,
  -- When the payment was on the chain again.
  restored_at timestamptz,
  primary key (chain_id, tx_hash, log_index)
);
create index chain_transfer_seen on chain_transfer (chain_id, block) where state = 'seen';
create index chain_transfer_blocks on chain_transfer (chain_id, block);
create index chain_transfer_of_member on chain_transfer (member_id, seen_at desc) where member_id is not null;
create index chain_transfer_reference on chain_transfer (reference) where reference <> '';
create index chain_transfer_reversed on chain_transfer (member_id) where reversed_at is not null and restored_at is null;
revoke delete, truncate on chain_transfer from tianping_app;

-- What the signer is asked for. A withdrawal has one task at most: what fails is paid by hand.
create table chain_task (
  task_id text primary key,
  kind text not null check (kind in ('payout', 'sweep')),
  member_id bigint not null references member,
  withdrawal_no text not null default '',
  attempt_no int not null default 0,
  place int not null default 0,
  units numeric(78, 0) not null default 0,
  -- queued: the signer has not answered · sent: the signer has it · done, failed: for good.
  state text not null default 'queued' check (state in ('queued', 'sent', 'done', 'failed')),
  tx_hash text not null default '',
  note text not null default '',
  created_at timestamptz not null,
  settled_at timestamptz
);
create unique index chain_task_of_withdrawal on chain_task (withdrawal_no) where withdrawal_no <> '';
create index chain_task_open on chain_task (created_at) where state in ('queued', 'sent');
create unique index chain_task_one_sweep on chain_task (member_id, place) where kind = 'sweep' and state in ('queued', 'sent');
revoke delete, truncate on chain_task from tianping_app;
