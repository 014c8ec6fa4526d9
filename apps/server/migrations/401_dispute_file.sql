-- Evidence of a dispute as files: a picture's pixels or a PDF, sealed like the documents of a verification.
create table dispute_file (
  file_id bigint primary key generated always as identity,
  dispute_no text not null references payment_dispute,
  member_id bigint not null references member,
  name text not null check (length(name) between 1 and 100),
  type text not null check (type in ('webp', 'pdf')),
  bytes int not null check (bytes between 1 and 8388608),
  -- AES-256-GCM by a key of its own, which is sealed in turn: without that key nothing of it can be read again.
  content bytea not null,
  key_sealed bytea not null,
  added_by text not null,
  added_at timestamptz not null
);
alter table dispute_file alter column content set storage external;
create index dispute_file_of_dispute on dispute_file (dispute_no, file_id);
create index dispute_file_by_member on dispute_file (member_id, file_id);
revoke truncate on dispute_file from tianping_app;
