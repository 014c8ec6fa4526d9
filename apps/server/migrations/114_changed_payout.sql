-- A reset or another contact, then a new card, then a withdrawal to it.
alter table risk_flag drop constraint risk_flag_kind_check;
alter table risk_flag add constraint risk_flag_kind_check check (kind in
  ('shared_address', 'shared_device', 'shared_card', 'bonus_abuse', 'opposite_sides', 'rapid_in_out', 'changed_payout', 'large_win'));
