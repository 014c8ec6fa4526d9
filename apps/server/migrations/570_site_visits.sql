-- How many browsers opened the site logged out on a Beijing day, each once a day: a number, and nothing about anybody.
create table site_visit (
  day date primary key,
  visits int not null check (visits > 0)
);
revoke delete, truncate on site_visit from tianping_app;
