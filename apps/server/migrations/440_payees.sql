-- Accounts that files for the bank may pay where the operator keeps a list (docs/payments.md, B-1-667): added by one
-- person, confirmed by another, removed by one.
create table payee (
  payee_id bigint primary key generated always as identity,
  member_id bigint not null references member,
  card_id bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'listed', 'removed')),
  added_by text not null,
  added_at timestamptz not null,
  remark text not null default '',
  listed_by text not null default '',
  -- A file may pay the account some hours after this moment.
  listed_at timestamptz,
  removed_by text not null default '',
  removed_at timestamptz,
  removed_for text not null default '',
  check ((listed_by = '') = (listed_at is null)),
  check (listed_by <> added_by),
  check (state <> 'listed' or listed_by <> ''),
  check ((state = 'removed') = (removed_by <> '' and removed_at is not null)),
  foreign key (member_id, card_id) references card (member_id, card_id)
);
create unique index payee_standing on payee (member_id, card_id) where state <> 'removed';
create index payee_newest on payee (added_at desc, payee_id desc);
create index payee_of_state on payee (state, added_at desc, payee_id desc);
revoke delete, truncate on payee from tianping_app;
