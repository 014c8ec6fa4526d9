-- contract: nothing has called these two since 550 replaced their callers
set local role tianping_ledger;
drop function ledger.consume;
drop function ledger.add_contribution;
reset role;
