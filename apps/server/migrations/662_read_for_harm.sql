-- What members write when they leave, come back or ask for their data is read for harm within minutes.
create index member_closing_at on member (closing_at) where closing_at is not null;
create index protection_request_asked on protection_request (asked_at);
create index data_request_asked on data_request (asked_at);
create index protection_request_by_member on protection_request (member_id, asked_at desc);
