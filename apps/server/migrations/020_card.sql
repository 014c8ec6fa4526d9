-- Where members are paid: bank cards, Alipay accounts, USDT addresses; and the banks one may choose.

create table bank (
  bank_id int primary key generated always as identity,
  bank_name text not null unique,
  -- How a withdrawal to it is labelled (decision 12).
  kind text not null default 'bank' check (kind in ('bank', 'alipay')),
  ico text not null,
  rank int not null default 0,
  enabled boolean not null default true
);

create table card (
  member_id bigint not null,
  card_id bigint not null generated always as identity,
  -- 1 bank card or Alipay, 2 USDT address (part 2 §3).
  kind smallint not null check (kind in (1, 2)),
  -- The bank's name, or USDT.
  bank text not null,
  -- The holder, or the protocol of an address.
  bank_owner text not null,
  phone text not null,
  -- AES-256-GCM under a key that is not in the database; the tail is what members and operators see.
  number_sealed bytea not null,
  number_tail text not null check (length(number_tail) between 1 and 4),
  -- Keyed, so that equal numbers can be recognised and none can be guessed from the table.
  number_digest bytea not null check (length(number_digest) = 32),
  -- Set by risk: nothing is paid to it.
  locked boolean not null default false,
  bound_at timestamptz not null,
  -- An unbound card stays for the orders that were paid to it.
  unbound_at timestamptz,
  -- The action that bound it; a repetition of the action finds it by this.
  action_key text not null,
  primary key (member_id, card_id),
  unique (member_id, action_key)
);
create unique index card_bound_once on card (member_id, number_digest) where unbound_at is null;
-- The same number bound by several members is for risk to look at.
create index card_by_number on card (number_digest);
