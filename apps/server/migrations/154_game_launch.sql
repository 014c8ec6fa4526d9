-- Where and when a member opened a game: with the bets it says from where each round was played.
create table game_launch (
  launch_id bigint generated always as identity primary key,
  member_id bigint not null,
  venue_id smallint not null references venue,
  game_code text not null,
  address text not null,
  at timestamptz not null
);
create index game_launch_of_member on game_launch (member_id, venue_id, at desc);
-- What happened is not rewritten; an erasure alone takes the address away.
revoke update, delete, truncate on game_launch from tianping_app;

-- An erasure seals its record first; the launches stay by number.
create function blot_game_launches() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.game_launch set address = '' where member_id = new.member_id;
  return null;
end $$;
create trigger blot_game_launches after insert on legal_record for each row execute function blot_game_launches();
