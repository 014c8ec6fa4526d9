-- What stands above the categories of home: hot and new games, and each member's own.
-- `pick` is the operator's word: 'hot' and 'new' stand first, 'none' keeps a game out of both.
alter table game
  add column pick text not null default '' check (pick in ('', 'hot', 'new', 'none')),
  -- When members could first open it. What was shown before this migration has always been there.
  add column first_shown_at timestamptz;
update game set first_shown_at = timestamptz '1970-01-01 00:00:00Z' where app_state = 1;

-- How many members opened a game in the last days, from a least number on: fewer would say who.
create table game_heat (
  venue_id smallint not null,
  game_code text not null,
  players int not null check (players > 0),
  counted_at timestamptz not null,
  primary key (venue_id, game_code),
  foreign key (venue_id, game_code) references game on delete cascade
);

create table game_favourite (
  member_id bigint not null references member,
  venue_id smallint not null,
  game_code text not null,
  added_at timestamptz not null,
  primary key (member_id, venue_id, game_code),
  foreign key (venue_id, game_code) references game on delete cascade
);

-- What a member opened last, and what everybody opened in the last days.
create index game_launch_recent on game_launch (member_id, at desc);
create index game_launch_at on game_launch (at);
