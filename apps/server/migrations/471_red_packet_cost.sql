-- For which version of the rules the cost of a day was counted. Under another one its draws are counted anew, so that days without a
-- budget keep nothing and lock nothing.
alter table redpacket_spent add column rule_version int not null default 0;
