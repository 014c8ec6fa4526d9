-- Grants of free rounds and wins of jackpots are read by key: moment and number fall together, in every state.
create index free_round_grant_by_moment on free_round_grant (proposed_at, grant_no);
create index free_round_grant_by_state on free_round_grant (state, proposed_at, grant_no);
create index jackpot_bet_by_win on jackpot_bet (at, (bet_id || ' ' || venue_id)) where won_fen > 0;
-- contract: the release before finds its pages by the indexes above, and sorts one moment's rows itself
drop index free_round_grant_proposed;
-- contract: the same
drop index free_round_grant_waiting;
-- contract: the same
drop index jackpot_bet_won;
