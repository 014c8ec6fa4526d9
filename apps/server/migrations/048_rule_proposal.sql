-- Rules that decide about money are changed by two persons: one proposes the next version, another approves it.
create table rule_proposal (
  proposal_id bigint primary key generated always as identity,
  -- The setting's key, and the version that the proposal changes: it is approved on that or not at all.
  key text not null,
  base_version int not null check (base_version >= 0),
  value jsonb not null,
  note text not null check (length(note) between 1 and 200),
  proposed_by text not null,
  proposed_at timestamptz not null,
  -- 1 waits, 2 approved, 3 rejected or taken back.
  state smallint not null default 1 check (state in (1, 2, 3)),
  decided_by text not null default '',
  decided_at timestamptz,
  remark text not null default '',
  check ((state = 1) = (decided_at is null)),
  -- Whatever the server is asked: nobody approves their own.
  check (state <> 2 or decided_by <> proposed_by)
);
-- One at a time per rule, so that an approval is never of a mixture.
create unique index rule_proposal_open on rule_proposal (key) where state = 1;
create index rule_proposal_by_key on rule_proposal (key, proposal_id desc);
