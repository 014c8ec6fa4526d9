-- Lists and look-ups of the back office at ten million rows: every filter finds its page by an index, in the order that the
-- page has. What is searched by its beginning is indexed byte by byte, so that no language's order stands in the way.

create index deposit_order_by_state on deposit_order (state, created_at desc, deposit_no desc);
create index deposit_order_by_method on deposit_order (method, state, created_at desc);
create index deposit_order_by_day on deposit_order ((coalesce(decided_at, created_at)));
create index deposit_order_refused on deposit_order (decided_at) where state = 3;

create index withdrawal_order_by_state on withdrawal_order (state, created_at desc, withdrawal_no desc);
create index withdrawal_order_by_method on withdrawal_order (method, state, created_at desc);
create index withdrawal_order_by_day on withdrawal_order ((coalesce(decided_at, created_at)));
create index withdrawal_order_refused on withdrawal_order (decided_at) where state = 3;

create index payout_attempt_by_state on payout_attempt (state, created_at desc);
create index venue_transfer_by_id on venue_transfer (tx_id);
create index venue_transfer_by_state on venue_transfer (state, created_at desc);
create index venue_transfer_by_venue on venue_transfer (venue_id, created_at desc);

create index bet_by_id on bet (bet_id);
create index bet_by_round on bet (round_id);
create index bet_by_venue on bet (venue_id, placed_at desc, bet_id);
create index bet_unusual on bet (status, placed_at desc) where status <> 1;

create index member_by_name on member (lower(name) text_pattern_ops);
create index member_by_mobile on member (mobile) where mobile <> '';
create index member_by_mobile_tail on member (right(mobile, 4)) where mobile <> '';
create index member_by_email on member (lower(email)) where email <> '';
create index member_by_realname on member (realname) where realname <> '';
create index member_by_invite on member (invite_code);
create index member_by_address on member (last_login_address) where last_login_address <> '';
create index member_locked on member (member_id) where state <> 'active';
create index session_by_address on session (address);
create index card_by_tail on card (number_tail);
create index provider_payment_by_reference on provider_payment (reference);

create index audit_log_by_time on audit_log (at, audit_id);
