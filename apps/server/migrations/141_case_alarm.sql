-- When somebody was called because the date of a case had passed without a decision.
alter table aml_case add column alarmed_at timestamptz;
create index aml_case_to_alarm on aml_case (due_at) where state <> 'closed' and alarmed_at is null;
