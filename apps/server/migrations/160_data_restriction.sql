-- A granted restriction makes the member's personal rows read-only until an operator lifts it.
alter table data_request
  add column lifted_at timestamptz,
  add column lifted_by text not null default '',
  add check (lifted_at is null or (kind = 'restrict' and state = 2)),
  add check ((lifted_at is null) = (lifted_by = ''));
create index data_request_restricting on data_request (member_id) where kind = 'restrict' and state = 2 and lifted_at is null;
