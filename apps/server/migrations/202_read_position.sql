-- How far the log of changes had come when a member (m123) or an operator (o45) last wrote: their
-- own reads go to a replica that is at least there. Only the primary reads it, and after a crash
-- or a failover it is empty, so that it needs no log of its own.
create unlogged table read_position (
  subject text primary key check (subject ~ '^[mo][0-9]+$'),
  -- A position of the log as a number of bytes.
  position bigint not null,
  written_at timestamptz not null
) with (fillfactor = 70);
create index read_position_written on read_position (written_at);
