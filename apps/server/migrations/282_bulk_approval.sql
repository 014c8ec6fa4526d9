-- Bulk approvals of withdrawals: what one operator takes within a day is bounded, also when a session was stolen.
create table bulk_approval (
  bulk_id bigint generated always as identity primary key,
  operator_id bigint not null references operator,
  begun_at timestamptz not null,
  orders int not null check (orders > 0),
  total_fen bigint not null check (total_fen > 0)
);
create index bulk_approval_of on bulk_approval (operator_id, begun_at);
