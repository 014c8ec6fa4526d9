-- What a member wants to be offered, product by product and channel by channel. Rows are only added; the newest of a cell
-- counts. Where there is none, an operator's letter in the inbox counts as wanted unless the site asks first
-- (setting `protection.inboxOptIn`), and nothing else does.
create table offer_choice (
  member_id bigint not null references member,
  choice_id bigint generated always as identity,
  product text not null check (product in ('betting', 'casino', 'lottery')),
  channel text not null check (channel in ('inbox', 'mail', 'sms', 'push')),
  wanted boolean not null,
  -- 'consent' is the single consent of before, 'objection' a request about personal data.
  source text not null check (source in ('member', 'consent', 'objection')),
  chosen_at timestamptz not null,
  primary key (member_id, choice_id)
);
create index offer_choice_newest on offer_choice (member_id, product, channel, choice_id desc);
revoke update, delete, truncate on offer_choice from tianping_app;

-- The single consent meant all channels and products; whoever took it back wants none, whoever gave it wants all.
insert into offer_choice (member_id, product, channel, wanted, source, chosen_at)
  select c.member_id, p.product, h.channel, c.withdrawn_at is null, 'consent', coalesce(c.withdrawn_at, c.given_at)
  from (select distinct on (member_id) * from consent where kind = 'marketing' order by member_id, consent_id desc) c
    cross join (values ('betting'), ('casino'), ('lottery')) p (product)
    cross join (values ('inbox'), ('mail'), ('sms'), ('push')) h (channel);

-- Whether an offer may not be sent: some product that it is about (all of them for '') is not wanted on this channel.
-- `unasked` is what counts where the member has chosen nothing.
create function offer_unwanted(who bigint, about text, by text, unasked boolean) returns boolean language sql stable parallel safe as $$
  select exists (
    select from (values ('betting'), ('casino'), ('lottery')) p (product)
    where (about = '' or about = p.product) and not coalesce((
      select c.wanted from offer_choice c where c.member_id = who and c.product = p.product and c.channel = by
      order by c.choice_id desc limit 1), unasked))
$$;
grant execute on function offer_unwanted(bigint, text, text, boolean) to tianping_app;

-- What an offer is about, and whether it goes out by mail and SMS too; the posts are worked off by a job.
alter table broadcast add column product text not null default '' check (product in ('', 'betting', 'casino', 'lottery'));
alter table sending add column product text not null default '' check (product in ('', 'betting', 'casino', 'lottery'));
create table offer_post (
  sending_id bigint not null references sending,
  channel text not null check (channel in ('mail', 'sms')),
  -- The member up to whom it is done.
  done_to bigint not null default 0,
  sent int not null default 0,
  done_at timestamptz,
  primary key (sending_id, channel)
);
create index offer_post_open on offer_post (sending_id) where done_at is null;
revoke delete, truncate on offer_post from tianping_app;
