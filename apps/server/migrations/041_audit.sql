-- What was done in the back office, and by the system where a person would want to know. Rows are only ever added, through
-- one function; each carries the hash of the one before it, so that a row changed or cut out behind the server's back shows.

create table audit_log (
  audit_id bigint primary key,
  at timestamptz not null,
  -- Null for the system itself.
  operator_id bigint,
  operator text not null,
  role text not null,
  action text not null,
  subject text not null,
  address text not null,
  before jsonb not null,
  after jsonb not null,
  note text not null,
  hash bytea not null check (length(hash) = 32)
);
create index audit_log_by_subject on audit_log (subject, audit_id);
create index audit_log_by_action on audit_log (action, audit_id);
create index audit_log_by_operator on audit_log (operator, audit_id);

create function audit_link(p_head bytea, p_row audit_log) returns bytea language sql stable
return sha256(p_head || convert_to(jsonb_build_array(p_row.audit_id, extract(epoch from p_row.at), p_row.operator_id, p_row.operator, p_row.role,
  p_row.action, p_row.subject, p_row.address, p_row.before, p_row.after, p_row.note)::text, 'UTF8'));

-- Adds one row at the end of the chain. The lock is held until the caller's transaction ends, so that the chain follows
-- the order of commits; callers write to the audit log last.
create function audit_append(p_at timestamptz, p_operator_id bigint, p_operator text, p_role text, p_action text, p_subject text,
  p_address text, p_before jsonb, p_after jsonb, p_note text)
returns bigint language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_last public.audit_log;
  v_new public.audit_log;
begin
  perform pg_advisory_xact_lock(7214040);
  select * into v_last from public.audit_log order by audit_id desc limit 1;
  v_new := row(coalesce(v_last.audit_id, 0) + 1, p_at, p_operator_id, p_operator, p_role, p_action, p_subject, p_address, p_before, p_after, p_note, null);
  v_new.hash := public.audit_link(coalesce(v_last.hash, ''::bytea), v_new);
  insert into public.audit_log select v_new.*;
  return v_new.audit_id;
end $$;

-- The first row whose hash or number does not follow from the row before it; null when the chain holds.
create function audit_first_broken() returns bigint language sql stable
return (
  select min(c.audit_id) from (
    select a.audit_id, a.hash, row_number() over w as expected_id,
      public.audit_link(coalesce(lag(a.hash) over w, ''::bytea), a) as expected_hash
    from public.audit_log a window w as (order by a.audit_id)
  ) c where c.hash <> c.expected_hash or c.audit_id <> c.expected_id
);

create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on audit_log is refused: it is only ever added to', tg_op using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_immutable before update or delete or truncate on audit_log
  for each statement execute function audit_refuse_change();

revoke insert, update, delete, truncate on audit_log from tianping_app;
revoke execute on function audit_append from public;
grant execute on function audit_append, audit_link, audit_first_broken to tianping_app;
