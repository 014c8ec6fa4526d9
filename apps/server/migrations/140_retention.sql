-- What was deleted when its time was over: one row per class and day, also when there was nothing.
create table retention_run (
  run_id bigint primary key generated always as identity,
  class text not null check (length(class) between 1 and 30),
  day date not null,
  cutoff timestamptz not null,
  removed int not null default 0,
  rule_version int not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  unique (class, day)
);
create index retention_run_newest on retention_run (day desc, run_id desc);
revoke delete, truncate on retention_run from tianping_app;

-- Rows of a member of an open case, or of an incident that is not over, stay whatever the schedule says.
create function legally_held(who bigint) returns boolean language sql stable parallel safe as $$
  select exists (select from aml_case_member m where m.member_id = who and m.open)
    or exists (select from incident i where i.member_id = who and i.state <> 'closed')
$$;
grant execute on function legally_held(bigint) to tianping_app;

create index message_created on message (created_at);
create index verification_document_uploaded on verification_document (uploaded_at);

-- Puts a mark in the place of what was said in complaints that ended before a moment, at most so many complaints at once.
-- The database itself keeps what is younger than a year: no request of the server can shorten that.
alter table complaint add column redacted_at timestamptz;
create index complaint_to_redact on complaint (decided_at) where decided_at is not null and redacted_at is null;
create function redact_complaints(p_before timestamptz, p_limit int) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_ids bigint[];
begin
  select coalesce(array_agg(complaint_id), '{}') into v_ids from (
    select c.complaint_id from public.complaint c
    where c.decided_at < least(p_before, now() - interval '1 year') and c.redacted_at is null and not public.legally_held(c.member_id)
    order by c.decided_at limit p_limit for update skip locked) due;
  update public.complaint_message set content = '**' where complaint_id = any(v_ids);
  update public.complaint set redacted_at = p_before where complaint_id = any(v_ids);
  return cardinality(v_ids);
end $$;
revoke execute on function redact_complaints from public;
grant execute on function redact_complaints to tianping_app;
