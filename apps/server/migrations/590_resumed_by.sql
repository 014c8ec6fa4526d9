-- Who started it again after a pause stands in for a proposer or an approver who has left.
alter table campaign add column resumed_by text not null default '';
alter table journey add column resumed_by text not null default '';
grant update (resumed_by) on campaign, journey to tianping_app;
