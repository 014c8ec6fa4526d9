-- Statements of a month also leave as PDF.
alter table console_export drop constraint console_export_format_check, add constraint console_export_format_check check (format in ('csv', 'xlsx', 'pdf'));
