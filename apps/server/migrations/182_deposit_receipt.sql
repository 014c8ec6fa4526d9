-- The receipt that a member hands in for a bank transfer: one picture per order, until the order is decided.
create table deposit_receipt (
  member_id bigint not null,
  deposit_no text not null,
  bytes int not null check (bytes between 1 and 8388608),
  -- AES-256-GCM by a key of its own, which is sealed in turn: without that key nothing of it can be read again.
  content bytea not null,
  key_sealed bytea not null,
  uploaded_at timestamptz not null,
  primary key (member_id, deposit_no),
  foreign key (member_id, deposit_no) references deposit_order
);
alter table deposit_receipt alter column content set storage external;
create index deposit_receipt_uploaded on deposit_receipt (uploaded_at);
