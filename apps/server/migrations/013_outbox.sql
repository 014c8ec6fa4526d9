-- What is to follow a posting.
set local role tianping_ledger;

-- What happens after a posting, at least once. Handlers therefore repeat safely. An item whose attempts are used up waits
-- for a person (next_attempt_at infinity).
create table ledger.outbox (
  member_id bigint not null,
  id uuid not null default uuidv7(),
  topic text not null check (topic ~ '^[a-z][a-z_.]{0,59}$'),
  payload json not null,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  last_error text check (length(last_error) <= 500),
  created_at timestamptz not null default clock_timestamp(),
  primary key (member_id, id)
);
create index outbox_due on ledger.outbox (topic, next_attempt_at);

create function ledger.enqueue(p_member_id bigint, p_topic text, p_payload json)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into ledger.outbox (member_id, topic, payload) values (p_member_id, p_topic, p_payload);
end $$;

-- Takes due items for the length of a lease; who dies with them lets others have them when it ends.
create function ledger.claim_outbox(p_topic text, p_limit int, p_lease interval)
returns setof ledger.outbox language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- all members: one drainer serves everybody of its database.
  return query update ledger.outbox o set attempts = o.attempts + 1, next_attempt_at = clock_timestamp() + p_lease
    from (select d.member_id, d.id from ledger.outbox d where d.topic = p_topic and d.next_attempt_at <= clock_timestamp()
      order by d.next_attempt_at limit p_limit for update skip locked) due
    where o.member_id = due.member_id and o.id = due.id
    returning o.*;
end $$;

-- attempts fences: who was too slow and lost its lease changes nothing.
create function ledger.finish_outbox(p_member_id bigint, p_id uuid, p_attempts int)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from ledger.outbox where member_id = p_member_id and id = p_id and attempts = p_attempts;
end $$;

create function ledger.retry_outbox(p_member_id bigint, p_id uuid, p_attempts int, p_delay interval, p_error text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update ledger.outbox set next_attempt_at = case when p_delay is null then 'infinity' else clock_timestamp() + p_delay end, last_error = left(p_error, 500)
    where member_id = p_member_id and id = p_id and attempts = p_attempts;
end $$;

revoke execute on all functions in schema ledger from public;
grant select on all tables in schema ledger to tianping_app;
grant execute on function ledger.enqueue, ledger.claim_outbox,
  ledger.finish_outbox, ledger.retry_outbox to tianping_app;
reset role;
