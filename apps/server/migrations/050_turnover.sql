-- Valid turnover per member, Beijing day and venue, kept by the transaction that takes a bet from the feed; and the runs
-- of what works by the day.

-- A corrected bet carries the time of its correction; its turnover stays with the day on which it first counted.
alter table bet add column first_settled_at timestamptz;
update bet set first_settled_at = coalesce(settled_at, placed_at) where status = 1;

create table turnover_day (
  member_id bigint not null,
  day date not null,
  venue_id smallint not null references venue,
  -- The venue's category when the day's first bet counted.
  category text not null,
  -- Settled bets; void and unsettled ones are not in any of the sums.
  bets int not null check (bets >= 0),
  stake_fen bigint not null check (stake_fen >= 0),
  valid_fen bigint not null check (valid_fen >= 0),
  payout_fen bigint not null check (payout_fen >= 0),
  -- The rebate of the day has not seen these figures yet. A flag and not a comparison, since an index over the sums would
  -- be written with every bet.
  rebate_due boolean not null default true,
  primary key (member_id, day, venue_id)
) with (fillfactor = 80);
create index turnover_day_rebate_due on turnover_day (day, member_id) where rebate_due;

-- The same over all days and venues.
create table turnover_total (
  member_id bigint primary key,
  bets bigint not null check (bets >= 0),
  valid_fen bigint not null check (valid_fen >= 0)
) with (fillfactor = 70);

insert into turnover_day (member_id, day, venue_id, category, bets, stake_fen, valid_fen, payout_fen)
  select b.member_id, (b.first_settled_at at time zone 'Asia/Shanghai')::date, b.venue_id, v.category, count(*), sum(b.stake_fen), sum(b.valid_fen), sum(b.payout_fen)
  from bet b join venue v using (venue_id) where b.status = 1 group by 1, 2, 3, 4;
insert into turnover_total (member_id, bets, valid_fen) select member_id, sum(bets), sum(valid_fen) from turnover_day group by member_id;

-- One row per job and Beijing day. Whoever holds the lease works on it; what is finished is never done again.
create table job_run (
  job text not null,
  day date not null,
  holder uuid not null,
  leased_until timestamptz not null,
  attempts int not null default 1,
  started_at timestamptz not null,
  finished_at timestamptz,
  result jsonb,
  last_error text not null default '',
  primary key (job, day)
);
