-- Files for the bank (docs/payments.md): approved payouts that leave together. A line is a row of provider_payout whose
-- provider is `batch`, so the same outcomes and the same two persons hold.
create table payout_batch (
  batch_no text primary key check (batch_no ~ '^PB[0-9]{6}[0-9A-Z]{6}$'),
  -- The layout as it was when the batch was built; the file is made from it again byte for byte.
  layout jsonb not null,
  layout_name text not null,
  lines int not null check (lines between 1 and 500),
  amount_fen bigint not null check (amount_fen > 0),
  state text not null default 'built' check (state in ('built', 'approved', 'cancelled')),
  built_by text not null,
  built_at timestamptz not null,
  decided_by text not null default '',
  decided_at timestamptz,
  -- Of the file, from the approval on. The file itself, with names and numbers, is kept nowhere.
  file_hash text not null default '',
  exported_at timestamptz,
  results_at timestamptz,
  remark text not null default '',
  check (state <> 'approved' or (decided_by <> '' and decided_by <> built_by and file_hash <> ''))
);
create index payout_batch_newest on payout_batch (built_at desc, batch_no);

alter table provider_payout
  add column batch_no text references payout_batch,
  add column line_no int,
  add constraint provider_payout_line unique (batch_no, line_no),
  add constraint provider_payout_batch check ((batch_no is null) = (line_no is null));

revoke delete, truncate on payout_batch from tianping_app;
