-- A first depositor who was struck in one month may count in a later one, once nothing stands against them any more: a member is in
-- each statement once, and in one of them counted.
-- contract: the release before leaves out whoever has a row, struck or not, so it needs no key of its own
alter table agent_cpa drop constraint agent_cpa_pkey;
alter table agent_cpa add primary key (member_id, month);
create unique index agent_cpa_counted on agent_cpa (member_id) where struck_at is null;
