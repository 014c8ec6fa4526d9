-- A job takes back the bonus of a gift whose last moment is over (docs/decisions/0225-gifts-end-with-an-exclusion-and-on-a-last-day.md).
set local role tianping_ledger;

create index wagering_requirement_expires on ledger.wagering_requirement (expires_at) where state = 'open' and expires_at is not null;

reset role;

-- Why a bonus ended: given up by the member, an exclusion, or its last day.
alter table bonus_given_up add column reason text not null default 'given_up' check (reason in ('given_up', 'excluded', 'expired'));

-- Bonuses that are to end and wait for a venue, for money to come home or for the next try.
create table bonus_end_wait (
  member_id bigint not null references member,
  source_type text not null,
  source_id text not null,
  attempts int not null default 1,
  next_at timestamptz not null,
  primary key (member_id, source_type, source_id)
);

-- Gifts whose last day was announced, once each.
create table bonus_reminder (
  member_id bigint not null references member,
  source_type text not null,
  source_id text not null,
  sent_at timestamptz not null,
  primary key (member_id, source_type, source_id)
);
