-- How far a feed is read belongs to the account that it was read of (`accountOf`): another one's feed begins anew. An empty account is what
-- was read before this release; whoever reads next takes it over.
alter table venue_feed add column account text not null default '';
