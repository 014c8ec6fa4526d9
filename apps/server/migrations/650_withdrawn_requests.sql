-- A member who excludes themselves anew takes back an earlier end that they asked for: nobody decides it any more.
alter table protection_request drop constraint protection_request_check1;
alter table protection_request add constraint protection_request_check1
  check (kind = 'return' or state = 1 or (proposed is not null and decided_by <> proposed_by and decided_by <> '')
    or (kind = 'earlier' and state = 3 and decided_by = '')) not valid;
alter table protection_request validate constraint protection_request_check1;
