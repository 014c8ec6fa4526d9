-- The site's account that a member says a bank transfer went to, as it was when the member said so.
alter table deposit_order
  add column receiver_bank text not null default '' check (length(receiver_bank) <= 40),
  add column receiver_no text not null default '' check (length(receiver_no) <= 40),
  add column receiver_owner text not null default '' check (length(receiver_owner) <= 40);
