-- Statements of the accounts that members pay to: what a bank says came in, line by line
-- (docs/payments.md).

create table bank_import (
  import_id bigint generated always as identity primary key,
  -- The number of the receiving account.
  account text not null check (account <> ''),
  layout text not null,
  file_name text not null,
  file_hash text not null,
  -- Lines of money that came in, how many of them were new, and lines of money that went out.
  lines int not null check (lines >= 0),
  fresh int not null check (fresh between 0 and lines),
  outgoing int not null check (outgoing >= 0),
  imported_by text not null,
  imported_at timestamptz not null
);
create index bank_import_latest on bank_import (imported_at desc);
revoke update, delete, truncate on bank_import from tianping_app;

create table bank_line (
  line_id bigint generated always as identity primary key,
  import_id bigint not null references bank_import,
  account text not null,
  -- The bank's own number; where it gives none, a digest of the line that begins with #.
  reference text not null check (reference <> ''),
  booked_at timestamptz not null,
  amount_fen bigint not null check (amount_fen > 0),
  payer_name text not null,
  -- The last four digits of the payer's account; no more is kept.
  payer_tail text not null check (length(payer_tail) <= 4),
  note text not null,
  state text not null default 'open'
    check (state in ('open', 'assigned', 'not_ours', 'returning', 'returned')),
  member_id bigint,
  deposit_no text not null default '',
  -- The number under which it was sent back, and who recorded that.
  voucher text not null default '',
  recorded_by text not null default '',
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '',
  -- A line is stored once, however many files hold it.
  unique (account, reference),
  foreign key (member_id, deposit_no) references deposit_order,
  check ((state = 'assigned') = (member_id is not null and deposit_no <> ''))
);
create index bank_line_queue on bank_line (state, booked_at desc, line_id desc);
create index bank_line_of_member on bank_line (member_id) where member_id is not null;
-- Lines that look alike (two payments by one person) are told apart by a person.
create index bank_line_alike on bank_line (amount_fen, booked_at) where state = 'open';
create unique index bank_line_voucher on bank_line (account, voucher) where voucher <> '';
revoke delete, truncate on bank_line from tianping_app;
