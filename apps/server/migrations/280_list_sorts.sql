-- Lists of the back office by amount, whatever else they are narrowed by: the table's own order, and the one within a
-- state. Built while the tables are small; decision 0126 says what to do where they are not.
create index if not exists deposit_order_by_amount on deposit_order (amount_fen, deposit_no);
create index if not exists deposit_order_state_amount on deposit_order (state, amount_fen, deposit_no);
create index if not exists withdrawal_order_by_amount on withdrawal_order (amount_fen, withdrawal_no);
create index if not exists withdrawal_order_state_amount on withdrawal_order (state, amount_fen, withdrawal_no);
create index if not exists venue_transfer_by_amount on venue_transfer (amount_fen, tx_id);
create index if not exists bet_by_stake on bet (stake_fen, bet_id);
create index if not exists bet_by_net on bet (net_fen, bet_id);
