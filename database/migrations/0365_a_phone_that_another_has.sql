-- What an account gets back is no phone that another one has by now, and no proof for one that came meanwhile: the first was a fault
-- of ours for whoever brought the code.
create or replace function auth.bring_back(person uuid, flow uuid, is_browser boolean, old_session uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  kept jsonb;
begin
  select a.kept into kept from auth.set_aside a join auth.users u on u.id = a.user_id
    where a.user_id = person and a.flow_id = flow and u.cleared_at is not null
      and (is_browser or exists (
        select from jsonb_array_elements(nullif(a.kept -> 'sessions', 'null')) s
        where s ->> 'id' = old_session::text));
  if kept is null then
    return false;
  end if;
  update auth.users set encrypted_password = kept ->> 'password', cleared_at = null where id = person;
  begin
    update auth.users set phone = kept ->> 'phone',
        phone_confirmed_at = (kept ->> 'phone_confirmed_at')::timestamptz,
        phone_proved_at = (kept ->> 'phone_proved_at')::timestamptz
      where id = person and phone is null and kept ->> 'phone' is not null;
  exception when unique_violation then null;
  end;
  insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at,
      created_at, updated_at, id)
    select provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, id
    from jsonb_populate_recordset(null::auth.identities, nullif(kept -> 'identities', 'null'))
    on conflict do nothing;
  insert into auth.mfa_factors
    select * from jsonb_populate_recordset(null::auth.mfa_factors, nullif(kept -> 'factors', 'null'));
  insert into auth.mfa_recovery_codes select * from
    jsonb_populate_recordset(null::auth.mfa_recovery_codes, nullif(kept -> 'recovery_codes', 'null'));
  insert into auth.sessions
    select * from jsonb_populate_recordset(null::auth.sessions, nullif(kept -> 'sessions', 'null'))
    on conflict do nothing;
  insert into auth.mfa_amr_claims select * from
    jsonb_populate_recordset(null::auth.mfa_amr_claims, nullif(kept -> 'methods', 'null'));
  insert into auth.refresh_tokens select * from
    jsonb_populate_recordset(null::auth.refresh_tokens, nullif(kept -> 'refresh_tokens', 'null'));
  insert into auth.webauthn_credentials select * from
    jsonb_populate_recordset(null::auth.webauthn_credentials, nullif(kept -> 'passkeys', 'null'))
    on conflict do nothing;
  insert into auth.known_devices select * from
    jsonb_populate_recordset(null::auth.known_devices, nullif(kept -> 'devices', 'null'))
    on conflict do nothing;
  delete from auth.set_aside where user_id = person;
  return true;
end
$$;
