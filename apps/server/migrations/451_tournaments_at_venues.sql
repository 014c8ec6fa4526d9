-- What venues are told of tournaments (docs/venue-protocol.md).
create table tournament_venue (
  tournament_id int not null references tournament,
  venue_id smallint not null references venue,
  -- When the venue is told next; whoever tells it has moved this on.
  next_at timestamptz not null,
  -- What the venue has: open until when, or closed for good. Null while it was told nothing.
  told_until timestamptz,
  is_over boolean not null default false,
  said text not null default '' check (length(said) <= 200),
  primary key (tournament_id, venue_id)
);
create index tournament_venue_due on tournament_venue (next_at) where not is_over;
revoke delete, truncate on tournament_venue from tianping_app;

-- How members stand as a venue was told last; without a place they are in it no more.
create table tournament_told (
  tournament_id int not null,
  venue_id smallint not null,
  member_id bigint not null references member,
  place int check (place >= 0),
  score bigint not null check (score >= 0),
  primary key (tournament_id, venue_id, member_id),
  foreign key (tournament_id, venue_id) references tournament_venue
);
create index tournament_told_member on tournament_told (member_id);
