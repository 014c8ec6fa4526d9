-- Messages to many take two persons, as changes of rules do (rule_proposal).
alter table sending
  -- Empty for a message that one operator sent alone.
  add column approved_by text not null default '',
  -- Whatever the server is asked: nobody approves their own.
  add check (approved_by = '' or approved_by <> sent_by);
-- What one operator sent alone within a day.
create index sending_by_operator on sending (sent_by, sent_at);
