-- Visits of a day in several rows: a visit is counted in one that nobody else is counting in, so that many at once do not queue. A day has
-- as many rows as were ever counted at one moment. The release before still counts in site_visit; both together are the visits of a day.
create table site_visit_part (
  part_id bigint primary key generated always as identity,
  day date not null,
  visits int not null check (visits > 0)
) with (fillfactor = 50);
create index site_visit_part_of_day on site_visit_part (day);
revoke delete, truncate on site_visit_part from tianping_app;
