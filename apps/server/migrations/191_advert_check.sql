-- What operators state of the pictures of offers, and what the check of an offer found when it was saved (setting `adverts`).
create table advert_picture (
  src text primary key check (length(src) between 1 and 300),
  age_sign boolean not null,
  no_minors boolean not null,
  stated_by text not null,
  stated_at timestamptz not null
);
revoke delete, truncate on advert_picture from tianping_app;

create table advert_check (
  check_id bigint primary key generated always as identity,
  -- `activity:12`, `banner:3`, `setting:app`; 0 for what was new.
  subject text not null check (length(subject) between 1 and 60),
  mode text not null check (mode in ('off', 'warn', 'refuse')),
  findings jsonb not null,
  -- Why it was saved although something spoke against it.
  reason text not null check (length(reason) <= 200),
  by_operator text not null,
  at timestamptz not null
);
create index advert_check_of_subject on advert_check (subject, check_id desc);
revoke update, delete, truncate on advert_check from tianping_app;
