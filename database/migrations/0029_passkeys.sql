-- Passkeys as a first factor, in the tables of Supabase Auth. Only the service, as service_role, reads or writes.

create table auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  attestation_type text not null default '',
  aaguid uuid,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);
create trigger before_1_plain_text before insert or update on auth.webauthn_credentials
  for each row execute function private.make_plain_text();

-- What a browser has been asked to sign: once, and for five minutes. Nobody is named before a sign-in.
create table auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  challenge_type text not null check (challenge_type in ('registration', 'authentication')),
  session_data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);

alter table auth.webauthn_credentials enable row level security;
alter table auth.webauthn_challenges enable row level security;

-- Addresses are looked for in small letters, so that is how they are kept, wherever they come from.
create function auth.lower_email() returns trigger language plpgsql set search_path = '' as $$
begin
  new.email := lower(new.email);
  return new;
end
$$;
create trigger before_2_lower_email before insert or update of email on auth.users
  for each row when (new.email <> lower(new.email)) execute function auth.lower_email();

-- Below, as before, and with the passkeys: they are a way to come in, too.

-- Takes away all by which somebody could come in, but the address itself, which is `email` or `phone`.
-- With a flow it can be brought back. True when there was anything that a person would miss.
create or replace function auth.clear_account(person uuid, proved text, flow uuid default null) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  kept jsonb;
  had_something boolean;
begin
  select jsonb_build_object(
    'password', u.encrypted_password, 'phone', u.phone,
    'phone_confirmed_at', u.phone_confirmed_at, 'phone_proved_at', u.phone_proved_at,
    'identities', (select jsonb_agg(to_jsonb(i)) from auth.identities i
      where i.user_id = person and i.provider <> proved),
    'factors', (select jsonb_agg(to_jsonb(f)) from auth.mfa_factors f where f.user_id = person),
    'recovery_codes', (select jsonb_agg(to_jsonb(c)) from auth.mfa_recovery_codes c
      join auth.mfa_factors f on f.id = c.factor_id where f.user_id = person),
    'sessions', (select jsonb_agg(to_jsonb(s)) from auth.sessions s where s.user_id = person),
    'methods', (select jsonb_agg(to_jsonb(m)) from auth.mfa_amr_claims m
      join auth.sessions s on s.id = m.session_id where s.user_id = person),
    'refresh_tokens', (select jsonb_agg(to_jsonb(t)) from auth.refresh_tokens t
      join auth.sessions s on s.id = t.session_id where s.user_id = person),
    'passkeys', (select jsonb_agg(to_jsonb(w)) from auth.webauthn_credentials w where w.user_id = person),
    'devices', (select jsonb_agg(to_jsonb(d)) from auth.known_devices d where d.user_id = person))
  into kept from auth.users u where u.id = person;

  had_something := kept ->> 'password' is not null
    or jsonb_typeof(kept -> 'factors') = 'array' or jsonb_typeof(kept -> 'sessions') = 'array'
    or jsonb_typeof(kept -> 'identities') = 'array'
    or jsonb_typeof(kept -> 'passkeys') = 'array';

  delete from auth.sessions where user_id = person;
  delete from auth.mfa_factors where user_id = person;
  delete from auth.webauthn_credentials where user_id = person;
  delete from auth.webauthn_challenges where user_id = person;
  delete from auth.known_devices where user_id = person;
  delete from auth.one_time_tokens where user_id = person;
  delete from auth.identities where user_id = person and provider <> proved
    and (proved = 'email' or provider <> 'email');
  delete from auth.flow_state
    where (user_id = person or linking_target_id = person) and id is distinct from flow;
  update auth.users set encrypted_password = null, email_change = '', email_change_token_new = '',
      email_change_token_current = '', phone_change = '', updated_at = now(),
      cleared_at = case when had_something then now() end,
      phone = case when proved = 'email' then null else phone end,
      phone_confirmed_at = case when proved = 'email' then null else phone_confirmed_at end,
      phone_proved_at = case when proved = 'email' then null else phone_proved_at end
    where id = person;
  if flow is not null and had_something then
    insert into auth.set_aside (user_id, flow_id, kept) values (person, flow, kept)
    on conflict (user_id) do update
      set flow_id = excluded.flow_id, kept = excluded.kept, made_at = now();
  end if;
  return had_something;
end
$$;

-- Undoes that, for the browser that set it all: the one of the flow, or one with a session of then.
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
  update auth.users set encrypted_password = kept ->> 'password', cleared_at = null,
      phone = coalesce(phone, kept ->> 'phone'),
      phone_confirmed_at = coalesce(phone_confirmed_at, (kept ->> 'phone_confirmed_at')::timestamptz),
      phone_proved_at = coalesce(phone_proved_at, (kept ->> 'phone_proved_at')::timestamptz)
    where id = person;
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
