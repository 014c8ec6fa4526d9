-- The mark of a browser: a random number in a cookie of the member app, of which only the hash is kept. It tells two members
-- on one device, which address and browser alone do not: a hotel has one address and many phones of one make.

-- Empty for sessions that began without one.
alter table session add column device text not null default '';

-- Which members logged in with which mark.
create table device_trace (
  member_id bigint not null,
  device text not null check (length(device) = 32),
  -- As it was seen last.
  address text not null,
  agent text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times int not null default 1,
  primary key (member_id, device)
) with (fillfactor = 80);
create index device_trace_by_device on device_trace (device, member_id);
create index device_trace_recent on device_trace (last_at);
