-- A member closes the account: from the request on it neither plays nor takes deposits, and once nothing is left and
-- nothing is pending it is closed for good.
alter table member
  add column closing_at timestamptz,
  add column closing_reason text not null default '' check (length(closing_reason) <= 200),
  add column closed_at timestamptz,
  -- When the job last looked whether it can be closed.
  add column closing_checked_at timestamptz,
  add check (closed_at is null or closing_at is not null);
create index member_closing on member (closing_checked_at nulls first) where closing_at is not null and closed_at is null;

-- Neither is ever taken back: a closed account stays closed, whoever asks.
create function member_stays_closed() returns trigger language plpgsql as $$
begin
  if (old.closing_at is not null and new.closing_at is distinct from old.closing_at)
    or (old.closed_at is not null and new.closed_at is distinct from old.closed_at) then
    raise exception 'a closed account is not opened again' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger member_stays_closed before update of closing_at, closed_at on member
  for each row execute function member_stays_closed();
