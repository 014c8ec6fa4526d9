-- What may have to be reported to an authority or told to members, and until when.
create table incident (
  incident_id bigint primary key generated always as identity (start with 101),
  kind text not null check (kind in ('outage', 'mispay', 'data_breach', 'suicide', 'third_party_request', 'court_order',
    'dispute_body_change', 'funds_protection_change')),
  title text not null check (length(title) between 1 and 80),
  description text not null check (length(description) between 1 and 2000),
  measures text not null default '' check (length(measures) <= 2000),
  found_at timestamptz not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  affected int not null default 0 check (affected >= 0),
  high_risk boolean not null default false,
  -- Whom it is about, where it is about one member.
  member_id bigint references member,
  opened_by text not null,
  opened_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'proposed', 'closed')),
  -- What is done about a request of others.
  answer text not null default '' check (answer in ('', 'comply', 'exclude', 'refuse')),
  proposed_by text not null default '',
  proposal text not null default '' check (length(proposal) <= 200),
  decided_by text not null default '',
  closed_at timestamptz,
  check (began_at <= found_at and began_at <= ended_at),
  check ((state = 'closed') = (closed_at is not null)),
  check ((state = 'proposed') <= (answer <> '' and proposed_by <> '')),
  check (answer <> 'exclude' or member_id is not null),
  -- Whatever the server is asked: a request of others takes two persons.
  check (kind not in ('third_party_request', 'court_order') or state <> 'closed' or (answer <> '' and decided_by <> proposed_by))
);
create index incident_newest on incident (found_at desc, incident_id desc);
create index incident_open on incident (found_at desc, incident_id desc) where state <> 'closed';
create index incident_opened on incident (opened_at);
create index incident_of_member on incident (member_id) where member_id is not null;

-- Who has to hear of it and until when, as the rule said when it was written down.
create table incident_duty (
  incident_id bigint not null references incident,
  duty text not null check (duty in ('authority', 'members')),
  due_at timestamptz not null,
  -- From then on it is an alarm.
  alarm_at timestamptz not null,
  rule_version int not null,
  -- Ways in which the alarm was raised: once when it came near, once when it had passed.
  alarms smallint not null default 0 check (alarms between 0 and 2),
  done_at timestamptz,
  reference text not null default '' check (length(reference) <= 120),
  done_by text not null default '',
  primary key (incident_id, duty),
  check ((done_at is null) = (reference = ''))
);
create index incident_duty_open on incident_duty (alarm_at) where done_at is null;
create index incident_duty_done on incident_duty (done_at) where done_at is not null;

-- What happened to it. Only ever added to.
create table incident_note (
  incident_id bigint not null references incident,
  note_id bigint generated always as identity,
  kind text not null check (kind in ('opened', 'changed', 'note', 'file', 'done', 'proposed', 'returned', 'closed')),
  content text not null check (length(content) <= 2000),
  written_by text not null,
  written_at timestamptz not null,
  primary key (incident_id, note_id)
);
revoke update, delete, truncate on incident_note from tianping_app;

-- Its papers, sealed piece by piece.
create table incident_file (
  file_id bigint primary key generated always as identity,
  incident_id bigint not null references incident,
  name text not null check (length(name) between 1 and 120),
  bytes int not null check (bytes between 1 and 8388608),
  sha256 text not null default '',
  complete boolean not null default false,
  brought_by text not null,
  brought_at timestamptz not null
);
create index incident_file_of_incident on incident_file (incident_id, file_id);
create table incident_file_part (
  file_id bigint not null references incident_file,
  no int not null check (no between 0 and 63),
  sealed bytea not null,
  primary key (file_id, no)
);
revoke delete, truncate on incident, incident_duty, incident_file, incident_file_part from tianping_app;

-- Rounds that a venue made void, for a person to look at: an incident, or nothing to do.
create table void_round (
  venue_id smallint not null references venue,
  round_id text not null,
  game_code text not null,
  bets int not null check (bets > 0),
  members int not null check (members > 0),
  stake_fen bigint not null,
  seen_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'opened', 'dismissed')),
  incident_id bigint references incident,
  decided_by text not null default '',
  decided_at timestamptz,
  primary key (venue_id, round_id),
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'opened') = (incident_id is not null))
);
create index void_round_newest on void_round (seen_at desc, venue_id, round_id);
create index void_round_open on void_round (seen_at) where state = 'open';
create table void_round_cursor (
  venue_id smallint primary key references venue,
  version bigint not null default 0
);
revoke delete, truncate on void_round from tianping_app;
