-- Reviews of single members that failed and are tried again, so that they keep nobody else from the review of the day.
create table vip_unreviewed (
  member_id bigint not null references member,
  day date not null,
  primary key (member_id, day)
);
