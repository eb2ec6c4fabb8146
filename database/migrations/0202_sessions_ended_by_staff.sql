-- Where staff end somebody's sessions, or their second steps, a stranger may have been in the account. A change of
-- address that the stranger began there outlasted it: where the old address was not confirmed, the link in their own
-- mailbox made the account theirs. It is dropped, as a new password drops it (decision 179).
-- A link or a code of it proves nothing where no address waits.
create function private.drop_changes(person uuid) returns void
language sql set search_path = '' as $$
  update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = '', phone_change = ''
    where id = person and (email_change <> '' or phone_change <> '')
$$;

create or replace function staff.end_sessions(person uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  ended int;
begin
  perform staff.require('staff');
  perform staff.require_other(person);
  delete from auth.sessions where user_id = person;
  get diagnostics ended = row_count;
  perform private.drop_changes(person);
  return ended;
end
$$;

create or replace function staff.approve_factor_help(person uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  help staff.factor_helps;
  is_alone boolean;
begin
  perform staff.require('staff');
  perform staff.require_fresh_factor();
  perform staff.require_other(person);
  select * into help from staff.factor_helps where user_id = person for update;
  if help.id is null then perform private.refuse('no_help_waiting'); end if;
  if exists (select from staff.members where user_id = person) then perform private.refuse('has_a_role'); end if;
  is_alone := help.asked_by = auth.uid();
  if is_alone and not staff.is_alone(auth.uid()) then perform private.refuse('second_person_needed'); end if;
  if coalesce(help.told_at + help.waits * case when is_alone then 3 else 1 end > now(), true) then
    perform private.refuse('help_too_early');
  end if;
  delete from auth.mfa_factors where user_id = person;
  delete from auth.webauthn_credentials where user_id = person;
  delete from auth.sessions where user_id = person;
  perform private.drop_changes(person);
  delete from staff.factor_helps where id = help.id;
  perform queue.add('staff-factors-ended', json_build_object('userId', person));
  return jsonb_build_object('asked_by', help.asked_by, 'alone', is_alone);
end
$$;

create or replace function staff.lose_factor(address text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
  asked uuid;
begin
  select m.user_id into person from staff.members as m join auth.users as u on u.id = m.user_id
    where m.role = 'owner' and lower(u.email) = lower(address) and private.is_last_owner(m.user_id);
  if person is null then
    return null;
  end if;
  delete from auth.mfa_factors where user_id = person;
  delete from auth.webauthn_credentials where user_id = person;
  delete from auth.sessions where user_id = person;
  perform private.drop_changes(person);
  update staff.members set appointed_at = clock_timestamp() where user_id = person;
  insert into staff.invitations as known (email, role, appointed_by) values (lower(address), 'owner', null)
    on conflict (email) do update set role = 'owner', appointed_at = now(), token_hash = null,
      ends_at = now() + interval '7 days'
    returning id into asked;
  perform staff.append('command', null, null, 'lose-factor', 'person', person::text, null, null, null);
  return asked;
end
$$;
