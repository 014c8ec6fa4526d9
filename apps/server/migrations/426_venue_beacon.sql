-- The beacons that shared rounds of venues wait for, as their venues say (docs/operations.md).
create table venue_beacon (
  venue_id smallint primary key references venue,
  name text not null check (length(name) <= 60),
  -- A beacon of the operator's own: it proves nothing against the operator.
  is_local boolean not null,
  -- The last round that the venue verified, and when it was published; null before the first.
  round bigint check (round > 0),
  round_at timestamptz,
  -- When the venue said so.
  told_at timestamptz not null,
  check ((round is null) = (round_at is null))
);
revoke truncate on venue_beacon from tianping_app;
