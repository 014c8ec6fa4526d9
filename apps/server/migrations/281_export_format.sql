-- Lists leave as CSV or as a workbook.
alter table console_export add column format text not null default 'csv' check (format in ('csv', 'xlsx'));
