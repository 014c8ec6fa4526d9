-- A limit of losses counts from the launch that brought it: the operator has reckoned what was lost before. `limit_from` is the
-- player's net loss of his session at that moment, open stakes included.
alter table launch add column limit_from bigint not null default 0;
alter table session add column limit_from bigint not null default 0;
