-- By which layout a file was read, whatever it is called now: a digest of how it reads. Empty for what was read before this release.
alter table bank_import add column layout_digest text not null default '';
-- Lines that look alike are sought in every state.
drop index bank_line_alike;
create index bank_line_alike on bank_line (amount_fen, booked_at);
