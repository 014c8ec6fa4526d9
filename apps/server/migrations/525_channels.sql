-- Links of advertising with figures of their own (docs/decisions/0214-a-channel-is-a-code-in-the-place-of-an-invite-code.md).
create table promo_channel (
  channel_id bigint primary key generated always as identity,
  -- Stands in the link where an invite code can stand; an invite code has eight characters.
  code text not null unique check (code ~ '^L[A-Z2-9]{9}$'),
  -- Null for the operator's own advertising.
  agent_id bigint references agent,
  name text not null check (length(name) between 1 and 20),
  created_at timestamptz not null,
  -- Empty where the agent made it.
  created_by text not null default '',
  off_at timestamptz,
  off_by text not null default '',
  off_reason text not null default '' check (length(off_reason) <= 200),
  check ((off_at is null) = (off_by = ''))
);
create unique index promo_channel_name on promo_channel ((coalesce(agent_id, 0)), lower(name));
create index promo_channel_by_agent on promo_channel (agent_id, channel_id);
create index promo_channel_by_time on promo_channel (created_at);
revoke update, delete, truncate on promo_channel from tianping_app;
grant update (off_at, off_by, off_reason) on promo_channel to tianping_app;

-- How often a link was opened on a Beijing day: a number, and nothing about anybody.
create table promo_channel_visit (
  channel_id bigint not null references promo_channel,
  day date not null,
  visits int not null check (visits > 0),
  primary key (channel_id, day)
);
revoke delete, truncate on promo_channel_visit from tianping_app;

-- Through which link a member registered; for good, like the referrer.
create table member_channel (
  member_id bigint primary key,
  channel_id bigint not null references promo_channel
);
create index member_channel_by_channel on member_channel (channel_id, member_id);
revoke update, delete, truncate on member_channel from tianping_app;
