-- Proofs of work that were used, so that each counts once over all instances; kept until the proof would expire anyway.
create table proof_used (
  proof bytea primary key check (length(proof) = 32),
  expires_at timestamptz not null
);
create index proof_used_expiry on proof_used (expires_at);

-- The marks of browsers in which operators logged in; wrong passwords from elsewhere do not count against these.
create table operator_device (
  operator_id bigint not null references operator on delete cascade,
  device text not null check (length(device) = 32),
  last_at timestamptz not null,
  primary key (operator_id, device)
);
