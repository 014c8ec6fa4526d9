-- Where a payout was sent: the address and merchant of its provider as it first left. Another place that never heard of it is no reason to
-- send it again. Empty for one that has not left, or left before this release.
alter table provider_payout add column sent_to text not null default '' check (length(sent_to) <= 300);
