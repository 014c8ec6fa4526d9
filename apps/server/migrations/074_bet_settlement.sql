-- Bets of the day they settled on, which is the day that the figures count them by.
create index bet_by_settlement on bet (first_settled_at, placed_at desc);
