-- Files that ended at their bound before their list did.
alter table console_export add column cut boolean not null default false check (not cut or rows is not null);
