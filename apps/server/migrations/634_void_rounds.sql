-- Rounds of which a bet has become void, until the job looks at them: versions of bets tell no order at venues whose bets come as
-- single transactions, and how far such a feed is says nothing of how many there are.
create table void_change (
  change_id bigint primary key generated always as identity,
  venue_id smallint not null,
  round_id text not null
);

create function note_void() returns trigger language plpgsql as $$
begin
  insert into void_change (venue_id, round_id) values (new.venue_id, new.round_id);
  return null;
end $$;
create trigger bet_void_told after insert on bet for each row when (new.status = 0) execute function note_void();
create trigger bet_void_later after update on bet for each row when (new.status = 0 and old.status <> 0) execute function note_void();

-- What had not been looked at; rounds of venues that never were are among it.
insert into void_change (venue_id, round_id)
  select distinct b.venue_id, b.round_id from bet b left join void_round_cursor c using (venue_id) left join void_round r using (venue_id, round_id)
  where b.status = 0 and (r.round_id is null or b.version > c.version);
-- An instance of the release before finds nothing any more, since this one does. The table goes with a later release.
insert into void_round_cursor (venue_id, version) select venue_id, 9223372036854775807 from venue
  on conflict (venue_id) do update set version = excluded.version;

-- Bets without published mathematics have no order to be counted in: of them the first alone were.
delete from game_return where math_version = '';
