-- Who was the first of the two persons that crediting a large deposit by hand, or approving a large withdrawal, takes. The
-- first moves no money; the second does what an approval always did, and stands in the order itself.
create table first_approval (
  -- As the audit log names it: `deposit:D26…`, `withdrawal:W26…`.
  subject text primary key check (length(subject) between 1 and 120),
  -- What was approved: another amount has to be approved anew.
  amount_fen bigint not null check (amount_fen > 0),
  operator_id bigint not null,
  operator text not null,
  at timestamptz not null,
  remark text not null,
  -- The request that it came by: repeated, it is answered as it was.
  action_key text not null,
  second_id bigint,
  -- Whatever the server is asked: nobody is both.
  check (second_id <> operator_id)
);
