-- What the site's defence refused or noticed: one row per kind, subject, network and minute with a count, so that a flood
-- fills no table.
create table security_event (
  event_id bigint primary key generated always as identity,
  kind text not null check (length(kind) between 1 and 30),
  -- `member:100001`, `operator:3`; empty where nobody is known.
  subject text not null check (length(subject) <= 120),
  -- The network, /24 of IPv4 and /48 of IPv6; empty where it says nothing.
  address text not null check (length(address) <= 60),
  minute timestamptz not null,
  times int not null check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  unique (kind, subject, address, minute)
) with (fillfactor = 80);
create index security_event_recent on security_event (minute desc, event_id desc);
create index security_event_of_kind on security_event (kind, minute desc, event_id desc);
create index security_event_of_subject on security_event (subject, minute desc, event_id desc) where subject <> '';
create index security_event_of_address on security_event (address, minute desc, event_id desc) where address <> '';

-- What became too much within a window, by the rule as it was then.
create table security_alert (
  alert_id bigint primary key generated always as identity,
  kind text not null check (length(kind) between 1 and 30),
  -- Empty where the rule counts everybody together.
  subject text not null check (length(subject) <= 120),
  times int not null,
  threshold int not null,
  minutes int not null,
  rule_version int not null,
  raised_at timestamptz not null,
  seen_by text not null default '',
  seen_at timestamptz,
  remark text not null default '',
  check ((seen_by = '') = (seen_at is null))
);
create index security_alert_recent on security_alert (raised_at desc, alert_id desc);
create index security_alert_last on security_alert (kind, subject, raised_at desc);
create index security_alert_open on security_alert (raised_at desc, alert_id desc) where seen_at is null;
