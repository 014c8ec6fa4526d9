-- Who wrote to us lately is looked at by the markers of harm (apps/server/src/areas/harm/store/job.sql.ts).
create index ticket_line_of_member on ticket_line (at) where author = 'member';
create index complaint_message_of_member on complaint_message (at) where author = 'member';
