-- Games that are to be ended at a venue: written before the venue is asked, gone once it has said so. A game that opens there waits
-- for it, so that ending the old never takes the new one with it; what a venue did not answer is asked again.
create table play_end (
  member_id bigint not null,
  venue_id smallint not null references venue,
  -- Whose turn it is: a later wish to end has a mark of its own, which an earlier one cannot take away.
  mark uuid not null default gen_random_uuid(),
  -- When it is asked again, and until then somebody is at it. Null when it was asked often enough: the next launch there asks once more.
  due_at timestamptz,
  attempts int not null default 1,
  primary key (member_id, venue_id)
);
create index play_end_due on play_end (due_at) where due_at is not null;
