-- What operators change of the site. An action's key makes a repetition of it one and the same action.
create table console_action (
  operator_id bigint not null,
  action_key text not null check (length(action_key) between 1 and 100),
  at timestamptz not null,
  primary key (operator_id, action_key)
);
create index console_action_by_time on console_action (at);

-- Why a version of a setting came to be; the versions themselves stand in `site_setting`.
create table setting_note (
  key text not null,
  version int not null,
  note text not null check (length(note) between 1 and 200),
  -- For what two persons decide: who proposed it.
  proposed_by text not null default '',
  primary key (key, version)
);
revoke update, delete, truncate on setting_note from tianping_app;

-- Letters as operators sent them, so that they can be found and taken back.
create table sending (
  sending_id bigint primary key generated always as identity,
  audience text not null check (audience in ('all', 'some')),
  title text not null,
  content text not null,
  -- For `some`: who got it; for `all`: the broadcast it became.
  member_ids bigint[] not null default '{}' check (cardinality(member_ids) <= 10000),
  message_id bigint,
  sent_by text not null,
  sent_at timestamptz not null,
  withdrawn_by text not null default '',
  withdrawn_at timestamptz,
  check ((audience = 'all') = (message_id is not null))
);
