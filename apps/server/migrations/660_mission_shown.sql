-- Whom a mission was shown. It stays theirs, though reaching it takes them out of the segment it is for, or its list changes.
create table mission_shown (
  giveaway_id int not null references giveaway,
  member_id bigint not null references member,
  shown_at timestamptz not null,
  primary key (member_id, giveaway_id)
);
revoke update, delete on mission_shown from tianping_app;
