-- Files of lists and reports may be Parquet.
alter table console_export drop constraint console_export_format_check,
  add constraint console_export_format_check check (format in ('csv', 'xlsx', 'parquet', 'pdf'));
alter table report_file drop constraint report_file_format_check,
  add constraint report_file_format_check check (format in ('csv', 'xlsx', 'parquet'));
