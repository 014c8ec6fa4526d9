-- What an agent called the own links is erased with the agent: the code of the link stands in its place. Names of one agent are unique,
-- and one link may be called what the code of another is; so all are given names that nobody knows first. Everything else of the
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
    || '  update public.promo_channel set name = left(md5(gen_random_uuid()::text), 20) where agent_id = p_member_id;' || chr(10)
    || '  update public.promo_channel set name = code where agent_id = p_member_id;');
end $$;
