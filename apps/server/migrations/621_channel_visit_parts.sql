-- Visits by a link in several rows a day, as those of the site are counted (591): many at once do not queue on one row. The release
-- before still counts in promo_channel_visit; both together are the visits of a link on a day.
create table promo_channel_visit_part (
  part_id bigint primary key generated always as identity,
  channel_id bigint not null references promo_channel,
  day date not null,
  visits int not null check (visits > 0)
) with (fillfactor = 50);
create index promo_channel_visit_part_of_day on promo_channel_visit_part (channel_id, day);
revoke delete, truncate on promo_channel_visit_part from tianping_app;
