-- A service that a person ended for harm ends in every account of that person, as an exclusion does: those linked to it are
-- blocked as long, and a newcomer who is the same person opens none.
alter table member_block add column ends_service boolean not null default false check (not ends_service or kind = 'staff');
update member_block b set ends_service = true from harm_case e
  where e.outcome = 'ended' and e.member_id = b.member_id and b.kind = 'staff' and b.set_at = e.decided_at;

create or replace function blocks_at(at timestamptz)
returns table (member_id bigint, block_id bigint, kind text, until timestamptz, set_at timestamptz)
language sql stable parallel safe as $$
  select b.member_id, b.block_id, b.kind, b.until, b.set_at from member_block b
  where (b.return_at is null or b.return_at > at)
    and case b.kind when 'exclusion' then true
      when 'linked' then exists (select from member_block e where e.member_id = b.follows
        and case e.kind when 'exclusion' then e.return_at is null or e.return_at > at else e.ends_service and e.until > at end)
      else b.until > at end
$$;
