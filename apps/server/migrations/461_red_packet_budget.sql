-- What the packets of a claim day cost so far. Its row lock lets batches of claims spend a budget one after the other.
create table redpacket_spent (
  day date primary key,
  spent_fen bigint not null default 0 check (spent_fen >= 0)
);
grant select, insert, update on redpacket_spent to tianping_app;
revoke delete, truncate on redpacket_spent from tianping_app;
