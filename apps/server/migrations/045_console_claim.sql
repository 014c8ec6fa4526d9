-- Who works on an item of the back office that has no columns of its own for it: an application, a statement, a payout.
-- One row per item under work; a decision takes it away.
create table console_claim (
  -- As the audit log names it: `application:…`, `payout:W26…`.
  subject text primary key check (length(subject) between 1 and 120),
  operator text not null,
  until timestamptz not null
);
