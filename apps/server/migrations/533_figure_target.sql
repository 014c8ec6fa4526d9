-- What a month should bring in. Who changed it, and from what, is in the audit log.
create table figure_target (
  month date not null check (extract(day from month) = 1),
  figure text not null check (figure in ('ngr', 'ggr', 'deposit', 'registrations', 'first_deposits', 'active')),
  -- Fen where the figure is money, else a count.
  value bigint not null check (value between 1 and 100000000000000),
  set_by text not null,
  set_at timestamptz not null,
  primary key (month, figure)
);
