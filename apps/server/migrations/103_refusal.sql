-- What was refused to members, for 30 days: support finds there why something did not work.
create table refusal (
  member_id bigint not null references member,
  refusal_id bigint generated always as identity,
  -- `POST /api/withdraw`
  call text not null,
  -- The stable code of the sentence, and the values of its parameters.
  reason text not null,
  given jsonb not null default '{}',
  -- Finds the line in the log.
  request_id text not null,
  refused_at timestamptz not null,
  primary key (member_id, refusal_id)
);
create index refusal_at on refusal (refused_at);
