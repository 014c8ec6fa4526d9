-- Who joined on a day, with their numbers: read from the index alone, also when only some of them are wanted.
create index member_joined_numbers on member (created_at, member_id);
drop index member_joined;
