-- The inbox (站内信). A message belongs to one member; one for everybody is a single broadcast row, so that a word to a
-- million members is one insert. Both take their numbers from one sequence, since the wire knows one kind of number.
create sequence message_number as bigint;

create table message (
  member_id bigint not null,
  message_id bigint not null default nextval('message_number'),
  title text not null check (length(title) between 1 and 100),
  -- HTML; sanitised on the way out.
  content text not null check (length(content) between 1 and 20000),
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (member_id, message_id)
);
create index message_history on message (member_id, created_at desc, message_id desc);
create index message_unread on message (member_id) where read_at is null;

-- Shown to every member who had joined when it was sent.
create table broadcast (
  message_id bigint primary key default nextval('message_number'),
  title text not null check (length(title) between 1 and 100),
  content text not null check (length(content) between 1 and 20000),
  created_at timestamptz not null,
  sent_by text not null,
  withdrawn boolean not null default false
);
create index broadcast_history on broadcast (created_at desc) where not withdrawn;

create table broadcast_read (
  member_id bigint not null,
  message_id bigint not null references broadcast,
  read_at timestamptz not null,
  primary key (member_id, message_id)
);
