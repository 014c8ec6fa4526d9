-- Void and unsettled bets of one venue: few among many, found without reading those of the others.
create index bet_unusual_by_venue on bet (status, venue_id, placed_at desc) where status <> 1;
