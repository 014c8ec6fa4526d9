-- Who settled an attempt to pay a withdrawal out, and why one failed. The attempts wait in a queue of their own.
alter table payout_attempt
  add column settled_by text not null default '',
  add column reason text not null default '';
create index payout_attempt_recent on payout_attempt (created_at desc);
-- One attempt at a time: nobody can pay what another attempt may still pay.
create unique index payout_attempt_one_open on payout_attempt (member_id, withdrawal_no) where state = 'open';

-- A payment's number counts once, for one withdrawal: nobody books the same payment twice.
create table payout_reference (
  reference text primary key check (length(reference) between 1 and 100),
  member_id bigint not null,
  withdrawal_no text not null
);
