-- Answers kept per request key, and what is to follow a posting.
set local role tianping_ledger;

-- One row per (member, key). It is written before the work and completed after it, in one transaction, so whoever finds it
-- finds the answer; a second request with the key waits on the unique index until the first has committed or gone.
create table ledger.idempotency_request (
  member_id bigint not null,
  key text not null check (length(key) between 1 and 200),
  endpoint text not null check (length(endpoint) <= 200),
  request_hash bytea not null check (length(request_hash) between 1 and 64),
  code int,
  response json,
  expires_at timestamptz not null,
  primary key (member_id, key)
);
create index idempotency_request_expiry on ledger.idempotency_request (expires_at);

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

create function ledger.begin_request(p_member_id bigint, p_key text, p_endpoint text, p_request_hash bytea, p_ttl interval,
  out fresh boolean, out same boolean, out response json) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare v_hash bytea; v_endpoint text;
begin
  insert into ledger.idempotency_request as r (member_id, key, endpoint, request_hash, expires_at)
    values (p_member_id, p_key, p_endpoint, p_request_hash, clock_timestamp() + p_ttl)
    on conflict (member_id, key) do update
      set endpoint = excluded.endpoint, request_hash = excluded.request_hash, expires_at = excluded.expires_at, code = null, response = null
      where r.expires_at < clock_timestamp();
  if found then
    fresh := true;
    return;
  end if;
  fresh := false;
  select r.request_hash, r.endpoint, r.response into v_hash, v_endpoint, response from ledger.idempotency_request r where r.member_id = p_member_id and r.key = p_key;
  same := v_hash = p_request_hash and v_endpoint = p_endpoint;
end $$;

create function ledger.finish_request(p_member_id bigint, p_key text, p_code int, p_response json)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update ledger.idempotency_request set code = p_code, response = p_response where member_id = p_member_id and key = p_key;
end $$;

-- Forgets answers that have expired, a bounded number of them.
create function ledger.forget_requests(p_limit int) returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare v_count bigint;
begin
  -- all members: a clean-up by time.
  delete from ledger.idempotency_request r using (
      select member_id, key from ledger.idempotency_request where expires_at < clock_timestamp() order by expires_at limit p_limit for update skip locked) expired
    where r.member_id = expired.member_id and r.key = expired.key;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

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
grant execute on function ledger.begin_request, ledger.finish_request, ledger.forget_requests, ledger.enqueue, ledger.claim_outbox,
  ledger.finish_outbox, ledger.retry_outbox to tianping_app;
reset role;
