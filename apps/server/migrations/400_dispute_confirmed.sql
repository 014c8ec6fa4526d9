-- A dispute that an operator notes by hand waits for another one's confirmation (decision 0177). Until then it is a hold on payouts and no
-- money has moved; after confirm_by it is lifted. Without confirm_by it needs no confirmation: the provider told of it.
alter table payment_dispute
  add column confirm_by timestamptz,
  add column confirmed_by text not null default '',
  add column confirmed_at timestamptz,
  add constraint payment_dispute_confirmed check ((confirmed_by = '') = (confirmed_at is null));
-- 5 lifted: nobody confirmed it in time.
alter table payment_dispute drop constraint payment_dispute_state_check;
alter table payment_dispute add constraint payment_dispute_state_check check (state in (1, 2, 3, 4, 5));
-- The release before knows no confirmation; it cannot decide one that waits.
alter table payment_dispute add constraint payment_dispute_decided_confirmed
  check (state in (1, 5) or confirm_by is null or confirmed_at is not null);
create index payment_dispute_unconfirmed on payment_dispute (confirm_by) where state = 1 and confirmed_at is null;
-- contract: the wider index below takes its place; both releases insert with "on conflict do nothing"
drop index payment_dispute_of_payment;
create unique index payment_dispute_of_payment on payment_dispute (provider, reference) where state not in (2, 5);
