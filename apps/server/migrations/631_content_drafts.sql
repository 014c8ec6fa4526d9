-- A change of content can be kept for a colleague before anybody publishes it.
alter table content_version drop constraint content_version_how_check;
alter table content_version add constraint content_version_how_check
  check (how in ('before', 'save', 'schedule', 'draft', 'remove')) not valid;
alter table content_version validate constraint content_version_how_check;
