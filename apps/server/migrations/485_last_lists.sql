-- Orders of the last lists that are paged by key: statements of agents, batches for the bank, requests for passwords.
create index agent_statement_months on agent_statement ((-replace(month, '-', '')::bigint), agent_id);
create index agent_statement_state_months on agent_statement (state, (-replace(month, '-', '')::bigint), agent_id);
create index agent_statement_made on agent_statement (made_at, (agent_id * 1000000 + replace(month, '-', '')::bigint));
create index agent_statement_state_made on agent_statement
  (state, made_at, (agent_id * 1000000 + replace(month, '-', '')::bigint));
create index agent_statement_commission on agent_statement
  (commission_fen, (agent_id * 1000000 + replace(month, '-', '')::bigint));
create index agent_statement_state_commission on agent_statement
  (state, commission_fen, (agent_id * 1000000 + replace(month, '-', '')::bigint));
create index payout_batch_built on payout_batch (built_at, batch_no);
create index payout_batch_state_built on payout_batch (state, built_at, batch_no);
create index payout_batch_amount on payout_batch (amount_fen, batch_no);
create index payout_batch_state_amount on payout_batch (state, amount_fen, batch_no);
create index pay_password_request_by_member on pay_password_request (member_id, request_id);
