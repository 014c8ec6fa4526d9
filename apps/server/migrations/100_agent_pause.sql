-- An agent's status can be taken back and given back. While it is taken back nothing of the team counts; who invited whom stays,
-- and so does whatever was earned before.
create table agent_pause (
  member_id bigint not null references agent,
  ended_at timestamptz not null,
  ended_by text not null,
  reason text not null,
  -- The day it was ended on counts whole: the first Beijing day that does not, and the first that does again.
  from_day date not null,
  until_day date,
  reinstated_at timestamptz,
  reinstated_by text not null default '',
  primary key (member_id, ended_at),
  check ((until_day is null) = (reinstated_at is null))
);
create unique index agent_pause_open on agent_pause (member_id) where until_day is null;
