-- Free rounds at venues that call our wallet (docs/venues.md). What such a venue calls a grant in its calls.
create table free_round_name (
  venue_id smallint not null references venue,
  name text not null check (length(name) between 1 and 64),
  member_id bigint not null,
  grant_no text not null,
  primary key (venue_id, name),
  foreign key (member_id, grant_no) references free_round_grant (member_id, grant_no)
);

-- The bets and wins of such a venue that belong to a grant. What they win is in no wallet until the grant is paid.
create table free_round_call (
  member_id bigint not null,
  venue_id smallint not null,
  transaction_uuid uuid not null,
  grant_no text not null check (length(grant_no) between 1 and 40),
  -- Of a bet: what the round was drawn with.
  stake_fen bigint not null default 0 check (stake_fen >= 0),
  -- Of a win.
  won_fen bigint not null default 0 check (won_fen >= 0),
  primary key (member_id, venue_id, transaction_uuid)
);
revoke update, delete, truncate on free_round_name, free_round_call from tianping_app;

-- The grant that a free bet names, and whether it pays this one; no row for a bonus of the venue's own.
create function free_round_of(p_member_id bigint, p_venue_id smallint, p_name text, p_game text, p_fen bigint, p_now timestamptz)
returns table (grant_no text, stake_fen bigint, status text) language sql stable as $$
  select g.grant_no, g.stake_fen, case
      when g.member_id <> p_member_id then 'RS_ERROR_UNKNOWN'
      when p_game <> all(g.games) then 'RS_ERROR_INVALID_GAME'
      when g.state <> 4 or g.ends_at <= p_now or p_fen > g.stake_fen or g.rounds <= (
        select count(*) from free_round_bet f
        where f.member_id = g.member_id and f.venue_id = g.venue_id and f.grant_no = g.grant_no and f.status <> 0) then 'RS_ERROR_LIMIT_REACHED'
      else 'RS_OK' end
  from free_round_name n join free_round_grant g on g.member_id = n.member_id and g.grant_no = n.grant_no
  where n.venue_id = p_venue_id and n.name = p_name
  union all
  -- A grant on its way has no name yet: the venue tries the round again.
  select '', 0, 'RS_ERROR_UNKNOWN'
  where not exists (select from free_round_name n where n.venue_id = p_venue_id and n.name = p_name)
    and exists (select from free_round_grant g where g.member_id = p_member_id and g.venue_id = p_venue_id and g.state = 2)
$$;
revoke execute on function free_round_of from public;
grant execute on function free_round_of to tianping_app;
