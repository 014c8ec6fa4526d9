-- Limits of deposits, net losses, stakes and time: the member's own and the operator's stand side by side, and the stricter
-- one counts. A stricter amount counts at once. A looser one waits; the operator's then counts by itself, the member's only
-- after the member has confirmed it before `next_until`.
alter table member_limit drop constraint member_limit_pkey;
alter table member_limit drop constraint member_limit_kind_check;
alter table member_limit rename column limit_fen to amount;
alter table member_limit rename column next_limit_fen to next_amount;
alter table member_limit
  add column source text not null default 'operator' check (source in ('member', 'operator')),
  add column next_until timestamptz,
  add constraint member_limit_kind_check check (kind ~ '^(deposit|loss|stake|time)_(day|week|month)$'),
  add primary key (member_id, kind, source);
alter table member_limit alter column source drop default;
comment on column member_limit.amount is 'fen; whole minutes of a limit of time; null for none';

-- What keeps a member from playing and depositing: a time-out or an exclusion of the member's own, or staff's. Rows are
-- never shortened and never deleted. A self-exclusion ends only by the member's own wish after its term (`return_at`).
create table member_block (
  member_id bigint not null references member,
  block_id bigint generated always as identity,
  kind text not null check (kind in ('timeout', 'exclusion', 'staff', 'linked')),
  -- '24h', '30d', '5y', 'forever'; 'days:N' of a break of one's own length and of staff; what a linked one rests on.
  term text not null check (length(term) between 1 and 40),
  -- Null for ever.
  until timestamptz,
  reason text not null check (length(reason) <= 200),
  -- Empty for the member.
  set_by text not null,
  set_at timestamptz not null,
  return_asked_at timestamptz,
  return_at timestamptz,
  -- Of a linked one: the excluded member who is the same person; it lasts as long as that exclusion.
  follows bigint references member,
  primary key (member_id, block_id),
  check ((follows is not null) = (kind = 'linked')),
  check ((return_asked_at is null) = (return_at is null)),
  check (until is not null or kind in ('exclusion', 'linked'))
);
insert into member_block (member_id, kind, term, until, reason, set_by, set_at)
  select member_id, 'staff', 'days:' || greatest(1, ceil(extract(epoch from until - set_at) / 86400))::int, until, reason, set_by, set_at from member_exclusion;
drop table member_exclusion;
create index member_block_followed on member_block (follows) where follows is not null;
create index verified_contact_by_contact on verified_contact (channel, contact);
create index member_block_recent on member_block (set_at desc, member_id, block_id);
revoke delete, truncate on member_block from tianping_app;

-- The blocks that count at a moment; one that was set later too, since a guard must see all that is committed. The planner puts the statement in place of the call.
create function blocks_at(at timestamptz)
returns table (member_id bigint, block_id bigint, kind text, until timestamptz, set_at timestamptz)
language sql stable parallel safe as $$
  select b.member_id, b.block_id, b.kind, b.until, b.set_at from member_block b
  where (b.return_at is null or b.return_at > at)
    and case b.kind when 'exclusion' then true
      when 'linked' then exists (select from member_block e where e.member_id = b.follows and e.kind = 'exclusion' and (e.return_at is null or e.return_at > at))
      else b.until > at end
$$;
grant execute on function blocks_at(timestamptz) to tianping_app;

-- What a member chose of the tools that are no limit.
create table member_care (
  member_id bigint primary key references member,
  -- Minutes between two reality checks; null for the site's preset.
  reality_min smallint check (reality_min between 1 and 240),
  -- The question for a limit before the first deposit: how often it was put off, and when it was answered for good.
  prompt_skips smallint not null default 0,
  prompt_answered_at timestamptz,
  -- When the member last looked through activity and limits.
  reviewed_at timestamptz
);

-- Every act of protection, by whom and what it was; rows are only added.
create table protection_log (
  member_id bigint not null references member,
  entry_id bigint generated always as identity,
  at timestamptz not null,
  act text not null check (length(act) between 1 and 40),
  detail jsonb not null,
  -- Empty for the member.
  by_operator text not null,
  primary key (member_id, entry_id)
);
create index protection_log_recent on protection_log (at desc, member_id, entry_id);
revoke update, delete, truncate on protection_log from tianping_app;

-- One row per stretch of play: it begins with a launch, goes on with launches and bets that follow within a quarter of an
-- hour, and ends with the last of them.
create table play_stretch (
  member_id bigint not null references member,
  began_at timestamptz not null,
  last_at timestamptz not null,
  -- When a limit of time ends it.
  ends_at timestamptz,
  primary key (member_id, began_at),
  check (last_at >= began_at)
);
create index play_stretch_due on play_stretch (ends_at) where ends_at is not null;

-- A message that offers something reaches nobody who is blocked; one of service reaches everybody.
alter table broadcast add column offer boolean not null default false;
alter table broadcast alter column offer drop default;
