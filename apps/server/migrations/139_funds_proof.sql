-- What the site owes its members at the end of each day, beside what the bank says is set apart for them.
create table funds_day (
  day date primary key,
  -- Central wallets, wallets at venues, and payouts that were approved and have not left.
  wallets_fen bigint not null,
  venues_fen bigint not null,
  payable_fen bigint not null,
  liability_fen bigint not null generated always as (wallets_fen + venues_fen + payable_fen) stored,
  counted_at timestamptz not null,
  alarmed_at timestamptz
);
revoke update, delete, truncate on funds_day from tianping_app;
grant update (alarmed_at) on funds_day to tianping_app;

-- What a person read from the statement of the account for members' money. A correction is a new row; the newest counts.
create table funds_balance (
  day date not null references funds_day,
  entry_id bigint generated always as identity,
  balance_fen bigint not null check (balance_fen >= 0),
  reference text not null check (length(reference) between 1 and 120),
  entered_by text not null,
  entered_at timestamptz not null,
  primary key (day, entry_id)
);
revoke update, delete, truncate on funds_balance from tianping_app;
