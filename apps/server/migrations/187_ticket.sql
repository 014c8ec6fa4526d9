-- Conversations of members with customer service.

create table ticket (
  ticket_id bigint primary key generated always as identity,
  -- `T20261123-7K3M9Q`: the day and a random part, which tells nobody how many there are.
  ticket_no text not null unique check (ticket_no ~ '^T\d{8}-[A-Z2-9]{6}$'),
  member_id bigint not null references member,
  topic text not null check (topic in ('deposit', 'withdrawal', 'bet', 'safety', 'identity', 'limits', 'promotion', 'other')),
  -- 1 open, 2 solved, 3 goes on as a complaint.
  state smallint not null default 1 check (state in (1, 2, 3)),
  created_at timestamptz not null,
  -- When the newest line came that the member can read.
  updated_at timestamptz not null,
  -- Who owes the next line, and since when staff owe it.
  waits_for text not null default 'staff' check (waits_for in ('staff', 'member', '')),
  waits_since timestamptz,
  first_answer_at timestamptz,
  -- The newest lines that were read. `member_seen_at`: when the member last looked at the page.
  member_read bigint not null default 0,
  member_seen_at timestamptz,
  staff_read bigint not null default 0,
  staff_read_at timestamptz,
  claimed_by text not null default '',
  claimed_until timestamptz,
  closed_at timestamptz,
  -- `member`, or the operator's name.
  closed_by text not null default '',
  ending text not null default '' check (ending in ('', 'answered', 'silent', 'duplicate', 'wrong_place')),
  rating smallint not null default 0 check (rating between 0 and 3),
  complaint_no text not null default '',
  action_key text not null,
  redacted_at timestamptz,
  unique (member_id, action_key),
  check ((state = 1) = (closed_at is null)),
  check ((state = 3) = (complaint_no <> '')),
  check ((waits_for = 'staff') = (waits_since is not null)),
  check (state = 1 or waits_for = '')
);
create index ticket_by_member on ticket (member_id, updated_at desc, ticket_id desc);
create index ticket_newest on ticket (ticket_id desc);
create index ticket_by_state on ticket (state, ticket_id desc);
create index ticket_queue on ticket (waits_since, ticket_id) where state = 1;
create index ticket_to_redact on ticket (closed_at) where closed_at is not null and redacted_at is null;

create table ticket_line (
  ticket_id bigint not null references ticket,
  line_id bigint generated always as identity,
  -- `note` is for staff alone.
  author text not null check (author in ('member', 'staff', 'system', 'note')),
  operator text not null default '',
  -- Empty for a picture, or for an order without words.
  content text not null check (length(content) <= 2000),
  -- An order or a bet of the member, by its number.
  attached_kind text not null default '' check (attached_kind in ('', 'deposit', 'withdrawal', 'transfer', 'bet')),
  attached_no text not null default '' check (length(attached_no) <= 64),
  at timestamptz not null,
  primary key (ticket_id, line_id),
  check ((attached_kind = '') = (attached_no = ''))
);
revoke update, delete, truncate on ticket_line from tianping_app;

create table ticket_picture (
  picture_id bigint primary key generated always as identity,
  ticket_id bigint not null,
  line_id bigint not null,
  member_id bigint not null references member,
  bytes int not null check (bytes between 1 and 16777216),
  -- AES-256-GCM by a key of its own, which is sealed in turn.
  content bytea not null,
  key_sealed bytea not null,
  uploaded_at timestamptz not null,
  foreign key (ticket_id, line_id) references ticket_line
);
alter table ticket_picture alter column content set storage external;
create unique index ticket_picture_of_line on ticket_picture (ticket_id, line_id);
create index ticket_picture_by_member on ticket_picture (member_id);

-- Puts a mark in the place of what was said in conversations that ended before a moment and deletes their pictures, at
-- most so many conversations at once. The database itself keeps what is younger than half a year.
create function redact_tickets(p_before timestamptz, p_limit int) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_ids bigint[];
begin
  select coalesce(array_agg(ticket_id), '{}') into v_ids from (
    select t.ticket_id from public.ticket t
    where t.closed_at < least(p_before, now() - interval '180 days') and t.redacted_at is null and not public.legally_held(t.member_id)
    order by t.closed_at limit p_limit for update skip locked) due;
  delete from public.ticket_picture where ticket_id = any(v_ids);
  update public.ticket_line set content = '**', attached_kind = '', attached_no = '' where ticket_id = any(v_ids);
  update public.ticket set redacted_at = p_before where ticket_id = any(v_ids);
  return cardinality(v_ids);
end $$;
revoke execute on function redact_tickets from public;
grant execute on function redact_tickets to tianping_app;

-- A part of an erasure: nothing of what the member said or showed is left. Open conversations end with it.
create function erase_tickets(p_member_id bigint, p_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from public.member where member_id = p_member_id and closed_at is not null) then
    raise exception 'member % is not closed', p_member_id;
  end if;
  delete from public.ticket_picture where member_id = p_member_id;
  update public.ticket_line l set content = '**', attached_kind = '', attached_no = '' from public.ticket t
    where t.ticket_id = l.ticket_id and t.member_id = p_member_id;
  update public.ticket set state = case state when 1 then 2 else state end, closed_at = coalesce(closed_at, p_at), waits_for = '',
    waits_since = null, redacted_at = coalesce(redacted_at, p_at) where member_id = p_member_id;
end $$;
revoke execute on function erase_tickets from public;
grant execute on function erase_tickets to tianping_app;
