-- The queue of risk flags is paged by weight and number.
create index risk_flag_queue_no on risk_flag (weight desc, flag_id desc) where state = 1;
