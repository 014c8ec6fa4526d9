-- Red packets: seeds, claims and draws. The rules are a setting of the site (key redpacket); the money lies in the ledger.

-- Seeds by the day, as a chain: the seed of day i is the hash of day i+1's, counted back from `tip`. So one number, `anchor`
-- (the hash of the first day's seed), commits to all of them before the first draw, and each day's commitment is the seed
-- that the day before revealed. Nobody can exchange a single day's seed.
create table redpacket_chain (
  first_day date primary key,
  days int not null check (days between 1 and 400),
  tip bytea not null check (length(tip) = 32),
  anchor bytea not null check (length(anchor) = 32),
  created_at timestamptz not null
);

-- How many packets a member has claimed for a day; its row lock makes a member's claims one after the other.
create table redpacket_day (
  member_id bigint not null,
  day date not null,
  claims int not null default 0 check (claims >= 0),
  primary key (member_id, day)
);

create table redpacket_draw (
  member_id bigint not null,
  draw_id text not null,
  day date not null,
  -- Counts the member's packets of the day from 0.
  nonce int not null check (nonce >= 0),
  client_seed text not null,
  amount_fen bigint not null check (amount_fen between draw_min_fen and draw_max_fen),
  draw_min_fen bigint not null check (draw_min_fen > 0),
  draw_max_fen bigint not null,
  -- What the claim rested on: the rule's version, the deposits counted and when the last of them came, the claims earned.
  rule_version int not null,
  counted_fen bigint not null check (counted_fen > 0),
  last_deposit_at timestamptz not null,
  earned int not null check (earned > nonce),
  turnover_times int not null,
  claimed_at timestamptz not null,
  action_key text not null,
  primary key (member_id, draw_id),
  unique (member_id, action_key),
  unique (member_id, day, nonce)
);
create index redpacket_draw_history on redpacket_draw (member_id, claimed_at desc);

-- Whose a draw is, by its id alone: anyone may verify one.
create table redpacket_directory (
  draw_id text primary key,
  member_id bigint not null
);

-- What was drawn is never changed.
revoke update, delete, truncate on redpacket_draw, redpacket_chain, redpacket_directory from tianping_app;

-- Deposits by when they were credited, which is when they count.
create index deposit_order_credited on deposit_order (member_id, decided_at) where state = 2;
