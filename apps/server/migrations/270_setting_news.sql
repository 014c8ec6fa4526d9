-- Instances remember settings until this notice comes, which PostgreSQL sends with the commit
-- (docs/decisions/0122-settings-are-remembered-until-they-change.md).
create function setting_news() returns trigger language plpgsql as $$
begin
  perform pg_notify('tianping_news', '{"topic":"setting","keys":["changed"]}');
  return null;
end $$;
create trigger setting_news after insert or update or delete on site_setting for each statement execute function setting_news();
