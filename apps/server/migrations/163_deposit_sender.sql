-- The address that a payment in USDT came from, as far as the provider names it.
alter table provider_payment add column from_address text not null default '' check (length(from_address) <= 120);
create index screening_entry_wallets on screening_entry (entry_id) where has_wallets;
create index provider_payment_senders on provider_payment (received_at) where from_address <> '';
