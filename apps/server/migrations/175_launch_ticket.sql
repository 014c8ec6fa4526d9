-- One launch of a game, by the name that the venue repeats when it says that the game was left or that the player asks for
-- more money (protocol v1.1).
create table launch_ticket (
  ticket text primary key check (length(ticket) between 16 and 64),
  member_id bigint not null references member,
  venue_id smallint not null references venue,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  -- No page of the launch is open any more; from then on nothing follows into the game.
  ended_at timestamptz,
  -- When the money of the left game is looked for next; null once nothing is left to do.
  home_due_at timestamptz,
  home_tries smallint not null default 0,
  home_fen bigint not null default 0 check (home_fen >= 0),
  -- What the member has agreed may follow into the open game: at once, and in all.
  each_fen bigint not null default 0 check (each_fen >= 0),
  allowed_fen bigint not null default 0 check (allowed_fen >= 0),
  used_fen bigint not null default 0 check (used_fen >= 0 and used_fen <= allowed_fen)
);
create index launch_ticket_open on launch_ticket (member_id, venue_id) where ended_at is null;
create index launch_ticket_home on launch_ticket (home_due_at) where home_due_at is not null;

-- Money that a game asked for at the player's word; the venue's ref makes it count once.
create table money_want (
  member_id bigint not null references member,
  venue_id smallint not null references venue,
  ref text not null check (length(ref) between 1 and 40),
  ticket text not null references launch_ticket,
  amount_fen bigint not null check (amount_fen > 0),
  heard_at timestamptz not null,
  -- open while the transfer was not begun, taken once it was.
  state text not null default 'open' check (state in ('open', 'taken', 'refused')),
  reason text not null default '',
  primary key (member_id, venue_id, ref)
);
create index money_want_of_ticket on money_want (ticket);
revoke delete, truncate on launch_ticket, money_want from tianping_app;
