-- What an agent called the own links is erased with the agent: the code of the link stands in its place. Everything else of the
-- function stays as it is.
do $$
declare
  v_definition text := pg_get_functiondef('public.erase_member(bigint,text[],text[],bytea,text[])'::regprocedure);
  v_before text := '  delete from public.member_note where member_id = p_member_id;';
begin
  if position(v_before in v_definition) = 0 then
    raise exception 'erase_member lacks %', v_before;
  end if;
  execute replace(v_definition, v_before, v_before || chr(10)
    || '  update public.promo_channel set name = code where agent_id = p_member_id;');
end $$;
