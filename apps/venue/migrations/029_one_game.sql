-- Whether the operator lets the player have one game open at a time, over all desks of the operator.
alter table launch add column one_game boolean not null default false;
alter table session add column one_game boolean not null default false;
