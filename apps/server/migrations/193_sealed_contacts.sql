-- Mobile numbers and addresses of mail are sealed by the server: AES-256-GCM under a key that is not in the database. A sealed
-- value begins with a zero byte, which no text has. Values of before stay as they are until the job of the server has sealed
-- them (docs/decisions/0085-contacts-lie-sealed.md).
create function is_unsealed(p_stored bytea) returns boolean language sql immutable parallel safe
return p_stored <> '' and substr(p_stored, 1, 1) <> '\x00';

drop index member_by_mobile;
drop index member_by_mobile_tail;
drop index member_by_email;
alter table member
  alter column mobile drop default,
  alter column mobile type bytea using convert_to(mobile, 'UTF8'),
  alter column mobile set default '',
  alter column email drop default,
  alter column email type bytea using convert_to(email, 'UTF8'),
  alter column email set default '',
  -- Keyed: equal contacts can be recognised, and none can be guessed from the table.
  add column mobile_digest bytea check (length(mobile_digest) = 32),
  add column mobile_tail text not null default '' check (length(mobile_tail) <= 4),
  add column email_digest bytea check (length(email_digest) = 32);
create index member_by_mobile on member (mobile_digest) where mobile_digest is not null;
create index member_by_mobile_tail on member (mobile_tail) where mobile_tail <> '';
create index member_by_email on member (email_digest) where email_digest is not null;
create index member_unsealed_mobile on member (member_id) where is_unsealed(mobile);
create index member_unsealed_email on member (member_id) where is_unsealed(email);

alter table verified_contact
  alter column contact type bytea using convert_to(contact, 'UTF8'),
  add column contact_digest bytea check (length(contact_digest) = 32);
create index verified_contact_by_digest on verified_contact (channel, contact_digest);
create index verified_contact_unsealed on verified_contact (member_id) where is_unsealed(contact);

-- Codes live for ten minutes; those that were sent before are asked for anew.
delete from contact_code;
alter table contact_code alter column contact type bytea using convert_to(contact, 'UTF8');

alter table card alter column phone type bytea using convert_to(phone, 'UTF8');
create index card_unsealed_phone on card (member_id, card_id) where is_unsealed(phone);

alter table agent_application alter column mobile type bytea using convert_to(mobile, 'UTF8');
create index agent_application_unsealed on agent_application (member_id, application_id) where is_unsealed(mobile);

-- An erasure is given the contacts in clear, since the database cannot read them: `p_numbers` names the member wherever it
-- stands, `p_about` only beside the member's id. Everything else of the function stays as it is, whoever changed it last.
do $$
declare
  v_definition text := pg_get_functiondef('public.erase_member(bigint,text[],text[],bytea)'::regprocedure);
  v_change text[];
begin
  foreach v_change slice 1 in array array[
    ['p_blank bytea)', 'p_blank bytea, p_about text[])'],
    ['array[v_member.mobile, v_member.email] || p_numbers', 'p_numbers'],
    ['    || array(select contact from public.verified_contact where member_id = p_member_id)' || chr(10), ''],
    ['    || array(select phone from public.card where member_id = p_member_id)' || chr(10), '    || p_about' || chr(10)],
    [chr(10) || '    || array(select a.mobile from public.agent_application a where a.member_id = p_member_id);', ';'],
    ['mobile = '''', email = '''',', 'mobile = '''', mobile_digest = null, mobile_tail = '''', email = '''', email_digest = null,']
  ] loop
    if position(v_change[1] in v_definition) = 0 then
      raise exception 'erase_member lacks %', v_change[1];
    end if;
    v_definition := replace(v_definition, v_change[1], v_change[2]);
  end loop;
  drop function public.erase_member(bigint, text[], text[], bytea);
  execute v_definition;
end $$;
revoke execute on function erase_member from public;
grant execute on function erase_member to tianping_app;
