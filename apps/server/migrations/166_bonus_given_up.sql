-- Bonuses that members gave up: what was shown, what was taken from the central wallet and which turnover it freed
-- (docs/decisions/0076-a-member-may-give-a-bonus-up.md).
create table bonus_given_up (
  member_id bigint not null,
  -- The requirement of the ledger that was cancelled.
  source_type text not null check (source_type in ('activity_bonus', 'red_packet', 'adjustment')),
  source_id text not null check (length(source_id) between 1 and 400),
  -- The member's action behind it; a repetition finds its answer by this.
  action_key text not null,
  bonus_fen bigint not null check (bonus_fen > 0),
  -- Less than the bonus where the wallet held less.
  taken_fen bigint not null check (taken_fen between 0 and bonus_fen),
  -- The turnover that was still missing.
  freed_fen bigint not null check (freed_fen > 0),
  given_up_at timestamptz not null,
  primary key (member_id, source_type, source_id),
  unique (member_id, action_key)
);

revoke update, delete, truncate on bonus_given_up from tianping_app;
