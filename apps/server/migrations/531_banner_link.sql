-- Where a banner leads: a path of the site or a complete https address; empty for nowhere.
alter table banner add column link text not null default '' check (length(link) <= 300);
