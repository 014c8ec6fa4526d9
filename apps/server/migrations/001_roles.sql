-- Two roles that nobody can log in as. tianping_ledger owns the money tables and the functions that change them;
-- tianping_app is what the server acts as: it may read the ledger and call those functions, and write everything else.
-- Roles belong to the whole cluster, so they may exist already, and another database may be creating them this moment.
do $$
declare
  attempt int := 0;
  name text;
begin
  loop
    begin
      foreach name in array array['tianping_ledger', 'tianping_app'] loop
        if not exists (select from pg_roles where rolname = name) then
          execute format('create role %I nologin', name);
        end if;
        -- A login that is no superuser needs to be able to become the role: to own things for it, and to act as it.
        if not pg_has_role(current_user, name, 'SET') then
          begin
            execute format('grant %I to %I with set true', name, current_user);
          exception when insufficient_privilege then
            raise exception 'The role % exists already and is not %''s to use. As a superuser: grant % to % with set true;', name, current_user, name, current_user
              using errcode = 'insufficient_privilege';
          end;
        end if;
      end loop;
      exit;
    exception when duplicate_object or unique_violation or internal_error then
      -- internal_error is "tuple concurrently updated": the other database's grant came between.
      attempt := attempt + 1;
      if attempt = 20 then raise; end if;
      perform pg_sleep(0.02 * attempt);
    end;
  end loop;
end $$;

grant usage on schema public to tianping_app;
alter default privileges in schema public grant select, insert, update, delete on tables to tianping_app;
alter default privileges in schema public grant usage, select on sequences to tianping_app;
grant select, insert, update, delete on all tables in schema public to tianping_app;
grant usage, select on all sequences in schema public to tianping_app;
-- What has been migrated is for the migrating login alone to say.
revoke insert, update, delete on public.schema_migration from tianping_app;

create schema ledger authorization tianping_ledger;
