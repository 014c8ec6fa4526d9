-- The most that one spin of a slot may stake, where the operator asks for less than the venue allows.
alter table launch add column slot_stake_max bigint;
alter table session add column slot_stake_max bigint;
