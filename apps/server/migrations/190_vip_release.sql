-- Raises to levels with personal perks wait for a release: three dated checks of one operator, approved by another
-- (docs/decisions/0084-levels-with-perks-wait-for-a-release.md).
create table vip_release (
  release_id bigint primary key generated always as identity,
  member_id bigint not null references member,
  -- The level that may be reached.
  vip smallint not null check (vip between 2 and 10),
  -- The Beijing days of the checks, and what each of them found.
  affordability_on date not null,
  affordability text not null check (length(affordability) between 1 and 200),
  harm_on date not null,
  harm text not null check (length(harm) between 1 and 200),
  diligence_on date not null,
  diligence text not null check (length(diligence) between 1 and 200),
  recorded_by text not null,
  recorded_at timestamptz not null,
  -- 1 waiting, 2 approved, 3 rejected or withdrawn.
  state smallint not null default 1 check (state in (1, 2, 3)),
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '' check (length(remark) <= 200),
  -- An approved release that was taken back.
  ended_by text not null default '',
  ended_at timestamptz,
  ended_why text not null default '' check (length(ended_why) <= 200),
  check ((state = 1) = (decided_at is null)),
  check ((ended_by = '') = (ended_at is null)),
  check (ended_at is null or state = 2),
  -- Whatever the server is asked: nobody approves their own.
  check (state <> 2 or decided_by <> recorded_by)
);
create unique index vip_release_open on vip_release (member_id, vip) where state = 1;
create index vip_release_standing on vip_release (member_id, vip) where state = 2 and ended_at is null;
create index vip_release_of_member on vip_release (member_id, release_id desc);
create index vip_release_recent on vip_release (state, release_id desc);
revoke delete, truncate on vip_release from tianping_app;

-- Members whose figures met a level that waits for a release, as the last review found them.
create table vip_waiting (
  member_id bigint primary key references member,
  vip smallint not null check (vip between 2 and 10),
  since date not null,
  -- The review that found it.
  day date not null,
  deposit_fen bigint not null,
  turnover_fen bigint not null
);
create index vip_waiting_oldest on vip_waiting (since, member_id);

-- Whether a member gets no personal perks now: offers have stopped, a person is to look after the member, suspected
-- laundering is looked into, or the member is blocked, locked or leaving. Asked for a single member at a time.
create function perks_withheld(who bigint, at timestamptz) returns boolean language sql stable parallel safe as $$
  select offers_stopped(who)
    or exists (select from harm_case h where h.member_id = who and h.state = 1)
    or exists (select from aml_case_member c where c.member_id = who and (c.open or c.holds))
    or exists (select from blocks_at(at) b where b.member_id = who)
    or exists (select from register_check r where r.member_id = who and r.outcome = 'excluded')
    or exists (select from member m where m.member_id = who and (m.closing_at is not null or m.state <> 'active'))
$$;
grant execute on function perks_withheld(bigint, timestamptz) to tianping_app;
