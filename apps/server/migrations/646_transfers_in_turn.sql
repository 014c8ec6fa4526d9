-- Transfers that a second node does not confirm keep none behind them: what was looked at last comes last.
alter table chain_transfer add column looked_at timestamptz;
