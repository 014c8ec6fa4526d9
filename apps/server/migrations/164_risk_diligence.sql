-- Rules about many ways of paying, and about what members said of their account.
alter table risk_flag drop constraint risk_flag_kind_check;
alter table risk_flag add constraint risk_flag_kind_check check (kind in
  ('shared_address', 'shared_device', 'shared_card', 'bonus_abuse', 'opposite_sides', 'rapid_in_out', 'changed_payout', 'large_win',
   'large_sum', 'structuring', 'third_party', 'mule', 'many_methods', 'beyond_profile', 'refused_diligence'));
-- What the account is for, what is expected to be deposited in a month, and where the funds come from: asked for the second
-- tier, by the keys of the contract.
alter table verification_case
  add column purpose text not null default '' check (length(purpose) <= 20),
  add column expected text not null default '' check (length(expected) <= 20),
  add column funds text not null default '' check (length(funds) <= 20);
create index verification_case_expected on verification_case (member_id, case_id desc) where expected <> '';
