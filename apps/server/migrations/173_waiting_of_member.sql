-- The orders of a member that wait, for the member's live stream.
create index deposit_order_waiting on deposit_order (member_id) where state = 1;
create index withdrawal_order_waiting on withdrawal_order (member_id) where state = 1;
