-- Games that a member opens are counted, and so are limits of play that count at once: a game that was being opened meanwhile
-- was given more than is left, and is refused.
alter table member_care add column launches bigint not null default 0;
