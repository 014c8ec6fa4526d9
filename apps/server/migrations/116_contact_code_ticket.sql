-- Whoever asks for a code gets a ticket, and the code is good with it alone: nobody who asks or guesses elsewhere ends the
-- code of another. Codes live for ten minutes; those that were sent before are asked for anew.
delete from contact_code;
alter table contact_code drop constraint contact_code_pkey;
alter table contact_code
  add column ticket_hash bytea primary key check (length(ticket_hash) = 32),
  -- Where it was asked for, and the tries from there without a ticket, by clients of before.
  add column network text not null default '',
  add column plain_tries smallint not null default 0;
create index contact_code_by_member on contact_code (member_id, purpose, expires_at);
create index contact_code_by_expiry on contact_code (expires_at);
