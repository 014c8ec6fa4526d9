-- Offers with terms, a budget and an audience of their own (docs/decisions/0204-giveaways-are-rows-with-terms.md). What was approved never
-- changes; it can only be stopped.
create table giveaway (
  giveaway_id int primary key generated always as identity,
  kind text not null check (kind in ('packets', 'code', 'mission')),
  name text not null check (length(name) between 1 and 30),
  note text not null default '' check (length(note) <= 300),
  -- By kind, as apps/server/src/areas/giveaways/terms.ts reads it; amounts in fen.
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  -- The hard stop, and what was paid of it.
  budget_fen bigint not null check (budget_fen between 1 and 1000000000000),
  spent_fen bigint not null default 0 check (spent_fen between 0 and budget_fen),
  turnover_times int not null check (turnover_times between 0 and 50),
  min_vip smallint not null default 0 check (min_vip between 0 and 10),
  segment_id bigint references segment,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- 1 waits for a second person, 2 approved, 3 rejected, 4 stopped.
  state smallint not null default 1 check (state between 1 and 4),
  proposed_by text not null,
  proposed_at timestamptz not null,
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '' check (length(remark) <= 200),
  stopped_by text not null default '',
  stopped_at timestamptz,
  check (state in (1, 3) or (decided_by <> '' and lower(decided_by) <> lower(proposed_by))),
  check ((state = 4) = (stopped_by <> ''))
);
create index giveaway_by_time on giveaway (giveaway_id desc, kind, state);
create index giveaway_open on giveaway (kind, giveaway_id) where state = 2;
create index giveaway_proposed on giveaway (proposed_at);
revoke update, delete, truncate on giveaway from tianping_app;
grant update (state, spent_fen, decided_by, decided_at, remark, stopped_by, stopped_at) on giveaway to tianping_app;

-- What a window of red packets paid on a Beijing day.
create table giveaway_day (
  giveaway_id int not null references giveaway,
  day date not null,
  spent_fen bigint not null default 0 check (spent_fen >= 0),
  primary key (giveaway_id, day)
);
revoke delete, truncate on giveaway_day from tianping_app;

-- contract: a draw of the documented window still has more earned than drawn; the number of a draw alone does not say so any more
-- A draw of a further window; none for the documented one. Its number in the day counts on from the other draws of the member, so that each
-- draw has a place of its own in the stream of the day; `extra` says how many of a day's draws were of further windows.
alter table redpacket_draw add column giveaway_id int references giveaway;
create index redpacket_draw_giveaway on redpacket_draw (giveaway_id, claimed_at desc, draw_id) where giveaway_id is not null;
alter table redpacket_day add column extra int not null default 0 check (extra between 0 and claims);
alter table redpacket_draw drop constraint redpacket_draw_check1, add constraint redpacket_draw_earned check (earned > 0);
