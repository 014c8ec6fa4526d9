-- A refund that goes through its provider has its own number as its voucher. Since when the provider was asked without a
-- definite answer: until then nobody takes the record back, so that no second way pays the same money.
alter table deposit_refund add column asked_at timestamptz;
