-- Codes of a giveaway: one that everybody may use, or a batch of which each is good for one member.
create table giveaway_code (
  code text primary key check (code ~ '^[A-Z0-9]{6,20}$'),
  giveaway_id int not null references giveaway,
  most_uses int not null check (most_uses between 1 and 1000000),
  uses int not null default 0 check (uses between 0 and most_uses)
);
create index giveaway_code_of on giveaway_code (giveaway_id, code);
revoke update, delete, truncate on giveaway_code from tianping_app;
grant update (uses) on giveaway_code to tianping_app;

-- What a member got by a code; once for each giveaway.
create table giveaway_gift (
  giveaway_id int not null references giveaway,
  member_id bigint not null references member,
  gift_no text not null unique check (length(gift_no) between 1 and 40),
  code text not null references giveaway_code,
  amount_fen bigint not null check (amount_fen > 0),
  given_at timestamptz not null,
  action_key text not null,
  primary key (giveaway_id, member_id),
  unique (member_id, action_key)
);
create index giveaway_gift_newest on giveaway_gift (giveaway_id, given_at desc, gift_no);
revoke update, delete, truncate on giveaway_gift from tianping_app;
