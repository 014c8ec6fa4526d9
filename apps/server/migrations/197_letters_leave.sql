-- Letters of the inbox that reach members elsewhere: in a browser by web push, and by mail where the member asked for it
-- (docs/decisions/0087-letters-leave-the-inbox.md).

-- A browser that a member lets the site notify. It ends with the session that it was made in, however that ends: logged
-- off, with a changed password, by staff, or because nobody used it.
create table push_subscription (
  subscription_id bigint primary key generated always as identity,
  member_id bigint not null references member,
  token_hash bytea not null unique references session on delete cascade,
  -- Where the push service takes messages for the browser, and the keys they are encrypted for; sealed for the member.
  sealed bytea not null,
  -- Keyed: one browser is recognised, whoever uses it.
  endpoint_digest bytea not null unique check (length(endpoint_digest) = 32),
  -- The host of the push service, and the browser as the member reads it.
  service text not null check (length(service) between 1 and 253),
  browser text not null check (length(browser) between 1 and 60),
  -- Names the key pair of the site that it was made for.
  site_key text not null check (length(site_key) = 16),
  created_at timestamptz not null
);
create index push_subscription_by_member on push_subscription (member_id, subscription_id);

-- What a member chose of the ways that letters leave by; the program knows what counts where there is no row.
create table notice_choice (
  member_id bigint not null references member,
  kind text not null check (kind in ('money', 'safety', 'service', 'play')),
  way text not null check (way in ('push', 'mail')),
  wanted boolean not null,
  chosen_at timestamptz not null,
  primary key (member_id, kind, way)
);

-- Letters that somebody may want elsewhere, written with them and gone once they were looked at. `mailed`: the
-- letter was sent to the proved contacts by itself.
create table message_out (
  member_id bigint not null,
  message_id bigint not null,
  mailed boolean not null,
  primary key (member_id, message_id),
  foreign key (member_id, message_id) references message on delete cascade
);

-- Whether a letter has to be looked at at all; most members have asked for nothing.
create function leaves_inbox(who bigint, about text) returns boolean language sql stable parallel safe as $$
  select about <> 'site' and (exists (select from push_subscription p where p.member_id = who)
    or exists (select from notice_choice c where c.member_id = who and c.kind = about and c.way = 'mail' and c.wanted))
$$;
grant execute on function leaves_inbox(bigint, text) to tianping_app;

alter table delivery drop constraint delivery_channel_check;
alter table delivery add constraint delivery_channel_check check (channel in ('mail', 'sms', 'push'));

-- Erasure takes these rows with it; everything else of the function stays as it is, whoever changed it last.
do $$
declare
  v_definition text := pg_get_functiondef('public.erase_member(bigint,text[],text[],bytea,text[])'::regprocedure);
  v_before text := '  delete from public.session where member_id = p_member_id;';
begin
  if position(v_before in v_definition) = 0 then
    raise exception 'erase_member lacks %', v_before;
  end if;
  execute replace(v_definition, v_before, '  delete from public.push_subscription where member_id = p_member_id;' || chr(10)
    || '  delete from public.notice_choice where member_id = p_member_id;' || chr(10) || v_before);
end $$;
