-- Orders of the queues that are paged by key: hits by score, differences by urgency, others by number.
create index screening_hit_queue on screening_hit ((-score), hit_id) where state = 1;
create index screening_hit_by_state on screening_hit (state, hit_id desc);
create index reconciliation_case_urgent on reconciliation_case
  (((severity = 'mismatch')::int - 2 * state) desc, case_id desc);
create index harm_case_by_number on harm_case (state, case_id desc);
create index bank_line_booked on bank_line (booked_at desc, line_id desc);
create index bank_line_amount on bank_line (amount_fen desc, line_id desc);
