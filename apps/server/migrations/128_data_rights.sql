-- What members ask of their personal data: a copy, a correction, an erasure. And what keeps a dump free of what was erased.

create table data_request (
  request_id bigint primary key generated always as identity,
  member_id bigint not null references member,
  kind text not null check (kind in ('erase', 'correct', 'restrict', 'object', 'explain', 'heir')),
  content text not null default '' check (length(content) <= 1000),
  -- The operator who wrote it down for the member; empty for the member.
  asked_by text not null default '',
  asked_at timestamptz not null default now(),
  answer_by timestamptz not null default now() + interval '1 month',
  extension text not null default '' check (length(extension) <= 300),
  extended_by text not null default '',
  alarmed_at timestamptz,
  -- 1 waits, 2 done, 3 refused.
  state smallint not null default 1 check (state in (1, 2, 3)),
  first_by text not null default '',
  first_at timestamptz,
  decided_by text not null default '',
  decided_at timestamptz,
  -- What the member reads.
  answer text not null default '' check (length(answer) <= 1000),
  check ((state = 1) = (decided_at is null)),
  check (state <> 3 or answer <> ''),
  -- Whatever the server is asked: an erasure takes two persons.
  check (kind <> 'erase' or state <> 2 or (first_by <> '' and first_by <> decided_by))
);
create unique index data_request_open on data_request (member_id, kind) where state = 1;
create index data_request_by_member on data_request (member_id, request_id desc);
create index data_request_by_state on data_request (state, request_id desc);
create index data_request_due on data_request (answer_by) where state = 1;

-- A copy of the member's own data, sealed, for seven days.
create table data_export (
  member_id bigint not null references member,
  export_id bigint not null generated always as identity,
  -- 1 waits or runs, 2 ready, 3 failed, 4 over.
  state smallint not null default 1 check (state in (1, 2, 3, 4)),
  asked_at timestamptz not null default now(),
  leased_until timestamptz,
  attempts smallint not null default 0,
  done int not null default 0,
  steps int not null default 0,
  bytes int not null default 0,
  ready_at timestamptz,
  expires_at timestamptz,
  ticket_hash bytea check (length(ticket_hash) = 32),
  ticket_until timestamptz,
  primary key (member_id, export_id)
);
create unique index data_export_ticket on data_export (ticket_hash) where ticket_hash is not null;
create index data_export_waiting on data_export (asked_at) where state = 1;
create index data_export_over on data_export (expires_at) where state = 2;
create table data_export_part (
  member_id bigint not null,
  export_id bigint not null,
  part int not null,
  -- AES-256-GCM under a key that is not in the database.
  sealed bytea not null,
  primary key (member_id, export_id, part),
  foreign key (member_id, export_id) references data_export on delete cascade
);

-- Rows of one table that belong to a member, as JSON. It acts with the rights of who calls it.
create function member_rows(p_table text, p_owner text, p_columns text[], p_member_id bigint, p_limit int, p_offset int)
returns setof jsonb language plpgsql stable as $$
begin
  return query execute format(
    'select to_jsonb(r) from (select %s from public.%I where %I = $1 order by %s limit $2 offset $3) r',
    (select string_agg(quote_ident(c), ', ') from unnest(p_columns) c), p_table, p_owner,
    (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = format('public.%I', p_table)::regclass and i.indisprimary))
    using p_member_id, p_limit, p_offset;
end $$;

-- What the law says to keep of a member who was erased. The server writes it, and cannot read it: reading takes the
-- database's owner and the key that sealed it.
create table legal_record (
  member_id bigint primary key references member,
  sealed bytea not null,
  kept_from timestamptz not null default now(),
  kept_until timestamptz not null
);
create index legal_record_over on legal_record (kept_until);
revoke all on legal_record from tianping_app;
grant insert on legal_record to tianping_app;

-- Ends records whose time is over; answers how many.
create function purge_legal_records() returns int language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_count int;
begin
  delete from public.legal_record where kept_until <= now();
  get diagnostics v_count = row_count;
  return v_count;
end $$;
revoke execute on function purge_legal_records from public;
grant execute on function purge_legal_records to tianping_app;

-- Mails and text messages that still wait to leave.
set local role tianping_ledger;
create function ledger.drop_outbox(p_member_id bigint) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from ledger.outbox where member_id = p_member_id and topic like 'delivery.%';
end $$;
revoke execute on function ledger.drop_outbox from public;
grant execute on function ledger.drop_outbox to tianping_app;
reset role;

-- The audit log keeps its rows and its chain when a text in them is blotted out. A blotted row no longer follows from the
-- row before it; what it reads now is hashed here, and the entry of the log that says so is a link of the chain itself.
create table audit_redaction (
  audit_id bigint not null,
  entry_id bigint not null,
  hash bytea not null check (length(hash) = 32),
  primary key (audit_id, entry_id)
);
revoke insert, update, delete, truncate on audit_redaction from tianping_app;

create or replace function audit_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('tianping.redacting', true) = 'on' then
    return null;
  end if;
  raise exception '% on audit_log is refused: it is only ever added to', tg_op using errcode = 'insufficient_privilege';
end $$;

-- A text without the given parts; no replacement is longer than what it replaces.
create function blotted(p_text text, p_parts text[]) returns text language plpgsql immutable as $$
declare
  v_part text;
begin
  foreach v_part in array p_parts loop
    p_text := replace(p_text, v_part, '**');
  end loop;
  return p_text;
end $$;

-- Blots out texts: `p_anywhere` in every row, `p_about` in rows about the subjects. Answers how many rows.
create function audit_redact(p_subject text, p_subjects text[], p_anywhere text[], p_about text[])
returns int language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_ids bigint[];
  v_hashes jsonb := '{}';
  v_entry bigint;
  v_row public.audit_log;
  v_hash bytea;
  v_parts text[] := p_anywhere || p_about;
begin
  perform pg_advisory_xact_lock(7214040);
  select coalesce(array_agg(a.audit_id order by a.audit_id), '{}') into v_ids from public.audit_log a
    where (a.subject = any(p_subjects) and public.blotted(a.note || a.address || a.before::text || a.after::text, v_parts)
        <> a.note || a.address || a.before::text || a.after::text)
      or public.blotted(a.note || a.before::text || a.after::text, p_anywhere) <> a.note || a.before::text || a.after::text;
  if v_ids = '{}' then
    return 0;
  end if;
  perform set_config('tianping.redacting', 'on', true);
  update public.audit_log a set
      note = public.blotted(a.note, case when a.subject = any(p_subjects) then v_parts else p_anywhere end),
      before = public.blotted(a.before::text, case when a.subject = any(p_subjects) then v_parts else p_anywhere end)::jsonb,
      after = public.blotted(a.after::text, case when a.subject = any(p_subjects) then v_parts else p_anywhere end)::jsonb
    where a.audit_id = any(v_ids);
  perform set_config('tianping.redacting', '', true);
  for v_row in select * from public.audit_log a where a.audit_id = any(v_ids) order by a.audit_id loop
    select public.audit_link(coalesce((select b.hash from public.audit_log b where b.audit_id = v_row.audit_id - 1), ''::bytea), v_row) into v_hash;
    v_hashes := v_hashes || jsonb_build_object(v_row.audit_id::text, encode(v_hash, 'hex'));
  end loop;
  v_entry := public.audit_append(now(), null, 'system', 'system', 'audit.redact', p_subject, '', '{}', jsonb_build_object('rows', v_hashes), '');
  insert into public.audit_redaction (audit_id, entry_id, hash)
    select each.key::bigint, v_entry, decode(each.value, 'hex') from jsonb_each_text(v_hashes) each;
  return cardinality(v_ids);
end $$;
revoke execute on function audit_redact from public;

-- Whether a row reads as it does because of an erasure that the chain itself tells of.
create function audit_redacted(p_audit_id bigint, p_hash bytea) returns boolean language sql stable
return exists (
  select from audit_redaction r join audit_log e on e.audit_id = r.entry_id
  where r.audit_id = p_audit_id and r.hash = p_hash and e.action = 'audit.redact'
    and e.after -> 'rows' ->> p_audit_id::text = encode(p_hash, 'hex'));
grant execute on function audit_redacted to tianping_app;

create or replace function audit_first_broken() returns bigint language sql stable
return (
  select min(c.audit_id) from (
    select a.audit_id, a.hash, row_number() over w as expected_id,
      public.audit_link(coalesce(lag(a.hash) over w, ''::bytea), a) as expected_hash
    from public.audit_log a window w as (order by a.audit_id)
  ) c where (c.hash <> c.expected_hash and not public.audit_redacted(c.audit_id, c.expected_hash)) or c.audit_id <> c.expected_id
);

-- Puts a pseudonym in the place of a closed member. The ledger, bets, orders and everything else that counts stay by the
-- member's id. `p_numbers` are account numbers that lie sealed, `p_searches` what an operator would have searched
-- by, `p_blank` is an empty value, sealed. Every statement answers to an entry of the register (apps/server/src/areas/dataRights/register), whose test finds what it leaves.
create function erase_member(p_member_id bigint, p_numbers text[], p_searches text[], p_blank bytea)
returns int language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_member public.member;
  v_anywhere text[];
  v_about text[];
  v_orders text[];
  v_subjects text[];
  v_name text := 'erased' || p_member_id;
begin
  select * into strict v_member from public.member where member_id = p_member_id for update;
  if v_member.closed_at is null then
    raise exception 'member % is not closed', p_member_id;
  end if;

  -- What names the member wherever it stands, and what does so only beside the member's id.
  v_anywhere := array[v_member.mobile, v_member.email] || p_numbers
    || array(select contact from public.verified_contact where member_id = p_member_id)
    -- A name that is also a word would blot out that word.
    || case when v_member.name ~ '\d' and v_member.name ~ '[A-Za-z]' then array[v_member.name] else '{}' end;
  v_about := array[v_member.realname, v_member.name, v_member.last_login_address, v_member.last_login_agent, v_member.previous_login_address, v_member.previous_login_agent]
    || array(select bank_owner from public.card where member_id = p_member_id and kind = 1)
    || array(select phone from public.card where member_id = p_member_id)
    || array(select payer_owner from public.deposit_order where member_id = p_member_id)
    || array(select payer_address from public.deposit_order where member_id = p_member_id)
    || array(select t.address from public.login_trace t where t.member_id = p_member_id)
    || array(select t.agent from public.login_trace t where t.member_id = p_member_id)
    || array(select t.address from public.device_trace t where t.member_id = p_member_id)
    || array(select t.device from public.device_trace t where t.member_id = p_member_id)
    || array(select t.agent from public.device_trace t where t.member_id = p_member_id)
    || array(select a.mobile from public.agent_application a where a.member_id = p_member_id);
  -- The longest first, so that no part of one is left; each as it reads inside JSON too.
  v_anywhere := array(select t from (select distinct unnest(array[s, trim(both '"' from to_json(s)::text)]) t from unnest(v_anywhere) s) x
    where length(t) >= 4 order by length(t) desc);
  v_about := array(select t from (select distinct unnest(array[s, trim(both '"' from to_json(s)::text)]) t from unnest(v_about) s) x
    where length(t) >= 2 order by length(t) desc);
  v_orders := array(select order_no from public.order_directory where member_id = p_member_id);
  v_subjects := array['member:' || p_member_id, 'agent:' || p_member_id]
    || array(select kind || ':' || order_no from public.order_directory where member_id = p_member_id)
    || array(select 'payout:' || order_no from public.order_directory where member_id = p_member_id)
    || array(select 'application:' || application_id from public.activity_application where member_id = p_member_id)
    || array(select 'agent:' || application_id from public.agent_application where member_id = p_member_id)
    || array(select 'adjustment:' || adjustment_id from public.adjustment where member_id = p_member_id)
    || array(select 'flag:' || flag_id from public.risk_flag where member_id = p_member_id)
    || array(select 'case:' || case_id from public.reconciliation_case where member_id = p_member_id)
    || array(select 'complaint:' || complaint_no from public.complaint where member_id = p_member_id)
    || array(select 'data-request:' || request_id from public.data_request where member_id = p_member_id);

  -- Gone altogether.
  delete from public.member_directory where member_id = p_member_id;
  delete from public.session where member_id = p_member_id;
  delete from public.agent_ticket where member_id = p_member_id;
  delete from public.call_once where member_id = p_member_id;
  delete from public.contact_code where member_id = p_member_id;
  delete from public.verified_contact where member_id = p_member_id;
  delete from public.delivery where member_id = p_member_id;
  delete from public.broadcast_read where member_id = p_member_id;
  delete from public.message where member_id = p_member_id;
  delete from public.device_trace where member_id = p_member_id;
  delete from public.login_trace where member_id = p_member_id;
  delete from public.refusal where member_id = p_member_id;
  delete from public.member_avatar where member_id = p_member_id;
  delete from public.member_challenge where member_id = p_member_id;
  delete from public.member_passkey where member_id = p_member_id;
  delete from public.member_recovery where member_id = p_member_id;
  delete from public.member_totp where member_id = p_member_id;
  delete from public.member_note where member_id = p_member_id;
  delete from public.data_export where member_id = p_member_id;
  delete from public.screening_due where member_id = p_member_id;
  delete from public.security_event where subject = 'member:' || p_member_id;
  delete from public.security_alert where subject = 'member:' || p_member_id;
  delete from public.throttle where position(lower(v_member.name) in lower(bucket)) > 0;
  delete from public.console_view where public.blotted(search, p_searches) <> search;
  perform ledger.drop_outbox(p_member_id);

  -- Kept by id, without what names anybody.
  update public.card set bank_owner = case kind when 1 then '**' else bank_owner end, phone = '', number_sealed = p_blank,
    number_tail = '*', number_digest = sha256(convert_to(gen_random_uuid()::text, 'UTF8')), unbound_at = coalesce(unbound_at, now())
    where member_id = p_member_id;
  update public.deposit_order set payer_bank = '', payer_owner = '', payer_address = '', payer_no_sealed = null, payer_no_tail = '',
    pay_url = '', remark = public.blotted(remark, v_anywhere || v_about) where member_id = p_member_id;
  update public.withdrawal_order set remark = public.blotted(remark, v_anywhere || v_about) where member_id = p_member_id;
  update public.payout_attempt set reason = public.blotted(reason, v_anywhere || v_about) where member_id = p_member_id;
  update public.provider_callback set body = public.blotted(body, v_anywhere || v_about) where deposit_no = any(v_orders);
  update public.adjustment set reason = public.blotted(reason, v_anywhere || v_about), remark = public.blotted(remark, v_anywhere || v_about)
    where member_id = p_member_id;
  update public.account_change set address = '' where member_id = p_member_id;
  update public.activity_application set remark = public.blotted(remark, v_anywhere || v_about),
    facts = public.blotted(facts::text, v_anywhere || v_about)::jsonb where member_id = p_member_id;
  update public.agent_application set mobile = '', apply_info = '', remark = public.blotted(remark, v_anywhere || v_about)
    where member_id = p_member_id;
  update public.agent_pause set reason = public.blotted(reason, v_anywhere || v_about) where member_id = p_member_id;
  update public.agent_statement set remark = public.blotted(remark, v_anywhere || v_about) where agent_id = p_member_id;
  update public.member_block set reason = case reason when '' then '' else '**' end where member_id = p_member_id;
  update public.protection_log set detail = public.blotted(detail::text, v_anywhere || v_about)::jsonb where member_id = p_member_id;
  update public.verification_case set remark = public.blotted(remark, v_anywhere || v_about) where member_id = p_member_id;
  update public.screening_hit set parts = '[]', remark = public.blotted(remark, v_anywhere || v_about) where member_id = p_member_id;
  update public.harm_case set remark = public.blotted(remark, v_anywhere || v_about) where member_id = p_member_id;
  update public.harm_interaction set remark = public.blotted(remark, v_anywhere || v_about) where member_id = p_member_id;
  update public.aml_case_member set why = public.blotted(why, v_anywhere || v_about) where member_id = p_member_id;
  update public.pay_password_request set reason = public.blotted(reason, v_anywhere || v_about), remark = public.blotted(remark, v_anywhere || v_about)
    where member_id = p_member_id;
  update public.risk_flag set subject = 'erased:' || flag_id, inputs = '{}', remark = public.blotted(remark, v_anywhere || v_about)
    where member_id = p_member_id;
  update public.reconciliation_case set resolution = public.blotted(resolution, v_anywhere || v_about) where member_id = p_member_id;
  update public.reconciliation_note n set content = public.blotted(n.content, v_anywhere || v_about)
    from public.reconciliation_case c where c.case_id = n.case_id and c.member_id = p_member_id;
  update public.first_approval set remark = public.blotted(remark, v_anywhere || v_about) where subject = any(v_subjects);
  update public.hold_release set remark = public.blotted(remark, v_anywhere || v_about) where subject = any(v_subjects);
  update public.complaint_message m set content = '**' from public.complaint c
    where c.complaint_id = m.complaint_id and c.member_id = p_member_id and m.author in ('member', 'staff', 'note');
  update public.data_request set content = '', answer = public.blotted(answer, v_anywhere || v_about) where member_id = p_member_id;
  update public.sending set title = public.blotted(title, v_anywhere || v_about), content = public.blotted(content, v_anywhere || v_about)
    where member_ids @> array[p_member_id];
  update public.rule_proposal set value = public.blotted(value::text, v_anywhere)::jsonb, note = public.blotted(note, v_anywhere)
    where public.blotted(value::text || note, v_anywhere) <> value::text || note;
  update public.console_export set filters = '{}' where public.blotted(filters::text, p_searches) <> filters::text;
  update public.member set name = v_name, realname = '**', mobile = '', email = '', birthday = null, avatar = '', password_hash = '',
    pay_password_hash = '', invite_code = v_name, last_login_address = '', last_login_agent = '', previous_login_address = '',
    previous_login_agent = '', closing_reason = '' where member_id = p_member_id;

  return public.audit_redact('member:' || p_member_id, v_subjects, v_anywhere, v_about);
end $$;
revoke execute on function erase_member from public;
grant execute on function erase_member to tianping_app;
