-- What ends or loosens a block and needs a person besides the member: a wish to return that staff took down, an earlier end
-- that the member asks for with reasons, and the end of a link that joined two different persons.
create table protection_request (
  request_id bigint generated always as identity primary key,
  member_id bigint not null references member,
  kind text not null check (kind in ('return', 'earlier', 'unlink', 'stranger')),
  -- How the member reached us.
  channel text not null check (channel in ('app', 'phone', 'letter', 'chat', 'visit')),
  reason text not null check (length(reason) between 1 and 1000),
  -- Empty for the member.
  asked_by text not null,
  asked_at timestamptz not null,
  -- Of an earlier end: when a decision is due, and whether staff were warned that it is late.
  decide_by timestamptz,
  alarmed boolean not null default false,
  -- The first of two persons, and what that person would decide (states of a review).
  proposed smallint check (proposed in (2, 3)),
  proposed_by text not null default '',
  proposed_at timestamptz,
  proposal text not null default '' check (length(proposal) <= 200),
  state smallint not null default 1 check (state between 1 and 3),
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '' check (length(remark) <= 200),
  check ((proposed is null) = (proposed_by = '') and (proposed is null) = (proposed_at is null)),
  -- A return is confirmed by the member, everything else by somebody other than the first person.
  check (kind = 'return' or state = 1 or (proposed is not null and decided_by <> proposed_by and decided_by <> ''))
);
create unique index protection_request_open on protection_request (member_id, kind) where state = 1;
create index protection_request_recent on protection_request (state, request_id desc);
create index protection_request_stranger on protection_request (member_id) where kind = 'stranger' and state = 2;
create index protection_request_due on protection_request (decide_by) where state = 1 and decide_by is not null;
revoke delete, truncate on protection_request from tianping_app;
