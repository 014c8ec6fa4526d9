-- The verification that the setting asked for when a withdrawal was requested; it is not paid while the member has less.
alter table withdrawal_order add column needs_tier smallint not null default 0 check (needs_tier between 0 and 2);
