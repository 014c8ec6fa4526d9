-- When a player's last instant round began, over all wallets of one merchant: the least cycle of a slot is counted from here,
-- so that several wallets are not several games at a time. `wallet.last_spin_at` said the same of one wallet; nobody reads it now.
create table pace (
  merchant     text not null,
  player_id    text not null,
  last_spin_at timestamptz not null,
  primary key (merchant, player_id)
) with (fillfactor = 70);
