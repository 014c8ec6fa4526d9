-- What a credited deposit put above a limit of deposits, where the site sets it apart (setting `protection.excessApart`):
-- until the span of the limit ends it can be withdrawn, and not moved to a venue.
create table deposit_excess (
  member_id bigint not null references member,
  deposit_no text not null,
  kind text not null check (kind in ('deposit_day', 'deposit_week', 'deposit_month')),
  excess_fen bigint not null check (excess_fen > 0),
  limit_fen bigint not null check (limit_fen >= 0),
  at timestamptz not null,
  until timestamptz not null check (until > at),
  primary key (member_id, deposit_no, kind)
);
revoke update, delete, truncate on deposit_excess from tianping_app;
