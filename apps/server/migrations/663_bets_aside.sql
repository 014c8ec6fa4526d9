-- Bets of a venue's feed that could not be kept: the feed goes on, and they are tried again. What the venue told is text, since that it
-- is no JSON for the database may be the very reason; the member may be none of ours.
create table venue_bet_aside (
  venue_id smallint not null references venue,
  member_id bigint not null,
  bet_id text not null,
  version bigint not null,
  bet text not null,
  error text not null,
  since timestamptz not null,
  tries integer not null default 0,
  next_at timestamptz not null,
  primary key (venue_id, member_id, bet_id)
);
create index venue_bet_aside_due on venue_bet_aside (next_at);
create index venue_bet_aside_member on venue_bet_aside (member_id);
grant select, insert, update, delete on venue_bet_aside to tianping_app;
