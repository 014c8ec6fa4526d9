-- Levels: what keeps one, who stands where, and what was decided when.

-- Relegation-protection turnover (保级流水): what a member of this level must turn over within a window to keep it.
alter table vip_level add column keep_fen bigint not null default 0 check (keep_fen >= 0);
update vip_level set keep_fen = flow_fen * 3 / 10;

create table vip_standing (
  member_id bigint primary key,
  -- The highest level ever held. What was lost is won back by its relegation-protection turnover, since the cumulative
  -- figures, which never shrink, would give it back the next day.
  peak_vip smallint not null check (peak_vip between 1 and 10),
  -- Beijing days, the second not included; no end at the first level, below which there is none.
  window_from date not null,
  window_to date check (window_to > window_from)
) with (fillfactor = 80);

-- One decision per member and day at most, with the figures it was made on.
create table vip_history (
  member_id bigint not null,
  day date not null,
  kind text not null check (kind in ('promoted', 'relegated', 'kept')),
  from_vip smallint not null,
  to_vip smallint not null,
  -- Cumulative, up to 00:00 of the day; of promotions.
  deposit_fen bigint,
  deposit_needed_fen bigint,
  turnover_fen bigint,
  turnover_needed_fen bigint,
  -- The window behind it: of relegations, of levels kept, and of lost levels won back.
  window_from date,
  window_to date,
  window_fen bigint,
  window_needed_fen bigint,
  -- Versions of the settings `vip_levels` and `vip`.
  levels_version int not null,
  rules_version int not null,
  decided_at timestamptz not null,
  primary key (member_id, day),
  check (to_vip - from_vip = case kind when 'promoted' then 1 when 'relegated' then -1 else 0 end)
);
create index vip_history_by_day on vip_history (day, member_id);
revoke update, delete on vip_history from tianping_app;

-- Cumulative deposits, and deposits between two moments, without reading a member's other movements.
set local role tianping_ledger;
create index transaction_deposits on ledger.transaction (member_id, effective_at) include (amount)
  where code = 'deposit' and phase in ('single', 'post');
reset role;
