-- A member's name, the address they are paid to and the one they pay from are matches of their own: who dismissed one has not looked at the others.
alter table screening_hit add column source text not null default 'name' check (source in ('name', 'wallet', 'sender'));
update screening_hit set source = parts -> 0 ->> 'part' where parts -> 0 ->> 'part' in ('wallet', 'sender');
alter table screening_hit add constraint screening_hit_of_source unique (member_id, entry_id, source);
-- contract: the release before keeps no match without this one; a comparison that fails is done again, and a payment is told again
alter table screening_hit drop constraint screening_hit_member_id_entry_id_key;
