-- Where members were when they asked for a game, and whether play is allowed there; rows are only added.
create table location_check (
  member_id bigint not null references member,
  check_id bigint generated always as identity,
  at timestamptz not null,
  address text not null,
  -- Two letters by the trusted proxy; empty where it says nothing.
  country text not null check (length(country) <= 8),
  allowed boolean not null,
  primary key (member_id, check_id)
);
create index location_check_refused on location_check (at desc) where not allowed;
revoke update, truncate on location_check from tianping_app;
