-- Payouts that cannot go out now and tasks that the signer lets wait keep nobody behind them: what was looked at last comes last.
alter table payout_attempt add column looked_at timestamptz;
alter table chain_task add column asked_at timestamptz;
