-- Whether a second node said something else of a block when payments were to be credited (docs/usdt.md).
alter table chain_cursor add column disagrees boolean not null default false;
