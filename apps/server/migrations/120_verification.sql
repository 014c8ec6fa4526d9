-- Who a member is, as far as it was proven: by documents that a person looks at, or by a provider's word.

-- The tier that a member reached. The row is also the lock of everything about one member's verification.
create table member_tier (
  member_id bigint primary key references member,
  tier smallint not null default 0 check (tier between 0 and 2),
  -- The case that gave it.
  case_id bigint,
  reached_at timestamptz,
  -- From then on it counts for nothing until it is renewed; null for no end.
  valid_until timestamptz,
  -- The number of the paper, recognised without being readable, so that one person's second account shows.
  number_digest bytea,
  -- A proven birthday and name are changed by staff only.
  proven boolean not null default false,
  -- The case whose approval was taken back: payouts wait until another case is approved.
  reversed_case bigint,
  -- For which end of validity the member was reminded.
  reminded_for timestamptz,
  check (tier = 0 or case_id is not null)
);
create index member_tier_by_end on member_tier (valid_until) where valid_until is not null and tier > 0;
create index member_tier_by_number on member_tier (number_digest) where number_digest is not null;

create table verification_case (
  case_id bigint primary key generated always as identity,
  member_id bigint not null references member,
  -- The tier it leads to, which the server chose when it began.
  tier smallint not null check (tier in (1, 2)),
  -- Whether it proves the tiers below as well.
  whole boolean not null,
  -- 1 waits, 2 approved, 3 rejected, 4 the member collects, 5 more is asked for, 6 approved and taken back.
  state smallint not null default 4 check (state between 1 and 6),
  waits_for text not null default 'person' check (waits_for in ('person', 'provider')),
  paper text not null default 'id_card' check (paper in ('id_card', 'passport')),
  -- Name, number, birthday, end and address as the member stated them, as one sealed text.
  stated_sealed bytea,
  number_digest bytea,
  created_at timestamptz not null default now(),
  submitted_at timestamptz,
  decided_at timestamptz,
  decided_by text not null default '',
  reason text not null default '',
  remark text not null default '',
  -- The provider's check: how often the case was handed to it, and the newest word that was taken since.
  check_round int not null default 0,
  check_version int not null default 0,
  check_attempts int not null default 0,
  check_next_at timestamptz,
  check (state in (4, 5) or submitted_at is not null),
  check ((state in (2, 3, 6)) = (decided_at is not null))
);
create unique index verification_case_open on verification_case (member_id) where state in (1, 4, 5);
create index verification_case_by_member on verification_case (member_id, case_id desc);
create index verification_case_by_state on verification_case (state, case_id desc);
create index verification_case_by_number on verification_case (number_digest) where number_digest is not null;
create index verification_case_to_check on verification_case (check_next_at) where check_next_at is not null;

create table verification_document (
  document_id bigint primary key generated always as identity,
  case_id bigint not null references verification_case,
  member_id bigint not null references member,
  kind text not null check (kind in ('id_front', 'id_back', 'passport', 'selfie', 'address')),
  -- What the member sent; pictures are kept re-encoded, as WebP.
  type text not null check (type in ('jpeg', 'png', 'pdf')),
  bytes int not null check (bytes between 1 and 8388608),
  -- AES-256-GCM by a key of its own, which is sealed in turn: without that key nothing of it can be read again.
  content bytea not null,
  key_sealed bytea not null,
  uploaded_at timestamptz not null default now(),
  -- Deleted then.
  keep_until timestamptz not null
);
alter table verification_document alter column content set storage external;
create index verification_document_by_case on verification_document (case_id, document_id);
create index verification_document_by_end on verification_document (keep_until);

-- To what a member consented with a case, each in a row of its own.
create table verification_consent (
  case_id bigint not null references verification_case,
  kind text not null check (kind in ('identity', 'face', 'provider')),
  given_at timestamptz not null default now(),
  primary key (case_id, kind)
);

-- What the provider said, once for each of its decisions.
create table verification_answer (
  answer_id bigint primary key generated always as identity,
  decision text not null unique check (length(decision) between 8 and 64),
  case_id bigint not null references verification_case,
  version int not null,
  result text not null check (result in ('approved', 'rejected', 'more', 'reversed')),
  reason text not null default '',
  verdict text not null,
  received_at timestamptz not null default now()
);
create index verification_answer_by_case on verification_answer (case_id, answer_id desc);
