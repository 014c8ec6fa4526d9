-- Transfers of one venue that failed: few among many, read in the order of their page.
create index venue_transfer_failed on venue_transfer (venue_id, created_at desc, tx_id) where state = 0;
