-- What is still open between the house and a member: whoever decides it needs what is kept of the member.
create function open_claims(who bigint) returns text[] language sql stable parallel safe as $$
  select array_remove(array[
    case when exists (select from payment_dispute d where d.member_id = who and d.state = 1) then 'dispute' end,
    case when exists (select from complaint c where c.member_id = who and c.state = 1) then 'complaint' end,
    case when exists (select from agent_statement s where s.agent_id = who and s.state = 1) then 'statement' end,
    case when exists (select from member_debt d where d.member_id = who and d.owed_fen > 0) then 'debt' end], null)
$$;
grant execute on function open_claims(bigint) to tianping_app;

-- Rows of a member of an open case, of an incident that is not over, or with an open claim stay whatever the schedule says.
create or replace function legally_held(who bigint) returns boolean language sql stable parallel safe as $$
  select exists (select from aml_case_member m where m.member_id = who and m.open)
    or exists (select from incident i where i.member_id = who and i.state <> 'closed')
    or open_claims(who) <> '{}'
$$;
