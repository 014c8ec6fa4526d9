-- Lists of the back office that grow with the members' own doing, in the order and by the filters of their rooms.

create index activity_application_recent on activity_application (applied_at desc, application_id);
create index activity_application_by_state on activity_application (state, applied_at desc, application_id);
create index activity_application_by_activity on activity_application (activity_id, applied_at desc, application_id);
create index activity_application_refused on activity_application (activity_id, applied_at desc, application_id) where state = 3;
create index activity_application_by_id on activity_application (application_id);

create index agent_application_recent on agent_application (applied_at desc, application_id);
create index agent_application_by_state on agent_application (state, applied_at desc, application_id);
create index agent_application_by_id on agent_application (application_id);
create index agent_statement_recent on agent_statement (month desc, agent_id);
create index agent_statement_by_state on agent_statement (state, month desc, agent_id);

create index risk_flag_queue on risk_flag (weight desc, raised_at desc, flag_id) where state = 1;
create index risk_flag_by_state on risk_flag (state, raised_at desc, flag_id);
create index risk_flag_by_kind on risk_flag (kind, raised_at desc, flag_id);

create index provider_callback_by_verdict on provider_callback (verdict, received_at desc, callback_id desc);
create index provider_callback_by_address on provider_callback (address, received_at desc, callback_id desc);

create index reconciliation_case_listed on reconciliation_case (state, severity desc, case_id desc);
create index reconciliation_case_by_subject on reconciliation_case (subject);
create index reconciliation_case_of_member on reconciliation_case (member_id) where member_id is not null;

create index adjustment_by_state on adjustment (state, proposed_at desc, adjustment_id);

-- Where the trees of invitations begin.
create index member_agents on member (member_id) where isagent;

-- One kind, or one source, of a long statement. What floods a statement is left out, and so is not written once more with every
-- transfer and every game: it is common enough to be found by reading on, and one transfer by its keys.
set local role tianping_ledger;
create index transaction_by_code on ledger.transaction (member_id, code, transaction_id) where code not in ('venue_in', 'venue_out', 'game_result');
create index transaction_by_source on ledger.transaction (member_id, source_id) where code not in ('venue_in', 'venue_out', 'game_result');
reset role;
