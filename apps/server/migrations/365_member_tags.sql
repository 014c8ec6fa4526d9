-- Tags that staff put on members, and the members who are watched.
create table tag (
  tag_id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 20),
  note text not null,
  created_by text not null,
  created_at timestamptz not null,
  -- Members keep a retired tag; nobody sees it and nothing finds members by it.
  retired_at timestamptz
);
create unique index tag_in_use on tag (name) where retired_at is null;

create table member_tag (
  tag_id bigint not null references tag,
  member_id bigint not null references member,
  set_by text not null,
  set_at timestamptz not null,
  primary key (tag_id, member_id)
);
create index member_tag_of on member_tag (member_id);

-- The row goes when the watch ends; the audit log keeps who watched whom, and why.
create table member_watch (
  member_id bigint primary key references member,
  reason text not null check (length(reason) between 1 and 200),
  set_by text not null,
  set_at timestamptz not null,
  -- The last Beijing day; null for no end.
  until date
);
create index member_watch_set on member_watch (set_at, member_id);

-- Erasure takes these rows with it; everything else of the function stays as it is.
do $$
declare
  v_definition text := pg_get_functiondef('public.erase_member(bigint,text[],text[],bytea,text[])'::regprocedure);
  v_before text := '  delete from public.member_note where member_id = p_member_id;';
begin
  if position(v_before in v_definition) = 0 then
    raise exception 'erase_member lacks %', v_before;
  end if;
  execute replace(v_definition, v_before, v_before || chr(10)
    || '  delete from public.member_tag where member_id = p_member_id;' || chr(10)
    || '  delete from public.member_watch where member_id = p_member_id;');
end $$;
