-- Orders of lists that are read by key.
-- The list of codes is read in the order of a digest, so that its cursors show no code.
create index giveaway_code_listed on giveaway_code (giveaway_id, md5(code));
drop index giveaway_code_of;
create index member_assessment_made on member_assessment (due_at, member_id) where assessed_at is not null;
create index rail_day_newest on rail_day (day desc, rail_no desc);
