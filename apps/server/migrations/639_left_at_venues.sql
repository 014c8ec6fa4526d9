-- What venues still have of members who may not play there: since when a game is to be ended, and
-- which venue did not give back the money of somebody who is blocked.
alter table play_end add column asked_at timestamptz not null default now();
create table venue_left (
  member_id bigint not null references member,
  venue_id smallint not null references venue,
  since timestamptz not null,
  primary key (member_id, venue_id)
);

-- Those whose blocks are older than the week in which the job asks by itself.
insert into venue_left (member_id, venue_id, since)
select a.member_id, a.venue_id, now() from ledger.account a
where a.account_code = 110 and a.posted_balance > 0
  and exists (select from blocks_at(now()) b where b.member_id = a.member_id);
