-- The accounts of rails, disputes and debts (docs/money.md). Its number is behind 330, which says the same of account 120: whichever comes
-- last says all of them.
set local role tianping_ledger;
-- A wider check. Not valid: every row that is there keeps the narrower one, and nothing is read for it.
alter domain ledger.account_code drop constraint account_code_check;
alter domain ledger.account_code add constraint account_code_check check (value in
  (100, 110, 120, 200, 210, 220, 230, 240, 250, 260, 300, 310, 320, 330, 340, 400, 410, 500, 520, 900, 910)) not valid;
alter domain ledger.transaction_code drop constraint transaction_code_check;
alter domain ledger.transaction_code add constraint transaction_code_check
  check (value in ('deposit', 'withdrawal', 'venue_in', 'venue_out', 'game_result', 'red_packet', 'rebate', 'activity_bonus', 'agent_commission',
    'adjustment', 'fee', 'rail', 'rail_fee', 'dispute', 'debt')) not valid;

create or replace function ledger.is_pair(p_from smallint, p_from_venue smallint, p_to smallint, p_to_venue smallint) returns boolean language sql immutable
return (p_from in (110, 120, 230, 400, 410, 520)) = (p_from_venue > 0) and (p_to in (110, 120, 230, 400, 410, 520)) = (p_to_venue > 0)
  and (p_from <> p_to or p_from_venue <> p_to_venue);
reset role;
