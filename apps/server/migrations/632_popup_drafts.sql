-- A change of the popup can be kept as a draft too; what counted stays in the versions of the site's setting.
alter table content_version drop constraint content_version_kind_check;
alter table content_version add constraint content_version_kind_check
  check (kind in ('banner', 'notice', 'article', 'activity', 'popup')) not valid;
alter table content_version validate constraint content_version_kind_check;
