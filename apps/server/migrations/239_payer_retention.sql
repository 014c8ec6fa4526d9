-- Lines that became no deposit name people who are no members: after the days of the schedule
-- nothing says any more who they were.
create index bank_line_ended on bank_line (decided_at)
  where state in ('not_ours', 'returned') and payer_name || payer_tail || note <> '';
