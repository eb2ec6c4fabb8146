-- Written by `npm run db:types` from the database. Do not edit: a change is a new migration.
-- What the migrations add up to, to be read. Schemas, and within them types, tables, views and functions,
-- are in the order of their names; what the database makes by itself for a key or a queue is left out.

-- auth --------------------------------------------------------------------------------------------

create schema auth;
grant usage on schema auth to anon, authenticated, service_role;
alter default privileges in schema auth grant all on sequences to service_role;
alter default privileges in schema auth grant all on tables to service_role;
alter default privileges in schema auth grant execute on functions to service_role;
create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.code_challenge_method as enum ('s256', 'plain');
create type auth.factor_status as enum ('unverified', 'verified');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone', 'recovery_code');
create type auth.one_time_token_type as enum ('confirmation_token', 'reauthentication_token',
  'recovery_token', 'email_change_token_new', 'email_change_token_current', 'phone_change_token');

create table auth.audit_log_entries (
  instance_id uuid,
  id uuid not null default gen_random_uuid(),
  payload json,
  created_at timestamp with time zone not null default now(),
  ip_address character varying(64) not null default ''::character varying,
  constraint audit_log_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_entries_actor_idx ON auth.audit_log_entries USING btree (((payload ->> 'actor_id'::text)), created_at DESC);
CREATE INDEX audit_log_entries_created_at_idx ON auth.audit_log_entries USING btree (created_at);
alter table auth.audit_log_entries enable row level security;
grant all on auth.audit_log_entries to service_role;

create table auth.flow_state (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  auth_code text,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  authentication_method text not null,
  auth_code_issued_at timestamp with time zone,
  referrer text,
  linking_target_id uuid,
  provider_nonce text,
  provider_code_verifier text,
  browser_hash text,
  pending_identity jsonb,
  browser_of uuid,
  typed_password text,
  proves_email text,
  constraint flow_state_pkey PRIMARY KEY (id),
  constraint flow_state_browser_of_fkey FOREIGN KEY (browser_of) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint flow_state_linking_target_id_fkey FOREIGN KEY (linking_target_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint flow_state_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX flow_state_browser_of_idx ON auth.flow_state USING btree (browser_of)
  WHERE (browser_of IS NOT NULL);
CREATE INDEX flow_state_created_at_idx ON auth.flow_state USING btree (created_at DESC);
CREATE INDEX flow_state_linking_target_id_idx ON auth.flow_state USING btree (linking_target_id);
CREATE INDEX flow_state_user_id_idx ON auth.flow_state USING btree (user_id)
  WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX idx_auth_code ON auth.flow_state USING btree (auth_code);
alter table auth.flow_state enable row level security;
grant all on auth.flow_state to service_role;

create table auth.identities (
  provider_id text not null,
  user_id uuid not null,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  email text generated always as (lower(identity_data ->> 'email'::text)) stored,
  id uuid not null default gen_random_uuid(),
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_provider_id_provider_unique UNIQUE (provider_id, provider),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX identities_user_id_idx ON auth.identities USING btree (user_id);
alter table auth.identities enable row level security;
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON auth.identities
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
grant all on auth.identities to service_role;

create table auth.known_devices (
  user_id uuid not null,
  device_hash text not null,
  first_seen_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  constraint known_devices_pkey PRIMARY KEY (user_id, device_hash),
  constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.known_devices enable row level security;
grant all on auth.known_devices to service_role;

create table auth.mfa_amr_claims (
  session_id uuid not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  authentication_method text not null,
  id uuid not null default gen_random_uuid(),
  constraint mfa_amr_claims_pkey PRIMARY KEY (id),
  constraint mfa_amr_claims_session_id_authentication_method_pkey UNIQUE (session_id, authentication_method),
  constraint mfa_amr_claims_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);
alter table auth.mfa_amr_claims enable row level security;
grant all on auth.mfa_amr_claims to service_role;

create table auth.mfa_challenges (
  id uuid not null default gen_random_uuid(),
  factor_id uuid not null,
  created_at timestamp with time zone not null default now(),
  verified_at timestamp with time zone,
  ip_address inet,
  otp_code text,
  web_authn_session_data jsonb,
  attempts smallint not null default 0,
  constraint mfa_challenges_pkey PRIMARY KEY (id),
  constraint mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE
);
CREATE INDEX mfa_challenge_created_at_idx ON auth.mfa_challenges USING btree (created_at);
CREATE INDEX mfa_challenge_factor_id_idx ON auth.mfa_challenges USING btree (factor_id);
alter table auth.mfa_challenges enable row level security;
grant all on auth.mfa_challenges to service_role;

create table auth.mfa_factors (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null default 'unverified'::auth.factor_status,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  secret text,
  phone text,
  last_challenged_at timestamp with time zone,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb,
  last_used_step bigint,
  constraint mfa_factors_pkey PRIMARY KEY (id),
  constraint mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX factor_id_created_at_idx ON auth.mfa_factors USING btree (user_id, created_at);
CREATE UNIQUE INDEX mfa_factors_user_friendly_name_unique ON auth.mfa_factors USING btree (friendly_name, user_id)
  WHERE (btrim(friendly_name) <> ''::text);
CREATE UNIQUE INDEX unique_phone_factor_per_user ON auth.mfa_factors USING btree (user_id, phone);
alter table auth.mfa_factors enable row level security;
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON auth.mfa_factors
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER tell_of_change AFTER INSERT OR DELETE OR UPDATE OF user_id, status, factor_type ON auth.mfa_factors
  FOR EACH ROW EXECUTE FUNCTION auth.tell_of_session();
CREATE TRIGGER tell_of_end_of_all AFTER TRUNCATE ON auth.mfa_factors
  FOR EACH STATEMENT EXECUTE FUNCTION auth.tell_of_session();
grant all on auth.mfa_factors to service_role;

create table auth.mfa_recovery_codes (
  id uuid not null default gen_random_uuid(),
  factor_id uuid not null,
  code_hash text not null,
  used_at timestamp with time zone,
  constraint mfa_recovery_codes_pkey PRIMARY KEY (id),
  constraint mfa_recovery_codes_factor_id_code_hash_key UNIQUE (factor_id, code_hash),
  constraint mfa_recovery_codes_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE
);
alter table auth.mfa_recovery_codes enable row level security;
grant all on auth.mfa_recovery_codes to service_role;

create table auth.one_time_tokens (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  token_type auth.one_time_token_type not null,
  token_hash text not null,
  relates_to text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  code_hash text,
  attempts smallint not null default 0,
  flow_state_id uuid,
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_token_hash_check CHECK (char_length(token_hash) > 0),
  constraint one_time_tokens_flow_state_id_fkey FOREIGN KEY (flow_state_id) REFERENCES auth.flow_state(id) ON DELETE SET NULL,
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX one_time_tokens_flow_state_id_idx ON auth.one_time_tokens USING btree (flow_state_id)
  WHERE (flow_state_id IS NOT NULL);
CREATE INDEX one_time_tokens_relates_to_idx ON auth.one_time_tokens USING btree (relates_to);
CREATE INDEX one_time_tokens_token_hash_idx ON auth.one_time_tokens USING btree (token_hash);
CREATE UNIQUE INDEX one_time_tokens_user_id_token_type_key ON auth.one_time_tokens USING btree (user_id, token_type);
alter table auth.one_time_tokens enable row level security;
grant all on auth.one_time_tokens to service_role;

create table auth.refresh_tokens (
  instance_id uuid,
  id bigint not null default nextval('auth.refresh_tokens_id_seq'::regclass),
  token character varying(255) not null,
  user_id character varying(255),
  revoked boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  parent character varying(255),
  session_id uuid,
  constraint refresh_tokens_pkey PRIMARY KEY (id),
  constraint refresh_tokens_token_key UNIQUE (token),
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_session_id_revoked_idx ON auth.refresh_tokens USING btree (session_id, revoked);
CREATE INDEX refresh_tokens_updated_at_idx ON auth.refresh_tokens USING btree (updated_at);
alter table auth.refresh_tokens enable row level security;
grant all on auth.refresh_tokens to service_role;

create table auth.sessions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  factor_id uuid,
  aal auth.aal_level not null default 'aal1'::auth.aal_level,
  not_after timestamp with time zone not null,
  refreshed_at timestamp with time zone,
  user_agent text,
  ip inet,
  tag text,
  refresh_token_hmac_key text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_not_after_idx ON auth.sessions USING btree (not_after);
CREATE INDEX sessions_user_id_idx ON auth.sessions USING btree (user_id);
alter table auth.sessions enable row level security;
CREATE TRIGGER drop_pending_links AFTER DELETE ON auth.sessions REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION auth.drop_pending_links();
CREATE TRIGGER set_session_end BEFORE INSERT OR UPDATE OF not_after ON auth.sessions
  FOR EACH ROW WHEN (new.not_after IS NULL) EXECUTE FUNCTION auth.set_session_end();
CREATE TRIGGER tell_of_change AFTER UPDATE OF id, user_id, aal, not_after ON auth.sessions
  FOR EACH ROW EXECUTE FUNCTION auth.tell_of_session();
CREATE TRIGGER tell_of_end AFTER DELETE ON auth.sessions
  FOR EACH ROW EXECUTE FUNCTION auth.tell_of_session();
CREATE TRIGGER tell_of_end_of_all AFTER TRUNCATE ON auth.sessions
  FOR EACH STATEMENT EXECUTE FUNCTION auth.tell_of_session();
grant all on auth.sessions to service_role;

create table auth.set_aside (
  user_id uuid not null,
  flow_id uuid not null,
  made_at timestamp with time zone not null default now(),
  kept jsonb not null,
  constraint set_aside_pkey PRIMARY KEY (user_id),
  constraint set_aside_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.set_aside enable row level security;
grant all on auth.set_aside to service_role;

create table auth.users (
  instance_id uuid,
  id uuid not null,
  aud character varying(255),
  role character varying(255),
  email character varying(255),
  encrypted_password character varying(255),
  email_confirmed_at timestamp with time zone,
  invited_at timestamp with time zone,
  confirmation_token character varying(255) default ''::character varying,
  confirmation_sent_at timestamp with time zone,
  recovery_token character varying(255) default ''::character varying,
  recovery_sent_at timestamp with time zone,
  email_change_token_new character varying(255) default ''::character varying,
  email_change character varying(255) default ''::character varying,
  email_change_sent_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamp with time zone,
  updated_at timestamp with time zone,
  phone text,
  phone_confirmed_at timestamp with time zone,
  phone_change text default ''::text,
  phone_change_token character varying(255) default ''::character varying,
  phone_change_sent_at timestamp with time zone,
  confirmed_at timestamp with time zone generated always as (LEAST(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current character varying(255) default ''::character varying,
  email_change_confirm_status smallint default 0,
  banned_until timestamp with time zone,
  reauthentication_token character varying(255) default ''::character varying,
  reauthentication_sent_at timestamp with time zone,
  is_sso_user boolean not null default false,
  deleted_at timestamp with time zone,
  is_anonymous boolean not null default false,
  email_proved_at timestamp with time zone,
  phone_proved_at timestamp with time zone,
  cleared_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_phone_key UNIQUE (phone),
  constraint users_email_change_confirm_status_check CHECK (email_change_confirm_status >= 0 AND email_change_confirm_status <= 2)
);
CREATE INDEX users_banned_until_idx ON auth.users USING btree (banned_until) INCLUDE (id)
  WHERE (banned_until IS NOT NULL);
CREATE UNIQUE INDEX users_email_partial_key ON auth.users USING btree (email)
  WHERE (is_sso_user = false);
CREATE INDEX users_is_anonymous_idx ON auth.users USING btree (is_anonymous);
alter table auth.users enable row level security;
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON auth.users
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_2_drop_blank_names BEFORE INSERT OR UPDATE OF raw_user_meta_data ON auth.users
  FOR EACH ROW EXECUTE FUNCTION private.drop_blank_names();
CREATE TRIGGER before_2_keep_last_owner BEFORE UPDATE OF banned_until, deleted_at ON auth.users
  FOR EACH ROW WHEN (new.banned_until > now() AND new.banned_until IS DISTINCT FROM old.banned_until OR new.deleted_at IS NOT NULL AND old.deleted_at IS NULL) EXECUTE FUNCTION staff.keep_last_owner();
CREATE TRIGGER before_2_keep_last_owner_address BEFORE UPDATE OF email ON auth.users
  FOR EACH ROW WHEN (new.email::text ~~ '%@demo.example'::text AND old.email::text !~~ '%@demo.example'::text) EXECUTE FUNCTION staff.keep_last_owner();
CREATE TRIGGER before_2_lower_email BEFORE INSERT OR UPDATE OF email ON auth.users
  FOR EACH ROW WHEN (new.email::text <> lower(new.email::text)) EXECUTE FUNCTION auth.lower_email();
CREATE TRIGGER before_2_reset_proofs BEFORE UPDATE OF email, phone, encrypted_password ON auth.users
  FOR EACH ROW EXECUTE FUNCTION auth.reset_proofs();
CREATE TRIGGER before_3_keep_evidence_of_closed_account BEFORE UPDATE OF deleted_at ON auth.users
  FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION private.keep_evidence_of_account();
CREATE TRIGGER before_4_hand_over_all BEFORE UPDATE OF deleted_at ON auth.users
  FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION private.hand_over_all();
CREATE TRIGGER before_5_leave_applications BEFORE UPDATE OF deleted_at ON auth.users
  FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION private.leave_applications();
CREATE TRIGGER before_5_leave_lists BEFORE UPDATE OF deleted_at ON auth.users
  FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION private.leave_lists();
CREATE TRIGGER drop_exports AFTER UPDATE OF email ON auth.users
  FOR EACH ROW WHEN (old.email::text IS DISTINCT FROM new.email::text) EXECUTE FUNCTION staff.drop_exports();
CREATE TRIGGER empty_account AFTER UPDATE OF deleted_at ON auth.users
  FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION private.empty_account();
CREATE TRIGGER forget_mails AFTER UPDATE OF deleted_at ON auth.users
  FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION staff.forget_mails();
CREATE TRIGGER forget_person AFTER UPDATE OF deleted_at ON auth.users
  FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION staff.forget_person();
CREATE TRIGGER hand_over_all BEFORE DELETE ON auth.users
  FOR EACH ROW EXECUTE FUNCTION private.hand_over_all();
CREATE TRIGGER keep_evidence_of_account BEFORE DELETE ON auth.users
  FOR EACH ROW EXECUTE FUNCTION private.keep_evidence_of_account();
CREATE TRIGGER keep_last_owner BEFORE DELETE ON auth.users
  FOR EACH ROW EXECUTE FUNCTION staff.keep_last_owner();
CREATE TRIGGER keep_new_words AFTER INSERT ON auth.users
  FOR EACH ROW EXECUTE FUNCTION staff.keep_person_words();
CREATE TRIGGER keep_words AFTER UPDATE OF email, raw_user_meta_data ON auth.users
  FOR EACH ROW WHEN (old.email::text IS DISTINCT FROM new.email::text OR old.raw_user_meta_data IS DISTINCT FROM new.raw_user_meta_data) EXECUTE FUNCTION staff.keep_person_words();
CREATE TRIGGER leave_applications BEFORE DELETE ON auth.users
  FOR EACH ROW EXECUTE FUNCTION private.leave_applications();
CREATE TRIGGER leave_lists BEFORE DELETE ON auth.users
  FOR EACH ROW EXECUTE FUNCTION private.leave_lists();
CREATE TRIGGER note_closed_account AFTER UPDATE OF deleted_at ON auth.users
  FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION staff.note_gone_account();
CREATE TRIGGER note_erasure AFTER DELETE ON auth.users
  FOR EACH ROW EXECUTE FUNCTION private.note_erasure('account', 'id');
CREATE TRIGGER note_erasure_of_closed AFTER UPDATE OF deleted_at ON auth.users
  FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION private.note_erasure('account', 'id');
CREATE TRIGGER note_gone_account AFTER DELETE ON auth.users
  FOR EACH ROW EXECUTE FUNCTION staff.note_gone_account();
CREATE TRIGGER renew_proofs AFTER UPDATE OF email, email_proved_at, banned_until, deleted_at ON auth.users
  FOR EACH ROW WHEN (new.email::text IS DISTINCT FROM old.email::text OR new.email_proved_at IS DISTINCT FROM old.email_proved_at OR new.banned_until IS DISTINCT FROM old.banned_until OR new.deleted_at IS DISTINCT FROM old.deleted_at) EXECUTE FUNCTION private.renew_proofs_of_person();
CREATE TRIGGER send_email_to_billing AFTER UPDATE OF email ON auth.users
  FOR EACH ROW WHEN (old.email::text IS DISTINCT FROM new.email::text) EXECUTE FUNCTION private.send_email_to_billing();
CREATE TRIGGER settle_cases_of_blocked AFTER UPDATE OF banned_until ON auth.users
  FOR EACH ROW WHEN (new.banned_until IS DISTINCT FROM old.banned_until) EXECUTE FUNCTION staff.settle_cases_of_blocked();
CREATE TRIGGER tell_of_ban AFTER UPDATE OF banned_until ON auth.users
  FOR EACH ROW WHEN (old.banned_until IS DISTINCT FROM new.banned_until) EXECUTE FUNCTION private.tell_of_jobs();
CREATE TRIGGER tell_of_change AFTER UPDATE OF id, banned_until, deleted_at ON auth.users
  FOR EACH ROW WHEN (old.id IS DISTINCT FROM new.id OR old.banned_until IS DISTINCT FROM new.banned_until OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION auth.tell_of_session();
CREATE TRIGGER tell_of_end AFTER DELETE ON auth.users
  FOR EACH ROW EXECUTE FUNCTION auth.tell_of_session();
CREATE TRIGGER tell_of_end_of_all AFTER TRUNCATE ON auth.users
  FOR EACH STATEMENT EXECUTE FUNCTION auth.tell_of_session();
CREATE TRIGGER tie_changed_address AFTER UPDATE OF email, email_confirmed_at ON auth.users
  FOR EACH ROW WHEN (new.email IS NOT NULL AND (new.email::text IS DISTINCT FROM old.email::text OR new.email_confirmed_at IS DISTINCT FROM old.email_confirmed_at)) EXECUTE FUNCTION private.tie_address();
CREATE TRIGGER tie_new_address AFTER INSERT ON auth.users
  FOR EACH ROW WHEN (new.email IS NOT NULL) EXECUTE FUNCTION private.tie_address();
CREATE TRIGGER unlink_credentials BEFORE DELETE ON auth.users
  FOR EACH ROW EXECUTE FUNCTION register.unlink();
CREATE TRIGGER unlink_credentials_of_closed AFTER UPDATE OF deleted_at ON auth.users
  FOR EACH ROW WHEN (old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION register.unlink();
CREATE TRIGGER users_remove_objects AFTER DELETE ON auth.users
  FOR EACH ROW EXECUTE FUNCTION storage.remove_objects_of_person();
grant all on auth.users to service_role;

create table auth.webauthn_challenges (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  challenge_type text not null,
  session_data jsonb not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint webauthn_challenges_pkey PRIMARY KEY (id),
  constraint webauthn_challenges_challenge_type_check CHECK (challenge_type = ANY (ARRAY['registration'::text, 'authentication'::text])),
  constraint webauthn_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX webauthn_challenges_expires_at_idx ON auth.webauthn_challenges USING btree (expires_at);
CREATE INDEX webauthn_challenges_user_id_idx ON auth.webauthn_challenges USING btree (user_id);
alter table auth.webauthn_challenges enable row level security;
grant all on auth.webauthn_challenges to service_role;

create table auth.webauthn_credentials (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  attestation_type text not null default ''::text,
  aaguid uuid,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]'::jsonb,
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint webauthn_credentials_pkey PRIMARY KEY (id),
  constraint webauthn_credentials_credential_id_key UNIQUE (credential_id),
  constraint webauthn_credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX webauthn_credentials_user_id_idx ON auth.webauthn_credentials USING btree (user_id);
alter table auth.webauthn_credentials enable row level security;
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON auth.webauthn_credentials
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
grant all on auth.webauthn_credentials to service_role;

grant all on sequence auth.refresh_tokens_id_seq to service_role;

CREATE OR REPLACE FUNCTION auth.bring_back(person uuid, flow uuid, is_browser boolean, old_session uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function auth.bring_back(uuid,uuid,boolean,uuid) to service_role;

CREATE OR REPLACE FUNCTION auth.clear_account(person uuid, proved text, flow uuid DEFAULT NULL::uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function auth.clear_account(uuid,text,uuid) to service_role;

CREATE OR REPLACE FUNCTION auth.drop_pending_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from auth.flow_state where linking_target_id in (select user_id from ended);
  return null;
end
$function$;
grant execute on function auth.drop_pending_links() to service_role;

CREATE OR REPLACE FUNCTION auth.email()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select auth.jwt() ->> 'email'
$function$;
grant execute on function auth.email() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION auth.has_proved_mailbox(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from auth.users where id = person and email is not null and email_proved_at is not null)
$function$;
grant execute on function auth.has_proved_mailbox(uuid) to service_role;

CREATE OR REPLACE FUNCTION auth.jwt()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$function$;
grant execute on function auth.jwt() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION auth.lower_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.email := lower(new.email);
  return new;
end
$function$;
grant execute on function auth.lower_email() to service_role;

CREATE OR REPLACE FUNCTION auth.reset_proofs()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.email is distinct from old.email
    and new.email_proved_at is not distinct from old.email_proved_at then
    new.email_proved_at := null;
  end if;
  if new.phone is distinct from old.phone
    and new.phone_proved_at is not distinct from old.phone_proved_at then
    new.phone_proved_at := null;
  end if;
  if new.encrypted_password is not null
    and new.encrypted_password is distinct from old.encrypted_password then
    new.cleared_at := null;
    delete from auth.set_aside where user_id = new.id;
  end if;
  return new;
end
$function$;
grant execute on function auth.reset_proofs() to service_role;

CREATE OR REPLACE FUNCTION auth.role()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select auth.jwt() ->> 'role'
$function$;
grant execute on function auth.role() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION auth.set_session_end()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.not_after := coalesce(new.not_after, least(
    coalesce(new.refreshed_at, new.created_at) + interval '30 days',
    new.created_at + interval '180 days'));
  return new;
end
$function$;
grant execute on function auth.set_session_end() to service_role;

CREATE OR REPLACE FUNCTION auth.tell_of_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'TRUNCATE' then
    perform pg_notify('sessions_changed', 'all');
  elsif tg_table_name = 'users' then
    perform pg_notify('sessions_changed', old.id::text);
  else
    if tg_op <> 'INSERT' then perform pg_notify('sessions_changed', old.user_id::text); end if;
    if tg_op <> 'DELETE' then perform pg_notify('sessions_changed', new.user_id::text); end if;
  end if;
  return null;
end
$function$;
grant execute on function auth.tell_of_session() to service_role;

CREATE OR REPLACE FUNCTION auth.uid()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select nullif(auth.jwt() ->> 'sub', '')::uuid
$function$;
grant execute on function auth.uid() to anon, authenticated, service_role;

-- deploy ------------------------------------------------------------------------------------------

create schema deploy;
grant usage on schema deploy to service_role;

create table deploy.login (
  only_row boolean not null default true,
  role text not null,
  password text not null,
  constraint login_pkey PRIMARY KEY (only_row),
  constraint login_only_row_check CHECK (only_row)
);

create table deploy.migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);
grant select (name, checksum) on deploy.migrations to service_role;

-- extensions --------------------------------------------------------------------------------------

create schema extensions;
create extension fuzzystrmatch with schema extensions;
create extension pg_trgm with schema extensions;
grant usage on schema extensions to anon, authenticated, service_role;

-- private -----------------------------------------------------------------------------------------

create schema private;
grant usage on schema private to anon, authenticated, service_role;

create table private.alert_consents (
  version integer not null,
  text text not null,
  constraint alert_consents_pkey PRIMARY KEY (version),
  constraint alert_consents_text_key UNIQUE (text),
  constraint alert_consents_text_check CHECK (char_length(text) >= 10 AND char_length(text) <= 500)
);
alter table private.alert_consents enable row level security;

create table private.alert_tokens (
  token_hash text not null,
  alert_id uuid,
  email text,
  created_at timestamp with time zone not null default now(),
  stops_for text,
  constraint alert_tokens_pkey PRIMARY KEY (token_hash),
  constraint alert_tokens_one_purpose CHECK (num_nonnulls(alert_id, email, stops_for) = 1),
  constraint alert_tokens_token_hash_check CHECK (token_hash ~ '^[0-9a-f]{64}$'::text),
  constraint alert_tokens_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES public.alerts(id) ON DELETE CASCADE
);
CREATE INDEX alert_tokens_alert_id ON private.alert_tokens USING btree (alert_id);
CREATE INDEX alert_tokens_created_at ON private.alert_tokens USING btree (created_at);
CREATE INDEX alert_tokens_stops_for ON private.alert_tokens USING btree (stops_for)
  WHERE (stops_for IS NOT NULL);
alter table private.alert_tokens enable row level security;
grant delete, insert, select, update on private.alert_tokens to service_role;

create table private.application_digests (
  user_id uuid not null,
  told_up_to timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  constraint application_digests_pkey PRIMARY KEY (user_id),
  constraint application_digests_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.application_digests enable row level security;
grant delete, insert, select, update on private.application_digests to service_role;

create table private.application_mail_tokens (
  token_hash text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint application_mail_tokens_pkey PRIMARY KEY (token_hash),
  constraint application_mail_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX application_mail_tokens_created_at ON private.application_mail_tokens USING btree (created_at);
CREATE INDEX application_mail_tokens_user_id ON private.application_mail_tokens USING btree (user_id);
alter table private.application_mail_tokens enable row level security;
grant delete, insert, select, update on private.application_mail_tokens to service_role;

create table private.application_tokens (
  token_hash text not null,
  application_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint application_tokens_pkey PRIMARY KEY (token_hash),
  constraint application_tokens_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.applications(id) ON DELETE CASCADE
);
CREATE INDEX application_tokens_application_id ON private.application_tokens USING btree (application_id);
CREATE INDEX application_tokens_created_at ON private.application_tokens USING btree (created_at);
alter table private.application_tokens enable row level security;
grant delete, insert, select on private.application_tokens to service_role;

create table private.backups (
  name text not null,
  place text not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone not null default now(),
  bytes bigint not null,
  rows bigint not null,
  files bigint not null,
  is_encrypted boolean not null,
  checked_at timestamp with time zone,
  constraint backups_pkey PRIMARY KEY (name)
);
alter table private.backups enable row level security;
grant select on private.backups to service_role;

create table private.board_places (
  place text not null,
  latitude real not null,
  longitude real not null,
  constraint board_places_pkey PRIMARY KEY (place)
);
alter table private.board_places enable row level security;

create table private.board_spots (
  spot bigint not null,
  latitude real not null,
  longitude real not null,
  constraint board_spots_pkey PRIMARY KEY (spot)
);
CREATE INDEX board_spots_cell_of_idx ON private.board_spots USING btree (private.cell_of(latitude, longitude));
alter table private.board_spots enable row level security;

create table private.candidate_search (
  profile_id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  completeness smallint not null,
  years integer,
  words text not null,
  place text not null,
  certifications text not null,
  facets text[] not null,
  newness integer not null generated always as (floor(EXTRACT(epoch FROM (created_at AT TIME ZONE 'UTC'::text)) / 86400::numeric)::integer * 2 + (facets @> ARRAY['verified'::text])::integer) stored,
  fullness integer not null generated always as (completeness * 2 + (facets @> ARRAY['verified'::text])::integer) stored,
  latitude real,
  longitude real,
  constraint candidate_search_pkey PRIMARY KEY (profile_id),
  constraint candidate_search_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.candidate_profiles(id) ON DELETE CASCADE
);
alter table private.candidate_search alter column certifications set statistics 0;
alter table private.candidate_search alter column facets set statistics 0;
alter table private.candidate_search alter column place set statistics 0;
alter table private.candidate_search alter column words set statistics 0;
CREATE INDEX candidate_search_complete_idx ON private.candidate_search USING btree (fullness DESC, created_at DESC, profile_id DESC);
CREATE INDEX candidate_search_idx ON private.candidate_search USING gin (private.candidate_pieces(words, place, certifications), facets, (ARRAY[private.week_of(created_at)])) WITH (fastupdate=off);
CREATE INDEX candidate_search_newest_idx ON private.candidate_search USING btree (newness DESC, created_at DESC, profile_id DESC);
alter table private.candidate_search enable row level security;
CREATE TRIGGER note_new_people AFTER INSERT OR UPDATE ON private.candidate_search
  FOR EACH ROW EXECUTE FUNCTION private.note_new_people();

create table private.closed_accounts (
  user_id uuid not null,
  closed_at timestamp with time zone not null default now(),
  constraint closed_accounts_pkey PRIMARY KEY (user_id)
);
alter table private.closed_accounts enable row level security;
grant delete, select on private.closed_accounts to service_role;

create table private.closed_conversations (
  conversation_id uuid not null,
  constraint closed_conversations_pkey PRIMARY KEY (conversation_id),
  constraint closed_conversations_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE
);
alter table private.closed_conversations enable row level security;

create table private.company_keys (
  company_id uuid not null,
  key text not null,
  constraint company_keys_pkey PRIMARY KEY (company_id, key),
  constraint company_keys_key_check CHECK (char_length(key) >= 1 AND char_length(key) <= 300),
  constraint company_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE
);
CREATE INDEX company_keys_key ON private.company_keys USING btree (key);
alter table private.company_keys enable row level security;
CREATE TRIGGER tie_members AFTER INSERT ON private.company_keys
  FOR EACH ROW EXECUTE FUNCTION private.tie_members();

create table private.company_people (
  company_id uuid not null,
  user_id uuid not null,
  constraint company_people_pkey PRIMARY KEY (company_id, user_id),
  constraint company_people_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE,
  constraint company_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX company_people_user_id ON private.company_people USING btree (user_id);
alter table private.company_people enable row level security;

create table private.erasures (
  subject text not null,
  erased_at timestamp with time zone not null default now(),
  kept_at timestamp with time zone,
  constraint erasures_pkey PRIMARY KEY (subject),
  constraint erasures_subject_check CHECK (subject ~ '^(account|application|alert|credential|newsletter|profile|resume)-[0-9a-f]{64}$'::text)
);
CREATE INDEX erasures_not_kept ON private.erasures USING btree (erased_at)
  WHERE (kept_at IS NULL);
alter table private.erasures enable row level security;
grant select on private.erasures to service_role;
grant update (kept_at) on private.erasures to service_role;

create table private.former_company_names (
  company_id uuid not null,
  key text not null,
  constraint former_company_names_pkey PRIMARY KEY (company_id, key),
  constraint former_company_names_key_check CHECK (char_length(key) >= 1 AND char_length(key) <= 300),
  constraint former_company_names_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE
);
alter table private.former_company_names enable row level security;

create table private.hidden_profiles (
  user_id uuid not null,
  was_public boolean not null,
  constraint hidden_profiles_pkey PRIMARY KEY (user_id),
  constraint hidden_profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.hidden_profiles enable row level security;

create table private.index_now (
  is_one boolean not null default true,
  told_until timestamp with time zone not null,
  told_id uuid not null,
  constraint index_now_pkey PRIMARY KEY (is_one),
  constraint index_now_is_one_check CHECK (is_one)
);
alter table private.index_now enable row level security;
grant select, update on private.index_now to service_role;

create table private.invitation_mails (
  id bigint not null generated always as identity,
  sent_by uuid not null,
  email text not null,
  at timestamp with time zone not null default now(),
  constraint invitation_mails_pkey PRIMARY KEY (id),
  constraint invitation_mails_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX invitation_mails_box ON private.invitation_mails USING btree (private.box_of(email), at);
CREATE INDEX invitation_mails_sent_by ON private.invitation_mails USING btree (sent_by, at);
alter table private.invitation_mails enable row level security;

create table private.job_days (
  user_id uuid not null,
  day date not null,
  made integer not null,
  constraint job_days_pkey PRIMARY KEY (user_id, day),
  constraint job_days_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX job_days_day_idx ON private.job_days USING btree (day);
alter table private.job_days enable row level security;
grant delete, select on private.job_days to service_role;

create table private.job_search (
  created_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  latitude real,
  longitude real,
  pay integer,
  traits integer not null,
  is_featured boolean not null,
  job_id uuid not null,
  posted_by uuid not null,
  company_id uuid,
  job_type text not null,
  workplace text,
  state text,
  place text,
  role text,
  words text not null,
  facets text[] not null,
  constraint job_search_pkey PRIMARY KEY (job_id),
  constraint job_search_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE
);
CREATE INDEX job_search_around_idx ON private.job_search USING btree (private.spot_of(latitude, longitude), traits, pay) INCLUDE (created_at, ends_at, posted_by, latitude, longitude)
  WHERE (latitude IS NOT NULL);
CREATE INDEX job_search_board_idx ON private.job_search USING btree (is_featured DESC, created_at DESC, job_id DESC);
CREATE INDEX job_search_days_idx ON private.job_search USING btree (traits, created_at) INCLUDE (pay, ends_at, posted_by);
CREATE INDEX job_search_idx ON private.job_search USING gin (private.pieces(words, ''::text), facets, (ARRAY[private.week_of(created_at)]), private.paid_facets(facets, pay), (ARRAY[private.day_of(created_at)])) WITH (fastupdate='on', gin_pending_list_limit='256');
CREATE INDEX job_search_pay_idx ON private.job_search USING btree (pay DESC, created_at DESC, job_id DESC)
  WHERE (pay IS NOT NULL);
CREATE INDEX job_search_place_idx ON private.job_search USING btree (place, created_at DESC, job_id DESC);
CREATE INDEX job_search_remote_idx ON private.job_search USING btree (created_at DESC, job_id DESC)
  WHERE (workplace = 'remote'::text);
CREATE INDEX job_search_role_idx ON private.job_search USING btree (place, role, created_at DESC, job_id DESC)
  WHERE (place IS NOT NULL);
CREATE INDEX job_search_spot_idx ON private.job_search USING btree (private.spot_of(latitude, longitude), created_at DESC, job_id DESC)
  WHERE (latitude IS NOT NULL);
CREATE INDEX job_search_state_idx ON private.job_search USING btree (state, created_at DESC, job_id DESC);
CREATE INDEX job_search_traits_idx ON private.job_search USING btree (traits, pay) INCLUDE (created_at, ends_at, posted_by);
CREATE INDEX job_search_type_idx ON private.job_search USING btree (job_type, created_at DESC, job_id DESC);
alter table private.job_search enable row level security;
CREATE TRIGGER note_changed_jobs AFTER UPDATE ON private.job_search REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.note_new_jobs();
CREATE TRIGGER note_changed_landings AFTER UPDATE ON private.job_search REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION private.note_landings();
CREATE TRIGGER note_former_landings AFTER UPDATE ON private.job_search REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION private.note_landings();
CREATE TRIGGER note_left_landings AFTER DELETE ON private.job_search REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION private.note_landings();
CREATE TRIGGER note_new_jobs AFTER INSERT ON private.job_search REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.note_new_jobs();
CREATE TRIGGER note_new_landings AFTER INSERT ON private.job_search REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION private.note_landings();

create table private.kept_evidence (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  subject_id uuid not null,
  people jsonb not null,
  content jsonb not null,
  reports jsonb not null,
  kept_at timestamp with time zone not null default now(),
  constraint kept_evidence_pkey PRIMARY KEY (id),
  constraint kept_evidence_once UNIQUE (kind, subject_id),
  constraint kept_evidence_kind_known CHECK (kind = ANY (ARRAY['job'::text, 'conversation'::text]))
);
CREATE INDEX kept_evidence_kept_at_idx ON private.kept_evidence USING btree (kept_at);
alter table private.kept_evidence enable row level security;
grant delete, select on private.kept_evidence to service_role;

create table private.kept_landings (
  path text not null,
  changed date not null,
  constraint kept_landings_pkey PRIMARY KEY (path)
);
alter table private.kept_landings enable row level security;

create table private.kept_searches (
  id bigint not null generated always as identity,
  kind text not null,
  conditions jsonb not null,
  user_id uuid,
  made_at timestamp with time zone not null default clock_timestamp(),
  constraint kept_searches_pkey PRIMARY KEY (id),
  constraint kept_searches_user_id_key UNIQUE (user_id),
  constraint kept_searches_conditions_check CHECK (jsonb_typeof(conditions) = 'object'::text),
  constraint kept_searches_fit_has_person CHECK ((kind = 'fit'::text) = (user_id IS NOT NULL)),
  constraint kept_searches_kind_check CHECK (kind = ANY (ARRAY['jobs'::text, 'fit'::text, 'people'::text])),
  constraint kept_searches_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX kept_searches_conditions ON private.kept_searches USING btree (kind, md5((conditions)::text))
  WHERE (user_id IS NULL);
alter table private.kept_searches enable row level security;
CREATE TRIGGER follow_changed_search AFTER UPDATE OF conditions ON private.kept_searches
  FOR EACH ROW WHEN (new.conditions <> old.conditions) EXECUTE FUNCTION private.follow_search();
CREATE TRIGGER follow_new_search AFTER INSERT ON private.kept_searches
  FOR EACH ROW EXECUTE FUNCTION private.follow_search();
grant delete, insert, select, update on private.kept_searches to service_role;

create table private.landing_days (
  path text not null,
  changed date not null,
  constraint landing_days_pkey PRIMARY KEY (path)
);
alter table private.landing_days enable row level security;

create table private.legal_letters (
  kind text not null,
  version integer not null,
  user_id uuid not null,
  sent_at timestamp with time zone,
  constraint legal_letters_pkey PRIMARY KEY (kind, version, user_id),
  constraint legal_letters_kind_version_fkey FOREIGN KEY (kind, version) REFERENCES private.legal_news(kind, version),
  constraint legal_letters_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX legal_letters_user_id_idx ON private.legal_letters USING btree (user_id);
alter table private.legal_letters enable row level security;

create table private.legal_news (
  kind text not null,
  version integer not null,
  is_taken_back boolean not null,
  constraint legal_news_pkey PRIMARY KEY (kind, version)
);
alter table private.legal_news enable row level security;

create table private.match_round (
  is_only boolean not null default true,
  round bigint not null,
  constraint match_round_pkey PRIMARY KEY (is_only),
  constraint match_round_is_only_check CHECK (is_only)
);
alter table private.match_round enable row level security;

create table private.membership_price (
  is_only boolean not null default true,
  price_id text not null,
  amount bigint not null,
  currency text not null,
  period text not null,
  periods integer not null,
  read_at timestamp with time zone not null default now(),
  is_plus_tax boolean not null default false,
  constraint membership_price_pkey PRIMARY KEY (is_only),
  constraint membership_price_amount_check CHECK (amount >= 0 AND amount <= 100000000),
  constraint membership_price_currency_check CHECK (currency ~ '^[a-z]{3}$'::text),
  constraint membership_price_is_only_check CHECK (is_only),
  constraint membership_price_period_check CHECK (period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'year'::text])),
  constraint membership_price_periods_check CHECK (periods >= 1 AND periods <= 100),
  constraint membership_price_price_id_check CHECK (length(price_id) <= 255)
);
alter table private.membership_price enable row level security;

create table private.message_mail_tokens (
  token_hash text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint message_mail_tokens_pkey PRIMARY KEY (token_hash),
  constraint message_mail_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX message_mail_tokens_user_id ON private.message_mail_tokens USING btree (user_id);
alter table private.message_mail_tokens enable row level security;

create table private.newsletter_consents (
  version integer not null,
  text text not null,
  constraint newsletter_consents_pkey PRIMARY KEY (version),
  constraint newsletter_consents_text_key UNIQUE (text),
  constraint newsletter_consents_length CHECK (char_length(text) >= 10 AND char_length(text) <= 500)
);
alter table private.newsletter_consents enable row level security;

create table private.place_blocks (
  beginning text not null,
  entries text not null,
  constraint place_blocks_pkey PRIMARY KEY (beginning)
);
alter table private.place_blocks enable row level security;

create unlogged table private.rate_limits (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_expire_idx ON private.rate_limits USING btree (expire);
alter table private.rate_limits enable row level security;
grant all on private.rate_limits to service_role;

create table private.recent_job_texts (
  text_hash bytea not null,
  user_id uuid not null,
  made_at timestamp with time zone not null default now(),
  constraint recent_job_texts_pkey PRIMARY KEY (text_hash, user_id),
  constraint recent_job_texts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX recent_job_texts_made_idx ON private.recent_job_texts USING btree (made_at);
CREATE INDEX recent_job_texts_user_idx ON private.recent_job_texts USING btree (user_id);
alter table private.recent_job_texts enable row level security;

create table private.released_files (
  path text not null,
  body bytea not null,
  left_at timestamp with time zone,
  constraint released_files_pkey PRIMARY KEY (path),
  constraint released_files_path_shape CHECK (path ~ '^/assets/[\w.-]+$'::text)
);
alter table private.released_files enable row level security;
grant delete, insert, select, update on private.released_files to service_role;

create table private.search_anchors (
  anchor text not null,
  branch_id bigint not null,
  constraint search_anchors_pkey PRIMARY KEY (anchor, branch_id),
  constraint search_anchors_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES private.search_branches(id) ON DELETE CASCADE
);
CREATE INDEX search_anchors_branch_id ON private.search_anchors USING btree (branch_id);
alter table private.search_anchors enable row level security;
grant delete, insert, select, update on private.search_anchors to service_role;

create table private.search_branches (
  id bigint not null generated always as identity,
  search_id bigint not null,
  made_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  patterns text[] not null default '{}'::text[],
  facets text[] not null default '{}'::text[],
  any_facet text[] not null default '{}'::text[],
  latitude real,
  longitude real,
  miles real,
  pay integer,
  types text[] not null default '{}'::text[],
  place text,
  proof text,
  years_from integer,
  years_to integer,
  constraint search_branches_pkey PRIMARY KEY (id),
  constraint search_branches_search_id_fkey FOREIGN KEY (search_id) REFERENCES private.kept_searches(id) ON DELETE CASCADE
);
CREATE INDEX search_branches_search_id ON private.search_branches USING btree (search_id);
alter table private.search_branches enable row level security;
grant delete, insert, select, update on private.search_branches to service_role;

create table private.search_matches (
  search_id bigint not null,
  subject_id uuid not null,
  round bigint not null,
  matched_on date not null default CURRENT_DATE,
  constraint search_matches_pkey PRIMARY KEY (search_id, subject_id) INCLUDE (round)
);
CREATE INDEX search_matches_matched_on ON private.search_matches USING brin (matched_on);
alter table private.search_matches enable row level security;
grant delete, insert, select, update on private.search_matches to service_role;

create table private.seats_included_told (
  is_one boolean not null default true,
  included integer not null,
  constraint seats_included_told_pkey PRIMARY KEY (is_one),
  constraint seats_included_told_is_one_check CHECK (is_one)
);
alter table private.seats_included_told enable row level security;

create table private.settings (
  name text not null,
  value text not null,
  constraint settings_pkey PRIMARY KEY (name)
);
alter table private.settings enable row level security;

create table private.unmatched (
  id bigint not null generated always as identity,
  kind text not null,
  subject_id uuid not null,
  since timestamp with time zone not null,
  constraint unmatched_pkey PRIMARY KEY (id),
  constraint unmatched_kind_check CHECK (kind = ANY (ARRAY['job'::text, 'person'::text]))
);
alter table private.unmatched enable row level security;
grant delete, insert, select, update on private.unmatched to service_role;

create view private.account_factors as
 SELECT id,
    user_id,
    friendly_name,
    factor_type,
    status,
    phone,
    created_at,
    updated_at,
    last_challenged_at
   FROM auth.mfa_factors;
grant select on private.account_factors to service_role;

create view private.account_files as
 SELECT o.owner_id,
    o.bucket_id,
    o.id,
    o.version,
    o.name,
    o.metadata,
    o.user_metadata,
    o.created_at,
    o.updated_at,
    b.normalizes_pictures AS is_picture
   FROM storage.objects o
     JOIN storage.buckets b ON b.id = o.bucket_id;
grant select on private.account_files to service_role;

create view private.account_identities as
 SELECT id,
    user_id,
    provider_id,
    identity_data,
    provider,
    last_sign_in_at,
    created_at,
    updated_at,
    email
   FROM auth.identities;
grant select on private.account_identities to service_role;

create view private.account_log as
 SELECT id,
    payload,
    created_at,
    ip_address
   FROM auth.audit_log_entries;
grant insert, select, update on private.account_log to service_role;

create view private.account_methods as
 SELECT session_id,
    authentication_method,
    created_at,
    updated_at
   FROM auth.mfa_amr_claims;
grant select on private.account_methods to service_role;

create view private.account_sessions as
 SELECT id,
    user_id,
    created_at,
    updated_at,
    refreshed_at,
    factor_id,
    aal,
    not_after,
    user_agent,
    ip,
    refresh_token_hmac_key
   FROM auth.sessions;
grant delete, select on private.account_sessions to service_role;

create view private.accounts as
 SELECT id,
    aud,
    role,
    email,
    phone,
    encrypted_password,
    email_confirmed_at,
    phone_confirmed_at,
    confirmed_at,
    invited_at,
    confirmation_sent_at,
    recovery_sent_at,
    email_change,
    email_change_sent_at,
    email_change_token_new,
    email_change_token_current,
    phone_change,
    phone_change_sent_at,
    reauthentication_sent_at,
    last_sign_in_at,
    raw_app_meta_data,
    raw_user_meta_data,
    created_at,
    updated_at,
    banned_until,
    deleted_at,
    is_sso_user,
    is_anonymous,
    email_proved_at,
    phone_proved_at,
    cleared_at
   FROM auth.users;
grant delete, select on private.accounts to service_role;

create view private.hidden_from_caller as
 SELECT h.user_id
   FROM public.profile_hides h
  WHERE h.company_key = ANY ((( SELECT private.own_company_keys() AS own_company_keys))::text[])
UNION ALL
 SELECT b.blocker_id AS user_id
   FROM public.blocks b
  WHERE b.blocked_id = (( SELECT auth.uid() AS uid))
UNION ALL
 SELECT b.blocker_id AS user_id
   FROM public.blocks b
  WHERE (b.company_id = ANY ((( SELECT private.own_companies('viewer'::text) AS own_companies))::uuid[])) AND b.blocker_id <> (( SELECT auth.uid() AS uid));
grant select on private.hidden_from_caller to authenticated, service_role;

create view private.jobs_with_page with (security_invoker=true) as
 SELECT id,
    title,
    company,
    job_type,
    location,
    salary_range,
    application_deadline,
    application_url,
    description,
    requirements,
    benefits,
    contact_name,
    contact_email,
    contact_phone,
    created_at,
    is_active,
    posted_by,
    workplace,
    city,
    region,
    country,
    salary_from,
    salary_to,
    salary_currency,
    salary_period,
    published_at,
    closed_at,
    filled_at,
    hidden_at,
    updated_at,
    is_featured,
    ends_at,
    is_past
   FROM public.jobs j
  WHERE hidden_at IS NULL AND NOT (posted_by IN ( SELECT private.banned_people() AS banned_people));
grant select, update on private.jobs_with_page to service_role;

create view private.live_jobs with (security_invoker=true) as
 SELECT id,
    title,
    company,
    job_type,
    location,
    salary_range,
    application_deadline,
    application_url,
    description,
    requirements,
    benefits,
    contact_name,
    contact_email,
    contact_phone,
    created_at,
    is_active,
    posted_by,
    workplace,
    city,
    region,
    country,
    salary_from,
    salary_to,
    salary_currency,
    salary_period,
    published_at,
    closed_at,
    filled_at,
    hidden_at,
    updated_at,
    is_featured,
    ends_at,
    is_past,
    credentials_wanted
   FROM public.jobs j
  WHERE private.is_open(j.*) AND NOT is_past AND NOT (posted_by IN ( SELECT private.banned_people() AS banned_people));
grant select on private.live_jobs to anon, authenticated, service_role;

create view private.waiting_reports as
 SELECT (kind || ' '::text) || subject_id AS about,
    sum(reports) AS reports,
    min(opened_at) AS since
   FROM staff.cases
  WHERE (state = ANY (ARRAY['waiting'::text, 'answered'::text, 'appealed'::text])) AND reports > 0
  GROUP BY kind, subject_id;
grant select on private.waiting_reports to service_role;

CREATE OR REPLACE FUNCTION private.add_fit_branches(search bigint, said jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  place jsonb;
  types text[] := private.texts_in(said, 'types');
  branch bigint;
begin
  for place in select one.value from jsonb_array_elements(
    case when jsonb_array_length(said -> 'places') = 0 then '[{}]' else said -> 'places' end) as one loop
    insert into private.search_branches (search_id, facets, any_facet, latitude, longitude, miles, types)
      values (search, private.texts_in(place, 'facets'), private.texts_in(place, 'anyFacet'),
        (place ->> 'latitude')::real, (place ->> 'longitude')::real, (place ->> 'miles')::real, types)
      returning id into branch;
    insert into private.search_anchors (anchor, branch_id)
      select distinct 'fit ' || reason || ' at ' || spot, branch from unnest(
          array(select 'skill ' || skill from unnest(private.texts_in(said, 'skills')) as skill)
          || array(select 'wants ' || code from unnest(private.texts_in(said, 'credentials')) as code)
          || array(select 'type ' || type from unnest(types) as type where place <> '{}')) as reason,
        unnest(case when place ? 'latitude' then private.areas_around((place ->> 'latitude')::real, (place ->> 'longitude')::real,
            (place ->> 'miles')::real)
          when place = '{}' then array['anywhere']
          else (private.texts_in(place, 'facets'))[1:1] end) as spot;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.add_job_branch(search bigint, entry jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  words text[] := private.texts_in(entry, 'words');
  skills text[] := array(select 'skill ' || skill from unnest(private.texts_in(entry, 'skills')) as skill);
  near jsonb := entry -> 'near';
  from_there boolean := entry ->> 'workplace' = 'remote' and entry ? 'state';
  credential text := case entry ->> 'credential' when 'any' then 'wants' else 'wants ' || (entry ->> 'credential') end;
  workplace text := entry ->> 'workplace';
  state text := case when not from_there and near is null then 'state ' || (entry ->> 'state') end;
  type text := 'type ' || (entry ->> 'type');
  any_facet text[] := case when from_there
    then array['remote from anywhere', 'remote from US', 'remote from US-' || (entry ->> 'state')] else '{}' end;
  branch bigint;
begin
  if from_there then near := null; end if;
  insert into private.search_branches (search_id, patterns, facets, any_facet, latitude, longitude, miles, pay)
    values (search, array(select private.like_pattern(word) from unnest(words) as word),
      array_remove(array[type, workplace, state, credential, case when (entry ->> 'verified')::boolean then 'verified' end], null)
        || skills,
      any_facet, (near ->> 'latitude')::real, (near ->> 'longitude')::real, (near ->> 'miles')::real,
      (entry ->> 'pay')::integer)
    returning id into branch;
  insert into private.search_anchors (anchor, branch_id)
    select distinct 'job ' || anchor, branch from unnest(case
      when words <> '{}' then array['has ' || private.rare_piece_of(words)]
      when near is not null then private.cells_around((near ->> 'latitude')::real, (near ->> 'longitude')::real,
        (near ->> 'miles')::real)
      when from_there and skills = '{}' then any_facet
      -- In a state, fewer want a skill or a credential than everywhere.
      when skills <> '{}' or credential is not null then array[coalesce(skills[1], credential) || coalesce(' in ' || state, '')]
      else array[coalesce(state, workplace, type, 'all')] end) as anchor;
end $function$;

CREATE OR REPLACE FUNCTION private.add_message(conversation public.conversations, sender uuid, words text, key uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  message public.messages;
  is_candidate boolean := sender = conversation.candidate_id;
begin
  if (select count(*) from public.messages
    where sender_id = sender and created_at > clock_timestamp() - interval '1 day') >= 200
    and not private.are_message_limits_wide()
  then perform private.refuse('too_many_messages');
  end if;
  insert into public.messages (conversation_id, sender_id, body, client_key)
    values (conversation.id, sender, words, key) returning * into message;
  update public.conversations
    set last_message_at = message.created_at, last_sender_id = sender,
      member_name = case when is_candidate then member_name else private.name_as_member(sender) end,
      candidate_name = case when is_candidate then coalesce(private.name_as_candidate(sender), candidate_name)
        else candidate_name end
    where id = conversation.id;
  insert into public.conversation_states (conversation_id, user_id, read_at)
    values (conversation.id, sender, message.created_at)
    on conflict (conversation_id, user_id) do update set read_at = excluded.read_at, archived_at = null;
  update public.conversation_states set archived_at = null
    where conversation_id = conversation.id
      and case when is_candidate then user_id <> sender else user_id = conversation.candidate_id end;
  perform queue.add('message-mail', json_build_object('messageId', message.id));
  return message.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.add_part(upload uuid, at bigint, file text, bytes bigint)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update storage.resumable_uploads as u
  set received = received + bytes,
    parts = u.parts || jsonb_build_object('file', file, 'size', bytes)
  where id = (select id from private.own_upload(upload)) and received = at and finished_at is null
  returning received
$function$;
grant execute on function private.add_part(uuid,bigint,text,bigint) to anon, authenticated,
  service_role;

CREATE OR REPLACE FUNCTION private.add_people_branch(search bigint, said jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  words text[] := private.texts_in(said, 'words');
  facets text[] := private.texts_in(said, 'facets');
  any_facet text[] := private.texts_in(said, 'anyFacet');
  near jsonb := said -> 'near';
  branch bigint;
begin
  insert into private.search_branches (search_id, patterns, facets, any_facet, place, proof, years_from, years_to,
      latitude, longitude, miles)
    values (search, array(select private.like_pattern(word) from unnest(words) as word), facets, any_facet,
      private.like_pattern(said ->> 'place'), private.like_pattern(said ->> 'certification'),
      (said ->> 'from')::integer, (said ->> 'to')::integer,
      (near ->> 'latitude')::real, (near ->> 'longitude')::real, (near ->> 'miles')::real)
    returning id into branch;
  insert into private.search_anchors (anchor, branch_id)
    select distinct 'person ' || anchor, branch from unnest(case
      when any_facet <> '{}' then any_facet
      when words <> '{}' then array['has ' || private.rare_piece_of(words)]
      when near is not null then private.cells_around((near ->> 'latitude')::real, (near ->> 'longitude')::real,
        (near ->> 'miles')::real)
      -- A skill is rarer than a level.
      when facets <> '{}' then array[(select f from unnest(facets) as f order by f like 'skill %' desc, f desc limit 1)]
      else array['all'] end) as anchor;
end $function$;

CREATE OR REPLACE FUNCTION private.add_weight(weight integer, bytes integer)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  weight := weight + bytes;
  if weight > 16777216 then
    raise sqlstate 'PGRST' using
      message = '{"code":"54000","message":"The answer is larger than 16777216 bytes","hint":"Ask for fewer rows or columns."}',
      detail = '{"status":413,"headers":{}}';
  end if;
  return weight;
end $function$;
grant execute on function private.add_weight(integer,integer) to anon, authenticated;

CREATE OR REPLACE FUNCTION private.alert_patience()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select interval '2 days' $function$;

CREATE OR REPLACE FUNCTION private.alert_token(token text)
 RETURNS private.alert_tokens
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t from private.alert_tokens as t where t.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    and (t.email is null or t.created_at > now() - private.alert_patience())
$function$;

CREATE OR REPLACE FUNCTION private.allows_media_type(allowed text[], given text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select allowed = '{}' or exists (
    select from unnest(allowed) as one, lower(btrim(split_part(given, ';', 1))) as kind
    where kind = one or (one like '%/*' and starts_with(kind, rtrim(one, '*'))))
$function$;

CREATE OR REPLACE FUNCTION private.announce_application()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform queue.add_once('recruiter-mail', json_build_object('userId', m.user_id),
      'recruiter mail ' || m.user_id, now() + interval '5 minutes')
    from public.company_members as m join public.application_mail_settings as s on s.user_id = m.user_id
    where m.company_id = new.company_id and m.role in ('admin', 'recruiter') and s.mails = 'at-once';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.answered_before(application uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select min(e.at) from (
    select s.at, s.kind, s.state, coalesce(lead(s.at) over (partition by s.kind order by s.at, s.id), now()) as until
    from public.application_events as s
    where s.application_id = application and s.kind in ('message', 'state')) as e
  where e.kind = 'message'
    or e.state in ('interview', 'offer', 'hired', 'declined') and e.until - e.at >= interval '1 minute'
$function$;

CREATE OR REPLACE FUNCTION private.answers_application(conversation uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.application_id from public.conversations as c
  where c.id = conversation and private.side_of(c) = 'member' and private.may_answer_applicant(c.application_id)
$function$;
grant execute on function private.answers_application(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.answers_given(answers jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(md5(e ->> 'question')) || array_agg(md5((e ->> 'question') || E'\x1f' || (e ->> 'answer'))), '{}')
  from jsonb_array_elements(answers) as e
$function$;
grant execute on function private.answers_given(jsonb) to service_role;

CREATE OR REPLACE FUNCTION private.answers_to(questions jsonb, given jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  each jsonb;
  answer text;
  kept jsonb := '[]';
begin
  -- Somebody answered what no longer stands there.
  if exists (select from jsonb_object_keys(given) as asked
    where not exists (select from jsonb_array_elements(questions) as q where q ->> 'question' = asked))
  then perform private.refuse('questions_changed'); end if;
  for each in select value from jsonb_array_elements(questions) loop
    answer := nullif(private.trimmed(given ->> (each ->> 'question')), '');
    if answer is null then
      if (each ->> 'needed')::boolean then perform private.refuse('answer_needed'); end if;
      continue;
    end if;
    if char_length(answer) > 1000
      or each ->> 'kind' = 'yes-no' and answer not in ('Yes', 'No')
      or each ->> 'kind' = 'choice' and not (each -> 'options') ? answer
    then perform private.refuse('questions_changed'); end if;
    kept := kept || jsonb_build_array(jsonb_build_object('question', each ->> 'question', 'answer', answer,
      'meets', jsonb_array_length(each -> 'wanted') = 0 or (each -> 'wanted') ? answer));
  end loop;
  return kept;
end $function$;

CREATE OR REPLACE FUNCTION private.application_by_link(hash text, act text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it public.applications;
  still_takes boolean;
  done text;
begin
  -- The posting before the application, as whoever closes it holds them.
  if act = 'confirm' then
    still_takes := private.still_takes((select a.job_id
      from private.application_tokens as t join public.applications as a on a.id = t.application_id
      where t.token_hash = hash));
  end if;
  select a.* into it
    from private.application_tokens as t join public.applications as a on a.id = t.application_id
    where t.token_hash = hash and a.leaves_at is null and case a.state
      when 'unconfirmed' then a.applied_at > now() - interval '1 day'
      else t.created_at > now() - interval '1 year' end
    for update of a;
  if not found then return null; end if;
  if act = 'confirm' and it.state = 'unconfirmed' then
    if not still_takes then
      done := 'closed';
    elsif private.deleted_twice(it.job_id, it.applicant_id, it.email) then
      done := 'twice';
    else
      begin
        update public.applications set state = 'new', state_at = now(), applied_at = now() where id = it.id;
        perform private.tell_applicant(it.id, 'applied', 'new');
        done := 'confirmed';
      exception when unique_violation then
        done := case when exists (select from public.applications as b
            where b.job_id = it.job_id and b.email = it.email and b.state = 'withdrawn' and b.leaves_at is null)
          then 'withdrawn-before' else 'before' end;
      end;
    end if;
  elsif act = 'withdraw' then
    if private.withdraw(it.id) then done := 'withdrawn'; end if;
  elsif act = 'delete' then
    perform private.take_back(array[it.id]);
    done := 'deleted';
  elsif act = 'quiet' then
    update public.applications set wants_mails = false where id = it.id;
    insert into public.message_settings (user_id, application_mails)
      select it.applicant_id, false where it.applicant_id is not null
      on conflict (user_id) do update set application_mails = false;
    done := 'quiet';
  end if;
  return jsonb_build_object('done', done, 'title', it.job_title, 'company', it.company_name, 'job_id', it.job_id,
    'state', coalesce((select a.state from public.applications as a where a.id = it.id), it.state),
    'applied_at', it.applied_at, 'looked_at', it.looked_at, 'answered_at', it.answered_at,
    'name', it.name, 'email', it.email, 'phone', it.phone, 'place', it.place, 'note', it.note,
    'answers', (select coalesce(jsonb_agg(e - 'meets'), '[]') from jsonb_array_elements(it.answers) as e),
    'file_name', (select r.file_name from public.resumes as r where r.id = it.resume_id),
    'usual_days', private.usual_days(it.company_id),
    'said', (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'words', e.words) order by e.id), '[]')
      from public.application_events as e
      where e.application_id = it.id and e.words is not null and (e.kind = 'message' or e.state = it.state)),
    'is_closed', not exists (select from private.live_jobs as l where l.id = it.job_id),
    'is_silent', it.silence_told_at is not null and it.answered_at is null,
    'has_account', it.applicant_id is not null);
end $function$;
grant execute on function private.application_by_link(text,text) to service_role;

CREATE OR REPLACE FUNCTION private.application_search(typed text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select string_agg('(''' || word || ''':*' || coalesce(' | ' || pieces, '') || ')', ' & ')::tsquery
  from (select word,
      (select string_agg('''' || lexeme || ''':*', ' & ')
        from unnest(regexp_split_to_array(word, '_+')) as lexeme where lexeme <> '' and word ~ '_') as pieces
    from regexp_split_to_table(lower(left(btrim(typed), 100)), '[^[:alnum:]@._-]+') as word
    where word ~ '[[:alnum:]]' limit 8) as words
$function$;

CREATE OR REPLACE FUNCTION private.application_words(name text, email text, place text, title text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select pg_catalog.to_tsvector('pg_catalog.simple'::regconfig,
    name || ' ' || email || ' ' || replace(email, '@', ' ') || ' ' || coalesce(place, '') || ' ' || title)
$function$;
grant execute on function private.application_words(text,text,text,text) to service_role;

CREATE OR REPLACE FUNCTION private.apply_as_guest(job uuid, given jsonb, resume uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  written uuid := private.write_application(job, null, given, resume, null, 'unconfirmed');
begin
  perform queue.add('application-confirm', json_build_object('applicationId', written));
  return written;
end $function$;
grant execute on function private.apply_as_guest(uuid,jsonb,uuid) to service_role;

CREATE OR REPLACE FUNCTION private.apply_for_job(job uuid, given jsonb, with_profile boolean, with_resume boolean)
 RETURNS TABLE(application_id uuid, is_repeat boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := auth.uid();
  address text;
  resume uuid;
  sent jsonb;
begin
  if person is null then perform private.refuse('no_authorization'); end if;
  if not auth.has_proved_mailbox(person) then perform private.refuse('confirm_address_first'); end if;
  perform pg_advisory_xact_lock(hashtextextended('applications of ' || person, 0));
  perform private.claim_applications(person);
  select lower(u.email) into address from auth.users as u where u.id = person;
  return query select a.id, true from public.applications as a
    where a.job_id = job and a.leaves_at is null
      and (a.applicant_id = person or a.email = address and a.state <> 'unconfirmed');
  if found then return; end if;
  if private.deleted_twice(job, person, address) then perform private.refuse('deleted_twice'); end if;
  if (select count(*) from public.applications as a
    where a.applicant_id = person and a.applied_at > now() - interval '1 day') >= 30
  then perform private.refuse('too_many_applications'); end if;
  if with_resume then
    select r.id into resume from public.resumes as r where r.user_id = person and r.is_current for share;
  end if;
  if with_profile then sent := private.profile_as_sent(person); end if;
  -- What the page showed, and another tab has taken away or replaced since.
  if given ? 'seenResume' and resume is distinct from (given ->> 'seenResume')::uuid
    or given ? 'seenProfile' and sent is null
  then perform private.refuse('papers_changed'); end if;
  begin
    application_id := private.write_application(job, person, given || jsonb_build_object('email', address), resume,
      sent, 'new');
  exception when unique_violation then
    -- The link of a mail has confirmed one of the same address at this moment.
    return query select a.id, true from public.applications as a
      where a.job_id = job and a.leaves_at is null and a.email = address and a.state <> 'unconfirmed';
    if not found then raise; end if;
    return;
  end;
  is_repeat := false;
  perform private.tell_applicant(application_id, 'applied', 'new');
  return next;
end $function$;
grant execute on function private.apply_for_job(uuid,jsonb,boolean,boolean) to authenticated;

CREATE OR REPLACE FUNCTION private.are_few(keys text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  listed integer;
begin
  execute format('select count(*) from (select from private.job_search as s where %s limit 3001) as listed', keys) into listed;
  return listed <= 3000;
end
$function$;

CREATE OR REPLACE FUNCTION private.are_job_questions(questions jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  each jsonb;
  called text[] := '{}';
  choices text[];
  wanted text[];
begin
  if jsonb_typeof(questions) <> 'array' or jsonb_array_length(questions) > 5 then return false; end if;
  for each in select value from jsonb_array_elements(questions) loop
    if jsonb_typeof(each) <> 'object' or jsonb_typeof(each -> 'question') is distinct from 'string'
      or jsonb_typeof(each -> 'needed') is distinct from 'boolean'
      or jsonb_typeof(each -> 'options') is distinct from 'array'
      or jsonb_typeof(each -> 'wanted') is distinct from 'array'
      or coalesce(each ->> 'kind', '') not in ('yes-no', 'choice', 'text')
      or (select count(*) from jsonb_object_keys(each)) <> 5
      or char_length(private.trimmed(each ->> 'question')) not between 3 and 200
      or (each ->> 'question') = any (called) then return false;
    end if;
    called := called || (each ->> 'question');
    choices := case each ->> 'kind' when 'yes-no' then array['Yes', 'No']
      else array(select jsonb_array_elements_text(each -> 'options')) end;
    wanted := array(select jsonb_array_elements_text(each -> 'wanted'));
    if (each ->> 'kind' = 'choice') <> (jsonb_array_length(each -> 'options') > 0)
      or each ->> 'kind' = 'choice' and cardinality(choices) not between 2 and 8
      or each ->> 'kind' = 'text' and cardinality(wanted) > 0
      or not wanted <@ choices
      -- What decides must be answered.
      or cardinality(wanted) > 0 and not (each ->> 'needed')::boolean
      or cardinality(choices) <> (select count(distinct choice) from unnest(choices) as choice)
      or exists (select from unnest(choices) as choice
        where choice is null or char_length(private.trimmed(choice)) not between 1 and 100)
    then return false; end if;
  end loop;
  return true;
end $function$;
grant execute on function private.are_job_questions(jsonb) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.are_message_limits_wide()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(private.setting('message_limits') = 'wide', false)
$function$;
grant execute on function private.are_message_limits_wide() to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.area_of(latitude real, longitude real)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select 'area ' || floor(latitude / 2)::integer || ' ' || floor(longitude / 2)::integer
$function$;

CREATE OR REPLACE FUNCTION private.areas_around(latitude real, longitude real, miles real)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select array(select distinct private.area_of(up / 2.0::real, along / 2.0::real)
    from (select split_part(cell, ' ', 2)::real as up, split_part(cell, ' ', 3)::real as along
      from unnest(private.cells_around(latitude, longitude, miles)) as cell) as cells)
$function$;

CREATE OR REPLACE FUNCTION private.asked_facets(entry jsonb)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array_remove(array[case when entry ->> 'credential' <> 'any' then 'wants ' || (entry ->> 'credential') end], null)
    || array(select 'skill ' || lower(case when jsonb_typeof(skill) = 'string' then skill #>> '{}' else private.refuse_word() end)
      from jsonb_array_elements(coalesce(entry -> 'skills', '[]')) as skill limit 20)
$function$;

CREATE OR REPLACE FUNCTION private.asked_traits(entry jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array_remove(array['type ' || (entry ->> 'type'), entry ->> 'workplace',
    case when (entry ->> 'verified')::boolean then 'verified' end,
    case when entry ->> 'credential' = 'any' then 'wants' end,
    case when entry -> 'near' is null and not private.is_remote_from(entry) then 'state ' || (entry ->> 'state') end], null)
$function$;

CREATE OR REPLACE FUNCTION private.asked_words(entry jsonb)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(select term
    from (select left(lower(normalize(private.trimmed(left(
        case when jsonb_typeof(word) = 'string' then word #>> '{}' else private.refuse_word() end, 1000)), NFC)), 100) as term
      from jsonb_array_elements(coalesce(entry -> 'words', '[]')) as word limit 20) as terms
    where term <> '')
$function$;

CREATE OR REPLACE FUNCTION private.banned_people()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
begin
  return query select id from auth.users where banned_until > now();
end
$function$;
grant execute on function private.banned_people() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.bare_words(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select regexp_replace(normalize(lower(words), NFD), '[\u0300-\u036f]', '', 'g')
$function$;
grant execute on function private.bare_words(text) to service_role;

CREATE OR REPLACE FUNCTION private.begin_digest(alert uuid)
 RETURNS TABLE(address text, person uuid, kind text, search text, rhythm text, search_id bigint, going_to bigint, found uuid[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.alerts;
  receiver text;
begin
  update public.alerts as a set going_to = coalesce(a.going_to, private.last_round())
    where a.id = alert and a.claimed_at is not null and a.is_on and a.confirmed_at is not null returning a.* into own;
  if own.id is null then return; end if;
  receiver := coalesce(own.email, (select u.email from private.accounts as u where u.id = own.user_id
    and auth.has_proved_mailbox(u.id)));
  if receiver is null or private.is_blocked_address(lower(receiver)) or private.is_gone_mailbox(lower(receiver))
    or own.user_id in (select private.banned_people())
    or own.kind = 'people' and not private.may_see_candidates(own.user_id)
  then
    perform private.end_digest(alert, own.going_to, false);
    return;
  end if;
  return query select receiver, own.user_id, own.kind, own.address, own.rhythm, own.search_id, own.going_to,
    array(select m.subject_id from private.search_matches as m
      where m.search_id = own.search_id and m.round > own.told_up_to and m.round <= own.going_to
      order by m.round desc, m.subject_id limit 500);
end $function$;
grant execute on function private.begin_digest(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.begin_upload(bucket text, name text, is_upsert boolean, size bigint, mimetype text, cache_control text, user_metadata jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rules record;
  begun uuid;
begin
  select * into rules from private.rules_of_bucket(bucket);
  if rules.normalizes_pictures then
    raise exception 'A picture is uploaded here in one request.' using errcode = 'PT400';
  end if;
  if size > rules.most_bytes then
    raise exception 'The object exceeded the maximum allowed size' using errcode = 'PT413';
  end if;
  if not private.allows_media_type(rules.media_types, mimetype) then
    raise exception 'mime type % is not supported', mimetype using errcode = 'PT415';
  end if;
  perform private.hold_to_quota(bucket, auth.uid()::text, size);
  insert into storage.resumable_uploads
    (bucket_id, name, owner_id, sent_by, is_upsert, size, mimetype, cache_control, user_metadata)
    values (bucket, name, auth.uid()::text, auth.role(), is_upsert, size, mimetype, cache_control,
      user_metadata)
    returning id into begun;
  return begun;
end
$function$;
grant execute on function private.begin_upload(text,text,boolean,bigint,text,text,jsonb) to anon,
  authenticated, service_role;

CREATE OR REPLACE FUNCTION private.begin_write()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := auth.uid();
begin
  if person is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended('writes of ' || person, 0));
    if exists (select from auth.users where id = person and banned_until > now()) then
      raise exception 'the account is blocked' using errcode = 'SF423';
    end if;
  end if;
  return '';
end
$function$;
grant execute on function private.begin_write() to authenticated;

CREATE OR REPLACE FUNCTION private.belong_to_company()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then new.company := private.name_of_today(old.company_id, new.company); end if;
  if tg_op = 'INSERT' then
    if new.posted_by is null or private.is_sent_by_people() and new.posted_by is distinct from auth.uid() then
      return new;
    end if;
    -- Without a name there is no company, for which the policies would refuse it.
    if new.company is null then
      raise exception using errcode = '23502', message =
        'null value in column "company" of relation "jobs" violates not-null constraint';
    end if;
    new.company_id := coalesce(new.company_id, private.company_of(new.posted_by, new.company));
  elsif private.name_key(new.company) <> private.name_key(old.company) and not exists (
    select from public.companies as c where c.id = new.company_id
      and private.name_key(new.company) in (c.name_key, private.name_key(c.next_name)))
  then
    if exists (select from public.applications as a where a.job_id = old.id and a.state <> 'unconfirmed') then
      raise exception using errcode = 'PT409',
        message = 'People have applied to this job, so it stays with its company. Change the name of the company on its own page, or post another job.';
    end if;
    if (select count(*) from public.company_members as m where m.company_id = old.company_id) > 1 then
      raise exception using errcode = 'PT409',
        message = 'This job belongs to the company that posted it. Post another one for another company.';
    end if;
    new.company_id := private.company_of(new.posted_by, new.company);
  end if;
  new.company := private.name_of_today(new.company_id, new.company);
  if private.is_address(new.company) then
    new.company := coalesce((
      select c.name from public.companies as c
      where c.id = new.company_id and c.name_key = private.name_key(new.company)), new.company);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.blank_to_empty(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
begin
  return coalesce(private.blank_to_null(value), '');
end $function$;

CREATE OR REPLACE FUNCTION private.blank_to_null(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when private.has_visible(value, 1) then private.tidied(value) end
$function$;
grant execute on function private.blank_to_null(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.board_condition(wanted jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  entry jsonb;
  said text;
  -- Each of these costs as much as all of the others.
  dear text;
  term text;
  traits integer;
  mask integer;
  is_unknown boolean;
  facets text[];
  spot jsonb;
  -- In degrees.
  away real;
  conditions text[] := '{}';
begin
  -- What is longer is none: taking a key out of an object of 60,000 takes seconds, in which nothing ends the statement.
  if jsonb_typeof(wanted) is distinct from 'array' or jsonb_array_length(wanted) not between 1 and 4
    or pg_column_size(wanted) > 65536 then
    raise exception 'A search is a list of one to four objects' using errcode = '22023';
  end if;
  for entry in select * from jsonb_array_elements(wanted) loop
    if jsonb_typeof(entry) <> 'object' then
      raise exception 'A search is a list of one to four objects' using errcode = '22023';
    end if;
    said := '';
    dear := '';
    spot := entry -> 'near';
    select coalesce(sum(private.trait(asked)), 0), coalesce(sum(private.trait_mask(private.trait(asked))), 0),
        coalesce(bool_or(private.trait(asked) is null), false)
      into traits, mask, is_unknown from unnest(private.asked_traits(entry)) as asked;
    if is_unknown then said := said || ' and false'; end if;
    if mask > 0 then said := said || format(' and s.traits & %s = %s', mask, traits); end if;
    if entry ? 'pay' then said := said || format(' and s.pay >= %L::integer', least((entry ->> 'pay')::numeric, 2e9)::integer); end if;
    if entry ? 'days' then
      said := said || format(' and s.created_at >= now() - %L::integer * interval ''1 day''', (entry ->> 'days')::integer);
    end if;
    if private.is_remote_from(entry) then
      dear := dear || format(' and s.facets && %L::text[]', private.remote_from(entry ->> 'state'));
    elsif spot is not null then
      away := least((spot ->> 'miles')::real, 200) / 68.7;
      -- What lies outside of the square is left out at little cost.
      said := said || format(' and s.latitude between %L and %L and s.longitude between %L and %L',
        (spot ->> 'latitude')::real - away, (spot ->> 'latitude')::real + away,
        (spot ->> 'longitude')::real - away / cos(radians(least(abs((spot ->> 'latitude')::real) + away, 85))),
        (spot ->> 'longitude')::real + away / cos(radians(least(abs((spot ->> 'latitude')::real) + away, 85))));
      dear := dear || format(' and private.miles_between(s.latitude, s.longitude, %L::real, %L::real) <= %L::real',
        spot ->> 'latitude', spot ->> 'longitude', least((spot ->> 'miles')::real, 200));
    end if;
    foreach term in array private.asked_words(entry) loop
      dear := dear || format(' and s.words like %L', private.like_pattern(term));
      if strpos(term, E'\x1f') > 0 then dear := dear || ' and false'; end if;
    end loop;
    facets := private.asked_facets(entry);
    if facets <> '{}' then dear := dear || format(' and s.facets @> %L::text[]', facets); end if;
    -- The planner would ask the shorter condition first, and not the cheaper one.
    if said <> '' and dear <> '' then
      said := format(' and case when %s then %s else false end', substr(said, 6), substr(dear, 6));
    else
      said := said || dear;
    end if;
    if said = '' then return 'true'; end if;
    -- The last entry is asked first: it is what the words mean, and most postings that fit do so by it. Those that
    -- do are not searched for the words as they were typed.
    conditions := ('(' || substr(said, 6) || ')') || conditions;
  end loop;
  return '(' || array_to_string(conditions, ' or ') || ')';
end
$function$;

CREATE OR REPLACE FUNCTION private.board_keys(wanted jsonb, newest text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  entry jsonb;
  said text;
  pieces text[];
  facets text[];
  spot jsonb;
  places text[];
  -- Ten thousands a year, as far as 0149 has them.
  step integer;
  keys text[] := '{}';
begin
  for entry in select * from jsonb_array_elements(wanted) loop
    said := '';
    spot := entry -> 'near';
    pieces := array(select distinct piece from unnest(private.asked_words(entry)) as term,
      unnest(private.needed_pieces(term, '')) as piece);
    if cardinality(pieces) > 1 then
      newest := coalesce(newest, private.newest_words());
      pieces := private.rare_pieces(pieces, newest);
    end if;
    if pieces <> '{}' then said := said || format(' and private.pieces(s.words, '''') @> %L::text[]', pieces); end if;
    facets := private.asked_facets(entry) || private.asked_traits(entry);
    if facets <> '{}' then said := said || format(' and s.facets @> %L::text[]', facets); end if;
    places := case when private.is_remote_from(entry) then private.remote_from(entry ->> 'state')
      when spot is not null then array(select cell from unnest(private.cells_around(
          (spot ->> 'latitude')::real, (spot ->> 'longitude')::real, least((spot ->> 'miles')::real, 200))) as cell
        where exists (select from private.board_spots as b where private.cell_of(b.latitude, b.longitude) = cell)) end;
    step := case when entry ? 'pay' then least(trunc((entry ->> 'pay')::numeric / 10000), 20) end;
    if step >= 5 then
      said := said || format(' and private.paid_facets(s.facets, s.pay) && %L::text[]',
        array(select place || ' ' || step from unnest(coalesce(places, '{paid}')) as place));
    elsif places is not null then
      said := said || format(' and s.facets && %L::text[]', places);
    end if;
    if (entry ->> 'days')::integer <= 5 then
      said := said || format(' and array[private.day_of(s.created_at)] && %L::integer[]', array(select generate_series(
        private.day_of(now() - (entry ->> 'days')::integer * interval '1 day'), 7 * private.week_of(now()) + 13)));
    elsif entry ? 'days' then
      said := said || format(' and array[private.week_of(s.created_at)] && %L::integer[]', array(select generate_series(
        private.week_of(now() - least((entry ->> 'days')::integer, 90) * interval '1 day'), private.week_of(now()) + 1)));
    end if;
    if said = '' then return 'true'; end if;
    keys := keys || ('(' || substr(said, 6) || ')');
  end loop;
  return '(' || array_to_string(keys, ' or ') || ')';
end
$function$;

CREATE OR REPLACE FUNCTION private.board_row(job public.jobs, place text, state text, latitude real, longitude real)
 RETURNS private.job_search
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  made private.job_search;
  is_remote boolean := coalesce(job.workplace = 'remote', false) or job.job_type = 'Remote'
    or (job.workplace is null and job.location ~* '\mremote\M');
begin
  made.job_id := job.id;
  made.posted_by := job.posted_by;
  made.company_id := job.company_id;
  made.ends_at := job.ends_at;
  made.is_featured := job.is_featured;
  made.created_at := job.created_at;
  made.words := lower(job.title) || E'\x1f' || lower(job.company);
  made.job_type := job.job_type;
  made.workplace := case when is_remote then 'remote' else job.workplace end;
  made.state := board_row.state;
  made.place := board_row.place;
  made.role := private.role_of(job.title);
  made.latitude := board_row.latitude;
  made.longitude := board_row.longitude;
  made.pay := private.yearly_pay(job.salary_from, job.salary_to, job.salary_currency, job.salary_period, job.salary_range);
  made.facets := array_remove(array[
      'type ' || job.job_type,
      -- A job may be both: its type says remote, and its workplace something else.
      case when is_remote then 'remote' end,
      case when job.workplace in ('hybrid', 'on-site') then job.workplace end,
      case when is_remote then 'remote from ' || case
        when board_row.state is not null then 'US-' || board_row.state
        when job.country is not null then job.country else 'anywhere' end end,
      'state ' || board_row.state,
      private.cell_of(board_row.latitude, board_row.longitude),
      case when job.credentials_wanted <> '{}' then 'wants' end,
      case when exists (select from public.companies as c
        where c.id = job.company_id and (c.proven_domain is not null or c.is_checked)) then 'verified' end
    ], null)
    || array(select 'wants ' || code from unnest(job.credentials_wanted) as code)
    || array(select 'skill ' || skill from unnest(private.skills_in(job.title || ' ' || coalesce(job.requirements, ''))) as skill);
  made.traits := (select coalesce(sum(private.trait(facet)), 0) from unnest(made.facets) as facet);
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION private.box_of(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select regexp_replace(case when lower(address) ~ '@g(oogle)?mail\.com$'
      then replace(split_part(lower(address), '@', 1), '.', '') || '@gmail.com' else lower(address) end, '\+[^@]*(?=@)', '')
$function$;

CREATE OR REPLACE FUNCTION private.broken_posting_rule(content jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when jsonb_typeof(content -> 'jobs_review_first') is distinct from 'boolean'
      then 'First jobs are held or not.'
    when jsonb_typeof(content -> 'jobs_per_day') is distinct from 'number'
      or (content ->> 'jobs_per_day')::numeric not between 1 and 100000
      or (content ->> 'jobs_per_day')::numeric % 1 <> 0
      then 'Jobs of one person in a day: a whole number, 1 to 100000.'
    when jsonb_typeof(content -> 'jobs_unconfirmed_live') is distinct from 'number'
      or (content ->> 'jobs_unconfirmed_live')::numeric not between 0 and 1000
      or (content ->> 'jobs_unconfirmed_live')::numeric % 1 <> 0
      then 'Jobs on the board before the email address is confirmed: a whole number, 0 to 1000.'
  end
$function$;

CREATE OR REPLACE FUNCTION private.bytes_of(bucket text, person text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(greatest(size, 1024)), 0)::bigint from (
    select (metadata ->> 'size')::bigint as size from storage.objects
      where bucket_id = bucket and coalesce(owner_id, '') = coalesce(person, '')
    union all
    select size from storage.resumable_uploads
      where bucket_id = bucket and coalesce(owner_id, '') = coalesce(person, '')
        and finished_at is null
  ) as things
$function$;

CREATE OR REPLACE FUNCTION private.call_company(company uuid, wanted text)
 RETURNS TABLE(next_name text, next_from timestamp with time zone)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.companies as c
    set next_name = wanted, next_name_from = private.next_day(), renamed_at = c.renamed_at || now()
    where c.id = company returning c.next_name, c.next_name_from
$function$;

CREATE OR REPLACE FUNCTION private.called(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), ''), u.email)
  from auth.users as u where u.id = person
$function$;

CREATE OR REPLACE FUNCTION private.calls_itself_us(name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE STRICT SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when own = '' then btrim(name) = btrim(private.setting('site_name'))
    when position(own in said) > 0 then char_length(own) >= 6 or said = own
    -- In which order they are seen is a long story, and few names have all of these letters.
    when name ~ '[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]'
      then private.has_letters(said, own) and (char_length(own) >= 6 or private.has_letters(own, said))
    else false end
  from (select private.fold_name(private.setting('site_name')) as own, private.fold_name(name) as said) as folded
$function$;
grant execute on function private.calls_itself_us(text) to service_role;

CREATE OR REPLACE FUNCTION private.candidate_pieces(words text, place text, certifications text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select private.pieces(words) || private.pieces(place, 'place ') || private.pieces(certifications, 'proof ')
$function$;

CREATE OR REPLACE FUNCTION private.cell_of(latitude real, longitude real)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select 'cell ' || floor(latitude * 2)::integer || ' ' || floor(longitude * 2)::integer
$function$;

CREATE OR REPLACE FUNCTION private.cells_around(latitude real, longitude real, miles real)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select array_agg('cell ' || up || ' ' || along)
  from generate_series(floor((latitude - miles / 68.7) * 2)::integer, floor((latitude + miles / 68.7) * 2)::integer) as up,
    generate_series(
      floor((longitude - miles / (68.7 * cos(radians(least(abs(latitude) + miles / 68.7, 85))))) * 2)::integer,
      floor((longitude + miles / (68.7 * cos(radians(least(abs(latitude) + miles / 68.7, 85))))) * 2)::integer) as along
$function$;

CREATE OR REPLACE FUNCTION private.charged_price()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('amount', p.amount, 'currency', p.currency, 'period', p.period, 'periods', p.periods)
      || case when p.is_plus_tax then '{"isPlusTax": true}' else '{}' end::jsonb
    from private.membership_price as p
$function$;
grant execute on function private.charged_price() to service_role;

CREATE OR REPLACE FUNCTION private.check_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.kind is distinct from old.kind then case
      when new.kind <> all ('{jobs,fit,people}'::text[])
        then 'Choose what the alert is about'
    end end,
    case when is_new or new.rhythm is distinct from old.rhythm then case
      when new.rhythm <> all ('{daily,weekly}'::text[])
        then 'Choose how often it comes'
    end end,
    case when is_new or new.weekday is distinct from old.weekday then case
      when new.weekday not between 1 and 7
        then 'Choose one from the list'
    end end,
    case when is_new or new.hour is distinct from old.hour then case
      when new.hour not between 0 and 23
        then 'Choose one from the list'
    end end,
    case when is_new or new.address is distinct from old.address then case
      when char_length(new.address) > 2000
        then 'The search must be less than 2000 characters'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_application_mail_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.mails is distinct from old.mails then case
      when new.mails <> all ('{digest,at-once,off}'::text[])
        then 'Choose one from the list'
    end end,
    case when is_new or new.hour is distinct from old.hour then case
      when new.hour not between 0 and 23
        then 'Choose one from the list'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_application_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.body is distinct from old.body then case
      when not private.has_visible(new.body, 1)
        then 'Write a note'
      when char_length(new.body) > 2000
        then 'The note must be less than 2000 characters'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_application_templates()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.name is distinct from old.name then case
      when not private.has_visible(new.name, 1)
        then 'Give the template a name'
      when char_length(new.name) > 80
        then 'The name must be less than 80 characters'
    end end,
    case when is_new or new.body is distinct from old.body then case
      when not private.has_visible(new.body, 1)
        then 'Write the template'
      when char_length(new.body) > 2000
        then 'The template must be less than 2000 characters'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_candidate_profiles()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.headline is distinct from old.headline then case
      when not private.has_visible(new.headline, 3)
        then 'Headline must be at least 3 characters'
      when char_length(new.headline) > 150
        then 'Headline must be less than 150 characters'
    end end,
    case when is_new or new.summary is distinct from old.summary then case
      when char_length(new.summary) > 2000
        then 'Summary must be less than 2000 characters'
    end end,
    case when is_new or new.years_experience is distinct from old.years_experience then case
      when new.years_experience < 0
        then 'Years of experience must be 0 or more'
    end end,
    case when is_new or new.current_company is distinct from old.current_company then case
      when char_length(new.current_company) > 100
        then 'Current company must be less than 100 characters'
    end end,
    case when is_new or new.current_position is distinct from old.current_position then case
      when char_length(new.current_position) > 100
        then 'Current position must be less than 100 characters'
    end end,
    case when is_new or new.location is distinct from old.location then case
      when char_length(new.location) > 100
        then 'Location must be less than 100 characters'
    end end,
    case when is_new or new.skills is distinct from old.skills then case
      when cardinality(new.skills) > 30
        then 'You can add up to 30 skills'
      when private.longest_of(new.skills) > 50
        then 'Skills must be less than 50 characters each'
      when not private.is_tidy_list(new.skills)
        then 'Give each of the skills once, and without spaces around it'
      when not private.is_seen_list(new.skills)
        then 'One of the skills has nothing in it that anybody sees'
    end end,
    case when is_new or new.certifications is distinct from old.certifications then case
      when cardinality(new.certifications) > 20
        then 'You can add up to 20 certifications'
      when private.longest_of(new.certifications) > 100
        then 'Certifications must be less than 100 characters each'
      when not private.is_tidy_list(new.certifications)
        then 'Give each of the certifications once, and without spaces around it'
      when not private.is_seen_list(new.certifications)
        then 'One of the certifications has nothing in it that anybody sees'
    end end,
    case when is_new or new.languages is distinct from old.languages then case
      when cardinality(new.languages) > 15
        then 'You can add up to 15 languages'
      when private.longest_of(new.languages) > 50
        then 'Languages must be less than 50 characters each'
      when not private.is_tidy_list(new.languages)
        then 'Give each of the languages once, and without spaces around it'
      when not private.is_seen_list(new.languages)
        then 'One of the languages has nothing in it that anybody sees'
    end end,
    case when is_new or new.education is distinct from old.education then case
      when char_length(new.education) > 1000
        then 'Education must be less than 1000 characters'
    end end,
    case when is_new or new.experience_level is distinct from old.experience_level then case
      when new.experience_level <> all ('{Entry,Mid,Senior,Lead,Executive}'::text[])
        then 'Choose one of the experience levels'
    end end,
    case when is_new or new.preferred_job_types is distinct from old.preferred_job_types then case
      when cardinality(new.preferred_job_types) > 10
        then 'You can add up to 10 job types'
      when private.longest_of(new.preferred_job_types) > 50
        then 'Job types must be less than 50 characters each'
      when not private.is_tidy_list(new.preferred_job_types)
        then 'Give each of the job types once, and without spaces around it'
      when not private.is_seen_list(new.preferred_job_types)
        then 'One of the job types has nothing in it that anybody sees'
    end end,
    case when is_new or new.preferred_locations is distinct from old.preferred_locations then case
      when cardinality(new.preferred_locations) > 15
        then 'You can add up to 15 locations'
      when private.longest_of(new.preferred_locations) > 100
        then 'Locations must be less than 100 characters each'
      when not private.is_tidy_list(new.preferred_locations)
        then 'Give each of the locations once, and without spaces around it'
      when not private.is_seen_list(new.preferred_locations)
        then 'One of the locations has nothing in it that anybody sees'
    end end,
    case when is_new or new.salary_expectations is distinct from old.salary_expectations then case
      when char_length(new.salary_expectations) > 100
        then 'Salary expectations must be less than 100 characters'
    end end,
    case when is_new or new.availability is distinct from old.availability then case
      when not private.has_visible(new.availability, 1)
        then 'Choose your availability'
      when char_length(new.availability) > 100
        then 'Availability must be less than 100 characters'
    end end,
    case when is_new or new.linkedin_url is distinct from old.linkedin_url then case
      when char_length(new.linkedin_url) > 500
        then 'LinkedIn URL must be less than 500 characters'
      when not private.is_web_address(nullif(new.linkedin_url, ''))
        then 'Please enter a valid URL'
    end end,
    case when is_new or new.portfolio_url is distinct from old.portfolio_url then case
      when char_length(new.portfolio_url) > 500
        then 'Portfolio URL must be less than 500 characters'
      when not private.is_web_address(nullif(new.portfolio_url, ''))
        then 'Please enter a valid URL'
    end end,
    case when is_new or new.profile_picture_url is distinct from old.profile_picture_url then case
      when char_length(new.profile_picture_url) > 500
        then 'Picture URL must be less than 500 characters'
      when not private.is_web_address(nullif(new.profile_picture_url, ''))
        then 'Please enter a valid URL'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_companies()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.place is distinct from old.place then case
      when not private.has_visible(new.place, 1)
        then 'Write a place, or leave it empty'
      when char_length(new.place) > 100
        then 'Place must be less than 100 characters'
    end end,
    case when is_new or new.about is distinct from old.about then case
      when not private.has_visible(new.about, 1)
        then 'Write something, or leave it empty'
      when char_length(new.about) > 2000
        then 'About must be less than 2000 characters'
    end end,
    case when is_new or new.logo is distinct from old.logo then case
      when new.logo !~ ('^' || new.id || '/[0-9a-f-]{36}\.webp$')
        then 'Upload the logo on the page of the company'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_employers()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.company is distinct from old.company then case
      when not private.has_visible(new.company, 2)
        then 'Enter the name of the company'
      when char_length(new.company) > 100
        then 'The name must be less than 100 characters'
      when private.company_key(new.company) = ''
        then 'Enter the name of the company'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_featured_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  was_open boolean := private.is_open(old);
  is_own boolean := new.posted_by = auth.uid();
  others integer;
begin
  if not new.is_featured then return new; end if;
  -- What leaves the board makes room, and does not come back featured by itself.
  if old.is_featured then
    new.is_featured := was_open and new.is_active and new.hidden_at is null;
    return new;
  end if;
  if current_user not in ('anon', 'authenticated') then return new; end if;
  if not private.has_active_membership(new.posted_by) then
    raise exception using errcode = '42501', message = case when is_own
      then 'Featuring a job takes an employer membership.'
      else 'Featuring this job takes a membership or a seat of the colleague who posted it.' end;
  end if;
  if not was_open or not new.is_active then
    raise exception using errcode = '23514',
      message = 'Only a job that is on the board can be featured.';
  end if;
  -- Two tabs at once must not make four of three.
  perform pg_advisory_xact_lock(hashtextextended('featured ' || new.posted_by, 0));
  select count(*) into others from public.jobs as j
    where j.posted_by = new.posted_by and j.id <> new.id and j.is_featured and private.is_open(j);
  if others >= 3 then
    raise exception using errcode = '23514', message = case when is_own
      then 'You can feature three jobs at a time. Switch another one off first.'
      else 'Three jobs of the colleague who posted this one are featured already. Switch one of them off first.' end;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_job_reports()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.reason is distinct from old.reason then case
      when new.reason <> all ('{scam,misleading,discriminating,not-a-job,over,company,other}'::text[])
        then 'Choose a reason'
    end end,
    case when is_new or new.note is distinct from old.note then case
      when char_length(new.note) > 1000
        then 'The note must be less than 1000 characters'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_jobs()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.title is distinct from old.title then case
      when not private.has_visible(new.title, 3)
        then 'Title must be at least 3 characters'
      when char_length(new.title) > 100
        then 'Title must be less than 100 characters'
    end end,
    case when is_new or new.company is distinct from old.company then case
      when not private.has_visible(new.company, 2)
        then 'Company must be at least 2 characters'
      when char_length(new.company) > 100
        then 'Company must be less than 100 characters'
    end end,
    case when is_new or new.job_type is distinct from old.job_type then case
      when new.job_type <> all ('{Full-time,Part-time,Contract,Remote,Other}'::text[])
        then 'Choose one of the job types'
    end end,
    case when is_new or new.location is distinct from old.location then case
      when not private.has_visible(new.location, 2)
        then 'Location must be at least 2 characters'
      when char_length(new.location) > 100
        then 'Location must be less than 100 characters'
    end end,
    case when is_new or new.client is distinct from old.client then case
      when not private.has_visible(new.client, 2)
        then 'Client must be at least 2 characters'
      when char_length(new.client) > 100
        then 'Client must be less than 100 characters'
      when private.company_key(new.client) = ''
        then 'Client must be at least 2 characters'
    end end,
    case when is_new or new.salary_range is distinct from old.salary_range then case
      when char_length(new.salary_range) > 100
        then 'Salary range must be less than 100 characters'
    end end,
    case when is_new or new.application_deadline is distinct from old.application_deadline then case
      when new.application_deadline not between '2000-01-01' and '9999-12-31'
        then 'Enter the deadline as a date'
      when current_user in ('anon', 'authenticated')
          and ((new.application_deadline + 1)::timestamp + interval '12 hours') at time zone 'UTC' <= now()
        then 'This day has passed. Choose a later day, or leave it empty'
    end end,
    case when is_new or new.application_url is distinct from old.application_url or new.applies_here is distinct from old.applies_here then case
      when (new.application_url is null) <> new.applies_here
        then 'Please enter a valid URL'
    end end,
    case when is_new or new.questions is distinct from old.questions then case
      when not private.are_job_questions(new.questions)
        then 'Write each question in 3 to 200 characters, at most five, and name 2 to 8 different choices'
    end end,
    case when is_new or new.application_url is distinct from old.application_url then case
      when not private.is_web_address(new.application_url)
        then 'Please enter a valid URL'
      when char_length(new.application_url) > 500
        then 'The URL must be less than 500 characters'
    end end,
    case when is_new or new.description is distinct from old.description then case
      when not private.has_visible(new.description, 50)
        then 'Description must be at least 50 characters'
      when char_length(new.description) > 5000
        then 'Description must be less than 5000 characters'
    end end,
    case when is_new or new.requirements is distinct from old.requirements then case
      when char_length(new.requirements) > 3000
        then 'Requirements must be less than 3000 characters'
    end end,
    case when is_new or new.benefits is distinct from old.benefits then case
      when char_length(new.benefits) > 2000
        then 'Benefits must be less than 2000 characters'
    end end,
    case when is_new or new.contact_name is distinct from old.contact_name then case
      when not private.has_visible(new.contact_name, 2)
        then 'Recruiter/Contact name is required'
      when char_length(new.contact_name) > 100
        then 'The contact name must be less than 100 characters'
    end end,
    case when is_new or new.contact_email is distinct from old.contact_email then case
      when new.contact_email !~ '^(?:[A-Za-z0-9_''+\-]+\.)*[A-Za-z0-9_''+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$'
        then 'Please enter a valid email'
      when char_length(new.contact_email) > 255
        then 'The email must be less than 255 characters'
    end end,
    case when is_new or new.contact_phone is distinct from old.contact_phone then case
      when char_length(new.contact_phone) > 50
        then 'Phone number must be less than 50 characters'
    end end,
    case when is_new or new.workplace is distinct from old.workplace then case
      when new.workplace <> all ('{on-site,hybrid,remote}'::text[])
        then 'Choose one of the workplaces'
    end end,
    case when is_new or new.city is distinct from old.city then case
      when char_length(new.city) > 100
        then 'City must be less than 100 characters'
    end end,
    case when is_new or new.region is distinct from old.region then case
      when char_length(new.region) > 100
        then 'State or region must be less than 100 characters'
    end end,
    case when is_new or new.country is distinct from old.country then case
      when new.country <> all ('{AD,AE,AF,AG,AI,AL,AM,AO,AQ,AR,AS,AT,AU,AW,AX,AZ,BA,BB,BD,BE,BF,BG,BH,BI,BJ,BL,BM,BN,BO,BQ,
        BR,BS,BT,BV,BW,BY,BZ,CA,CC,CD,CF,CG,CH,CI,CK,CL,CM,CN,CO,CR,CU,CV,CW,CX,CY,CZ,DE,DJ,DK,DM,
        DO,DZ,EC,EE,EG,EH,ER,ES,ET,FI,FJ,FK,FM,FO,FR,GA,GB,GD,GE,GF,GG,GH,GI,GL,GM,GN,GP,GQ,GR,GS,
        GT,GU,GW,GY,HK,HM,HN,HR,HT,HU,ID,IE,IL,IM,IN,IO,IQ,IR,IS,IT,JE,JM,JO,JP,KE,KG,KH,KI,KM,KN,
        KP,KR,KW,KY,KZ,LA,LB,LC,LI,LK,LR,LS,LT,LU,LV,LY,MA,MC,MD,ME,MF,MG,MH,MK,ML,MM,MN,MO,MP,MQ,
        MR,MS,MT,MU,MV,MW,MX,MY,MZ,NA,NC,NE,NF,NG,NI,NL,NO,NP,NR,NU,NZ,OM,PA,PE,PF,PG,PH,PK,PL,PM,
        PN,PR,PS,PT,PW,PY,QA,RE,RO,RS,RU,RW,SA,SB,SC,SD,SE,SG,SH,SI,SJ,SK,SL,SM,SN,SO,SR,SS,ST,SV,
        SX,SY,SZ,TC,TD,TF,TG,TH,TJ,TK,TL,TM,TN,TO,TR,TT,TV,TW,TZ,UA,UG,UM,US,UY,UZ,VA,VC,VE,VG,VI,
        VN,VU,WF,WS,YE,YT,ZA,ZM,ZW}'::text[])
        then 'Choose a country from the list'
    end end,
    case when is_new or new.credentials_wanted is distinct from old.credentials_wanted then case
      when not new.credentials_wanted <@ '{CIHIS-S,CIHIS-AI,CIHIS-ED,CIHIS-HC,CIHIS-L}'::text[] or not private.is_tidy_list(new.credentials_wanted)
        then 'Choose among the credentials'
    end end,
    case when is_new or new.salary_from is distinct from old.salary_from then case
      when new.salary_from <> round(new.salary_from, 2)
        then 'Enter an amount in figures, such as 58000 or 34.50'
      when new.salary_from <= 0 or new.salary_from > 100000000
        then 'Enter an amount above 0 and up to 100,000,000'
    end end,
    case when is_new or new.salary_to is distinct from old.salary_to then case
      when new.salary_to <> round(new.salary_to, 2)
        then 'Enter an amount in figures, such as 58000 or 34.50'
      when new.salary_to <= 0 or new.salary_to > 100000000
        then 'Enter an amount above 0 and up to 100,000,000'
    end end,
    case when is_new or new.salary_from is distinct from old.salary_from or new.salary_to is distinct from old.salary_to then case
      when new.salary_from > new.salary_to
        then 'The highest salary must not be below the lowest'
    end end,
    case when is_new or new.salary_currency is distinct from old.salary_currency then case
      when new.salary_currency <> all ('{USD,CAD,EUR,GBP,AUD,NZD,CHF,INR,MXN,PHP,SGD,ZAR}'::text[])
        then 'Choose a currency from the list'
    end end,
    case when is_new or new.salary_period is distinct from old.salary_period then case
      when new.salary_period <> all ('{hour,day,week,month,year}'::text[])
        then 'Choose a period from the list'
    end end,
    case when is_new or new.salary_from is distinct from old.salary_from or new.salary_to is distinct from old.salary_to or new.salary_currency is distinct from old.salary_currency then case
      when new.salary_currency is null and coalesce(new.salary_from, new.salary_to) is not null
        then 'Choose the currency of the salary'
    end end,
    case when is_new or new.salary_from is distinct from old.salary_from or new.salary_to is distinct from old.salary_to or new.salary_period is distinct from old.salary_period then case
      when new.salary_period is null and coalesce(new.salary_from, new.salary_to) is not null
        then 'Choose what the salary is paid for'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_message_reports()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.reason is distinct from old.reason then case
      when not private.has_visible(new.reason, 1)
        then 'Say what is wrong'
      when char_length(new.reason) > 1000
        then 'The report must be less than 1000 characters'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.body is distinct from old.body then case
      when not private.has_visible(new.body, 1)
        then 'Write a message'
      when char_length(new.body) > 2000
        then 'Message must be less than 2000 characters'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_profile_hides()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.company is distinct from old.company then case
      when not private.has_visible(new.company, 2)
        then 'Enter the name of the company'
      when char_length(new.company) > 100
        then 'The name must be less than 100 characters'
      when private.company_key(new.company) = ''
        then 'Enter the name of the company'
    end end,
    case when is_new or new.user_id is distinct from old.user_id then case
      when (select count(*) from public.profile_hides as h where h.user_id = new.user_id) >= 50
        then 'You can hide your profile from up to 50 companies'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_saved_candidates()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_new boolean := tg_op = 'INSERT';
  broken text;
begin
  broken := coalesce(
    case when is_new or new.note is distinct from old.note then case
      when char_length(new.note) > 1000
        then 'The note must be less than 1000 characters'
    end end);
  if broken is not null then raise exception using errcode = '23514', message = broken; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.claim_alerts(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mailbox text;
  silent uuid[];
begin
  if not auth.has_proved_mailbox(person) then return; end if;
  select lower(u.email) into mailbox from auth.users as u where u.id = person;
  if not exists (select from public.alerts as a where a.email = mailbox and a.confirmed_at is not null) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('alerts of ' || person, 0));
  perform pg_advisory_xact_lock(hashtextextended('alerts of ' || mailbox, 0));
  -- Of the same search one is left, which is on, and which the links of all its mails stop. Where that one has told nothing,
  -- it tells what the other had still to tell.
  select array_agg(own.id) into silent
    from public.alerts as own join public.alerts as a on a.search_id = own.search_id
    where own.user_id = person and (not own.is_on or own.sent_at is null) and a.email = mailbox and a.confirmed_at is not null;
  update public.alerts as own set is_on = true where own.id = any (silent) and not own.is_on;
  update public.alerts as own set told_up_to = least(own.told_up_to, a.told_up_to)
    from public.alerts as a
    where own.id = any (silent) and a.search_id = own.search_id and a.email = mailbox and a.confirmed_at is not null;
  update private.alert_tokens as t set alert_id = own.id
    from public.alerts as a join public.alerts as own on own.user_id = person and own.search_id = a.search_id
    where t.alert_id = a.id and a.email = mailbox and a.confirmed_at is not null;
  delete from public.alerts as a
    where a.email = mailbox and a.confirmed_at is not null
      and exists (select from public.alerts as own where own.user_id = person and own.search_id = a.search_id);
  -- What has no room stays with the mailbox.
  update public.alerts set user_id = person, email = null where id in (
    select a.id from public.alerts as a where a.email = mailbox and a.confirmed_at is not null
      -- Confirmed in this moment: it comes along the next time.
      and not exists (select from public.alerts as own where own.user_id = person and own.search_id = a.search_id)
    order by a.created_at, a.id
    limit greatest(10 - (select count(*) from public.alerts as own where own.user_id = person), 0));
end $function$;

CREATE OR REPLACE FUNCTION private.claim_applications(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text;
  claimed uuid[];
begin
  if not auth.has_proved_mailbox(person) then return; end if;
  select lower(u.email) into address from auth.users as u where u.id = person;
  with taken as (
    update public.applications as a set applicant_id = person
      where a.email = address and a.applicant_id is null and a.state <> 'unconfirmed' and a.leaves_at is null
        and not exists (select from public.applications as own
          where own.applicant_id = person and own.job_id = a.job_id and own.leaves_at is null)
      returning a.id
  )
  select array_agg(t.id) into claimed from taken as t;
  if claimed is null then return; end if;
  update public.resumes as r set user_id = person
    from public.applications as a where a.id = any (claimed) and r.id = a.resume_id and r.user_id is null;
  perform private.take_letters_along(a.id) from public.applications as a
    where a.id = any (claimed) order by a.applied_at;
end $function$;
grant execute on function private.claim_applications(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.claim_due_alerts(moment timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  part json;
  looked integer;
begin
  -- Nobody's hour is so far away: it was found while the clock was ahead, and would keep an alert silent until then.
  update public.alerts as a set claimed_at = null,
      next_at = private.next_alert_at(a.rhythm, a.weekday, a.hour, a.time_zone, greatest(moment, clock_timestamp()))
    where a.next_at > moment + interval '9 days';
  with due as (
    select a.id from public.alerts as a where a.next_at <= moment order by a.next_at limit most for update skip locked
  ), asked as (
    select a.id, a.kind = 'people' and not private.may_see_candidates(a.user_id) as is_paused,
      exists (select from private.search_matches as m
        where m.search_id = a.search_id and m.round > a.told_up_to) as has_news,
      -- One that is on its way tells what it was made for; it was given up when it has been for so long.
      a.claimed_at between moment - interval '20 hours' and moment + interval '1 minute' as is_under_way
    from public.alerts as a join due on due.id = a.id
  ), moved as (
    update public.alerts as a set
      next_at = private.next_alert_at(a.rhythm, a.weekday, a.hour, a.time_zone, greatest(moment, clock_timestamp())),
      told_up_to = case when q.is_paused then private.last_round() else a.told_up_to end,
      claimed_at = case when q.is_paused then null
        when q.is_under_way is true or not q.has_news then a.claimed_at else moment end
    from asked as q where q.id = a.id
    returning a.id, not q.is_paused and q.has_news and q.is_under_way is not true as is_claimed
  ), parts as (
    select json_agg(n.id) as ids from (
      select m.id, (row_number() over () - 1) / 50 as part from moved as m where m.is_claimed) as n group by n.part
  ), queued as materialized (
    select queue.add('alert-mails', json_build_object('alertIds', p.ids)) from parts as p
  )
  select (select count(*) from moved) + 0 * (select count(*) from queued) into looked;
  return looked;
end $function$;
grant execute on function private.claim_due_alerts(timestamp with time zone,integer) to
  service_role;

CREATE OR REPLACE FUNCTION private.clean_alerts()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.alerts where confirmed_at is null and created_at < now() - private.alert_patience();
  delete from private.alert_tokens where created_at < now() - interval '400 days'
    or email is not null and created_at < now() - private.alert_patience();
  delete from private.kept_searches as s where s.made_at < now() - interval '1 hour'
    and not exists (select from public.alerts as a where a.search_id = s.id);
  delete from private.search_matches as m where not exists (select from private.kept_searches as s where s.id = m.search_id);
  delete from private.search_matches as m using private.kept_searches as s
    where s.id = m.search_id and m.matched_on < current_date - 60
      and (s.kind <> 'people' or not exists (select from public.candidate_profiles as p where p.id = m.subject_id));
end $function$;
grant execute on function private.clean_alerts() to service_role;

CREATE OR REPLACE FUNCTION private.clean_applications()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.applications where state = 'unconfirmed' and applied_at < now() - interval '1 day';
  delete from public.applications where leaves_at <= now();
  delete from private.application_tokens where created_at < now() - interval '1 year';
$function$;
grant execute on function private.clean_applications() to service_role;

CREATE OR REPLACE FUNCTION private.clean_evidence()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ended bigint;
begin
  delete from private.recent_job_texts where made_at < now() - interval '14 days';
  delete from private.kept_evidence where kept_at <= now() - private.evidence_time();
  delete from staff.cases where gone_at <= now() - private.evidence_time();
  get diagnostics ended = row_count;
  if ended > 0 then
    perform staff.append('site', null, null, 'evidence-ended', '', '', null, null,
      jsonb_build_object('cases', ended));
  end if;
  return ended;
end
$function$;
grant execute on function private.clean_evidence() to service_role;

CREATE OR REPLACE FUNCTION private.clean_invitations()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.company_invitations where expires_at < now() - interval '30 days';
  delete from private.invitation_mails where at < now() - interval '1 day';
$function$;
grant execute on function private.clean_invitations() to service_role;

CREATE OR REPLACE FUNCTION private.close_applications()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    if private.settle_applications(new.id, 500) = 500 then
      perform queue.add('settle-applications', json_build_object('jobId', new.id), 'settle-applications ' || new.id);
    end if;
    return new;
  end if;
  -- Not of an account or a company that goes: nothing may stay of theirs.
  if pg_trigger_depth() = 1
    and (select count(*) from (select from public.applications as a where a.job_id = old.id limit 2001) as first) > 2000
  then
    update public.jobs set is_active = false where id = old.id and is_active;
    perform queue.add('remove-posting', json_build_object('jobId', old.id), 'remove-posting ' || old.id);
    return null;
  end if;
  perform private.let_go_of_posting(old.id, null);
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.close_billing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.closed_accounts (user_id) values (old.user_id) on conflict do nothing;
  if old.customer_id is not null then
    perform queue.add('billing-close', json_build_object('customerId', old.customer_id),
      'billing-close ' || old.customer_id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.company_hired_for(person uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.company_id from public.employers as e
    join public.company_members as m on m.company_id = e.company_id and m.user_id = e.user_id
    where e.user_id = person and m.role in ('admin', 'recruiter') and e.in_effect_at <= now()
$function$;

CREATE OR REPLACE FUNCTION private.company_in_effect(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when in_effect_at <= now() then company else former_company end
  from public.employers where user_id = person
$function$;

CREATE OR REPLACE FUNCTION private.company_key(company text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  words text := btrim(lower(normalize(left(company, 1000), NFKC)));
  host text := substring(words from '^(?:https?://)?(?:[^@\s/]+@|@)?((?:[^\s./@]+\.)+[a-z]{2,})(?:[/?#].*)?$');
  parts text[];
  bare text;
begin
  if host is not null then
    parts := string_to_array(host, '.');
    -- acme.co.uk is acme, as acme.com is.
    if cardinality(parts) > 2 and char_length(parts[cardinality(parts)]) = 2
      and parts[cardinality(parts) - 1] in ('ac', 'co', 'com', 'edu', 'gov', 'net', 'org')
    then words := parts[cardinality(parts) - 2];
    else words := parts[cardinality(parts) - 1];
    end if;
  else
    words := replace(words, '&', ' and ');
    bare := regexp_replace(words,
      '\m(the|inc|incorporated|llc|llp|lp|ltd|limited|corp|corporation|co|company|plc|pllc|gmbh|ag|sa)\M',
      ' ', 'g');
    if bare ~ '[[:alnum:]]' then words := bare; end if;
  end if;
  return left(regexp_replace(words, '[^[:alnum:]]', '', 'g'), 300);
end
$function$;
grant execute on function private.company_key(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.company_keys_of(person uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(select company_key from public.employer_ties
    where user_id = person and since <= now())
$function$;

CREATE OR REPLACE FUNCTION private.company_letter(company uuid, subject text, lost text, wanted uuid)
 RETURNS TABLE(address text, name text, is_here boolean, kind text, claim text, is_approved boolean, said text, why text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.email, c.name,
    case subject when 'proof' then c.proven_domain is null and c.closed_at is null
      when 'check' then not c.is_checked and c.closed_at is null and coalesce((
        -- Staff took it back, and have said so.
        select taken.decision = 'approved' from staff.company_cases as taken
        where taken.company_id = c.id and taken.kind = 'check' and taken.decided_at is not null
        order by taken.decided_at desc limit 1), true)
      when 'record' then exists (select from public.company_proofs as p
        where p.company_id = c.id and p.kind = 'dns' and p.ended_at is null and p.missing_since is not null)
      else k.id is not null end,
    k.kind, coalesce(k.claim, lost), k.decision = 'approved', k.answer,
    case when subject = 'check' then 'staff'
      when subject = 'proof' and exists (select from staff.company_cases as given
        where given.holder_id = c.id and given.kind = 'domain' and given.claim = lost
          and given.decision = 'approved' and given.decided_at > now() - interval '1 day') then 'given'
      when subject = 'proof' and c.domain is distinct from lost then 'moved'
      when subject = 'proof' then (select p.kind from public.company_proofs as p
        where p.company_id = c.id and p.domain = lost and p.ended_at is not null
        order by p.ended_at desc, p.since desc limit 1) end
  from public.companies as c
  join public.company_members as m on m.company_id = c.id and m.role = 'admin'
  join private.accounts as u on u.id = m.user_id
  left join staff.company_cases as k on k.id = wanted and k.decided_at is not null
  where c.id = company and u.email is not null and auth.has_proved_mailbox(m.user_id)
    and m.user_id not in (select private.banned_people())
$function$;
grant execute on function private.company_letter(uuid,text,text,uuid) to service_role;

CREATE OR REPLACE FUNCTION private.company_of(person uuid, called text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted text := private.name_key(called);
  company uuid;
begin
  for attempt in 1..2 loop
    select c.id into company
      from public.company_members as m join public.companies as c on c.id = m.company_id
      where m.user_id = person and m.role <> 'viewer'
        and (c.name_key = wanted or private.name_key(c.next_name) = wanted)
      order by m.joined_at, c.id limit 1 for share of m;
    -- For whoever works there the name that it had before is still the same company.
    if company is null then
      select m.company_id into company
        from public.company_members as m join private.former_company_names as f on f.company_id = m.company_id
        where m.user_id = person and m.role <> 'viewer' and f.key = wanted
        order by m.joined_at, m.company_id limit 1 for share of m;
    end if;
    if company is not null then return company; end if;
    -- Two postings at once would make two.
    perform pg_advisory_xact_lock(hashtextextended('companies of ' || person, 0));
  end loop;
  if private.is_sent_by_people() then
    if private.calls_itself_us(called) and not exists (select from staff.members as s where s.user_id = person) then
      raise exception using errcode = '23514', message = 'This is our own name. Enter the name of your company.';
    end if;
    if exists (select from public.company_members as m join public.companies as c on c.id = m.company_id
      where m.user_id = person and m.role = 'viewer'
        and (c.name_key = wanted or private.name_key(c.next_name) = wanted
          or exists (select from private.former_company_names as f where f.company_id = c.id and f.key = wanted)))
    then
      raise exception using errcode = '23514',
        message = 'You are a viewer at this company. Ask one of its admins to make you a recruiter first.';
    end if;
    if (select count(*) from public.company_members as m where m.user_id = person) >= 50 then
      raise exception using errcode = 'PT409',
        message = 'You work for 50 companies already. Say “for a client” on the job, or leave one of them first.';
    end if;
  end if;
  insert into public.companies (slug, name) values (private.company_slug(called), called) returning id into company;
  insert into public.company_members (company_id, user_id, role) values (company, person, 'admin');
  return company;
end $function$;

CREATE OR REPLACE FUNCTION private.company_paid_by(payer uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.company_id from public.employers as e
    join public.company_members as m on m.company_id = e.company_id and m.user_id = e.user_id
    where e.user_id = payer
$function$;

CREATE OR REPLACE FUNCTION private.company_record(company uuid)
 RETURNS TABLE(domain text, token text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.domain, c.dns_token from public.companies as c
  where c.id = company and company = any (private.own_companies('admin'))
$function$;
grant execute on function private.company_record(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.company_records_due()
 RETURNS TABLE(company uuid, domain text, token text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.id, p.domain, c.dns_token from public.company_proofs as p join public.companies as c on c.id = p.company_id
  where p.kind = 'dns' and p.ended_at is null and (p.asked_at is null or p.asked_at not between now() - interval '20 hours' and now() + interval '1 minute')
  order by p.asked_at nulls first, p.id limit 200
$function$;
grant execute on function private.company_records_due() to service_role;

CREATE OR REPLACE FUNCTION private.company_shown(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.company_in_effect(person) where not exists (
    select from public.employers as e join public.companies as c
      on c.id = case when e.in_effect_at <= now() then e.company_id else e.former_company_id end
    where e.user_id = person
      and (c.closed_at is not null or not exists (select from public.company_members as m
        where m.company_id = c.id and m.user_id = e.user_id)))
$function$;

CREATE OR REPLACE FUNCTION private.company_slug(name text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  base text := coalesce(nullif(btrim(left(regexp_replace(
    regexp_replace(lower(normalize(name, NFKD)), '[^\x01-\x7f]', '', 'g'), '[^a-z0-9]+', '-', 'g'), 60), '-'), ''), 'company');
begin
  -- Somebody else's at this moment is as good as taken: who waited for it could hold what they wait for.
  if pg_try_advisory_xact_lock(hashtextextended('company slug ' || base, 0))
    and not exists (select from public.companies as c where c.slug = base)
  then return base; end if;
  return base || '-' || left(replace(gen_random_uuid()::text, '-', ''), 8);
end $function$;

CREATE OR REPLACE FUNCTION private.compare_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.open_company_case('name', new.id, holder.id, holder.name) from public.companies as holder
    where holder.name_key in (new.name_key, private.name_key(new.next_name)) and holder.id <> new.id
      and holder.proven_since is not null and new.proven_since is null;
  if new.proven_since is not null and (tg_op = 'INSERT' or old.proven_since is null) then
    perform private.open_company_case('name', other.id, new.id, new.name) from (
      select c.id from public.companies as c
      where c.name_key = new.name_key and c.id <> new.id and c.proven_since is null and c.public_since is not null
      order by c.created_at limit 20) as other;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.confirm_job(job uuid, receiver text)
 RETURNS boolean
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.job_mails (job_id, kind, about)
    select j.id, 'job-posted', j.created_at
    from private.job_to_confirm(job, null) as mine join public.jobs as j on j.id = mine.id
    where receiver = mine.own_email or (receiver = mine.contact_email and mine.may_write_to_others)
    on conflict do nothing;
  if not found then return false; end if;
  perform queue.add('job-mail',
    json_build_object('kind', 'job-posted', 'jobId', job, 'to', receiver));
  return true;
end
$function$;
grant execute on function private.confirm_job(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION private.count_companies(most integer DEFAULT 5000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  took text[];
begin
  if not exists (select from staff.company_changes)
    or not pg_try_advisory_xact_lock(hashtextextended('staff.companies', 0))
  then return 0; end if;
  with taken as (
    delete from staff.company_changes where id in (select id from staff.company_changes order by id limit most)
      returning company_key)
  select array_agg(company_key) into took from taken;
  delete from staff.companies as c where c.company_key = any (took);
  insert into staff.companies (company_key, name, jobs, posters, reports, newest_at)
    select key, counted.name, counted.jobs, counted.posters, counted.reports, counted.newest_at
    from (select distinct key from unnest(took) as key) as changed
    cross join lateral (
      select count(*) as jobs, count(distinct j.posted_by) as posters, max(j.created_at) as newest_at,
        (array_agg(j.company order by j.created_at desc))[1] as name,
        coalesce(sum((select count(*) from public.job_reports as r where r.job_id = j.id)), 0)::bigint as reports
      from public.jobs as j where private.company_key(j.company) collate "C" = key collate "C") as counted
    where counted.jobs > 0;
  return coalesce(cardinality(took), 0);
end
$function$;
grant execute on function private.count_companies(integer) to service_role;

CREATE OR REPLACE FUNCTION private.count_new_jobs(poster uuid, added integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most integer;
  made_today integer;
begin
  -- One request of a poster after the other; the question below then sees what the one before has written.
  perform pg_advisory_xact_lock(hashtextextended('jobs ' || poster, 0));
  if not auth.has_proved_mailbox(poster) then
    most := private.posting_rule('jobs_unconfirmed_live')::integer;
    -- One that staff have hidden counts as well.
    if (select count(*) from public.jobs
      where posted_by = poster and is_active and ends_at > now()) > most
    then
      raise exception using errcode = 'PT403', message = format('You can have %s on the board until your email address is confirmed. Confirm it with the link in our email, or close another job first.',
        case most when 1 then '1 job' else most || ' jobs' end);
    end if;
  end if;
  most := private.posting_rule('jobs_per_day')::integer;
  insert into private.job_days as known (user_id, day, made)
    values (poster, (now() at time zone 'UTC')::date, added)
    on conflict (user_id, day) do update set made = known.made + excluded.made
    returning made into made_today;
  if made_today > most then
    raise exception using errcode = 'PT429', message = format('You have posted %s today, which is the most for one day. Continue tomorrow, or write to us if you need more.',
      case most when 1 then '1 job' else most || ' jobs' end);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_on_board(plain text, indexed text, banned uuid[], share real)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET max_parallel_workers_per_gather TO '0'
 SET jit TO 'off'
 SET work_mem TO '16MB'
 SET random_page_cost TO '0.1'
 SET seq_page_cost TO '0.1'
 SET enable_seqscan TO 'on'
AS $function$
declare
  live constant text := 's.ends_at > now() and s.posted_by <> all ($1)';
  dated text;
  counted integer;
begin
  if share >= 0.04 then
    execute format('select count(*) from (select from private.job_search as s where s.ctid >= ''(%s,0)''::tid and %s and %s limit 1001) as counted',
        private.page_before(50000), live, plain)
      into counted using banned;
    if counted > 1000 then return counted; end if;
  end if;
  perform set_config('enable_seqscan', 'off', true);
  dated := private.newest_with(1001, share);
  if dated is not null then
    execute format('select count(*) from (select from private.job_search as s where %s and %s and %s limit 1001) as counted', live, indexed, dated)
      into counted using banned;
    if counted > 1000 then return counted; end if;
  end if;
  execute format('select count(*) from (select from private.job_search as s where %s and %s limit 1001) as counted', live, indexed)
    into counted using banned;
  return counted;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_open_jobs(company uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*)::integer from private.open_jobs_of(company) as j
  where j.posted_by not in (select private.banned_people())
$function$;
grant execute on function private.count_open_jobs(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.count_stars()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.applications as a set stars = a.stars + case tg_op when 'INSERT' then 1 else -1 end
    where a.id = coalesce(new.application_id, old.application_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.day_of(content jsonb)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when content ->> 'effective' ~ '^\d{4}-\d\d-\d\d$' then (content ->> 'effective')::date end
$function$;

CREATE OR REPLACE FUNCTION private.day_of(moment timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select floor(extract(epoch from moment) / 86400)::integer $function$;

CREATE OR REPLACE FUNCTION private.delete_account(person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from auth.users where id = person;
  select private.forget_in_history(person);
$function$;
grant execute on function private.delete_account(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.deleted_twice(job uuid, person uuid, address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) >= 2 from public.applications as a
  where a.job_id = job and a.leaves_at is not null and (a.applicant_id = person or a.email = address)
$function$;

CREATE OR REPLACE FUNCTION private.describe_people(people uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone,
    'name', u.raw_user_meta_data ->> 'full_name', 'created_at', u.created_at)), '[]')
  from auth.users as u where u.id = any (people)
$function$;

CREATE OR REPLACE FUNCTION private.digest_of(person uuid, moment timestamp with time zone)
 RETURNS TABLE(address text, job_id uuid, title text, company text, arrived integer, silent integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.email, a.job_id, max(a.job_title), max(a.company_name),
    (count(*) filter (where a.is_new))::integer, (count(*) filter (where not a.is_new))::integer
  from public.company_members as m
  join private.accounts as u on u.id = m.user_id
  left join private.application_digests as d on d.user_id = m.user_id
  left join public.application_mail_settings as s on s.user_id = m.user_id
  cross join lateral (select private.told_up_to(d.told_up_to, m.joined_at, moment) as since) as known
  cross join lateral (
    select n.job_id, n.job_title, n.company_name, true as is_new from public.applications as n
      where n.company_id = m.company_id and n.state <> 'unconfirmed' and n.spam_at is null
        and n.applicant_id is distinct from m.user_id and n.applied_at > known.since and n.applied_at <= moment
    union all
    select n.job_id, n.job_title, n.company_name, false from public.applications as n
      where n.company_id = m.company_id and n.state <> 'unconfirmed' and n.spam_at is null
        and n.applicant_id is distinct from m.user_id and n.silence_told_at > known.since
        and n.silence_told_at <= moment and n.answered_at is null) as a
  where m.user_id = person and m.role in ('admin', 'recruiter') and coalesce(s.mails, 'digest') <> 'off'
    and m.user_id not in (select private.banned_people())
    and (select not private.is_gone_mailbox(lower(known_as.email)) from private.accounts as known_as where known_as.id = person)
  group by u.email, a.job_id, m.company_id
  order by 5 desc, 3 limit 50
$function$;
grant execute on function private.digest_of(uuid,timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION private.digests_due(moment timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct m.user_id
  from public.company_members as m
  left join public.application_mail_settings as s on s.user_id = m.user_id
  left join private.application_digests as d on d.user_id = m.user_id
  cross join lateral (select private.told_up_to(d.told_up_to, m.joined_at, moment) as since, coalesce(s.hour, 8) as hour,
    coalesce(s.time_zone, 'America/New_York') as zone) as known
  cross join lateral (select max(one.at) as at from (values (0), (1)) as days (ago), lateral (select
    ((moment at time zone known.zone)::date - days.ago + make_interval(hours => known.hour)) at time zone known.zone as at) as one
    where one.at <= moment) as due
  -- What came within the hour goes along.
  cross join lateral (select least(due.at + interval '1 hour', moment) as up_to) as until
  where m.role in ('admin', 'recruiter') and coalesce(s.mails, 'digest') = 'digest'
    and due.at > moment - interval '6 hours'
    -- Also where the one before came late, or the hour was changed.
    and (d.sent_at is null or d.sent_at < due.at - interval '8 hours' or d.sent_at > moment + interval '1 minute')
    and m.user_id not in (select private.banned_people())
    and (exists (select from public.applications as a where a.company_id = m.company_id
        and a.applicant_id is distinct from m.user_id and a.spam_at is null
        and a.state <> 'unconfirmed' and a.applied_at > known.since and a.applied_at <= until.up_to)
      or exists (select from public.applications as a where a.company_id = m.company_id
        and a.applicant_id is distinct from m.user_id and a.spam_at is null
        and a.silence_told_at > known.since and a.silence_told_at <= until.up_to and a.answered_at is null))
$function$;
grant execute on function private.digests_due(timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION private.domains_above(host text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(array_to_string(parts[place:], '.')), '{}')
  from (select string_to_array(host, '.') as parts) as split, generate_series(1, cardinality(parts)) as place
$function$;

CREATE OR REPLACE FUNCTION private.drop_blank_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known text;
begin
  foreach known in array array['full_name', 'name'] loop
    if jsonb_typeof(new.raw_user_meta_data -> known) = 'string'
      and not private.has_visible(new.raw_user_meta_data ->> known, 1)
    then
      new.raw_user_meta_data := new.raw_user_meta_data || jsonb_build_object(known, '');
    end if;
  end loop;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.drop_blank_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.note := private.blank_to_empty(new.note);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.drop_blank_texts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.summary := private.blank_to_empty(new.summary);
  new.current_company := private.blank_to_empty(new.current_company);
  new.current_position := private.blank_to_empty(new.current_position);
  new.location := private.blank_to_empty(new.location);
  new.education := private.blank_to_empty(new.education);
  new.salary_expectations := private.blank_to_empty(new.salary_expectations);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.drop_changes(person uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = '', phone_change = ''
    where id = person and (email_change <> '' or phone_change <> '')
$function$;

CREATE OR REPLACE FUNCTION private.drop_empty_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.conversations where id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.drop_failed_tasks(address text, before timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform graphile_worker.complete_jobs(array(
    select j.id from graphile_worker._private_jobs as j
    cross join lateral (select coalesce(j.payload ->> 'to', j.payload ->> 'email', j.payload #>> '{recipient,address}') as named) as n
    where j.attempts >= j.max_attempts and j.locked_at is null and n.named is not null
      and (lower(n.named) = address or j.updated_at < before)));
end
$function$;

CREATE OR REPLACE FUNCTION private.drop_from_queue(key text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform graphile_worker.remove_job(key);
end $function$;

CREATE OR REPLACE FUNCTION private.drop_tasks_to(address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform graphile_worker.complete_jobs(array(
    select j.id from graphile_worker._private_jobs as j
    where address in (
      lower(j.payload ->> 'to'), lower(j.payload ->> 'email'), lower(j.payload #>> '{recipient,address}'))));
end $function$;

CREATE OR REPLACE FUNCTION private.drop_unused_resume()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.resumes as r where r.id = old.resume_id and not r.is_current
    and not exists (select from public.applications as a where a.resume_id = r.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.drop_upload(upload uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from storage.resumable_uploads
  where id = (select id from private.own_upload(upload)) and finished_at is null
  returning id
$function$;
grant execute on function private.drop_upload(uuid) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.employ_at_company()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today text;
begin
  if new.user_id is null or new.company is null
    or private.is_sent_by_people() and new.user_id is distinct from auth.uid()
  then return new; end if;
  new.company_id := private.company_of(new.user_id, new.company);
  today := private.name_of_today(new.company_id, new.company);
  if today is distinct from new.company then
    -- Said already: no change, which would count and wait for a day.
    if tg_op = 'UPDATE' and old.company_id = new.company_id and old.company = today then return old; end if;
    new.company := today;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.empty_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  key record;
begin
  for key in
    select format('%I.%I', n.nspname, t.relname) as place, format('%I', a.attname) as field,
      c.confdeltype as rule
    from pg_catalog.pg_constraint as c
    join pg_catalog.pg_class as t on t.oid = c.conrelid
    join pg_catalog.pg_namespace as n on n.oid = t.relnamespace
    join pg_catalog.pg_attribute as a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'auth.users'::regclass
      and n.nspname in ('public', 'private') and c.confdeltype in ('c', 'n')
  loop
    if key.rule = 'c' then
      execute format('delete from %s where %s = $1', key.place, key.field) using new.id;
    else
      execute format('update %s set %2$s = null where %2$s = $1', key.place, key.field) using new.id;
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_digest(alert uuid, up_to bigint, was_sent boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.alerts as a set told_up_to = greatest(a.told_up_to, up_to), claimed_at = null, going_to = null,
    sent_at = case when was_sent then now() else a.sent_at end
  where a.id = alert and a.going_to = up_to
$function$;
grant execute on function private.end_digest(uuid,bigint,boolean) to service_role;

CREATE OR REPLACE FUNCTION private.end_empty_company()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.companies as c where c.id = old.company_id
    and not exists (select from public.company_members as m where m.company_id = c.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.end_featured_jobs()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.end_featured_jobs_of(array(
    select distinct j.posted_by from public.jobs as j where j.is_featured
      and (exists (select from public.subscriptions as s where s.user_id = j.posted_by)
        or exists (select from public.membership_seats as s where s.user_id = j.posted_by))
      and not private.has_active_membership(j.posted_by)))
$function$;
grant execute on function private.end_featured_jobs() to service_role;

CREATE OR REPLACE FUNCTION private.end_featured_jobs_of(people uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with theirs as materialized (
    select j.id from public.jobs as j where j.posted_by = any (people) and j.is_featured
      and not private.has_active_membership(j.posted_by) order by j.id for no key update
  )
  update public.jobs as j set is_featured = false from theirs where j.id = theirs.id
$function$;

CREATE OR REPLACE FUNCTION private.end_featured_with_membership()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.end_featured_jobs_of(array(
    select old.user_id union select s.user_id from public.membership_seats as s where s.payer_id = old.user_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.end_featured_with_seats()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.end_featured_jobs_of(array(select e.user_id from ended as e));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.end_invitations_of()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.company_invitations as i where i.company_id = old.company_id and i.invited_by = old.user_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.end_seats_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from public.membership_seats as s where s.company_id = new.company_id and s.user_id = new.user_id;
  else
    delete from public.membership_seats as s
      where s.company_id = old.company_id and old.user_id in (s.user_id, s.payer_id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.evidence_time()
 RETURNS interval
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select make_interval(days => greatest(coalesce(private.setting('evidence_days')::int, 90), 1))
$function$;
grant execute on function private.evidence_time() to service_role;

CREATE OR REPLACE FUNCTION private.exported_beside(person uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  passkeys jsonb := '[]';
  reports jsonb;
  changes jsonb;
  acts jsonb;
begin
  begin
    select coalesce(jsonb_agg(jsonb_build_object('name', w.friendly_name, 'created_at', w.created_at,
        'last_used_at', w.last_used_at) order by w.created_at), '[]')
      into passkeys from auth.webauthn_credentials as w where w.user_id = person;
  exception when undefined_table or undefined_column or insufficient_privilege then
    -- A Supabase project shows its own in its own way.
  end;
  select coalesce(jsonb_agg(jsonb_build_object('about', k.kind, 'reason', r.reason, 'note', r.note,
      'created_at', r.created_at) order by r.created_at), '[]')
    into reports from staff.reports as r join staff.cases as k on k.id = r.case_id where r.reporter_id = person;
  select coalesce(jsonb_agg(to_jsonb(c) - array['id', 'user_id'] order by c.id), '[]')
    into changes from staff.membership_changes as c where c.user_id = person;
  select coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'charge_id', a.charge_id, 'amount', a.amount,
      'asked_at', a.asked_at, 'state', a.state, 'ended_at', a.ended_at) order by a.asked_at), '[]')
    into acts from staff.payment_acts as a where a.user_id = person;
  return jsonb_build_object('passkeys', passkeys, 'reports', reports, 'membership_changes', changes,
    'refunds_and_cancellations', acts);
end $function$;
grant execute on function private.exported_beside(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.facets_of(profile public.candidate_profiles)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array[
      'level ' || profile.experience_level,
      'availability ' || profile.availability
    ]
    || case when profile.years_experience is null then '{}'::text[]
      else array['years ' || least(profile.years_experience, 60)] end
    || array(select distinct 'skill ' || private.fold(skill) from unnest(profile.skills || profile.languages) as skill)
    || case when profile.verified = '[]' then '{}'::text[]
      else array['verified'] || array(select 'verified ' || (seal ->> 'type') from jsonb_array_elements(profile.verified) as seal)
      end
$function$;

CREATE OR REPLACE FUNCTION private.facets_of_place(state text, latitude real, longitude real)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array_remove(array['state ' || state, private.cell_of(latitude, longitude)], null)
$function$;

CREATE OR REPLACE FUNCTION private.file_profile_report(reported uuid, words text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened uuid;
  said text := private.tidied(words);
begin
  if said is null or char_length(said) > 1000 or not private.has_visible(said, 1) then
    raise exception 'Say what is wrong, in at most 1000 characters.' using errcode = '23514';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reports ' || auth.uid(), 0));
  if (select count(*) from staff.reports
    where reporter_id = auth.uid() and created_at > now() - interval '1 day') >= 20
  then
    raise exception 'You have sent many reports today. Continue tomorrow, or write to us.' using errcode = 'PT429';
  end if;
  -- Pressed twice, it is one.
  if exists (select from staff.reports as r join staff.cases as c on c.id = r.case_id
    where r.reporter_id = auth.uid() and c.kind = 'profile' and c.subject_id = reported
      and c.state in ('waiting', 'asked', 'answered', 'appealed'))
  then return false;
  end if;
  select staff.open_case('profile', p.user_id, p.user_id, '', p.headline, to_jsonb(p)) into opened
    from public.candidate_profiles as p where p.user_id = reported;
  if opened is null then
    raise exception 'This profile is not available.' using errcode = 'PT404';
  end if;
  perform staff.add_report(opened, auth.uid(), said, null, now());
  return true;
end $function$;
grant execute on function private.file_profile_report(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION private.files_of(bucket text, id uuid, version text, parts jsonb)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select bucket || '/' || id || '/' || version where parts is null
  union all
  select bucket || '/' || (part ->> 'file') from jsonb_array_elements(parts) as part
$function$;

CREATE OR REPLACE FUNCTION private.fill_template(words text, name text, job text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select left(replace(replace(words, '{job}', job), '{name}', name), 5000)
$function$;

CREATE OR REPLACE FUNCTION private.find_candidates(q text, level text, skills text[], skills_mode text, place text, certification text, availability text, verified text, years_from integer, years_to integer, miles integer, sort text, after text, enough integer, most integer, OUT ids uuid[], OUT are_all boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'on'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
declare
  me uuid := auth.uid();
  needle text := private.fold(btrim(coalesce(q, '')));
  -- "durham coder" finds the coder of Durham, NC. Where nothing is a word, it is looked for as it stands.
  terms text[] := array(select term from (select term from regexp_split_to_table(needle, '[\s,;]+') as term limit 30) as t where term <> '');
  -- With a radius the place is one that we know, and what somebody wrote of theirs is no matter.
  spot record;
  town text := private.fold(btrim(coalesce(place, '')));
  proof text := private.fold(btrim(coalesce(certification, '')));
  pieces text[];
  skill_facets text[] := array(select distinct 'skill ' || private.fold(btrim(skill))
    from unnest(skills) as skill where btrim(skill) <> '' limit 30);
  wanted text[] := '{}';
  any_skill text[] := '{}';
  low integer := greatest(coalesce(years_from, 0), 0);
  high integer := coalesce(years_to, 2147483647);
  place_after text[] := string_to_array(nullif(after, ''), '~');
  -- From that place on.
  rest text := '';
  ordering text := 'order by c.newness desc, c.created_at desc, c.profile_id desc';
  conditions text;
  nearby text := '';
  source text;
  banned uuid[];
  newest timestamptz;
  oldest timestamptz;
  weeks integer[];
begin
  if terms = '{}' and needle <> '' then terms := array[needle]; end if;
  ids := '{}';
  are_all := true;
  -- Nobody else learns anything here, not even a number.
  if me is null or not private.may_see_candidates(me) then return; end if;
  banned := array(select private.banned_people());
  if coalesce(level, '') not in ('', 'all') then wanted := wanted || ('level ' || level); end if;
  if coalesce(availability, '') not in ('', 'all') then
    wanted := wanted || ('availability ' || availability);
  end if;
  if coalesce(verified, '') = 'any' then wanted := wanted || 'verified'::text;
  elsif coalesce(verified, '') <> '' then wanted := wanted || ('verified ' || verified); end if;
  if skills_mode = 'all' then wanted := wanted || skill_facets; else any_skill := skill_facets; end if;
  if miles > 0 and town <> '' then
    select * into spot from private.place_of_posting(place, null, null, null);
    if spot.latitude is not null then
      town := '';
      nearby := format(' and c.facets && %L::text[] and private.miles_between(c.latitude, c.longitude, %L::real, %L::real) <= %L::real',
        private.cells_around(spot.latitude, spot.longitude, least(miles, 200)), spot.latitude, spot.longitude, least(miles, 200));
    elsif spot.state is not null then
      town := '';
      wanted := wanted || ('state ' || spot.state);
    end if;
  end if;
  pieces := array(select distinct piece from unnest(terms) as term, unnest(private.needed_pieces(term, '')) as piece)
    || private.needed_pieces(town, 'place ')
    || private.needed_pieces(proof, 'proof ');
  conditions := private.search_conditions(needle, town, proof, wanted, any_skill, years_from, years_to) || nearby;
  if sort = 'completeness' then
    ordering := 'order by c.fullness desc, c.created_at desc, c.profile_id desc';
    if place_after is not null then
      rest := 'and (c.fullness, c.created_at, c.profile_id) < ($1, $2, $3)';
    end if;
  elsif place_after is not null then
    rest := 'and (c.newness, c.created_at, c.profile_id) < ($1, $2, $3)';
  end if;

  for step in 1..3 loop
    if step = 1 then
      source := format('select * from private.candidate_search as c where true %s %s', rest, ordering);
      if conditions <> 'true' then
        source := format('select * from (%s limit 1000) as c where %s', source, conditions);
      end if;
    else
      weeks := null;
      if step = 2 then
        execute format('select c.created_at from private.candidate_search as c where true %s %s
            offset 999 limit 1', rest, ordering)
          into oldest using place_after[1]::integer, place_after[2]::timestamptz, place_after[3]::uuid;
        -- Then the first 1,000 were all.
        exit when oldest is null;
        are_all := false;
        exit when cardinality(ids) >= enough;
        continue when sort = 'completeness' or ids = '{}';
        newest := coalesce(place_after[2]::timestamptz,
          (select c.created_at from private.candidate_search as c order by c.newness desc, c.created_at desc limit 1));
        -- And a half more, because luck is uneven.
        oldest := newest - (newest - oldest) * (1.5 * enough / cardinality(ids));
        -- Many weeks, or more than there are, are no shorter way.
        continue when oldest < newest - interval '1000 days'
          or oldest < (select c.created_at from private.candidate_search as c order by c.newness, c.created_at limit 1);
        weeks := array(select generate_series(private.week_of(oldest), private.week_of(newest)));
      end if;
      perform set_config('enable_seqscan', 'off', true);
      -- By "offset 0" first all are found and then put in order, and nobody is walked through in that order.
      source := format('select * from (select * from private.candidate_search as c where %s %s %s %s offset 0) as c %s',
        conditions, rest,
        case when pieces <> '{}'
          then 'and private.candidate_pieces(c.words, c.place, c.certifications) @> $13' end,
        case when weeks is not null then 'and array[private.week_of(c.created_at)] && $14' end,
        -- A count takes them as they lie.
        case when sort is not null then ordering || ' offset 0' end);
    end if;
    execute format('select array(select c.profile_id from (%s) as c
        where c.user_id <> all ($12)
          and (select not exists (select from private.hidden_from_caller as h where h.user_id = c.user_id))
        limit %s)', source, most)
      into ids
      using place_after[1]::integer, place_after[2]::timestamptz, place_after[3]::uuid,
        array(select private.like_pattern(term) from unnest(terms) as term), private.like_pattern(town), private.like_pattern(proof),
        wanted, any_skill,
        array(select 'years ' || year from generate_series(least(low, 60), least(high, 60)) as year),
        low, high, banned, pieces, weeks;
    are_all := step <> 2 and cardinality(ids) < most;
    exit when cardinality(ids) = most or conditions = 'true' or step = 2 and cardinality(ids) >= enough;
  end loop;
end
$function$;
grant execute on function
  private.find_candidates(text,text,text[],text,text,text,text,text,integer,integer,integer,text,text,integer,integer)
  to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.find_jobs(term text, kind text, after_featured boolean, after_created_at timestamp with time zone, after_id uuid, is_first_page boolean, OUT ids uuid[], OUT matches integer, OUT is_exact boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  read_through integer;
  needed text[];
  banned uuid[];
begin
  if term = '' then
    -- Everything matches: the page, and for the first one as many more as are counted.
    is_exact := true;
    if kind = '' then
      select array_agg(id) into ids from (
        select id from private.live_jobs
        where (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 21) as newest;
      if is_first_page then
        select count(*) into matches from (
          select from private.live_jobs
          order by is_featured desc, created_at desc, id desc limit 1001) as counted;
      end if;
    else
      select array_agg(id) into ids from (
        select id from private.live_jobs
        where job_type = kind and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 21) as newest;
      if is_first_page then
        select count(*) into matches from (
          select from private.live_jobs where job_type = kind
          order by is_featured desc, created_at desc, id desc limit 1001) as counted;
      end if;
    end if;
    if matches > 1000 then
      matches := 1000;
      is_exact := false;
    end if;
    return;
  end if;

  if kind = '' then
    with newest as materialized (
      select id, title, company, row_number() over () as place from (
        select id, title, company from private.live_jobs
        where (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 1000) as board
    )
    select count(*), array_agg(id order by place) filter (where private.has_term(title, company, term))
      into read_through, ids from newest;
  else
    with newest as materialized (
      select id, title, company, row_number() over () as place from (
        select id, title, company from private.live_jobs
        where job_type = kind and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
        order by is_featured desc, created_at desc, id desc limit 1000) as board
    )
    select count(*), array_agg(id order by place) filter (where private.has_term(title, company, term))
      into read_through, ids from newest;
  end if;
  matches := coalesce(cardinality(ids), 0);
  is_exact := true;

  if read_through = 1000 and (matches < 21 or (is_first_page and matches <= 50)) then
    banned := array(select private.banned_people());
    needed := private.term_grams(term);
    if cardinality(needed) > 1 then needed := private.rare_pieces(needed, private.newest_words()); end if;
    if matches < 21 then
      with found as materialized (
        select s.job_id, s.is_featured, s.created_at from private.job_search as s
        where (kind = '' or s.job_type = kind) and s.ends_at > now() and s.posted_by <> all (banned)
          and private.pieces(s.words, '') @> needed and strpos(s.words, term) > 0 and strpos(term, E'\x1f') = 0
      )
      select count(*), (select array_agg(job_id order by is_featured desc, created_at desc, job_id desc) from (
          select * from found as f where (f.is_featured, f.created_at, f.job_id) < (after_featured, after_created_at, after_id)
          order by f.is_featured desc, f.created_at desc, f.job_id desc limit 21) as page)
        into matches, ids from found;
    else
      select count(*) into matches from (
        select from private.job_search as s
        where (kind = '' or s.job_type = kind) and s.ends_at > now() and s.posted_by <> all (banned)
          and private.pieces(s.words, '') @> needed and strpos(s.words, term) > 0 and strpos(term, E'\x1f') = 0
        limit 101) as counted;
      is_exact := matches <= 100;
      matches := least(matches, 100);
    end if;
  elsif read_through = 1000 then
    -- Common among the newest: there are more than these, and counting them all is what takes time.
    is_exact := false;
    matches := (matches - 1) / 50 * 50;
  end if;
  ids := ids[1:21];
  if not is_first_page then
    matches := null;
    is_exact := true;
  end if;
end
$function$;
grant execute on function private.find_jobs(text,text,boolean,timestamp with time zone,uuid,boolean)
  to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.find_jobs_that_want(credential text, term text, kind text, after_featured boolean, after_created_at timestamp with time zone, after_id uuid, is_first_page boolean, OUT ids uuid[], OUT matches integer, OUT is_exact boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
begin
  with found as materialized (
    select id, is_featured, created_at from private.live_jobs
    where credentials_wanted <> '{}' and (credential = 'any' or credential = any (credentials_wanted))
      and (kind = '' or job_type = kind)
      and (term = '' or private.has_term(title, company, term))
      and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
    order by is_featured desc, created_at desc, id desc limit 1001
  )
  select count(*), (array_agg(id order by is_featured desc, created_at desc, id desc))[1:21]
    into matches, ids from found;
  is_exact := matches <= 1000;
  matches := least(matches, 1000);
  if not is_first_page then
    matches := null;
    is_exact := true;
  end if;
end
$function$;
grant execute on function private.find_jobs_that_want(text,text,text,boolean,timestamp with time
  zone,uuid,boolean) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.find_on_board(wanted jsonb, sort text, after_featured boolean, after_created_at timestamp with time zone, after_id uuid, skip integer, OUT ids uuid[], OUT matches integer, OUT is_exact boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET max_parallel_workers_per_gather TO '0'
 SET jit TO 'off'
 SET work_mem TO '16MB'
 SET random_page_cost TO '0.1'
 SET seq_page_cost TO '0.1'
 SET enable_seqscan TO 'on'
AS $function$
declare
  plain text := private.board_condition(wanted);
  indexed text := plain;
  kinds integer[];
  keys text;
  -- The words of those that were walked through first: they say as well as the newest what is rare.
  newest text;
  told text;
  banned uuid[] := array(select private.banned_people());
  live constant text := 's.ends_at > now() and s.posted_by <> all ($4)';
  newest_first constant text := 's.is_featured desc, s.created_at desc, s.job_id desc';
  -- Past these.
  skipped integer := case when sort = 'newest' then 0 else least(greatest(coalesce(skip, 0), 0), 980) end;
  -- What was posted meanwhile has moved the last one shown further down.
  follows boolean := skipped > 0 and after_id is not null;
  enough integer := skipped + 21 + case when follows then 20 else 0 end;
  is_first boolean := after_id is null and skipped = 0;
  -- Of the relevant ones, so many only to guess how many there are.
  reach integer := case sort when 'relevance' then 1001 else 1001 + skipped end;
  ordering text := newest_first;
  rest text := '';
  -- In the order, $5 of them; and whether all that fit are among them, if they come to an end.
  source text;
  is_whole boolean := true;
  spot jsonb;
  phrase text := '';
  walked integer;
  hits integer;
  share real;
  least_pay integer;
  paid text := '';
begin
  select e -> 'near' into spot from jsonb_array_elements(wanted) as e where e ? 'near' limit 1;
  if sort = 'pay' then
    ordering := 's.pay desc nulls last, s.created_at desc, s.job_id desc';
    is_whole := (select bool_and(e ? 'pay') from jsonb_array_elements(wanted) as e);
    source := 'select s.* from private.job_search as s where s.pay is not null
      order by s.pay desc, s.created_at desc, s.job_id desc limit $5';
  elsif sort = 'nearest' and spot is not null then
    ordering := format('private.miles_between(s.latitude, s.longitude, %L::real, %L::real) nulls last, s.created_at desc, s.job_id desc',
      spot ->> 'latitude', spot ->> 'longitude');
    is_whole := (select bool_and(e -> 'near' is not distinct from spot) from jsonb_array_elements(wanted) as e);
    -- Of the circle that is asked for, so that nothing is nearer than what was read through.
    source := format('select s.* from (select b.spot from private.board_spots as b
        where b.latitude between %1$L::real - %3$L::real / 68 and %1$L::real + %3$L::real / 68
          and private.miles_between(b.latitude, b.longitude, %1$L::real, %2$L::real) <= %3$L::real
        order by private.miles_between(b.latitude, b.longitude, %1$L::real, %2$L::real)) as p
      cross join lateral (select s.* from private.job_search as s where private.spot_of(s.latitude, s.longitude) = p.spot
        order by s.created_at desc, s.job_id desc limit $5) as s limit $5',
      spot ->> 'latitude', spot ->> 'longitude', least((spot ->> 'miles')::real, 200));
  else
    if sort = 'relevance' then phrase := left(lower(normalize(coalesce(wanted -> 0 -> 'words' ->> 0, ''), NFC)), 100); end if;
    if after_id is not null and sort = 'newest' then rest := ' and (s.is_featured, s.created_at, s.job_id) < ($1, $2, $3)'; end if;
    source := format('select s.* from private.job_search as s where true%s order by %s limit $5', rest, newest_first);
  end if;

  -- Again where a page takes more, and there should be enough of them not much further.
  for turn in 1..2 loop
    execute format('select count(*), array_agg(s.job_id) filter (where %s and %s), %s from (%s) as s',
        live, plain, case when turn = 1 and ordering = newest_first then 'string_agg(s.words, E''\x1e'')' else 'null' end, source)
      into walked, ids, told using after_featured, after_created_at, after_id, banned, reach;
    newest := coalesce(newest, told);
    ids := coalesce(ids, '{}');
    hits := cardinality(ids);
    -- What is so rare that the index lists it sooner than so many are walked through is counted there anyway.
    exit when is_first and ordering = newest_first and hits > 0 and 1.5 * enough * walked / hits > 2.0 * hits / walked * (
      select c.reltuples from pg_catalog.pg_class as c where c.oid = 'private.job_search'::regclass);
    exit when turn = 2 or hits >= enough or walked < reach or phrase <> '' or hits = 0 or 1.5 * enough * walked / hits > greatest(10000, 25 * enough);
    reach := greatest(1.5 * enough * walked / hits, reach);
  end loop;
  is_exact := true;
  share := hits::real / greatest(walked, 1);
  if hits > 1000 then
    -- There are more than are counted.
    matches := hits;
  elsif walked < reach and is_whole then
    -- These were all.
    matches := hits;
  end if;

  if (matches is null and (is_first or hits < enough)) or (phrase <> '' and walked >= reach) then
    kinds := private.kinds_on_board(wanted, false);
    keys := private.short_keys(wanted, kinds);
    indexed := plain || ' and ' || coalesce(keys, private.board_keys(wanted, newest));
  end if;
  if phrase <> '' and (matches is null or hits > 0) then
    select r.* into ids, matches from private.most_relevant(plain, indexed, banned, phrase,
      case when matches = hits and walked < reach then 1 when keys is null then share end, enough) as r;
  elsif hits < enough and matches is null then
    perform set_config('enable_seqscan', 'off', true);
    if sort = 'pay' and keys is not null then
      -- They may be many: those that pay less than the last one on the page are left out.
      execute format('select s.pay from private.job_search as s where %s and %s and s.pay is not null order by s.pay desc offset %s limit 1',
          live, indexed, enough - 1)
        into least_pay using after_featured, after_created_at, after_id, banned;
      if least_pay is not null then paid := format(' and s.pay >= %s', least_pay); end if;
    end if;
    -- By "offset 0" first all are found and then put in order, and nobody is walked through in that order.
    execute format('with found as materialized (select s.is_featured, s.created_at, s.job_id, s.pay, s.latitude, s.longitude
          from private.job_search as s where %s and %s%s offset 0)
        select count(*), array(select s.job_id from found as s where true%s order by %s limit %s) from found',
        live, indexed, paid, rest, ordering, enough)
      into matches, ids using after_featured, after_created_at, after_id, banned;
    if least_pay is not null and is_first then matches := private.count_on_board(plain, indexed, banned, case when keys is null then share end); end if;
  elsif is_first and matches is null then
    matches := private.count_on_board(plain, indexed, banned, case when keys is null then share end);
  end if;
  if is_first then
    is_exact := matches <= 1000;
    matches := least(matches, 1000);
  else
    matches := null;
  end if;
  -- If it has gone itself, what came behind it has moved up by one. Further down there may be less than a page behind it.
  if follows then skipped := coalesce(array_position(ids[:skipped + 20], after_id), skipped - 1); end if;
  ids := ids[skipped + 1 : skipped + 21];
end $function$;
grant execute on function private.find_on_board(jsonb,text,boolean,timestamp with time
  zone,uuid,integer) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.find_repeated_message(sender uuid, conversation uuid, words text, key uuid)
 RETURNS public.messages
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  sent public.messages;
begin
  select m.* into sent from public.messages as m where m.sender_id = sender and m.client_key = key;
  if sent.id is null then
    select m.* into sent from public.messages as m
      where m.sender_id = sender and m.conversation_id = conversation and m.body = words
        and m.created_at > clock_timestamp() - interval '1 minute'
      limit 1;
  elsif sent.conversation_id is distinct from conversation
    or sent.body <> private.plain_text(words)
  then
    perform private.refuse('message_key_taken');
  end if;
  return sent;
end
$function$;

CREATE OR REPLACE FUNCTION private.finds_job(patterns text[], facets text[], any_facet text[], latitude real, longitude real, miles real, pay integer, types text[], its_words text, its_facets text[], its_latitude real, its_longitude real, its_pay integer, its_type text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select its_words like all (patterns) and its_facets @> facets and (any_facet = '{}' or its_facets && any_facet)
    and (types = '{}' or its_type in ('Remote', 'Other') or lower(its_type) = any (types))
    and (pay is null or its_pay >= pay)
    and (latitude is null or abs(its_latitude - latitude) * 68 <= miles
      and private.miles_between(its_latitude, its_longitude, latitude, longitude) <= miles)
$function$;

CREATE OR REPLACE FUNCTION private.finds_person(patterns text[], facets text[], any_facet text[], place text, proof text, years_from integer, years_to integer, latitude real, longitude real, miles real, its_words text, its_facets text[], its_place text, its_proofs text, its_years integer, its_latitude real, its_longitude real)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select its_words like all (patterns) and its_facets @> facets and (any_facet = '{}' or its_facets && any_facet)
    and (place is null or its_place like place)
    and (proof is null or its_proofs like proof)
    and (years_from is null or its_years >= years_from)
    and (years_to is null or its_years <= years_to)
    and (latitude is null or private.miles_between(its_latitude, its_longitude, latitude, longitude) <= miles)
$function$;

CREATE OR REPLACE FUNCTION private.finish_upload(upload uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update storage.resumable_uploads set finished_at = now()
  where id = (select id from private.own_upload(upload)) and finished_at is null and received = size
  returning id
$function$;
grant execute on function private.finish_upload(uuid) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.first_of(list anyarray, most integer)
 RETURNS anyarray
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array(select one from unnest(list) with ordinality as each (one, nth) order by nth limit most)
$function$;

CREATE OR REPLACE FUNCTION private.fit_conditions(profile public.candidate_profiles)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'types', array(select distinct case lower(type) when 'freelance' then 'contract' else lower(type) end as type
      from unnest(profile.preferred_job_types) as type where lower(type) <> 'remote' order by 1),
    'places', private.fit_places(profile),
    'skills', array(select distinct private.skill_key(skill) from unnest(profile.skills) as skill
      where char_length(private.skill_key(skill)) > 1 order by 1),
    'credentials', array(select distinct seal ->> 'type' from jsonb_array_elements(profile.verified) as seal order by 1))
$function$;

CREATE OR REPLACE FUNCTION private.fit_places(profile public.candidate_profiles)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(distinct one.place) filter (where one.place is not null), '[]') from (
    select case
      when private.fold(said) = 'remote' then jsonb_build_object('facets', array['remote'],
        'anyFacet', case when home.state is null then '{}'::text[]
          else array['remote from anywhere', 'remote from US', 'remote from US-' || home.state] end)
      when known.latitude is not null then jsonb_build_object('name', said, 'latitude', known.latitude,
        'longitude', known.longitude, 'miles', 25)
      when known.state is not null then jsonb_build_object('name', said, 'facets', array['state ' || known.state])
      end as place
    from private.place_of_posting(profile.location, null, null, null) as home,
      unnest(profile.preferred_locations || array(select 'Remote' from unnest(profile.preferred_job_types) as type
        where lower(type) = 'remote')) as said
      cross join lateral private.place_of_posting(said, null, null, null) as known) as one
$function$;

CREATE OR REPLACE FUNCTION private.fit_reasons(person uuid, jobs uuid[])
 RETURNS TABLE(job_id uuid, reasons jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select b.job_id, jsonb_strip_nulls(jsonb_build_object(
      'type', case when lower(b.job_type) = any (own.types) then b.job_type end,
      'place', case when b.workplace is distinct from 'remote' then found.place ->> 'name' end,
      'remote', case when b.workplace = 'remote' and found.place -> 'facets' ? 'remote' then true end,
      'skills', nullif(to_jsonb(found.skills), '[]'),
      'credentials', nullif(to_jsonb(found.credentials), '[]')))
  from public.candidate_profiles as c
    cross join lateral (select private.fit_conditions(c) as said) as s
    cross join lateral (select private.texts_in(said, 'types') as types, said -> 'places' as places,
      private.texts_in(said, 'credentials') as credentials) as own
    join private.job_search as b on b.job_id = any (jobs) and b.ends_at > now()
    join public.jobs as j on j.id = b.job_id
    cross join lateral (select private.spaced_words(concat_ws(' ', j.title, j.requirements, j.description)) as text) as spaced
    cross join lateral (select
      (select spot from jsonb_array_elements(own.places) as one (spot)
        where private.finds_job('{}', private.texts_in(spot, 'facets'), private.texts_in(spot, 'anyFacet'),
          (spot ->> 'latitude')::real, (spot ->> 'longitude')::real, (spot ->> 'miles')::real, null, '{}',
          b.words, b.facets, b.latitude, b.longitude, b.pay, b.job_type)
        order by spot ? 'latitude' desc, spot ->> 'name' limit 1) as place,
      array(select skill from unnest(c.skills) with ordinality as one (skill, nth)
        where char_length(private.skill_key(skill)) > 1 and strpos(spaced.text, ' ' || private.skill_key(skill) || ' ') > 0
        order by nth limit 5) as skills,
      array(select code from unnest(own.credentials) as code where code = any (j.credentials_wanted)) as credentials) as found
  where c.user_id = person
    and (own.types = '{}' or b.job_type in ('Remote', 'Other') or lower(b.job_type) = any (own.types))
    and (own.places = '[]' or found.place is not null)
    and (found.skills <> '{}' or found.credentials <> '{}'
      or lower(b.job_type) = any (own.types) and found.place is not null)
$function$;
grant execute on function private.fit_reasons(uuid,uuid[]) to service_role;

CREATE OR REPLACE FUNCTION private.fold(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select lower(normalize(translate(coalesce(words, ''), E'\x1f', ''), NFC))
$function$;

CREATE OR REPLACE FUNCTION private.fold_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select regexp_replace(replace(lower(translate(
    regexp_replace(normalize(replace(left(name, 1000), 'Ϲ', 'C'), NFKD), '[\u0300-\u036f]', '', 'g'),
    'аеорсухіѕјһԁӏкмтнвгԛԝАЕОРСУХІЅЈНВКМТαεικνορτυχηΑΒΕΖΗΙΚΜΝΟΡΤΥΧıłŁøØđĐħĦɑɡɩ0134578@$|!' ||
      'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ🅐🅑🅒🅓🅔🅕🅖🅗🅘🅙🅚🅛🅜🅝🅞🅟🅠🅡🅢🅣🅤🅥🅦🅧🅨🅩🅰🅱🅲🅳🅴🅵🅶🅷🅸🅹🅺🅻🅼🅽🅾🅿🆀🆁🆂🆃🆄🆅🆆🆇🆈🆉🇦🇧🇨🇩🇪🇫🇬🇭🇮🇯🇰🇱🇲🇳🇴🇵🇶🇷🇸🇹🇺🇻🇼🇽🇾🇿' ||
      U&'\13AA\AB7A\A4EE\15C5\2C80\13FC\13CF\AB9F\A4D0\2C82\03C2\2CA5\2CA4\13DF\ABAF\A4DA\13A0\AB70\13E7\ABB7\A4D3\04BD\212E\13AC\AB7C\A4F0\2D39\2C88\03DD\03DC\0584\A4DD\0581\13C0\AB90\A4D6\0570\13C2\AB92\13BB\AB8B\A4E7\2C8E\13A5\AB75\A647\2C93\A4F2\03F3\13AB\AB7B\A4D9\13E6\ABB6\A4D7\2C95\04C0\13DE\ABAE\A4E1\01C0\05DF\05D5\07CA\2CD0\13B7\AB87\A4DF\2C98\0578\057C\A4E0\2C9A\0585\0555\A4F3\2C9F\2C9E\2D54\10FF\101D\05E1\3007\25CB\0665\13E2\ABB2\A4D1\2CA2\2CA3\0563\0566\2D55\13A1\AB71\13D2\ABA2\A4E3\2C85\AB47\13DA\ABAA\A4E2\054F\01BD\13A2\AB72\A4D4\2CA6\2CA7\057D\054D\A4F4\028B\0475\0474\13D9\ABA9\A4E6\2D38\0561\13D4\ABA4\13B3\AB83\A4EA\0461\A4EB\2CAD\2CAC\2D5D\00D7\13A9\AB79\13BD\AB8D\A4EC\2CA8\04AF\04AE\03B3\10E7\13C3\AB93\A4DC',
    'aeopcyxisjhdlkmthbrqwAEOPCYXISJHBKMTaeikvoptuxnABEZHIKMNOPTYXilLoOdDhHagioleastbasll' ||
      'abcdefghijklmnoprstuvwyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz' ||
      'aaaaabbbbbccccccdddddeeeeeeeffffgggghhhhhhhiiiiijjjjkkkklllllllllmmmmnnnnoooooooooooopppppqqqrrrrrrrssssstttttuuuuvvvvvvwwwwwwwxxxxxyyyyyyyyyyzzz'
  )), 'i', 'l'), '[^a-z0-9]', '', 'g')
$function$;
grant execute on function private.fold_name(text) to service_role;

CREATE OR REPLACE FUNCTION private.follow_alert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not new.is_on or new.confirmed_at is null then
    new.next_at := null;
    return new;
  end if;
  -- What came while it was off is no news.
  if tg_op = 'INSERT' or not old.is_on or old.confirmed_at is null then
    new.told_up_to := private.last_round();
    new.claimed_at := null;
    new.going_to := null;
  end if;
  if tg_op = 'INSERT' or new.next_at is null or (new.rhythm, new.weekday, new.hour, new.time_zone)
    is distinct from (old.rhythm, old.weekday, old.hour, old.time_zone)
  then
    new.next_at := private.next_alert_at(new.rhythm, new.weekday, new.hour, new.time_zone, clock_timestamp());
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_own_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    delete from private.kept_searches as s where s.user_id = old.user_id;
  else
    update private.kept_searches as s set conditions = private.fit_conditions(new)
      where s.user_id = new.user_id and s.conditions <> private.fit_conditions(new);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_search()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.search_branches where search_id = new.id;
  if new.kind = 'people' then
    perform private.add_people_branch(new.id, new.conditions);
  elsif new.kind = 'fit' then
    perform private.add_fit_branches(new.id, new.conditions);
  else
    perform private.add_job_branch(new.id, entry) from jsonb_array_elements(new.conditions -> 'wanted') as entry;
  end if;
  update private.search_branches set made_at = new.made_at where search_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_seat()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  seats integer;
  next public.membership_seats;
begin
  if tg_op = 'DELETE' then
    seats := private.seats_of(old.payer_id) - 1;
    -- Of more people than seats, the newest have been told before.
    if not private.pays(old.payer_id) or (select count(*) from public.membership_seats as older
      where older.payer_id = old.payer_id and (older.given_at, older.user_id) < (old.given_at, old.user_id)) < seats
    then
      if old.end_told_at is null and old.user_id is distinct from auth.uid() then
        perform queue.add('team-news', json_build_object('kind', 'seat-lost', 'companyId', old.company_id,
          'userId', old.user_id, 'byId', coalesce(auth.uid(), old.payer_id)));
      end if;
      if seats > 0 and private.gives_seats(old.payer_id) then
        select s.* into next from public.membership_seats as s where s.payer_id = old.payer_id
          order by s.given_at, s.user_id offset seats - 1 limit 1;
        if (next.given_at, next.user_id) > (old.given_at, old.user_id) and next.end_told_at is null then
          perform queue.add('team-news', json_build_object('kind', 'seat-given', 'companyId', next.company_id,
            'userId', next.user_id));
          perform private.tell_person(next.user_id, 'membership');
        end if;
      end if;
    end if;
  elsif (tg_op = 'INSERT' or new.company_id is distinct from old.company_id) and new.user_id is distinct from auth.uid() then
    perform queue.add('team-news', json_build_object('kind', 'seat-given', 'companyId', new.company_id,
      'userId', new.user_id, 'byId', coalesce(auth.uid(), new.payer_id)));
  end if;
  perform private.tell_person(person, 'membership')
    from unnest(array[coalesce(new.user_id, old.user_id), coalesce(new.payer_id, old.payer_id)]) as person;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_headline()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.candidate_headline := 'A candidate';
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_in_history(person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update auth.audit_log_entries set ip_address = '', payload = (payload::jsonb
      || '{"actor_username": "", "traits": {}}')::json
    where payload ->> 'actor_id' = person::text
$function$;
grant execute on function private.forget_in_history(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.found_landings()
 RETURNS TABLE(path text, changed date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
  with live as materialized (
    select s.place, private.landings_of(s) as paths, s.company_id
    from private.job_search as s
    where s.ends_at > now() and s.posted_by not in (select private.banned_people())
  ), pages as materialized (
    select path, count(*) as jobs, count(distinct l.company_id) as companies,
      case when count(distinct l.place) = 1 and count(l.place) = count(*) then min(l.place) end as only_place
    from live as l, unnest(l.paths) as path group by path
  )
  select p.path, coalesce(d.changed, (now() at time zone 'UTC')::date)
  from pages as p left join private.landing_days as d on d.path = p.path
    left join pages as parent on p.path ~ '^in/[^/]+/[^/]+/' and parent.path = regexp_replace(p.path, '/[^/]+$', '')
  where p.jobs >= 3 and p.companies >= 2 and p.jobs <> (select count(*) from live)
    and p.jobs is distinct from parent.jobs
    and (p.path !~ '^in/[^/]+$' or p.only_place is null)
  order by p.path limit 50000
$function$;

CREATE OR REPLACE FUNCTION private.give_invitation_link(invitation uuid, hash text)
 RETURNS TABLE(email text, role text, company text, inviter text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.company_invitations as i set token_hash = hash
    from public.companies as c
    where i.id = invitation and i.expires_at > now() and c.id = i.company_id
      and (i.invited_by in (select private.banned_people())) is not true
    returning i.email, i.role, coalesce(private.not_our_name(c.name), 'A company'),
      coalesce((select private.not_our_name(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100))
        from auth.users as u where u.id = i.invited_by), 'Somebody')
$function$;
grant execute on function private.give_invitation_link(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION private.gives_seats(payer uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.pays(payer) and payer not in (select private.banned_people())
$function$;

CREATE OR REPLACE FUNCTION private.hand_over(person uuid, company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  heir uuid;
  was_admin boolean;
  postings integer;
  others integer;
  moved integer;
begin
  perform private.lock_company(company);
  select m.user_id, m.role = 'admin' into heir, was_admin from public.company_members as m
    where m.company_id = hand_over.company and m.user_id <> person
    order by m.user_id in (select private.banned_people()), array_position(array['admin', 'recruiter', 'viewer'], m.role),
      m.user_id is distinct from auth.uid(), m.joined_at, m.user_id limit 1;
  if heir is null then return; end if;
  update public.company_members set role = 'admin' where company_id = hand_over.company and user_id = heir and role <> 'admin';
  -- Before their postings, as a decision takes them.
  perform from staff.cases as k where k.person_id = person and k.kind in ('job', 'company') order by k.id for no key update;
  update staff.cases as k set person_id = heir, gone_at = null,
      subject_id = case k.kind when 'company' then heir else k.subject_id end
    from (
      select c.id from staff.cases as c join public.jobs as j on j.id = c.subject_id
        where c.kind = 'job' and c.person_id = person and j.company_id = hand_over.company and j.posted_by = person
      union all
      select c.id from staff.cases as c
        where c.kind = 'company' and c.person_id = person and c.company_key in (
          select private.company_key(j.company) from public.jobs as j
          where j.company_id = hand_over.company and j.posted_by = person)) as theirs
    where k.id = theirs.id and k.state in ('waiting', 'asked', 'answered', 'appealed', 'hidden')
      -- One that is open joins none; one that hid something is what a release looks for.
      and (k.state = 'hidden' or not exists (
        select from staff.cases as o where o.person_id = heir and o.kind = k.kind and o.company_key = k.company_key
          and o.subject_id = case k.kind when 'company' then heir else k.subject_id end
          and o.state in ('waiting', 'asked', 'answered', 'appealed')));
  perform from public.jobs as j where j.company_id = hand_over.company and j.posted_by = person order by j.id for no key update;
  delete from public.job_renewal_tokens as t using public.jobs as j
    where j.id = t.job_id and j.company_id = hand_over.company and j.posted_by = person;
  -- What comes first on the board came with the membership of who left.
  update public.jobs set posted_by = heir, is_featured = false where company_id = hand_over.company and posted_by = person;
  get diagnostics postings = row_count;
  perform from public.conversations as c where c.company_id = hand_over.company and c.member_id = person
    order by c.id for no key update;
  update public.conversations as c set member_id = heir
    where c.company_id = hand_over.company and c.member_id = person and c.candidate_id is distinct from heir;
  get diagnostics others = row_count;
  update public.conversations as c set member_id = null
    where c.company_id = hand_over.company and c.member_id = person;
  perform from public.saved_candidates as s where s.company_id = hand_over.company and s.user_id = person
    order by s.id for no key update;
  update public.saved_candidates set user_id = heir where company_id = hand_over.company and user_id = person;
  get diagnostics moved = row_count;
  begin
    update storage.objects as o set owner = heir, owner_id = heir::text from public.companies as c
      where c.id = hand_over.company and o.bucket_id = 'company-logos' and o.name = c.logo and o.owner_id = person::text;
  -- No room among the files of the heir: nobody stays in a company for that.
  exception when sqlstate 'PT413' then null;
  end;
  -- Whoever removed them has read what comes to them.
  if heir is distinct from auth.uid() and (postings + others + moved > 0 or not was_admin) then
    perform queue.add('team-news', json_build_object('kind', 'left', 'companyId', company, 'userId', heir,
      'byId', person, 'postings', postings, 'isNewAdmin', not was_admin));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.hand_over_all()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  theirs uuid[] := array(select m.company_id from public.company_members as m where m.user_id = old.id order by m.company_id);
begin
  perform private.lock_company(company) from unnest(theirs) as company;
  perform private.hold_companies(theirs);
  if tg_op = 'DELETE' then perform private.keep_blocks_of_company(old.id); end if;
  perform private.hand_over(old.id, theirs.company_id) from (
    select m.company_id from public.company_members as m where m.user_id = old.id order by m.company_id) as theirs;
  -- Whoever stays is handed what there is; where nobody stays the company ends with its last place.
  delete from public.company_members as m where m.user_id = old.id and not exists (
    select from public.company_members as other where other.company_id = m.company_id and other.user_id <> m.user_id);
  return case tg_op when 'DELETE' then old else new end;
end $function$;

CREATE OR REPLACE FUNCTION private.hand_over_left()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.hand_over(old.user_id, old.company_id);
  -- What is open on their screens is read again, and is not there any more.
  perform private.tell_person(old.user_id, what) from unnest(array['jobs', 'messages', 'membership']) as what;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.has_active_membership(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.pays(person) or (private.seat_of(person)).payer_id is not null
$function$;
grant execute on function private.has_active_membership(uuid) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.has_letters(name text, letters text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select not exists (select from regexp_split_to_table(letters, '') as wanted (letter)
    group by letter having count(*) > (select count(*) from regexp_split_to_table(name, '') as had (letter)
      where had.letter = wanted.letter))
$function$;

CREATE OR REPLACE FUNCTION private.has_other_admin(company uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.company_members as m
    where m.company_id = company and m.role = 'admin' and m.user_id <> person
      and m.user_id not in (select private.banned_people()))
$function$;

CREATE OR REPLACE FUNCTION private.has_staff_role(minimum text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from staff.own_standing() as own
    where own.needs is null and staff.rank(own.role) >= greatest(staff.rank(minimum), 1))
$function$;
grant execute on function private.has_staff_role(text) to authenticated;

CREATE OR REPLACE FUNCTION private.has_term(title text, company text, term text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select strpos(lower(title), term) > 0 or strpos(lower(company), term) > 0
$function$;

CREATE OR REPLACE FUNCTION private.has_visible(value text, fewest integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select char_length(private.visible_text(left(value, 2 * fewest))) >= fewest
    or char_length(private.visible_text(value)) >= fewest
$function$;
grant execute on function private.has_visible(text,integer) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.hash_of_id(kind text, id text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select kind || '-' || encode(sha256(convert_to(id, 'UTF8')), 'hex')
$function$;

CREATE OR REPLACE FUNCTION private.hash_of_text(words text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- Short ones are alike by chance.
  select case when char_length(words) >= 200
    then sha256(convert_to(regexp_replace(lower(words), '[^[:alnum:]]+', ' ', 'g'), 'utf8')) end
$function$;

CREATE OR REPLACE FUNCTION private.held_team_of(person uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  team uuid := private.team_of(person);
begin
  perform from public.company_members as m
    where m.company_id = team and m.user_id = person and m.role <> 'viewer' for share;
  return case when found then team end;
end $function$;

CREATE OR REPLACE FUNCTION private.hold_companies(ids uuid[], besides text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held text[] := '{}';
  further text[];
begin
  for attempt in 1..2 loop
    loop
      -- Asked again when they are held: what they name may have changed while this waited.
      select array_agg(wanted.domain order by wanted.domain) into further from (
        select c.domain from public.companies as c where c.id = any (ids) union select besides) as wanted
        where wanted.domain is not null and wanted.domain <> all (held);
      exit when further is null;
      perform pg_advisory_xact_lock(hashtextextended('company domain ' || name, 0)) from unnest(further) as name;
      held := held || further;
    end loop;
    -- The whole row at once: who shows a proof changes its key.
    if attempt = 1 then
      perform from public.companies as c where c.id = any (ids) order by c.id for update;
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.hold_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_sent_by_people() and new.hidden_at is null and private.new_rules_that_hold(new) <> '{}' then
    new.hidden_at := now();
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.hold_to_quota(bucket text, person text, more bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most bigint := private.setting('files_mb_per_person')::bigint;
begin
  if not private.is_sent_by_people() then return; end if;
  -- One after the other, or each of two would find room for itself.
  perform pg_advisory_xact_lock(hashtextextended('files of ' || bucket || coalesce(person, ''), 0));
  if private.bytes_of(bucket, person) + greatest(more, 1024) > most * 1048576 then
    raise exception 'Your files here would weigh more than % MB. Remove one first.', most
      using errcode = 'PT413';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.holder_of(domain text, except_company uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.id from public.companies as c where c.proven_domain = $1 and c.id <> except_company
$function$;

CREATE OR REPLACE FUNCTION private.index_candidates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with located as materialized (
    select * from (select distinct p.location from written as p where p.public_profile) as said,
      private.place_of_posting(said.location, null, null, null)
  )
  insert into private.candidate_search as known (profile_id, user_id, created_at, completeness, years,
      words, place, certifications, facets, latitude, longitude)
    select p.id, p.user_id, p.created_at, p.completeness, p.years_experience,
      private.fold(p.headline) || E'\x1f' || private.fold(p.location),
      private.fold(p.location),
      private.fold(array_to_string(p.certifications, E'\n')),
      private.facets_of(p) || private.facets_of_place(l.state, l.latitude, l.longitude), l.latitude, l.longitude
    from written as p join located as l on l.location is not distinct from p.location
    where p.public_profile
    on conflict (profile_id) do update set
      user_id = excluded.user_id, created_at = excluded.created_at,
      completeness = excluded.completeness, years = excluded.years, words = excluded.words,
      place = excluded.place, certifications = excluded.certifications, facets = excluded.facets,
      latitude = excluded.latitude, longitude = excluded.longitude
    where known is distinct from excluded;
  delete from private.candidate_search as known using written as p
    where known.profile_id = p.id and not p.public_profile;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.invitation_of(token text)
 RETURNS public.company_invitations
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i from public.company_invitations as i
    where i.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex') and i.expires_at > now()
      and (i.invited_by in (select private.banned_people())) is not true
$function$;

CREATE OR REPLACE FUNCTION private.is_address(name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select lower(normalize(btrim(name), NFKC)) ~ '^(?:https?://)?(?:[^@\s/]+@|@)?(?:[^\s./@]+\.)+[a-z]{2,}(?:[/?#].*)?$'
$function$;

CREATE OR REPLACE FUNCTION private.is_address_of_picture(address text, name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select split_part(address, '?', 1) like '%/avatars/' || replace(
    regexp_replace(name, '([\\%_])', '\\\1', 'g'), ' ', '\%20')
$function$;
grant execute on function private.is_address_of_picture(text,text) to anon, authenticated,
  service_role;

CREATE OR REPLACE FUNCTION private.is_as_seen(posting public.jobs, seen jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select not exists (
    select from jsonb_each(jsonb_build_object('title', posting.title, 'company', posting.company, 'location', posting.location,
      'workplace', posting.workplace, 'job_type', posting.job_type, 'salary_range', posting.salary_range,
      'salary_from', posting.salary_from, 'salary_to', posting.salary_to, 'salary_currency', posting.salary_currency,
      'salary_period', posting.salary_period)) as now
    where seen ? now.key and seen -> now.key is distinct from now.value
      and (now.key <> 'salary_range' or posting.salary_currency is null))
$function$;

CREATE OR REPLACE FUNCTION private.is_at_domain(email text, domain text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select host = domain or right(host, char_length(domain) + 1) = '.' || domain
  from (select substring(lower(email) from '@([^@]*)$') as host) as of_address
$function$;

CREATE OR REPLACE FUNCTION private.is_blocked_address(address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from auth.users as u
    where u.banned_until > now() and lower(u.email) = address and auth.has_proved_mailbox(u.id))
$function$;
grant execute on function private.is_blocked_address(text) to service_role;

CREATE OR REPLACE FUNCTION private.is_blocked_between(one uuid, other uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.blocks where (blocker_id, blocked_id) in ((one, other), (other, one)))
$function$;

CREATE OR REPLACE FUNCTION private.is_blocked_with_team(person uuid, candidate uuid, company uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_blocked_between(person, candidate)
    or exists (select from public.blocks as b where b.company_id = company and candidate in (b.blocker_id, b.blocked_id))
    or exists (select from public.blocks as b join public.company_members as m on m.company_id = b.company_id
      where b.blocker_id = candidate and m.user_id = person)
$function$;

CREATE OR REPLACE FUNCTION private.is_closed_by_staff(conversation uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.closed_conversations as k where k.conversation_id = conversation)
$function$;
grant execute on function private.is_closed_by_staff(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.is_email_address(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select address ~
    '(?=^[^@]{1,64}@)^(?:[A-Za-z0-9_''+\-]+\.)*[A-Za-z0-9_''+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$'
$function$;
grant execute on function private.is_email_address(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_gone_mailbox(address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) = 3 and bool_and(newest.state = 'bounced' and private.says_no_mailbox(newest.said))
    from (select m.state, m.said from staff.mails as m where m.recipient = address order by m.at desc, m.id desc limit 3) as newest
$function$;
grant execute on function private.is_gone_mailbox(text) to service_role;

CREATE OR REPLACE FUNCTION private.is_gone_subscriber(subscriber uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*) = 3 and bool_and(coalesce(tried.mailbox_is_gone, false)) and max(tried.refused_at) > now() - interval '180 days'
    from (select d.mailbox_is_gone, d.refused_at from public.newsletter_deliveries as d
      where d.subscriber_id = subscriber and d.sent_at is not null and (d.refused_at is null or d.mailbox_is_gone is not null)
      order by d.sent_at desc limit 3) as tried
$function$;
grant execute on function private.is_gone_subscriber(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.is_invited(address text, hash text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from staff.invitations as i
    where i.email = lower(address) and i.token_hash = hash and i.ends_at > now())
$function$;
grant execute on function private.is_invited(text,text) to service_role;

CREATE OR REPLACE FUNCTION private.is_known_employer(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.employers where user_id = person)
    and auth.has_proved_mailbox(person)
$function$;
grant execute on function private.is_known_employer(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_large_board()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) > 5000 from (select from private.job_search limit 5001) as counted
$function$;

CREATE OR REPLACE FUNCTION private.is_last_owner(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from staff.members as m join auth.users as u on u.id = m.user_id
      where m.user_id = person and m.role = 'owner' and u.email not like '%@demo.example')
    and not exists (select from staff.members as m join auth.users as u on u.id = m.user_id
      where m.user_id <> person and m.role = 'owner' and m.accepted_at >= m.appointed_at
        and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
        and u.email not like '%@demo.example')
$function$;
grant execute on function private.is_last_owner(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.is_listed(entry jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select not entry ? 'words' or entry - '{words,skills}'::text[] <> '{}'
$function$;

CREATE OR REPLACE FUNCTION private.is_newest_text(of_kind text, of_version integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (select from staff.words as w where w.kind = of_kind and w.version > of_version)
$function$;

CREATE OR REPLACE FUNCTION private.is_of_hidden_company(job public.jobs)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select c.state = 'hidden' from staff.cases as c
    where c.kind = 'company' and c.subject_id = job.posted_by and c.decided_at is not null
      and c.company_key = private.company_key(job.company)
    order by c.decided_at desc limit 1), false)
$function$;

CREATE OR REPLACE FUNCTION private.is_open(job public.jobs)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select job.is_active and job.hidden_at is null and job.ends_at > now()
$function$;
grant execute on function private.is_open(public.jobs) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_open_for_typing(topic text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.conversations as c
    join public.candidate_profiles as p on p.user_id = c.candidate_id and p.public_profile
    cross join lateral (
      select case when c.candidate_id = auth.uid() then c.member_id else auth.uid() end as id) as member
    where 'typing:' || c.id = topic
      and private.side_of(c) is not null
      and member.id is not null
      and not private.is_blocked_with_team(member.id, c.candidate_id, c.company_id)
      and member.id not in (select private.banned_people())
      and c.candidate_id not in (select private.banned_people())
      and private.may_see_candidates(member.id)
      and not exists (
        select from public.profile_hides as h
        where h.user_id = c.candidate_id and h.company_key = any (private.company_keys_of(member.id))))
$function$;
grant execute on function private.is_open_for_typing(text) to authenticated;

CREATE OR REPLACE FUNCTION private.is_own_block(block public.blocks, talk public.conversations)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when talk.candidate_id = auth.uid()
    then block.blocker_id = auth.uid() and (block.blocked_id = talk.member_id or block.company_id = talk.company_id)
    else block.blocked_id = talk.candidate_id and (block.blocker_id = auth.uid()
      or block.company_id = talk.company_id and exists (select from private.company_people as p
        where p.company_id = talk.company_id and p.user_id = block.blocker_id)) end
$function$;

CREATE OR REPLACE FUNCTION private.is_remote_from(entry jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(entry ->> 'workplace' = 'remote' and entry ->> 'state' is not null, false)
$function$;

CREATE OR REPLACE FUNCTION private.is_seen_list(entries text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(bool_and(private.has_visible(entry, 1)), true) from unnest(entries) as entry
$function$;
grant execute on function private.is_seen_list(text[]) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_sent_by_people()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(current_setting('role', true), '') in ('anon', 'authenticated')
$function$;

CREATE OR REPLACE FUNCTION private.is_sign_up_open()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(private.rule_words('sign-up') ->> 'state', 'open') = 'open'
$function$;
grant execute on function private.is_sign_up_open() to service_role;

CREATE OR REPLACE FUNCTION private.is_tidy_list(list text[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  entry text;
  seen text[] := '{}';
begin
  if list is null or list = '{}' then return true; end if;
  if array_ndims(list) <> 1 then return false; end if;
  foreach entry in array list loop
    if entry is null or entry = '' or entry <> btrim(entry) or entry = any (seen) then return false; end if;
    seen := seen || entry;
  end loop;
  return true;
end
$function$;
grant execute on function private.is_tidy_list(text[]) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_web_address(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select address ~*
    '^https?://(?:(?:[a-z0-9_-]+\.)*[a-z][a-z0-9_-]*\.?|(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]))(?::(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4}))?(?:[/?#][^\t\n\v\f\r \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]*)?$'
$function$;
grant execute on function private.is_web_address(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.job_line(posting public.jobs)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', posting.id, 'title', posting.title, 'company', posting.company,
    'job_type', posting.job_type, 'location', posting.location, 'salary_range', posting.salary_range,
    'salary_from', posting.salary_from, 'salary_to', posting.salary_to,
    'salary_currency', posting.salary_currency, 'salary_period', posting.salary_period,
    'created_at', posting.created_at)
$function$;

CREATE OR REPLACE FUNCTION private.job_status(job public.jobs)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when job.hidden_at is not null then 'hidden'
    when job.posted_by in (select private.banned_people()) then 'paused'
    when private.is_open(job) then 'live'
    when job.filled_at is not null then 'filled'
    when not job.is_active then 'closed'
    else 'expired' end
$function$;

CREATE OR REPLACE FUNCTION private.job_to_confirm(named uuid, called text)
 RETURNS TABLE(id uuid, contact_email text, own_email text, may_write_to_others boolean, is_confirmed boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select j.id, lower(j.contact_email), lower(u.email), auth.has_proved_mailbox(u.id),
    exists (select from public.job_mails as m where m.job_id = j.id and m.kind = 'job-posted')
  from public.jobs as j join auth.users as u on u.id = j.posted_by
  where j.posted_by = (select auth.uid()) and j.created_at > now() - interval '1 hour'
    and j.hidden_at is null and (named is null or j.id = named) and (called is null or j.title = called)
  order by j.created_at desc limit 1
$function$;
grant execute on function private.job_to_confirm(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION private.jobs_to_tell(most integer)
 RETURNS TABLE(id uuid, at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with since as (select n.told_until, n.told_id from private.index_now as n),
    until as (select now() - interval '10 seconds' as at)
  (select j.id, j.updated_at from public.jobs as j, since, until
    where (j.updated_at, j.id) > (since.told_until, since.told_id) and j.updated_at <= until.at
      and not (j.hidden_at is not null and j.hidden_at <= j.created_at)
    order by j.updated_at, j.id limit most)
  union all
  (select j.id, j.ends_at from public.jobs as j, since, until
    where j.is_active and j.hidden_at is null
      and (j.ends_at, j.id) > (since.told_until, since.told_id) and j.ends_at <= until.at
    order by j.ends_at, j.id limit most)
  union all
  (select r.id, r.removed_at from public.removed_jobs as r, since, until
    where (r.removed_at, r.id) > (since.told_until, since.told_id) and r.removed_at <= until.at
    order by r.removed_at, r.id limit most)
  order by 2, 1 limit most
$function$;
grant execute on function private.jobs_to_tell(integer) to service_role;

CREATE OR REPLACE FUNCTION private.junctions(words text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select substr(words, place - 2, 5) from generate_series(3, char_length(words) - 2) as place
  where substr(words, place, 1) = ' '
$function$;
grant execute on function private.junctions(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.keep_blocks_of_company(person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.blocks as b set blocked_id = (
      select m.user_id from public.company_members as m
      where m.company_id = b.company_id and m.user_id not in (person, b.blocker_id)
        and not exists (select from public.blocks as other
          where other.blocker_id = b.blocker_id and other.blocked_id = m.user_id)
      order by m.joined_at, m.user_id limit 1)
    where b.blocked_id = person
      and exists (select from private.company_people as p where p.company_id = b.company_id and p.user_id = person)
      and exists (select from public.company_members as m
        where m.company_id = b.company_id and m.user_id not in (person, b.blocker_id)
          and not exists (select from public.blocks as other
            where other.blocker_id = b.blocker_id and other.blocked_id = m.user_id))
$function$;

CREATE OR REPLACE FUNCTION private.keep_changed_searched()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  turned uuid[] := array(select id from (select id, is_featured from written except select id, is_featured from replaced) as rows);
  later uuid[] := array(select id from (select id, posted_by from written except select id, posted_by from replaced) as rows
    order by id = any (turned) desc, id offset 200);
begin
  perform private.keep_searched(array(select id from written except select unnest(later)));
  if later <> '{}' then
    perform queue.add('searched-postings', json_build_object('companyId', theirs.company_id))
      from (select distinct w.company_id from written as w) as theirs;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_client_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.company_keys (company_id, key)
    select distinct w.company_id, private.company_key(w.client) from written as w where w.client is not null
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_company_key()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.company_keys (company_id, key)
    select new.id, key from (
      select new.name_key as key
      union select private.name_key(new.next_name)
      -- Proven ones alone, or whoever names a rival's domain would blind the rival.
      union select private.company_key(new.proven_domain)
    ) as known where key <> ''
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_company_searched()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.keep_searched(array(select id from public.jobs where company_id = new.id and is_active and not is_past));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_evidence_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.keep_job_evidence(j) from public.jobs as j where j.posted_by = old.id;
  insert into private.kept_evidence (kind, subject_id, people, content, reports)
  select 'conversation', c.id, private.describe_people(array[c.member_id, c.candidate_id] || array(
      select distinct m.sender_id from public.messages as m
      where m.conversation_id = c.id and m.sender_id not in (
        coalesce(c.member_id, c.candidate_id), coalesce(c.candidate_id, c.member_id)))),
    to_jsonb(c) || jsonb_build_object('messages', coalesce((
      select jsonb_agg(jsonb_build_object('sender_id', m.sender_id, 'created_at', m.created_at,
        'body', m.body) order by m.created_at, m.id)
      from public.messages as m where m.conversation_id = c.id), '[]')),
    (select jsonb_agg(to_jsonb(r) order by r.created_at)
      from public.message_reports as r where r.conversation_id = c.id)
  from public.conversations as c
  where (old.id in (c.member_id, c.candidate_id) or exists (
      select from public.messages as m where m.conversation_id = c.id and m.sender_id = old.id))
    and exists (select from public.message_reports as r where r.conversation_id = c.id)
  on conflict (kind, subject_id) do nothing;
  return case when tg_op = 'DELETE' then old else new end;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_fit(person uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted jsonb := (select private.fit_conditions(p) from public.candidate_profiles as p where p.user_id = person);
  kept bigint;
begin
  if wanted is null then
    raise exception using errcode = 'PT409', message = 'Write your candidate profile first: it says what fits you.';
  end if;
  insert into private.kept_searches as s (kind, conditions, user_id) values ('fit', wanted, person)
    on conflict (user_id) do update set conditions = excluded.conditions returning s.id into kept;
  return kept;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_job_evidence(job public.jobs)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.kept_evidence (kind, subject_id, people, content, reports)
  select 'job', job.id, private.describe_people(array[job.posted_by]), to_jsonb(job),
    coalesce(jsonb_agg(to_jsonb(r) order by r.created_at) filter (where r.id is not null), '[]')
  from (select) as one left join public.job_reports as r on r.job_id = job.id
  having count(r.id) > 0 or job.hidden_at is not null
  on conflict (kind, subject_id) do nothing
$function$;

CREATE OR REPLACE FUNCTION private.keep_landings()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_large_board() then return; end if;
  delete from private.kept_landings;
  insert into private.kept_landings (path, changed) select f.path, f.changed from private.found_landings() as f;
end
$function$;
grant execute on function private.keep_landings() to service_role;

CREATE OR REPLACE FUNCTION private.keep_membership_price(of_price text, of_amount bigint, of_currency text, of_period text, of_periods integer, of_plus_tax boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before private.membership_price;
begin
  select p.* into before from private.membership_price as p;
  insert into private.membership_price (price_id, amount, currency, period, periods, is_plus_tax)
    values (of_price, of_amount, of_currency, of_period, of_periods, of_plus_tax)
    on conflict (is_only) do update set price_id = excluded.price_id, amount = excluded.amount,
      currency = excluded.currency, period = excluded.period, periods = excluded.periods,
      is_plus_tax = excluded.is_plus_tax, read_at = now();
  if (before.amount, before.currency, before.period, before.periods, before.is_plus_tax)
    is distinct from (of_amount, of_currency, of_period, of_periods, of_plus_tax)
  then
    perform pg_notify('words_changed', '1');
  end if;
end
$function$;
grant execute on function private.keep_membership_price(text,bigint,text,text,integer,boolean) to
  service_role;

CREATE OR REPLACE FUNCTION private.keep_message_mail_token(hash text, person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.message_mail_tokens where user_id = person and created_at < now() - interval '180 days';
  insert into private.message_mail_tokens (token_hash, user_id) values (hash, person);
$function$;
grant execute on function private.keep_message_mail_token(text,uuid) to service_role;

CREATE OR REPLACE FUNCTION private.keep_profile_hidden()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_sent_by_people() and new.user_id is distinct from auth.uid() then return new; end if;
  if exists (select from private.hidden_profiles where user_id = new.user_id) then
    raise exception 'Our staff hid this profile. Our email says why, and how to tell us that we are wrong.'
      using errcode = 'PT403';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_reported_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.keep_job_evidence(old);
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_resume(person uuid, id uuid, file_name text, type text, bytes integer, object_name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if person is not null then
    perform pg_advisory_xact_lock(hashtextextended('resume of ' || person, 0));
    perform private.put_resume_aside(person);
  end if;
  insert into public.resumes (id, user_id, file_name, type, bytes, object_name, is_current)
    values (id, person, file_name, type, bytes, object_name, person is not null);
end $function$;
grant execute on function private.keep_resume(uuid,uuid,text,text,integer,text) to service_role;

CREATE OR REPLACE FUNCTION private.keep_search(kind text, conditions jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  tidy jsonb := private.tidy_conditions(kind, conditions);
  found bigint;
begin
  for attempt in 1..2 loop
    insert into private.kept_searches (kind, conditions) values (kind, tidy) on conflict do nothing returning id into found;
    if found is not null then return found; end if;
    -- Held, so that it is not cleaned away before the alert stands.
    select s.id into found from private.kept_searches as s
      where s.kind = kind and s.user_id is null
        and md5(s.conditions::text) = md5(tidy::text) and s.conditions = tidy for share;
    if found is not null then return found; end if;
  end loop;
  raise exception using errcode = '40001', message = 'Try it again.';
end $function$;
grant execute on function private.keep_search(text,jsonb) to service_role;

CREATE OR REPLACE FUNCTION private.keep_searched(jobs uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.job_search as s using public.jobs as j
    where s.job_id = any (jobs) and j.id = s.job_id
      and (not j.is_active or j.hidden_at is not null or j.is_past);
  with written as materialized (
    select j as job, j.location, j.city, j.region, j.country from public.jobs as j
    where j.id = any (jobs) and j.is_active and j.hidden_at is null and not j.is_past
  ), located as materialized (
    -- Many postings are at the same place: it is looked up once.
    select * from (select distinct w.location, w.city, w.region, w.country from written as w) as said,
      private.place_of_posting(said.location, said.city, said.region, said.country)
  ), made as materialized (
    select private.board_row(w.job, l.place, l.state, l.latitude, l.longitude) as row
    from written as w join located as l on l.location = w.location
      and l.city is not distinct from w.city and l.region is not distinct from w.region
      and l.country is not distinct from w.country
  ), places as (
    insert into private.board_places (place, latitude, longitude)
      select distinct on ((row).place) (row).place, (row).latitude, (row).longitude from made
      where (row).place is not null and not exists (
        select from private.board_places as b where b.place = (made.row).place)
      order by (row).place
      on conflict do nothing
  ), spots as (
    insert into private.board_spots (spot, latitude, longitude)
      select distinct on (1) private.spot_of((row).latitude, (row).longitude), (row).latitude, (row).longitude from made
      where (row).latitude is not null and not exists (select from private.board_spots as b
        where b.spot = private.spot_of((made.row).latitude, (made.row).longitude))
      order by 1
      on conflict do nothing
  )
  insert into private.job_search as s select (row).* from made
    on conflict (job_id) do update set posted_by = excluded.posted_by, company_id = excluded.company_id, ends_at = excluded.ends_at,
      is_featured = excluded.is_featured, created_at = excluded.created_at, words = excluded.words,
      job_type = excluded.job_type, workplace = excluded.workplace, state = excluded.state, place = excluded.place, role = excluded.role,
      latitude = excluded.latitude, longitude = excluded.longitude, pay = excluded.pay, traits = excluded.traits,
      facets = excluded.facets
    where s is distinct from excluded;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_verified_applicant()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.is_verified := new.profile is not null and exists (select from public.candidate_profiles as p
    where p.user_id = new.applicant_id and p.verified <> '[]');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_what_the_site_writes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (new.id, new.created_at, new.verified) is distinct from (old.id, old.created_at, old.verified) then
    raise insufficient_privilege using message = 'permission denied for table candidate_profiles';
  end if;
  -- Another tab may have saved since the row was read.
  new.updated_at := old.updated_at;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_written_searched()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.keep_searched(array(select id from written));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.kept_for()
 RETURNS interval
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select make_interval(days => greatest(coalesce(private.setting('applications_kept_days')::int, 30), 0))
$function$;

CREATE OR REPLACE FUNCTION private.kept_seats()
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(count(*) - (private.seats_included() - 1), 0)::integer
  from public.membership_seats as s
    join public.company_members as holder on holder.company_id = s.company_id and holder.user_id = s.user_id
    join public.company_members as payer on payer.company_id = s.company_id and payer.user_id = s.payer_id
  where s.payer_id = auth.uid()
$function$;
grant execute on function private.kept_seats() to authenticated;

CREATE OR REPLACE FUNCTION private.keys_of_person(its_words text, its_facets text[])
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 'person all'
  union all select 'person ' || facet from unnest(its_facets) as facet
  union all select distinct 'person has ' || piece from unnest(private.pieces(its_words)) as piece where char_length(piece) <= 3
$function$;

CREATE OR REPLACE FUNCTION private.keys_of_posting(its_words text, its_facets text[], its_type text, its_latitude real, its_longitude real, full_text text, known text[])
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 'job all'
  union all select 'job ' || facet from unnest(its_facets) as facet
  union all select 'job ' || facet || ' in ' || state from unnest(its_facets) as facet, unnest(its_facets) as state
    where state like 'state %' and (facet like 'skill %' or facet like 'wants%')
  union all select distinct 'job has ' || piece from unnest(private.pieces(its_words)) as piece where char_length(piece) <= 3
  union all select 'fit ' || reason || ' at ' || spot from unnest(
      array(select distinct 'skill ' || phrase from private.phrases(private.spaced_words(full_text)) as phrase
        join unnest(known) as skill on skill = phrase)
      || array(select facet from unnest(its_facets) as facet where facet like 'wants %')
      || ('type ' || lower(its_type))) as reason,
    unnest(array_remove(array['anywhere', private.area_of(its_latitude, its_longitude)], null)
      || array(select facet from unnest(its_facets) as facet where facet = 'remote' or facet like 'state %')) as spot
    where known is not null
$function$;

CREATE OR REPLACE FUNCTION private.kinds_on_board(wanted jsonb, are_counted boolean)
 RETURNS integer[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_array_length(wanted) > 1 or not private.is_listed(wanted -> 0)
      or not (are_counted or not wanted -> 0 ? 'near' or private.asked_traits(wanted -> 0) <> '{}') then return null; end if;
  return (
    with recursive kinds as (
      (select s.traits from private.job_search as s order by s.traits limit 1)
      union all
      select (select s.traits from private.job_search as s where s.traits > kinds.traits order by s.traits limit 1)
        from kinds where kinds.traits is not null)
    select coalesce(array_agg(kinds.traits) filter (where kinds.traits is not null), '{}') from kinds);
end
$function$;

CREATE OR REPLACE FUNCTION private.know_time_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.time_zone <> all (array['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles',
      'America/Phoenix', 'America/Detroit', 'America/Anchorage', 'Pacific/Honolulu', 'UTC'])
    and not exists (select from pg_catalog.pg_timezone_names as z where z.name = new.time_zone)
  then
    raise exception using errcode = 'PT400', message = 'There is no such time zone.';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.known_roles()
 RETURNS TABLE(slug text, name text, pattern text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  values ('ai-governance', 'AI governance', '\m(ai|ml)\M.*(govern|policy|ethic|risk|oversight)|governance'),
    ('cdi-specialist', 'CDI specialist', '\mcdi\M|clinical documentation'),
    ('denials-specialist', 'Denials specialist', 'denial|appeals'),
    ('prior-authorization', 'Prior authorization', 'prior[- ]auth|authorization'),
    ('charge-capture', 'Charge capture', 'charge (capture|master|integrity|description)|chargemaster|\mcdm\M'),
    ('coding-auditor', 'Coding auditor', 'audit'),
    ('revenue-integrity', 'Revenue integrity', 'revenue integrity'),
    ('medical-coder', 'Medical coder', '\mcod(er|ers|ing)\M'),
    ('medical-biller', 'Medical biller', '\mbill(er|ers|ing)\M|claims|collections|accounts receivable'),
    ('revenue-cycle', 'Revenue cycle', 'revenue cycle|\mrcm\M|patient (access|financial)|reimburse'),
    ('him-specialist', 'Health information', '\mhim\M|health information|medical records|\mrhi[at]\M'),
    ('compliance', 'Compliance', 'complian|privacy'),
    ('educator', 'Educator', 'educat|faculty|instructor|trainer|teach|curriculum'),
    ('ai-specialist', 'AI specialist', '\m(ai|ml|llm)\M|machine learning|prompt|automation'),
    ('data-analyst', 'Data analyst', '\mdata\M|analy(st|tics)|informatic')
$function$;

CREATE OR REPLACE FUNCTION private.landings_of(it private.job_search)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array_remove(array[
    case when it.workplace = 'remote' then 'remote' end,
    -- Those have the page of all that is remote.
    case when it.job_type <> 'Remote' then 'type/' || lower(it.job_type) end,
    'in/' || lower(it.state),
    'in/' || lower(split_part(it.place, '/', 1)) || '/' || replace(split_part(it.place, '/', 2), ' ', '-'),
    'in/' || lower(split_part(it.place, '/', 1)) || '/' || replace(split_part(it.place, '/', 2), ' ', '-')
      || '/' || it.role
  ], null)
$function$;

CREATE OR REPLACE FUNCTION private.last_round()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select round from private.match_round $function$;

CREATE OR REPLACE FUNCTION private.leave_applications()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.claim_applications(old.id);
  perform private.take_back(array(select a.id from public.applications as a where a.applicant_id = old.id));
  update public.resumes as r set user_id = null, is_current = false
    where r.user_id = old.id and exists (select from public.applications as a where a.resume_id = r.id);
  return case tg_op when 'DELETE' then old else new end;
end $function$;

CREATE OR REPLACE FUNCTION private.leave_lists()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.has_proved_mailbox(old.id) then
    delete from public.newsletter_subscribers where email = lower(old.email);
    delete from public.alerts where email = lower(old.email);
    delete from private.alert_tokens where lower(old.email) in (stops_for, email);
    delete from public.company_invitations where email = lower(old.email);
    delete from private.invitation_mails where email = lower(old.email);
    perform private.drop_tasks_to(lower(old.email));
  else
    perform private.drop_failed_tasks(lower(old.email), null);
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$function$;

CREATE OR REPLACE FUNCTION private.legal_versions(of_kind text)
 RETURNS TABLE(day date, version integer, content jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct on (private.day_of(w.content)) private.day_of(w.content), w.version, w.content
    from staff.words as w
    where w.kind = of_kind and of_kind = any (staff.legal_kinds()) and private.day_of(w.content) is not null
      and not exists (select from staff.words as u
        where u.kind = w.kind and u.version > w.version and u.effective_from <= w.effective_from)
    order by private.day_of(w.content), w.version desc
$function$;

CREATE OR REPLACE FUNCTION private.let_go_of_posting(of_job uuid, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  done integer;
  is_closing boolean;
begin
  with closing as (
    update public.applications as a set job_id = null, closing_since = case when it.is_open then now() else a.closing_since end
      from (
        select o.id, o.state in ('new', 'review', 'interview', 'offer') and o.leaves_at is null and o.closing_since is null
          and not exists (select from public.application_events as e where e.application_id = o.id and e.kind = 'closed') as is_open
        from public.applications as o where o.job_id = of_job order by o.id limit most for no key update) as it
      where a.id = it.id
      returning it.is_open
  ) select count(*), bool_or(is_open) into done, is_closing from closing;
  if is_closing then
    perform queue.add('tell-closed', '{}', 'tell-closed', now() + interval '10 minutes');
  end if;
  return done;
end $function$;

CREATE OR REPLACE FUNCTION private.like_pattern(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '%' || regexp_replace(private.fold(words), '([\\%_])', '\\\1', 'g') || '%'
$function$;

CREATE OR REPLACE FUNCTION private.limit_logos()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.bucket_id <> 'company-logos' then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('logos of ' || split_part(new.name, '/', 1), 0));
  if (select count(*) from storage.objects where bucket_id = 'company-logos'
      and path_tokens[1] = split_part(new.name, '/', 1) and name <> new.name) >= 10 then
    raise exception 'You tried ten logos today. Come back tomorrow.' using errcode = 'PT409';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_new_jobs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  poster record;
begin
  if not private.is_sent_by_people() then return null; end if;
  for poster in select posted_by, count(*)::integer as added from written group by posted_by loop
    perform private.count_new_jobs(poster.posted_by, poster.added);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.limit_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_sent_by_people() and not private.own_side_of(new.application_id, 'recruiter') then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('notes ' || new.application_id, 0));
  if (select count(*) from public.application_notes as n where n.application_id = new.application_id) >= 200 then
    raise exception using errcode = 'PT409', message = 'There are 200 notes on this application. Remove one first.';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_pictures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.bucket_id <> 'avatars' then return new; end if;
  if private.is_sent_by_people() and split_part(new.name, '/', 1) = auth.uid()::text then
    -- No key says whose a file is: what is still being read when an account ends would stay behind.
    perform from auth.users as u where u.id = auth.uid() for key share;
    if not found then raise exception 'This account is closed.' using errcode = '42501'; end if;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('pictures of ' || split_part(new.name, '/', 1), 0));
  if (select count(*) from storage.objects where bucket_id = 'avatars'
      and path_tokens[1] = split_part(new.name, '/', 1) and name <> new.name) >= 20 then
    raise exception 'Your folder holds 20 pictures. Remove one first.' using errcode = 'PT409';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_returned_jobs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  poster record;
begin
  if not private.is_sent_by_people() then return null; end if;
  for poster in
    select n.posted_by, count(*)::integer as added
    from written as n
    where n.is_active and n.ends_at > now()
      and n.id not in (select o.id from replaced as o where o.is_active and o.ends_at > now())
    group by n.posted_by
  loop
    perform private.count_new_jobs(poster.posted_by, poster.added);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_saved_candidates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select count(*) from public.saved_candidates where user_id = (select auth.uid())) > 10000 then
    raise exception 'You can save up to 10,000 candidates. Remove some first.' using errcode = '23514';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_saved_jobs()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (select count(*) from public.saved_jobs where user_id = (select auth.uid())) > 500 then
    raise exception 'You can save up to 500 jobs. Remove some first.' using errcode = '23514';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.limit_templates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_sent_by_people() and not new.company_id = any (private.own_companies('recruiter')) then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('templates ' || new.company_id, 0));
  if (select count(*) from public.application_templates as t where t.company_id = new.company_id) >= 50 then
    raise exception using errcode = 'PT409', message = 'A company keeps up to 50 templates. Remove one first.';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.list_keys(entry jsonb, kinds integer[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  asked integer[] := array(select private.trait(facet) from unnest(private.asked_traits(entry)) as facet);
  traits integer := (select coalesce(sum(trait), 0) from unnest(asked) as trait);
  mask integer := (select coalesce(sum(private.trait_mask(trait)), 0) from unnest(asked) as trait);
  circle jsonb := case when not private.is_remote_from(entry) then entry -> 'near' end;
  said text := '';
begin
  if not private.is_listed(entry) then return null; end if;
  if array_position(asked, null) is not null then return 'false'; end if;
  if kinds is not null then
    said := said || format(' and s.traits = any (%L::integer[])', array(select kind from unnest(kinds) as kind where kind & mask = traits));
  end if;
  if entry ? 'pay' then said := said || format(' and s.pay >= %L::integer', least((entry ->> 'pay')::numeric, 2e9)::integer); end if;
  if entry ? 'days' then
    said := said || format(' and s.created_at >= now() - %L::integer * interval ''1 day''', (entry ->> 'days')::integer);
  end if;
  if circle is not null then
    said := said || format(' and s.latitude is not null and private.spot_of(s.latitude, s.longitude) = any (%L::bigint[])',
      array(select b.spot from private.board_spots as b
        where b.latitude between (circle ->> 'latitude')::real - least((circle ->> 'miles')::real, 200) / 68
            and (circle ->> 'latitude')::real + least((circle ->> 'miles')::real, 200) / 68
          and private.miles_between(b.latitude, b.longitude, (circle ->> 'latitude')::real, (circle ->> 'longitude')::real)
            <= least((circle ->> 'miles')::real, 200)));
  end if;
  return substr(said, 6);
end
$function$;

CREATE OR REPLACE FUNCTION private.listed_companies()
 RETURNS TABLE(slug text, changed timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.slug, greatest(max(least(now(), greatest(j.updated_at,
      case when j.is_active and j.hidden_at is null and j.ends_at <= now() then j.ends_at end))), c.updated_at)
  from public.companies as c join public.jobs as j on j.company_id = c.id
  where c.public_since is not null and c.closed_at is null
    and (j.updated_at > now() - interval '60 days' or j.ends_at > now() - interval '60 days')
    and exists (select from public.company_members as m
      where m.company_id = c.id and m.user_id not in (select private.banned_people()))
  group by c.id
  having bool_or(j.is_active and j.hidden_at is null and not j.is_past and private.is_open(j)
    and j.posted_by not in (select private.banned_people()))
$function$;

CREATE OR REPLACE FUNCTION private.lock_company(company uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtextextended('company ' || company, 0))
$function$;

CREATE OR REPLACE FUNCTION private.log_position()
 RETURNS pg_lsn
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select ends - case when into_page <= 40 then into_page else 0 end
  from (select pg_current_wal_insert_lsn() as ends) as here,
    lateral (select (ends - '0/0'::pg_lsn) % current_setting('wal_block_size')::integer as into_page) as page
$function$;
grant execute on function private.log_position() to service_role;

CREATE OR REPLACE FUNCTION private.longest_of(list text[])
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select max(char_length(entry)) from unnest(list) as entry
$function$;
grant execute on function private.longest_of(text[]) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.make_plain_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Within a value of JSON such a character stands as its number.
  if new::text ~ '[\u0001-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\\u00[01]' then
    new := jsonb_populate_record(new, private.plain_json(to_jsonb(new)));
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.match_round_of_jobs(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
 SET work_mem TO '32MB'
AS $function$
declare
  this bigint;
  taken integer;
  -- Nothing where nobody's profile is followed.
  known text[] := (select array_agg(distinct skill) from private.kept_searches as s, unnest(private.texts_in(s.conditions, 'skills')) as skill
    where s.kind = 'fit');
begin
  if not exists (select from private.unmatched where kind = 'job') then return 0; end if;
  if known is null and exists (select from private.kept_searches as s where s.kind = 'fit') then known := '{}'; end if;
  update private.match_round as r set round = r.round + 1 returning r.round into this;
  with gone as (
    delete from private.unmatched as u where u.id in (
      select w.id from private.unmatched as w where w.kind = 'job' order by w.id limit most)
    returning u.subject_id, u.since
  ), fresh as materialized (
    select s.job_id, s.words, s.facets, s.latitude, s.longitude, s.pay, s.job_type, t.since,
      case when known <> '{}' then (select concat_ws(' ', j.title, j.requirements, j.description)
        from public.jobs as j where j.id = s.job_id) end as full_text
    from (select g.subject_id, max(g.since) as since from gone as g group by 1) as t
      join private.job_search as s on s.job_id = t.subject_id
  ), keys as materialized (
    select f.job_id, key from fresh as f cross join lateral private.keys_of_posting(f.words, f.facets, f.job_type, f.latitude,
      f.longitude, f.full_text, known) as key
  ), noted as (
    -- In the order of what was found before, so that each page of it is written once.
    insert into private.search_matches (search_id, subject_id, round)
      select distinct b.search_id, f.job_id, this
      from keys as k
        join private.search_anchors as a on a.anchor = k.key
        join private.search_branches as b on b.id = a.branch_id
        join fresh as f on f.job_id = k.job_id
      where b.made_at <= f.since
        and private.finds_job(b.patterns, b.facets, b.any_facet, b.latitude, b.longitude, b.miles, b.pay, b.types,
          f.words, f.facets, f.latitude, f.longitude, f.pay, f.job_type)
      order by 1, 2
      on conflict do nothing
  )
  select count(*) into taken from gone;
  return taken;
end $function$;
grant execute on function private.match_round_of_jobs(integer) to service_role;

CREATE OR REPLACE FUNCTION private.match_round_of_people(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  this bigint;
  taken integer;
begin
  if not exists (select from private.unmatched where kind = 'person') then return 0; end if;
  update private.match_round as r set round = r.round + 1 returning r.round into this;
  with gone as (
    delete from private.unmatched as u where u.id in (
      select w.id from private.unmatched as w where w.kind = 'person' order by w.id limit most)
    returning u.subject_id, u.since
  ), fresh as materialized (
    select c.profile_id, c.words, c.facets, c.place, c.certifications, c.years, c.latitude, c.longitude, t.since
    from (select g.subject_id, max(g.since) as since from gone as g group by 1) as t
      join private.candidate_search as c on c.profile_id = t.subject_id
  ), noted as (
    insert into private.search_matches (search_id, subject_id, round)
      select b.search_id, f.profile_id, this
      from fresh as f cross join lateral private.keys_of_person(f.words, f.facets) as key
        join private.search_anchors as a on a.anchor = key
        join private.search_branches as b on b.id = a.branch_id
      where b.made_at <= f.since
        and private.finds_person(b.patterns, b.facets, b.any_facet, b.place, b.proof, b.years_from, b.years_to,
          b.latitude, b.longitude, b.miles, f.words, f.facets, f.place, f.certifications, f.years, f.latitude, f.longitude)
      on conflict do nothing
  )
  select count(*) into taken from gone;
  return taken;
end $function$;
grant execute on function private.match_round_of_people(integer) to service_role;

CREATE OR REPLACE FUNCTION private.may_answer_applicant(application uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.own_side_of(application, 'recruiter') and exists (
    select from public.applications as a
    where a.id = application and a.state <> 'withdrawn' and a.leaves_at is null and a.spam_at is null)
$function$;

CREATE OR REPLACE FUNCTION private.may_be_found()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from staff.launched_anyway)
    or (exists (select from staff.launch_points)
      and not exists (select from staff.launch_points as p where p.state = 'red'
        and p.name not in ('backups', 'disk', 'mail-trial', 'price', 'proxy', 'webhook')))
$function$;
grant execute on function private.may_be_found() to service_role;

CREATE OR REPLACE FUNCTION private.may_come_again()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.newsletter_limits as l where l.key
    = encode(sha256(convert_to('address ' || private.box_of(old.email), 'UTF8')), 'hex');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.may_post_for(company uuid)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.company_members as m
    where m.company_id = company and m.user_id = auth.uid() and m.role in ('admin', 'recruiter'))
$function$;
grant execute on function private.may_post_for(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.may_see_candidates(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.has_active_membership(person) and private.is_known_employer(person)
$function$;
grant execute on function private.may_see_candidates(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.message_words(body text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT COST 2000
 SET search_path TO ''
AS $function$
  select array_to_tsvector(array(
    select left(word, 40) from regexp_split_to_table(private.bare_words(body), '[^[:alnum:]]+') as word where word <> ''))
$function$;
grant execute on function private.message_words(text) to service_role;

CREATE OR REPLACE FUNCTION private.miles_between(latitude real, longitude real, other_latitude real, other_longitude real)
 RETURNS real
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (7917.5 * asin(sqrt(0.999999999999 * (power(sin(radians(other_latitude - latitude) / 2), 2)
    + cos(radians(latitude)) * cos(radians(other_latitude))
      * power(sin(radians(other_longitude - longitude) / 2), 2)))))::real
$function$;

CREATE OR REPLACE FUNCTION private.most_relevant(plain text, indexed text, banned uuid[], phrase text, share real, most integer, OUT ids uuid[], OUT matches integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET max_parallel_workers_per_gather TO '0'
 SET jit TO 'off'
 SET work_mem TO '16MB'
 SET random_page_cost TO '0.1'
 SET seq_page_cost TO '0.1'
 SET enable_seqscan TO 'on'
AS $function$
declare
  live constant text := 's.ends_at > now() and s.posted_by <> all ($1)';
  newest constant text := 's.is_featured desc, s.created_at desc, s.job_id desc';
  dated text;
  sources text[];
  source text;
begin
  if share >= 0.04 then
    sources := array[format('select * from (select * from private.job_search as s order by %s limit %s) as s where %s and %s',
      newest, 36000, live, plain)];
  end if;
  dated := private.newest_with(1001, share);
  if dated is not null and share < 0.04 then
    sources := sources || format('select * from private.job_search as s where %1$s and %2$s and %3$s
      union select * from private.job_search as s where s.is_featured and %1$s and %2$s
      union select * from private.job_search as s where not s.is_featured and s.created_at > now() and %1$s and %4$s',
      live, indexed, dated, plain);
  end if;
  foreach source in array sources || format('select * from private.job_search as s where %s and %s offset 0', live, indexed) loop
    execute format('with found as materialized (select * from (%s) as s order by %s limit 1001)
        select count(*), array(select s.job_id from found as s order by
          (strpos(split_part(s.words, E''\x1f'', 1), $2) = 1)::int
            + (strpos('' '' || split_part(s.words, E''\x1f'', 1), '' '' || $2) > 0)::int
            + (strpos(split_part(s.words, E''\x1f'', 1), $2) > 0)::int desc, %s limit %s) from found', source, newest, newest, most)
      into matches, ids using banned, phrase;
    exit when matches > 1000 or share = 1;
    perform set_config('enable_seqscan', 'off', true);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.name_as_candidate(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.not_our_name(nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), ''))
  from auth.users as u where u.id = person
$function$;

CREATE OR REPLACE FUNCTION private.name_as_member(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(private.not_our_name(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100)), 'A member')
  from auth.users as u where u.id = person
$function$;

CREATE OR REPLACE FUNCTION private.name_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select coalesce(nullif(private.company_key(name), ''), lower(name))
$function$;
grant execute on function private.name_key(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.name_of_today(company uuid, called text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select c.name
    from public.companies as c join private.former_company_names as f on f.company_id = c.id
    where c.id = company and f.key = private.name_key(called)
      and f.key is distinct from c.name_key and f.key is distinct from private.name_key(c.next_name)), called)
$function$;

CREATE OR REPLACE FUNCTION private.needed_pieces(words text, prefix text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  few text := left(words, 100);
  long text[] := array(select distinct private.junctions(few));
  pieces text[] := long;
  piece text;
begin
  if few = '' then return '{}'; end if;
  if char_length(few) < 3 then return array[prefix || few]; end if;
  for place in 1..char_length(few) by 3 loop
    piece := substr(few, least(place, char_length(few) - 2), 3);
    if strpos(array_to_string(long, E'\x1f'), piece) = 0 then pieces := pieces || piece; end if;
  end loop;
  return array(select prefix || needed from unnest(pieces) as needed);
end $function$;

CREATE OR REPLACE FUNCTION private.new_rules_that_hold(job public.jobs)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(select rule from unnest(private.rules_that_hold(job)
      || case when private.is_of_hidden_company(job) then '{hidden-company}'::text[] end) as rule
    where not exists (select from staff.cases as c
      where c.kind = 'job' and c.subject_id = job.id and c.state = 'released' and rule = any (c.held_for)))
$function$;

CREATE OR REPLACE FUNCTION private.newest_parts(most integer, share real, days integer, OUT part text, OUT numbers integer[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  board real := (select c.reltuples from pg_catalog.pg_class as c where c.oid = 'private.job_search'::regclass);
  oldest timestamptz;
  since timestamptz;
  -- And a third more, because luck is uneven.
  reach real := most * 1.33 / nullif(share * board, 0);
begin
  if reach is null or reach not between 0 and 0.6 then return; end if;
  select s.created_at into oldest from private.job_search as s where not s.is_featured
    order by s.is_featured, s.created_at, s.job_id limit 1;
  since := now() - (now() - oldest) * reach;
  if since > now() - days * interval '1 day' then
    part := 'private.day_of(s.created_at)';
    numbers := array(select generate_series(private.day_of(now()), private.day_of(since), -1));
  else
    part := 'private.week_of(s.created_at)';
    numbers := array(select generate_series(private.week_of(now()), private.week_of(since), -1));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.newest_with(most integer, share real)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select format('array[%s] && %L::integer[]', n.part, n.numbers) from private.newest_parts(most, share, 5) as n where n.numbers is not null
$function$;

CREATE OR REPLACE FUNCTION private.newest_words()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select string_agg(s.words, E'\x1e') from (select w.words from private.job_search as w
    order by w.is_featured desc, w.created_at desc, w.job_id desc limit 1000) as s
$function$;

CREATE OR REPLACE FUNCTION private.next_alert_at(rhythm text, weekday integer, hour integer, time_zone text, moment timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select min(found.at) from (
    select (day + make_interval(hours => hour)) at time zone time_zone as at
    from generate_series(0, 8) as ahead,
      lateral (select (moment at time zone time_zone)::date::timestamp + make_interval(days => ahead) as day) as one
    where rhythm = 'daily' or extract(isodow from day) = weekday) as found
  where found.at > moment
$function$;
grant execute on function private.next_alert_at(text,integer,integer,text,timestamp with time zone)
  to service_role;

CREATE OR REPLACE FUNCTION private.next_day()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (date_trunc('day', now() at time zone 'UTC') + interval '1 day') at time zone 'UTC'
$function$;

CREATE OR REPLACE FUNCTION private.normalize_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_person boolean := current_user in ('anon', 'authenticated');
begin
  -- What is searched for: é may be one character or two, and is the same letter.
  new.title := normalize(private.tidied(new.title), NFC);
  new.company := normalize(private.tidied(new.company), NFC);
  new.location := private.tidied(new.location);
  new.description := private.tidied(new.description);
  new.application_url := private.tidied(new.application_url);
  new.contact_name := private.tidied(new.contact_name);
  -- A line break in it is refused, not taken away: it becomes a line of a mail's head.
  if new.contact_email !~ '[\n\r]' then new.contact_email := private.trimmed(new.contact_email); end if;
  new.salary_range := private.blank_to_null(new.salary_range);
  new.requirements := private.blank_to_null(new.requirements);
  new.benefits := private.blank_to_null(new.benefits);
  new.contact_phone := private.blank_to_null(new.contact_phone);
  new.city := private.blank_to_null(new.city);
  new.region := private.blank_to_null(new.region);
  new.workplace := nullif(new.workplace, '');
  new.country := nullif(new.country, '');
  new.salary_currency := nullif(new.salary_currency, '');
  new.salary_period := nullif(new.salary_period, '');
  if new.salary_from is null and new.salary_to is null then
    new.salary_currency := null;
    new.salary_period := null;
  end if;
  if tg_op = 'INSERT' then
    if not new.is_active then new.closed_at := coalesce(new.closed_at, now()); end if;
    return new;
  end if;
  -- People say that something happened; when is for the clock to say.
  if is_person and new.filled_at is distinct from old.filled_at then
    new.filled_at := case when new.filled_at is not null then now() end;
  end if;
  if is_person and new.published_at is distinct from old.published_at then
    new.published_at := now();
  end if;
  if new.filled_at is not null and old.filled_at is null then
    new.is_active := false;
  end if;
  if new.is_active and not old.is_active then
    new.closed_at := null;
    new.filled_at := null;
    new.published_at := now();
  elsif not new.is_active then
    new.closed_at := coalesce(new.closed_at, now());
  end if;
  -- The version of the row: two editors who read the same one cannot both write.
  new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.not_our_name(name text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when not private.calls_itself_us(name) then nullif(name, '') end
$function$;

CREATE OR REPLACE FUNCTION private.note_company_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.updated_at := clock_timestamp();
  if tg_op = 'INSERT' then
    new.in_effect_at := now();
    return new;
  end if;
  if private.company_key(new.company) = private.company_key(old.company) then return new; end if;
  if private.is_sent_by_people() then
    if (select count(*) from unnest(old.changed_at) as at where at > now() - interval '1 year') >= 2 then
      raise exception using errcode = 'PT409', message =
        'You have changed the company twice within a year. Write to us, and we will change it for you.';
    end if;
    new.changed_at := old.changed_at || now();
  end if;
  if old.in_effect_at <= now() then
    new.former_company := old.company;
    new.former_company_id := old.company_id;
  end if;
  new.in_effect_at := private.tie_counts_from(new.user_id);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_company_record(company uuid, asked text, outcome text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it public.companies;
  proof public.company_proofs;
  holder uuid;
begin
  perform private.hold_companies(array[company]);
  select * into it from public.companies as c where c.id = company;
  if it.domain is distinct from asked or asked is null then return 'changed'; end if;
  select * into proof from public.company_proofs as p
    where p.company_id = company and p.kind = 'dns' and p.ended_at is null for update;
  if outcome = 'found' and proof.id is null then
    holder := private.holder_of(asked, company);
    if holder is not null then
      perform private.open_company_case('domain', company, holder, asked);
      return 'held';
    end if;
    insert into public.company_proofs (company_id, kind, domain, asked_at) values (company, 'dns', asked, now());
  elsif proof.id is not null then
    update public.company_proofs as p set asked_at = now(),
      seen_at = case outcome when 'found' then now() else p.seen_at end,
      missing_since = case outcome when 'found' then null when 'missing' then coalesce(p.missing_since, now())
        else p.missing_since end,
      -- A week away, or a month in which nobody answered for the domain.
      ended_at = case when outcome = 'missing' and p.missing_since <= now() - interval '7 days'
        or outcome = 'unreachable' and p.seen_at <= now() - interval '30 days' then now() end
      where p.id = proof.id;
  end if;
  perform private.show_proofs(company);
  return case outcome when 'found' then 'proven' else outcome end;
end $function$;
grant execute on function private.note_company_record(uuid,text,text) to service_role;

CREATE OR REPLACE FUNCTION private.note_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.erasures (subject)
    values (private.hash_of_id(tg_argv[0], to_jsonb(old) ->> tg_argv[1])) on conflict do nothing;
  if current_setting('site.erasures_noted', true) is distinct from pg_current_xact_id()::text then
    perform queue.add('keep-erasures', '{}', 'keep-erasures', now() + interval '2 seconds');
    perform set_config('site.erasures_noted', pg_current_xact_id()::text, true);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_landings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone 'UTC')::date;
begin
  insert into private.landing_days as d (path, changed)
    select distinct path, today from changed_rows as c, unnest(private.landings_of(c)) as path
    where not exists (select from private.landing_days as known where known.path = path.path and known.changed >= today)
    order by path
    on conflict (path) do update set changed = excluded.changed where d.changed < excluded.changed;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_membership_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_over boolean := new.status = 'canceled' and old.status <> 'canceled' and not old.cancel_at_period_end
    and not new.ended_unpaid;
  begun timestamptz;
  change bigint;
begin
  -- Since when it had renewed, before this.
  begun := (select c.at from staff.membership_changes as c
    where c.user_id = new.user_id and c.subscription_id = new.subscription_id and not c.is_ending
    order by c.id desc limit 1);
  insert into staff.membership_changes (user_id, subscription_id, status, is_ending, current_period_end, amount, currency,
      price_interval, charges_paused)
    values (new.user_id, new.subscription_id, new.status, new.cancel_at_period_end, new.current_period_end, new.amount,
      new.currency, new.price_interval, new.charges_paused)
    returning id into change;
  if new.subscription_id = old.subscription_id
    and (is_over or new.status <> 'canceled' and new.cancel_at_period_end <> old.cancel_at_period_end)
    -- Of an owner's cancellation there is a mail already.
    and not ((is_over or new.cancel_at_period_end) and exists (select from staff.payment_acts as a
      where a.subscription_id = new.subscription_id and a.kind <> 'refund' and a.state <> 'refused'
        and a.asked_at >= coalesce(begun, '-infinity')))
  then
    perform queue.add('membership-mail', json_build_object('change', change::text));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_new_jobs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from private.kept_searches) then return null; end if;
  insert into private.unmatched (kind, subject_id, since)
    select 'job', w.job_id, case tg_op when 'INSERT' then clock_timestamp() else w.created_at end
    from written as w where w.created_at > now() - interval '45 days';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_new_people()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from private.kept_searches as s where s.kind = 'people') then
    insert into private.unmatched (kind, subject_id, since)
      values ('person', new.profile_id, case tg_op when 'INSERT' then clock_timestamp() else new.created_at end);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.open_company_case(kind text, company uuid, holder uuid, claim text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into staff.company_cases (kind, company_id, holder_id, claim)
    select $1, company, holder, $4
    where not exists (select from staff.company_cases as c
      where c.kind = $1 and c.company_id = company and c.holder_id is not distinct from holder and c.claim = $4)
    on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.open_jobs_of(company uuid)
 RETURNS SETOF public.jobs
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select j.* from public.jobs as j
  where j.company_id = $1 and j.is_active and j.hidden_at is null and not j.is_past and private.is_open(j)
$function$;

CREATE OR REPLACE FUNCTION private.order_invitation(invitation uuid, address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
  box text := private.box_of(address);
begin
  if not auth.has_proved_mailbox(me) then
    perform private.say_no('403', 'Confirm your own email address first. Then you can invite others.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invitations ' || me, 0));
  perform pg_advisory_xact_lock(hashtextextended('invitations to ' || box, 0));
  delete from private.invitation_mails where at < now() - interval '1 day';
  if (select count(*) from private.invitation_mails where sent_by = me) >= 20 then
    perform private.say_no('429', 'You have sent 20 invitations within a day. Continue tomorrow.');
  end if;
  if (select count(*) from private.invitation_mails where private.box_of(email) = box) >= 3 then
    perform private.say_no('429', 'This address has had three invitations within a day. Try again tomorrow.');
  end if;
  insert into private.invitation_mails (sent_by, email) values (me, address);
  perform queue.add('team-invitation', json_build_object('id', invitation), 'team-invitation ' || invitation);
end $function$;

CREATE OR REPLACE FUNCTION private.own_block(talk public.conversations)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.blocks as b
    where (b.blocker_id = talk.candidate_id or b.blocked_id = talk.candidate_id) and private.is_own_block(b, talk))
$function$;
grant execute on function private.own_block(public.conversations) to authenticated;

CREATE OR REPLACE FUNCTION private.own_companies(minimum text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(m.company_id), '{}') from public.company_members as m
  where m.user_id = auth.uid() and case minimum
    when 'viewer' then true
    when 'recruiter' then m.role in ('admin', 'recruiter')
    when 'admin' then m.role = 'admin'
  end
$function$;
grant execute on function private.own_companies(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.own_company_keys()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.company_keys_of(auth.uid())
$function$;
grant execute on function private.own_company_keys() to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.own_conversations_that_say(typed text)
 RETURNS TABLE(conversation_id uuid, message_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  teams constant uuid[] := private.own_companies('recruiter');
  words constant text[] := array(select left(w.word, 40)
    from regexp_split_to_table(private.bare_words(left(typed, 100)), '[^[:alnum:]]+') with ordinality as w (word, place)
    where w.word <> '' group by left(w.word, 40) order by min(w.place) limit 6);
  part record;
begin
  if words = '{}' then return; end if;
  for part in
    select own.missing, array_agg(own.id) as ids from (
      select named.id, array(select word from unnest(words) as word where strpos(named.bare, word) = 0) as missing
      from (
        select said.id, case when octet_length(said.name) = char_length(said.name) then lower(said.name)
            else private.bare_words(said.name) end as bare
        from (
          select c.id, case when c.candidate_id = me then concat_ws(' ', c.member_name, c.member_company)
              else concat_ws(' ', c.candidate_name, c.candidate_headline) end as name
          from public.conversations as c
          where c.candidate_id = me or (c.company_id is null and c.member_id = me) or c.company_id = any (teams)
          offset 0) as said
        offset 0) as named) as own
    group by own.missing
  loop
    if part.missing = '{}' then
      return query select id, null::uuid from unnest(part.ids) as id;
    else
      -- With the values in it, or one plan would have to do for a word that all say and for one that nobody says.
      return query execute 'select distinct on (m.conversation_id) m.conversation_id, m.id
        from unnest($1) as own (id) join public.messages as m on m.conversation_id = own.id
        where private.message_words(m.body) @@ $2
        order by m.conversation_id, m.created_at desc'
        using part.ids, (select string_agg('''' || word || ''':*', ' & ')::tsquery from unnest(part.missing) as word);
    end if;
  end loop;
end $function$;
grant execute on function private.own_conversations_that_say(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.own_customer(older_than_seconds integer)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.customer_id from public.subscriptions as s
  where s.user_id = (select auth.uid()) and (older_than_seconds = 0
    or s.asked_at not between clock_timestamp() - make_interval(secs => older_than_seconds)
      and clock_timestamp() + interval '1 minute')
$function$;
grant execute on function private.own_customer(integer) to authenticated;

CREATE OR REPLACE FUNCTION private.own_lost_seat()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.name
  from public.membership_seats as s join public.companies as c on c.id = s.company_id
  where s.user_id = (select auth.uid()) and not private.gives_seats(s.payer_id)
    and not exists (select from public.company_members as other where other.company_id = s.company_id
      and private.gives_seats(other.user_id) and private.company_paid_by(other.user_id) = s.company_id)
  order by s.given_at limit 1
$function$;
grant execute on function private.own_lost_seat() to authenticated;

CREATE OR REPLACE FUNCTION private.own_membership()
 RETURNS TABLE(has_access boolean, product_id text, status text, ends_at timestamp with time zone, cancel_at_period_end boolean, is_owed boolean, seat_of text, seats integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.pays(s.user_id), s.product_id, s.status,
    case when s.status = 'past_due' then s.paid_until else s.current_period_end end,
    s.cancel_at_period_end, s.status in ('past_due', 'unpaid'), null, private.seats_of(s.user_id)
  from public.subscriptions as s
    where s.user_id = (select auth.uid())
      and (private.pays(s.user_id) or (private.seat_of(s.user_id)).payer_id is null)
  union all
  select true, s.product_id, s.status,
    case when s.status = 'past_due' then s.paid_until else s.current_period_end end,
    s.cancel_at_period_end, exists (select from public.subscriptions as own
      where own.user_id = (select auth.uid()) and own.status in ('past_due', 'unpaid')), c.name, null
  from private.seat_of((select auth.uid())) as seat
    join public.subscriptions as s on s.user_id = seat.payer_id
    join public.companies as c on c.id = seat.company_id
    where not private.pays((select auth.uid()))
$function$;
grant execute on function private.own_membership() to authenticated;

CREATE OR REPLACE FUNCTION private.own_side_of(application uuid, minimum text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.applications as a where a.id = application and a.state <> 'unconfirmed'
    and a.applicant_id is distinct from auth.uid()
    and a.company_id = any (private.own_companies(minimum)))
$function$;
grant execute on function private.own_side_of(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION private.own_upload(upload uuid)
 RETURNS SETOF storage.resumable_uploads
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from storage.resumable_uploads
  where id = upload and expires_at > now() and sent_by = auth.role()
    and owner_id is not distinct from auth.uid()::text
$function$;
grant execute on function private.own_upload(uuid) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.page_before(postings integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select greatest(c.relpages - ceil(postings / case when c.reltuples > 0 and c.relpages > 0 then c.reltuples / c.relpages else 20 end), 0)::integer
  from pg_catalog.pg_class as c where c.oid = 'private.job_search'::regclass
$function$;

CREATE OR REPLACE FUNCTION private.paid_facets(facets text[], pay integer)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array(select facet || ' ' || step from unnest('{paid}' || facets) as facet, generate_series(5, least(pay / 10000, 20)) as step
    where facet like 'cell %' or facet like 'remote from %' or facet = 'paid')
$function$;

CREATE OR REPLACE FUNCTION private.pays(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.subscriptions
    where user_id = person
      and status in ('active', 'trialing', 'canceled', 'past_due')
      and coalesce(paid_until, current_period_end) > now() - case
        when status in ('active', 'trialing') and not cancel_at_period_end then interval '1 hour'
        else interval '0'
      end
  )
$function$;
grant execute on function private.pays(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.people_of(talk public.conversations)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select talk.candidate_id where talk.candidate_id is not null
  union select talk.member_id where talk.company_id is null and talk.member_id is not null
  union select m.user_id from public.company_members as m
    where m.company_id = talk.company_id and m.role in ('admin', 'recruiter')
$function$;

CREATE OR REPLACE FUNCTION private.people_of_company(company uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.user_id from private.company_people as p where p.company_id = company
  union
  select u.id from public.companies as c, auth.users as u
    where c.id = company and c.proven_domain is not null and u.email_confirmed_at is not null
      and private.is_at_domain(u.email, c.proven_domain)
$function$;

CREATE OR REPLACE FUNCTION private.phrases(spaced text)
 RETURNS SETOF text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  words text[] := string_to_array(btrim(spaced), ' ');
  phrase text;
begin
  for nth in 1..cardinality(words) loop
    phrase := words[nth];
    return next phrase;
    for more in 1..least(3, cardinality(words) - nth) loop
      phrase := phrase || ' ' || words[nth + more];
      return next phrase;
    end loop;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.pieces(words text, prefix text DEFAULT ''::text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  letters text[] := string_to_array(words, null);
  pieces text[] := '{}';
  piece text;
begin
  for place in 1..cardinality(letters) loop
    piece := letters[place];
    pieces := pieces || (prefix || piece);
    if place > 1 then
      piece := letters[place - 1] || piece;
      pieces := pieces || (prefix || piece);
    end if;
    if place > 2 then
      piece := letters[place - 2] || piece;
      pieces := pieces || (prefix || piece);
    end if;
    if place > 4 and letters[place - 2] = ' ' then
      pieces := pieces || (prefix || letters[place - 4] || letters[place - 3] || piece);
    end if;
  end loop;
  return pieces;
end
$function$;
grant execute on function private.pieces(text,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.place_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(btrim(regexp_replace(
      translate(regexp_replace(normalize(lower(left(name, 1000)), NFD), '[\u0300-\u036f]', '', 'g'), '.''’', ''),
    '[^a-z0-9]+', ' ', 'g')), '\msaint(e?)\M', 'st\1', 'g'), '\mfort\M', 'ft', 'g'), '\mmount\M', 'mt', 'g'),
    '\mmc ', 'mc', 'g'), '\m([od]) (?=[a-z])', '\1', 'g')
$function$;

CREATE OR REPLACE FUNCTION private.place_of_posting(location text, city text, region text, country text, OUT place text, OUT state text, OUT latitude real, OUT longitude real)
 RETURNS record
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  town text := city;
  said text := btrim(regexp_replace(location, '\(.*\)', '', 'g'));
  parts text[];
  known record;
begin
  if country not in ('US', 'PR', 'GU', 'VI', 'AS', 'MP') then return; end if;
  state := private.state_code(region);
  if town is null and region is null then
    parts := regexp_match(said,
      '^([^,;/|]{2,60}?)\s*,\s*([A-Za-z][A-Za-z. ]{1,30}?)\s*(?:\d{5}(?:-\d{4})?)?\s*(?:,\s*(?:USA?|United States.*))?$');
    if parts is null then
      state := private.state_code(said);
      if state is null or lower(said) in ('new york', 'washington') then
        select t.town, t.state into town, state from private.town_and_state(said) as t;
        town := coalesce(town, said);
      end if;
    else
      state := private.state_code(parts[2]);
      if state is null then return; end if;
      if parts[1] !~* 'remote|hybrid|on-?site' then town := parts[1]; end if;
    end if;
  elsif region is null then
    -- The form takes over a town as it was written.
    select t.town, t.state into known from private.town_and_state(town) as t;
    town := coalesce(known.town, town);
    state := known.state;
  end if;
  if town is not null and state is not null then
    -- Most places have had a posting before.
    select b.* into known from private.board_places as b where b.place = place_of_posting.state || '/' || private.place_key(town);
    if known.place is not null then
      place := known.place;
      latitude := known.latitude;
      longitude := known.longitude;
      return;
    end if;
  end if;
  if town is not null then
    select p.* into known from private.places_of(private.place_key(town), state) as p order by p.size desc limit 1;
    -- A name alone may be that of a place elsewhere.
    if known.name is not null and (state is not null or (known.size >= 3 and lower(town) not in (
        'london', 'paris', 'vienna', 'athens', 'rome', 'venice', 'melbourne', 'vancouver', 'lima', 'jamaica', 'ontario',
        'lebanon', 'palestine', 'valencia', 'remote'))) then
      state := known.state;
      place := state || '/' || private.place_key(known.name);
      latitude := known.latitude;
      longitude := known.longitude;
      return;
    end if;
  end if;
  select p.* into known from private.places_of(substring(location from '\m\d{5}\M'), state) as p;
  if known.name is not null then
    state := known.state;
    latitude := known.latitude;
    longitude := known.longitude;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.places_of(key text, wanted_state text DEFAULT NULL::text)
 RETURNS TABLE(name text, state text, latitude real, longitude real, size integer)
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(nullif(split_part(entry, '|', 6), ''), initcap(
      regexp_replace(regexp_replace(regexp_replace(key, '\mst\M', 'saint'), '\mft\M', 'fort'), '\mmt\M', 'mount'))),
    split_part(entry, '|', 2), split_part(entry, '|', 3)::real / 100, split_part(entry, '|', 4)::real / 100,
    coalesce(nullif(split_part(entry, '|', 5), '')::integer, 1)
  from private.place_blocks as b, string_to_table(b.entries, ';') as entry
  where key !~ '^\d' and b.beginning = rtrim(left(key, 3)) and split_part(entry, '|', 1) = substr(key, length(b.beginning) + 1)
    and (wanted_state is null or split_part(entry, '|', 2) = wanted_state)
  union all
  select key, split_part(entry, '|', 1), split_part(entry, '|', 2)::real / 100, split_part(entry, '|', 3)::real / 100, 1
  from private.place_blocks as b, string_to_table(b.entries, ';') as entry
  where key ~ '^\d{5}$' and b.beginning = left(key, 3)
    and split_part(entry, '|', 4) ~ ('^(..)*' || substr(key, 4, 2))
    and (wanted_state is null or split_part(entry, '|', 1) = wanted_state)
$function$;

CREATE OR REPLACE FUNCTION private.plain_json(value jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select case jsonb_typeof(value)
    when 'string' then to_jsonb(private.plain_text(value #>> '{}'))
    when 'array' then coalesce((
      select jsonb_agg(private.plain_json(entry) order by place)
      from jsonb_array_elements(value) with ordinality as e (entry, place)), '[]')
    when 'object' then coalesce((
      select jsonb_object_agg(private.plain_text(key), private.plain_json(entry))
      from jsonb_each(value) as e (key, entry)), '{}')
    else value
  end
$function$;

CREATE OR REPLACE FUNCTION private.plain_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select regexp_replace(value, '[\u0001-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]', '', 'g')
$function$;

CREATE OR REPLACE FUNCTION private.posting_rule(wanted text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(private.rule_words('posting-rules') ->> wanted, private.setting(wanted))
$function$;

CREATE OR REPLACE FUNCTION private.posting_sums(job uuid)
 RETURNS TABLE(seen bigint, saved bigint, applied bigint, answered bigint, hired bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (select coalesce(sum(v.views), 0) from public.job_activity as v where v.job_id = job),
    (select count(*) from public.saved_jobs as s where s.job_id = job),
    count(*), count(a.answered_at), count(*) filter (where a.state = 'hired')
  from public.applications as a
  where a.job_id = job and a.state <> 'unconfirmed' and a.spam_at is null
$function$;

CREATE OR REPLACE FUNCTION private.postings_to_show(company uuid, moment timestamp with time zone)
 RETURNS SETOF public.jobs
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select j.* from public.jobs as j
  where j.company_id = $1 and j.hidden_at = $2 and not exists (
    select from staff.cases as k where k.kind = 'job' and k.subject_id = j.id and k.state in ('hidden', 'appealed', 'blocked'))
$function$;

CREATE OR REPLACE FUNCTION private.previewed_words(hash text)
 RETURNS TABLE(kind text, content jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select d.kind, d.content from staff.word_previews as p
    join staff.word_drafts as d on d.kind = p.kind
    join staff.members as m on m.user_id = p.opened_by and staff.rank(m.role) >= staff.rank('staff')
      and m.accepted_at >= m.appointed_at
    join auth.users as u on u.id = m.user_id and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
  where p.token_hash = hash and p.ends_at > now()
$function$;
grant execute on function private.previewed_words(text) to service_role;

CREATE OR REPLACE FUNCTION private.profile_as_sent(person uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_strip_nulls(jsonb_build_object('headline', p.headline, 'summary', nullif(p.summary, ''),
    'years_experience', p.years_experience, 'experience_level', p.experience_level,
    'current_position', nullif(p.current_position, ''), 'current_company', nullif(p.current_company, ''),
    'location', nullif(p.location, ''), 'skills', p.skills, 'certifications', p.certifications,
    'languages', p.languages, 'education', nullif(p.education, ''), 'availability', p.availability,
    'linkedin_url', nullif(p.linkedin_url, ''), 'portfolio_url', nullif(p.portfolio_url, '')))
  from public.candidate_profiles as p where p.user_id = person
$function$;

CREATE OR REPLACE FUNCTION private.proves(person uuid, company uuid, domain text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.company_members as m join auth.users as u on u.id = m.user_id
    where m.company_id = company and m.user_id = person and m.role in ('admin', 'recruiter')
      and u.email_proved_at is not null and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
      and private.is_at_domain(u.email, domain))
$function$;

CREATE OR REPLACE FUNCTION private.put_resume_aside(person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.resumes set is_current = false where user_id = person and is_current;
  delete from public.resumes as r where r.user_id = person and not r.is_current
    and not exists (select from public.applications as a where a.resume_id = r.id);
$function$;

CREATE OR REPLACE FUNCTION private.queue_legal_letters(of_kind text, of_version integer, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  news private.legal_news;
  part json;
  queued int := 0;
  again timestamptz;
  -- The version that counted when something was taken back: who heard of an earlier one heard nothing untrue.
  counting int := coalesce((select max(w.version) from staff.words as w where w.kind = of_kind
    and w.version < of_version and w.effective_from <= (select p.published_at from staff.words as p
      where p.kind = of_kind and p.version = of_version)), 0);
begin
  select n.* into news from private.legal_news as n where n.kind = of_kind and n.version = of_version;
  if not found or not private.is_newest_text(of_kind, of_version) then return 0; end if;
  for part in
    with chosen as (
      insert into private.legal_letters (kind, version, user_id)
        select of_kind, of_version, u.id from auth.users as u
        where auth.has_proved_mailbox(u.id) and u.deleted_at is null
          and (u.banned_until is null or u.banned_until <= now())
          and u.created_at <= (select w.published_at from staff.words as w
            where w.kind = of_kind and w.version = of_version)
          and not exists (select from private.legal_letters as l
            where l.kind = of_kind and l.version = of_version and l.user_id = u.id)
          and (not news.is_taken_back or exists (
            select from private.legal_letters as l where l.kind = of_kind and l.user_id = u.id
              and l.version < of_version and l.sent_at is not null
              and l.version > counting))
        limit most
      on conflict do nothing
      returning user_id
    ), numbered as (
      select user_id, (row_number() over () - 1) / 50 as part from chosen
    )
    select json_agg(n.user_id) from numbered as n group by n.part
  loop
    perform graphile_worker.add_job('legal-letters',
      json_build_object('kind', of_kind, 'version', of_version, 'people', part), max_attempts => 16, priority => 10);
    queued := queued + json_array_length(part);
  end loop;
  if queued = 0 then
    select case when w.published_at > now() - interval '10 minutes' then now() + interval '10 minutes'
        when w.effective_from > now() then now() + interval '1 day' end
      into again from staff.words as w where w.kind = of_kind and w.version = of_version;
    if again is not null then
      perform queue.add('legal-news', json_build_object('kind', of_kind, 'version', of_version),
        'legal-news ' || of_kind || ' ' || of_version, again);
    end if;
  end if;
  return queued;
end
$function$;
grant execute on function private.queue_legal_letters(text,integer,integer) to service_role;

CREATE OR REPLACE FUNCTION private.queue_old_picture()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.profile_picture_url like '%/avatars/' || old.user_id || '/%'
    and (tg_op = 'DELETE' or new.profile_picture_url is distinct from old.profile_picture_url)
  then
    perform queue.add('remove-old-pictures', json_build_object('userId', old.user_id));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.rare_piece(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select piece from (select substr(word, place, 3) as piece, place
    from generate_series(1, greatest(char_length(word) - 2, 1)) as place) as pieces
  order by (select sum(case strpos('etaionsrlhcdumpgfy wbvkxzjq', letter) when 0 then 30
      else strpos('etaionsrlhcdumpgfy wbvkxzjq', letter) end)
    from unnest(string_to_array(piece, null)) as letter) desc, place
  limit 1
$function$;

CREATE OR REPLACE FUNCTION private.rare_piece_of(words text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select private.rare_piece(word) from unnest(words) as word order by char_length(word) desc, word limit 1
$function$;

CREATE OR REPLACE FUNCTION private.rare_pieces(pieces text[], newest text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  part text := left(newest, 12000);
  rare text[] := array(select piece from unnest(pieces) as piece where strpos(part, piece) = 0);
  rarest text;
  times integer;
  met integer;
begin
  if rare <> '{}' then return rare; end if;
  while part is not null loop
    select piece, (octet_length(part) - octet_length(replace(part, piece, ''))) / octet_length(piece) as n into rarest, times
      from unnest(pieces) as piece where piece <> all (rare) order by n, piece limit 1;
    exit when rarest is null or times > 0.8 * met;
    rare := rare || rarest;
    exit when cardinality(rare) = cardinality(pieces);
    select string_agg(words, E'\x1e'), count(*) into part, met
      from string_to_table(part, E'\x1e') as words where strpos(words, rarest) > 0;
  end loop;
  return rare;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_until(talk public.conversations, read_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when talk.company_id is null or talk.candidate_id = auth.uid() then coalesce(read_at, '-infinity')
    else greatest(read_at,
      (select m.joined_at from public.company_members as m
        where m.company_id = talk.company_id and m.user_id = auth.uid()),
      (select max(m.created_at) from public.messages as m
        where m.conversation_id = talk.id and m.sender_id <> talk.candidate_id), '-infinity') end
$function$;
grant execute on function private.read_until(public.conversations,timestamp with time zone) to
  authenticated;

CREATE OR REPLACE FUNCTION private.refuse(code text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception '%', code using errcode = 'ZX001';
end
$function$;
grant execute on function private.refuse(text) to authenticated;

CREATE OR REPLACE FUNCTION private.refuse_closed_company()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_sent_by_people() then return new; end if;
  if tg_op = 'UPDATE' and (new.posted_by <> old.posted_by or old.is_featured and not new.is_featured) then return new; end if;
  if tg_op = 'INSERT' then
    perform from public.companies as c where c.id = new.company_id for key share;
  end if;
  if exists (select from public.companies as c where c.id = new.company_id and c.closed_at is not null) then
    raise exception using errcode = 'PT403',
      message = 'We have closed this company, so it posts no jobs. Write to us if you think that this is wrong.';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_closed_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.conversations as c where c.id = new.conversation_id and (
      c.candidate_id is null
      or c.candidate_id in (select private.banned_people())
      or c.id in (select conversation_id from private.closed_conversations)
      -- A team's goes on without the one who began it.
      or case when c.company_id is null
        then c.member_id is null or c.member_id in (select private.banned_people())
        else not exists (select from public.company_members as m where m.company_id = c.company_id
          and m.role in ('admin', 'recruiter') and m.user_id not in (select private.banned_people())) end))
  then perform private.refuse('conversation_closed');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_many_new_jobs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent integer;
begin
  if not private.is_sent_by_people() then return new; end if;
  -- Of this transaction, which is one request. A count of rows would be a question for each.
  sent := coalesce(nullif(current_setting('private.jobs_sent', true), ''), '0')::integer + 1;
  perform set_config('private.jobs_sent', sent::text, true);
  if sent > private.posting_rule('jobs_per_day')::integer then
    -- Whose row it is shall be checked yet; the ones before it were the caller's own.
    perform private.count_new_jobs(auth.uid(), sent);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_other_letters()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if char_length(new.email) > 254 or not private.is_email_address(new.email) then
    raise exception using errcode = '23514', message = 'Please enter a valid email';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_our_client()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' and new.posted_by is distinct from auth.uid() then return new; end if;
  if private.is_sent_by_people() and private.calls_itself_us(new.client)
    and not exists (select from staff.members as s where s.user_id = new.posted_by)
  then
    raise exception using errcode = '23514', message = 'This is our own name. Enter the name of your client.';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_our_contact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' and new.posted_by is distinct from auth.uid() then return new; end if;
  if private.is_sent_by_people() and private.calls_itself_us(new.contact_name)
    and not exists (select from staff.members as s where s.user_id = new.posted_by)
  then
    raise exception using errcode = '23514', message = 'This is our own name. Enter the name of your contact.';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_own_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_sent_by_people() and private.calls_itself_us(new.company) then
    raise exception using errcode = '23514',
      message = 'This is our own name. Enter the company you hire for.';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_removed_id()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.removed_jobs where id = new.id) then
    raise exception 'This id belonged to a job that was removed. Leave it out, or send a new one.'
      using errcode = '23505';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_to_ask_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_sent_by_people() and exists (
    select from public.companies as c where c.id = new.company_id and c.closed_at is not null)
  then
    perform private.say_no('403', 'We have closed this company, so it cannot invite anybody. Write to us if you think that this is wrong.');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_word()
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'The words and the skills of a search are texts' using errcode = '22023';
end $function$;

CREATE OR REPLACE FUNCTION private.release_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.conversations as c where c.id <> new.id and c.company_id is null
    and c.member_id = new.member_id and c.candidate_id = new.candidate_id)
  then new.member_id := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.release_saved()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Two of a set that were one person's twice: their own stays.
  delete from public.saved_candidates as s using public.saved_candidates as own
    where s.company_id = old.id and own.company_id is null
      and own.user_id = s.user_id and own.profile_id = s.profile_id;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.remember_removed_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.removed_jobs (id) values (old.id) on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.remote_from(state text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array['remote from anywhere', 'remote from US', 'remote from US-' || state]
$function$;

CREATE OR REPLACE FUNCTION private.remove_posting(of_job uuid, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  done integer;
begin
  perform from public.jobs where id = of_job for update;
  done := private.let_go_of_posting(of_job, most);
  if done < most then delete from public.jobs where id = of_job; end if;
  return done;
end $function$;
grant execute on function private.remove_posting(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION private.remove_resume_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from storage.objects where bucket_id = 'resumes' and name = old.object_name;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.remove_unused_logos()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from storage.objects as o
  where o.bucket_id = 'company-logos' and o.updated_at < now() - interval '1 day'
    and not exists (select from public.companies as c where c.logo = o.name)
$function$;
grant execute on function private.remove_unused_logos() to service_role;

CREATE OR REPLACE FUNCTION private.remove_unused_pictures(person uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from storage.objects as o
  where o.bucket_id = 'avatars'
    and (person is null or o.path_tokens[1] = person::text)
    and not exists (
      select from public.candidate_profiles as p
      where p.user_id = private.uuid_or_null((storage.foldername(o.name))[1])
        and private.is_address_of_picture(p.profile_picture_url, o.name))
    and (o.updated_at < now() - interval '1 day'
      or (person is not null and o.updated_at < coalesce((
        select max(current.updated_at) from storage.objects as current
          join public.candidate_profiles as p on p.user_id = person
        where current.bucket_id = 'avatars' and current.path_tokens[1] = person::text
          and private.is_address_of_picture(p.profile_picture_url, current.name)), 'infinity')))
$function$;
grant execute on function private.remove_unused_pictures(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.rename_companies()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.rename_company(c.id) from public.companies as c where c.next_name_from <= now();
  return 0;
end $function$;
grant execute on function private.rename_companies() to service_role;

CREATE OR REPLACE FUNCTION private.rename_company(company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it public.companies;
begin
  -- Not against a posting that comes to the company meanwhile: it would wait here while its own row is waited for.
  select * into it from public.companies as c where c.id = company and c.next_name_from <= now()
    for no key update skip locked;
  if not found then return; end if;
  insert into private.former_company_names (company_id, key) values (it.id, it.name_key) on conflict do nothing;
  update public.companies as c set name = c.next_name, next_name = null, next_name_from = null where c.id = it.id;
  with theirs as materialized (
    select j.id from public.jobs as j where j.company_id = it.id and private.name_key(j.company) = it.name_key
      order by j.id for no key update
  )
  update public.jobs as j set company = it.next_name from theirs where j.id = theirs.id;
  -- What its people said of whom they hire for. Their ties to the new name count already, so nobody waits for a day.
  perform from public.employers as e where e.company_id = it.id order by e.user_id for no key update;
  update public.employers as e set company = it.next_name
    where e.company_id = it.id and private.name_key(e.company) = it.name_key and e.in_effect_at <= now()
      and exists (select from public.company_members as m
        where m.company_id = it.id and m.user_id = e.user_id and m.role <> 'viewer');
  update public.employers as e set in_effect_at = now()
    where e.company_id = it.id and e.company = it.next_name and e.former_company_id = it.id and e.in_effect_at > now();
  update public.company_proofs as p set ended_at = now()
    where p.company_id = it.id and p.kind = 'staff' and p.ended_at is null;
  perform private.show_proofs(it.id);
end $function$;
grant execute on function private.rename_company(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.renew_proofs(company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it public.companies;
  supporter uuid;
  holder uuid;
begin
  perform private.hold_companies(array[company]);
  select * into it from public.companies as c where c.id = company;
  if not found then return; end if;
  update public.company_proofs as p set ended_at = now()
    where p.company_id = company and p.ended_at is null and p.domain is not null
      and (p.domain is distinct from it.domain
        or p.kind = 'address' and not coalesce(private.proves(p.proved_by, company, p.domain), false));
  if it.domain is not null and not exists (
    select from public.company_proofs as p where p.company_id = company and p.kind = 'address' and p.ended_at is null)
  then
    select m.user_id into supporter from public.company_members as m
      where m.company_id = company and private.proves(m.user_id, company, it.domain)
      order by m.joined_at, m.user_id limit 1;
    if supporter is not null then
      holder := private.holder_of(it.domain, company);
      if holder is null then
        insert into public.company_proofs (company_id, kind, domain, proved_by)
          values (company, 'address', it.domain, supporter);
      else
        perform private.open_company_case('domain', company, holder, it.domain);
      end if;
    end if;
  end if;
  perform private.show_proofs(company);
end $function$;

CREATE OR REPLACE FUNCTION private.renew_proofs_after_bans()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  back uuid[] := array(
    select distinct m.company_id from auth.users as u
      join public.company_members as m on m.user_id = u.id
      join public.companies as c on c.id = m.company_id and c.domain is not null
      where u.banned_until <= now()
        and private.proves(u.id, c.id, c.domain)
        and not exists (select from public.company_proofs as p
          where p.company_id = c.id and p.kind = 'address' and p.ended_at is null)
        -- Another company's by now: that was opened as a case once, and is not asked again.
        and private.holder_of(c.domain, c.id) is null
      order by m.company_id);
begin
  perform private.hold_companies(back);
  perform private.renew_proofs(company) from unnest(back) as company;
end $function$;
grant execute on function private.renew_proofs_after_bans() to service_role;

CREATE OR REPLACE FUNCTION private.renew_proofs_of_company()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.renew_proofs(case tg_op when 'DELETE' then old.company_id else new.company_id end);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.renew_proofs_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  theirs uuid[] := array(select m.company_id from public.company_members as m where m.user_id = new.id order by m.company_id);
begin
  perform private.hold_companies(theirs);
  perform private.renew_proofs(company) from unnest(theirs) as company;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.repeat_erasures(subjects text[])
 RETURNS TABLE(kind text, erased integer, failed text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
  award register.awards;
begin
  kind := 'credential'; erased := 0; failed := null;
  for award in select * from register.awards as a
    where a.erased_at is null and private.hash_of_id('credential', a.id::text) = any (subjects) for update
  loop
    perform register.wipe(award);
    erased := erased + 1;
  end loop;
  return next;
  kind := 'account'; erased := 0;
  for person in select u.id from auth.users as u
    where private.hash_of_id('account', u.id::text) = any (subjects) and u.deleted_at is null
  loop
    begin
      perform private.delete_account(person);
      erased := erased + 1;
    exception when others then
      failed := person || ': ' || sqlerrm;
      return next;
      failed := null;
    end;
  end loop;
  return next;
  kind := 'newsletter';
  delete from public.newsletter_subscribers where private.hash_of_id('newsletter', id::text) = any (subjects);
  get diagnostics erased = row_count;
  return next;
  kind := 'alert';
  delete from public.alerts where private.hash_of_id('alert', id::text) = any (subjects);
  get diagnostics erased = row_count;
  return next;
  kind := 'application';
  delete from public.applications where private.hash_of_id('application', id::text) = any (subjects);
  get diagnostics erased = row_count;
  return next;
  kind := 'resume';
  delete from public.resumes where private.hash_of_id('resume', id::text) = any (subjects);
  get diagnostics erased = row_count;
  return next;
  kind := 'profile';
  delete from public.candidate_profiles where private.hash_of_id('profile', id::text) = any (subjects);
  get diagnostics erased = row_count;
  return next;
end $function$;

CREATE OR REPLACE FUNCTION private.reply_in_conversation(conversation uuid, words text, key uuid)
 RETURNS TABLE(message_id uuid, conversation_id uuid, is_repeated boolean)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  application uuid := private.answers_application(conversation);
begin
  if application is not null then
    return query select * from private.write_to_applicant(application, words, key);
    return;
  end if;
  return query select * from private.write_in_conversation(conversation, words, key, exists (
    select from public.conversations as c
    join public.candidate_profiles as p on p.user_id = c.candidate_id and p.public_profile
    where c.id = conversation and c.candidate_id <> auth.uid() and private.side_of(c) = 'member'));
end $function$;
grant execute on function private.reply_in_conversation(uuid,text,uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.reply_in_conversation(conversation uuid, words text, key uuid, seen_at timestamp with time zone)
 RETURNS TABLE(message_id uuid, conversation_id uuid, is_repeated boolean)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  application uuid := private.answers_application(conversation);
begin
  if application is not null then
    return query select * from private.write_to_applicant(application, words, key, seen_at);
    return;
  end if;
  return query select * from private.reply_in_conversation(conversation, words, key);
end $function$;
grant execute on function private.reply_in_conversation(uuid,text,uuid,timestamp with time zone) to
  authenticated;

CREATE OR REPLACE FUNCTION private.require_admin(company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_company(company);
  if not exists (select from public.company_members as m
    where m.company_id = company and m.user_id = auth.uid() and m.role = 'admin')
  then perform private.say_no('403', 'Only an admin of the company can do this.');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.reset_is_past()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.is_past := false;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.respell_company(company uuid, former text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it public.companies;
begin
  select * into it from public.companies as c where c.id = respell_company.company for no key update;
  if it.name_key is distinct from private.name_key(former) then return; end if;
  with theirs as materialized (
    select j.id from public.jobs as j where j.company_id = it.id and j.company = former order by j.id for no key update
  )
  update public.jobs as j set company = it.name from theirs where j.id = theirs.id;
  perform from public.employers as e where e.company_id = it.id order by e.user_id for no key update;
  update public.employers as e set company = it.name where e.company_id = it.id and e.company = former
    and exists (select from public.company_members as m
      where m.company_id = it.id and m.user_id = e.user_id and m.role <> 'viewer');
end $function$;
grant execute on function private.respell_company(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION private.return_legal_letter(of_kind text, of_version integer, person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.legal_letters set sent_at = null
    where kind = of_kind and version = of_version and user_id = person
$function$;
grant execute on function private.return_legal_letter(text,integer,uuid) to service_role;

CREATE OR REPLACE FUNCTION private.role_of(title text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select r.slug from private.known_roles() with ordinality as r (slug, name, pattern, place)
  where lower(title) ~ r.pattern order by r.place limit 1
$function$;

CREATE OR REPLACE FUNCTION private.rule_words(of_kind text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select w.content from staff.words as w
    where w.kind = of_kind and w.effective_from <= now() order by w.version desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.rules_of_bucket(bucket text)
 RETURNS TABLE(is_public boolean, most_bytes bigint, media_types text[], normalizes_pictures boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select b.public,
    least(b.file_size_limit, private.setting('largest_file_mb')::bigint * 1048576),
    coalesce(b.allowed_mime_types, '{}'), b.normalizes_pictures
  from storage.buckets as b where b.id = bucket
$function$;
grant execute on function private.rules_of_bucket(text) to service_role;

CREATE OR REPLACE FUNCTION private.rules_that_hold(job public.jobs)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with given as (
    select lower(concat_ws(' ', job.title, job.application_url, job.description, job.requirements, job.benefits))
        as words,
      not exists (select from public.jobs as j where j.posted_by = job.posted_by and j.id <> job.id
        and j.hidden_at is null) as is_first,
      not exists (select from public.jobs as j where j.posted_by = job.posted_by and j.id <> job.id
        and j.hidden_at is null and j.created_at < now() - interval '7 days') as is_new)
  select array_remove(array[
      case when is_new and words ~ '(^|[^a-z0-9.-])(bit\.ly|tinyurl\.com|t\.co|goo\.gl|is\.gd|cutt\.ly|rb\.gy|ow\.ly|t\.ly|shorturl\.at|rebrand\.ly|tiny\.cc|wa\.me|t\.me)($|[^a-z0-9.-])'
        then 'short-link' end,
      case when is_new and words ~ '\m(western union|moneygram|gift cards?|bitcoin|cash ?app|(registration|application|training|background check) fee|(refundable|security) deposit)\M'
        then 'payment' end,
      case when not private.are_message_limits_wide() and (select count(*) from private.recent_job_texts as t
          where t.text_hash = private.hash_of_text(job.description) and t.user_id <> job.posted_by
            and t.made_at > now() - interval '14 days') >= 2
        then 'repeated' end,
      case when is_first and private.posting_rule('jobs_review_first')::boolean then 'first-job' end], null)
  from given
$function$;

CREATE OR REPLACE FUNCTION private.said_number(given jsonb, name text, low numeric, high numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(given -> name) = 'number' and (given ->> name)::numeric between low and high
    then trim_scale(round((given ->> name)::numeric, 6)) end
$function$;

CREATE OR REPLACE FUNCTION private.said_text(given jsonb, name text, most integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(given -> name) = 'string' then nullif(left(btrim(given ->> name), most), '') end
$function$;

CREATE OR REPLACE FUNCTION private.said_words(given jsonb, name text, most integer)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array(select word
    from (select private.fold(left(btrim(said), most)) as word
      from unnest(private.texts_in(given, name)) with ordinality as one (said, nth)
      where btrim(said) <> '' group by 1 order by min(nth) limit 10) as first
    order by word)
$function$;

CREATE OR REPLACE FUNCTION private.save_for_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.company_id := private.held_team_of(new.user_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.say_no(status text, words text)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = 'PT' || status, message = words;
end $function$;

CREATE OR REPLACE FUNCTION private.says_no_mailbox(said text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select said ~ '(^|[^\d.])5\.(1\.(1|2|3|6|10)|2\.1)(?!\.?\d)' or said !~ '\m5\.\d+\.\d' and said !~* '\msender'
    and said ~* '(no such|unknown|invalid|disabled|inactive) (user|mailbox|recipient|address)|(user|mailbox|recipient|address|account)[^.]{0,40}(unknown|not exist|not found|disabled)|have an? [^ ]+ account'
$function$;
grant execute on function private.says_no_mailbox(text) to service_role;

CREATE OR REPLACE FUNCTION private.search_conditions(q text, place text, certification text, wanted text[], any_skill text[], years_from integer, years_to integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 'true'
    || case when q <> '' then ' and c.words like all ($4)' else '' end
    || case when place <> '' then ' and c.place like $5' else '' end
    || case when certification <> '' then ' and c.certifications like $6' else '' end
    || case when wanted <> '{}' then ' and c.facets @> $7' else '' end
    || case when any_skill <> '{}' then ' and c.facets && $8' else '' end
    || case when years_from is not null or years_to is not null
      then ' and c.facets && $9 and c.years between $10 and $11' else '' end
$function$;

CREATE OR REPLACE FUNCTION private.seat_of(person uuid)
 RETURNS public.membership_seats
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s from public.membership_seats as s
    join public.company_members as mine on mine.company_id = s.company_id and mine.user_id = s.user_id
      and mine.role in ('admin', 'recruiter')
    join public.company_members as theirs on theirs.company_id = s.company_id and theirs.user_id = s.payer_id
    where s.user_id = person and private.pays(s.payer_id)
      and s.payer_id not in (select private.banned_people())
      and (select count(*) from public.membership_seats as older
        where older.payer_id = s.payer_id and (older.given_at, older.user_id) < (s.given_at, s.user_id))
        < private.seats_of(s.payer_id) - 1
    order by s.given_at limit 1
$function$;

CREATE OR REPLACE FUNCTION private.seats_included()
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((private.rule_words('seats') ->> 'included')::integer, 1)
$function$;

CREATE OR REPLACE FUNCTION private.seats_of(payer uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.seats_included() + coalesce((select s.quantity from public.subscriptions as s where s.user_id = payer), 1) - 1
$function$;

CREATE OR REPLACE FUNCTION private.seconds_until_jobs_change()
 RETURNS double precision
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select extract(epoch from least(
    (select min(ends_at) from public.jobs
      where is_active and hidden_at is null and not is_past and ends_at > now()),
    (select min(banned_until) from auth.users where banned_until > now())
  ) - now())::double precision
$function$;
grant execute on function private.seconds_until_jobs_change() to service_role;

CREATE OR REPLACE FUNCTION private.send_email_to_billing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.subscriptions
    where user_id = new.id and customer_id is not null)
  then
    perform queue.add('billing-email', json_build_object('userId', new.id),
      'billing-email ' || new.id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.set_application_state(application uuid, wanted text, words text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it public.applications;
  event bigint;
begin
  if wanted is null or wanted not in ('new', 'review', 'interview', 'offer', 'hired', 'declined') then
    raise exception using errcode = 'PT400', message = 'There is no such state.';
  end if;
  if not private.own_side_of(application, 'recruiter') then
    raise exception using errcode = 'PT404', message = 'This application is not one of yours.';
  end if;
  select a.* into it from public.applications as a where a.id = application for update;
  if it.state = wanted then return false; end if;
  if it.state = 'withdrawn' or it.leaves_at is not null then
    raise exception using errcode = 'PT409', message = 'This application was taken back.', detail = it.state;
  end if;
  update public.applications as a set state = wanted, state_at = now(),
      answered_at = case when wanted in ('interview', 'offer', 'hired', 'declined') then coalesce(a.answered_at, now())
        when a.answered_at is not null then private.answered_before(a.id) end
    where a.id = application;
  insert into public.application_events (application_id, kind, state, made_by, words)
    values (application, 'state', wanted, auth.uid(), words) returning id into event;
  -- A minute to take a slip back, and one mail for what happens meanwhile.
  if wanted <> 'new' and it.spam_at is null then
    perform queue.add('application-mail', json_build_object('applicationId', application, 'eventId', event),
      'application state ' || application, now() + interval '1 minute');
  else
    perform private.drop_from_queue('application state ' || application);
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.set_company_address(person uuid, company uuid, address text, domain text, fault text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.company_members as m
    where m.company_id = company and m.user_id = person and m.role = 'admin')
  then return false; end if;
  perform private.hold_companies(array[company], domain);
  -- What staff looked at was the company with its address.
  update public.company_proofs as p set ended_at = now() from public.companies as c
    where p.company_id = company and c.id = company and p.kind = 'staff' and p.ended_at is null
      and c.web_address is distinct from address and (p.domain is null or p.domain is distinct from set_company_address.domain);
  update public.companies as c
    set web_address = address, domain = set_company_address.domain, domain_fault = fault where c.id = company;
  perform private.renew_proofs(company);
  return true;
end $function$;
grant execute on function private.set_company_address(uuid,uuid,text,text,text) to service_role;

CREATE OR REPLACE FUNCTION private.set_completeness()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- domain/candidate-completeness.ts computes the same while the person types.
  new.completeness := 10
    + case when cardinality(new.skills) >= 3 then 15 else 0 end
    + case when char_length(coalesce(new.summary, '')) >= 100 then 15 else 0 end
    + case when coalesce(new.location, '') <> '' then 10 else 0 end
    + case when coalesce(new.current_position, '') <> '' then 10 else 0 end
    + case when new.years_experience is not null then 10 else 0 end
    + case when cardinality(new.certifications) > 0 then 10 else 0 end
    + case when coalesce(new.education, '') <> '' then 5 else 0 end
    + case when cardinality(new.preferred_job_types) > 0 then 5 else 0 end
    + case when coalesce(new.linkedin_url, '') <> '' or coalesce(new.portfolio_url, '') <> '' then 5 else 0 end
    + case when coalesce(new.profile_picture_url, '') <> '' then 5 else 0 end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.set_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.setting(wanted text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select value from private.settings where name = wanted
$function$;

CREATE OR REPLACE FUNCTION private.settle_applications(of_job uuid, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_over boolean;
  done integer;
begin
  select not j.is_active or j.filled_at is not null or j.is_past into is_over
    from public.jobs as j where j.id = of_job for share;
  -- Of one that was removed all are written as it goes.
  if not found then return 0; end if;
  update public.applications as a set closing_since = case when is_over then now() end
    from (select o.id from public.applications as o
        where o.job_id = of_job and case when is_over
          then o.state in ('new', 'review', 'interview', 'offer') and o.leaves_at is null and o.closing_since is null
            and not exists (select from public.application_events as e where e.application_id = o.id and e.kind = 'closed')
          else o.closing_since is not null end
        order by o.id limit most for no key update) as these
    where a.id = these.id;
  get diagnostics done = row_count;
  if is_over and done > 0 then
    perform queue.add('tell-closed', '{}', 'tell-closed', now() + interval '10 minutes');
  end if;
  return done;
end $function$;
grant execute on function private.settle_applications(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION private.settle_case_postings(wanted uuid, moment timestamp with time zone, most integer DEFAULT 300)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it staff.cases;
  done integer;
begin
  select * into it from staff.cases as k where k.id = wanted for share;
  -- An appeal waits for staff, and a block for its end: until then what was decided stands.
  if it.state = 'hidden' or 'appealed' in (it.state, it.state_before) then
    update public.jobs as j set hidden_at = it.decided_at
      from (select o.id from public.jobs as o where o.posted_by = it.person_id and private.company_key(o.company) = it.company_key
          and (o.hidden_at is null and o.created_at <= it.decided_at or o.hidden_at = moment and moment <> it.decided_at)
        order by o.id limit most for no key update) as these
      where j.id = these.id;
  elsif it.state = 'released' then
    update public.jobs as j set hidden_at = null
      from (select o.id from public.jobs as o where o.posted_by = it.person_id and private.company_key(o.company) = it.company_key
          and o.hidden_at = moment
          and not exists (select from public.companies as c where c.id = o.company_id and c.closed_at is not null)
        order by o.id limit most for no key update) as these
      where j.id = these.id;
  else
    return 0;
  end if;
  get diagnostics done = row_count;
  return done;
end $function$;
grant execute on function private.settle_case_postings(uuid,timestamp with time zone,integer) to
  service_role;

CREATE OR REPLACE FUNCTION private.settle_postings(of_company uuid, moment timestamp with time zone, most integer DEFAULT 300)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  closed timestamptz;
  done integer;
begin
  select c.closed_at into closed from public.companies as c where c.id = of_company for share;
  if closed is not null then
    -- What a closing before this one hid, and nobody has shown again yet, comes back with this one.
    update public.jobs as j set hidden_at = closed
      from (select o.id from public.jobs as o where o.company_id = of_company
          and (o.is_active and o.hidden_at is null and not o.is_past and private.is_open(o)
            or closed <> moment and o.id in (select s.id from private.postings_to_show(of_company, moment) as s))
        order by o.id limit most for no key update) as these
      where j.id = these.id;
  else
    update public.jobs as j set hidden_at = null
      from (select o.id from public.jobs as o where o.id in (select s.id from private.postings_to_show(of_company, moment) as s)
        order by o.id limit most for no key update) as these
      where j.id = these.id;
  end if;
  get diagnostics done = row_count;
  return done;
end $function$;
grant execute on function private.settle_postings(uuid,timestamp with time zone,integer) to
  service_role;

CREATE OR REPLACE FUNCTION private.settle_postings_later(company uuid, moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  which json := json_build_object('companyId', company, 'moment', moment::text);
begin
  perform queue.add('company-postings', which);
  perform queue.add('company-postings', which, 'company-postings ' || company, now() + interval '1 minute');
end $function$;

CREATE OR REPLACE FUNCTION private.settle_searched(of_company uuid, most integer DEFAULT 300)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  these uuid[] := array(select j.id from public.jobs as j join private.job_search as s on s.job_id = j.id
    where j.company_id = of_company and s.posted_by <> j.posted_by order by j.id limit most for no key update of j);
begin
  perform private.keep_searched(these);
  return cardinality(these);
end $function$;
grant execute on function private.settle_searched(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION private.short_keys(wanted jsonb, kinds integer[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  entry jsonb := wanted -> 0;
  keys text;
begin
  if jsonb_array_length(wanted) > 1 then return null; end if;
  keys := private.list_keys(entry, kinds);
  if keys is null then return null; end if;
  if private.asked_words(entry) = '{}' and private.asked_facets(entry) = '{}' and not private.is_remote_from(entry)
      and (not entry ? 'near' or coalesce((entry ->> 'days')::integer, 90) > 7) then return keys; end if;
  return case when private.are_few(keys) then keys end;
end
$function$;

CREATE OR REPLACE FUNCTION private.show_company()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.companies as c set public_since = now()
    where c.public_since is null
      and c.id in (select w.company_id from written as w where w.hidden_at is null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.show_conversations(ids uuid[])
 RETURNS TABLE(id uuid, side text, other_id uuid, other_name text, other_company text, profile_id uuid, last_message text, last_message_is_mine boolean, last_message_at timestamp with time zone, unread integer, is_blocked_by_me boolean, is_archived boolean, last_colleague text, is_shared boolean, is_my_turn boolean, is_applicant boolean)
 LANGUAGE sql
 STABLE ROWS 30
 SET search_path TO ''
AS $function$
  select c.id, mine.side, other.id,
    case when mine.side = 'member' then coalesce(c.candidate_name, c.candidate_headline) else c.member_name end,
    case when mine.side = 'member' then case when c.candidate_name is not null then c.candidate_headline end
      else c.member_company end,
    case when mine.side = 'member' then
      (select p.id from public.candidate_profiles as p where p.user_id = c.candidate_id) end,
    last.body, last.sender_id = auth.uid(), c.last_message_at,
    (select count(*)::integer from (
      select from public.messages as m
      where m.conversation_id = c.id
        and case mine.side when 'member' then m.sender_id = c.candidate_id else m.sender_id <> c.candidate_id end
        and m.created_at > private.read_until(c, s.read_at) limit 100) as waiting),
    private.own_block(c), s.archived_at is not null,
    case when mine.side = 'member' and last.sender_id not in (c.candidate_id, auth.uid()) then c.member_name end,
    c.company_id is not null,
    mine.side = 'candidate' or c.last_sender_id is not distinct from c.candidate_id or answered.is_applicant
      or (select private.are_message_limits_wide()),
    answered.is_applicant
  from public.conversations as c
  cross join lateral (select case when c.candidate_id = auth.uid() then 'candidate' else 'member' end as side) as mine
  cross join lateral (select mine.side = 'member' and c.application_id is not null
    and private.answers_application(c.id) is not null as is_applicant) as answered
  cross join lateral (
    select case when mine.side = 'member' then c.candidate_id else coalesce(c.member_id, c.company_id) end as id) as other
  left join public.conversation_states as s on s.conversation_id = c.id and s.user_id = auth.uid()
  left join lateral (
    select m.body, m.sender_id from public.messages as m where m.conversation_id = c.id
    order by m.created_at desc, m.id desc limit 1) as last on true
  where c.id = any (ids)
$function$;
grant execute on function private.show_conversations(uuid[]) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.show_proofs(company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shown record;
begin
  select min(p.domain) as domain, coalesce(bool_or(p.kind = 'staff'), false) as checked, min(p.since) as since
    into shown from public.company_proofs as p where p.company_id = company and p.ended_at is null;
  update public.companies as c
    set proven_domain = shown.domain, is_checked = shown.checked, proven_since = shown.since
    where c.id = company
      and (c.proven_domain, c.is_checked, c.proven_since) is distinct from (shown.domain, shown.checked, shown.since);
end $function$;

CREATE OR REPLACE FUNCTION private.shows_typing(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select shows_typing from public.message_settings where user_id = person), true)
$function$;
grant execute on function private.shows_typing(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.side_of(talk public.conversations)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when talk.candidate_id = auth.uid() then 'candidate'
    when talk.company_id is null then case when talk.member_id = auth.uid() then 'member' end
    when talk.company_id = any (private.own_companies('recruiter')) then 'member' end
$function$;
grant execute on function private.side_of(public.conversations) to authenticated;

CREATE OR REPLACE FUNCTION private.skill_key(skill text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select btrim(private.spaced_words(skill)) $function$;

CREATE OR REPLACE FUNCTION private.skills_in(words text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  said constant text := ' ' || regexp_replace(lower(words), '[^a-z0-9+#]+', ' ', 'g') || ' ';
begin
  return array(select distinct known.skill from unnest(
      '{"icd 10 cm","icd 10 pcs",cpt,hcpcs,"e m coding","hcc risk adjustment","drg validation","inpatient coding",'
      '"outpatient coding","clinical documentation improvement","query writing","charge capture",'
      '"denials management","claims editing","payer policy","coding audit",compliance,"revenue integrity",'
      '"health information management","ehr workflows","prompt engineering","ai governance","model validation",'
      '"data quality",sql,"training and education",ccs,cpc,coc,crc,cdip,ccds,rhia,rhit,chda,cpma,chc,"icd 10",'
      'him,cdi,"hcc coding",denials}'::text[],
      '{icd-10-cm,icd-10-pcs,cpt,hcpcs,"e/m coding","hcc risk adjustment","drg validation","inpatient coding",'
      '"outpatient coding","clinical documentation improvement","query writing","charge capture",'
      '"denials management","claims editing","payer policy","coding audit",compliance,"revenue integrity",'
      '"health information management","ehr workflows","prompt engineering","ai governance","model validation",'
      '"data quality",sql,"training and education",ccs,cpc,coc,crc,cdip,ccds,rhia,rhit,chda,cpma,chc,icd-10-cm,'
      '"health information management","clinical documentation improvement","hcc risk adjustment",'
      '"denials management"}'::text[]) as known (phrase, skill)
    where strpos(said, ' ' || known.phrase || ' ') > 0);
end
$function$;

CREATE OR REPLACE FUNCTION private.spaced_words(text_of text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select ' ' || btrim(regexp_replace(lower(coalesce(text_of, '')), '[^[:alnum:]+#]+', ' ', 'g')) || ' '
$function$;

CREATE OR REPLACE FUNCTION private.spot_of(latitude real, longitude real)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select round(latitude * 100)::bigint * 100000 + round(longitude * 100)::bigint
$function$;

CREATE OR REPLACE FUNCTION private.stand_at(wanted pg_lsn)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  late constant timestamptz := clock_timestamp() + interval '50 milliseconds';
begin
  while not pg_is_in_recovery() or pg_last_wal_replay_lsn() < wanted loop
    if clock_timestamp() > late or not pg_is_in_recovery() then
      raise exception 'the replica is behind' using errcode = '72000';
    end if;
    perform pg_sleep(0.002);
  end loop;
end $function$;
grant execute on function private.stand_at(pg_lsn) to anon, service_role;

CREATE OR REPLACE FUNCTION private.state_code(name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  letters constant text := upper(btrim(name));
begin
  if letters = any ('{AL,AK,AZ,AR,CA,CO,CT,DE,DC,FL,GA,HI,ID,IL,IN,IA,KS,KY,LA,ME,MD,MA,MI,MN,MS,MO,MT,NE,NV,NH,NJ,NM,NY,NC,ND,'
    'OH,OK,OR,PA,RI,SC,SD,TN,TX,UT,VT,VA,WA,WV,WI,WY,PR,GU,VI,AS,MP}') then return letters; end if;
  return '{"alabama":"AL","alaska":"AK","arizona":"AZ","arkansas":"AR","california":"CA","colorado":"CO",
    "connecticut":"CT","delaware":"DE","district of columbia":"DC","florida":"FL","georgia":"GA","hawaii":"HI",
    "idaho":"ID","illinois":"IL","indiana":"IN","iowa":"IA","kansas":"KS","kentucky":"KY","louisiana":"LA",
    "maine":"ME","maryland":"MD","massachusetts":"MA","michigan":"MI","minnesota":"MN","mississippi":"MS",
    "missouri":"MO","montana":"MT","nebraska":"NE","nevada":"NV","new hampshire":"NH","new jersey":"NJ",
    "new mexico":"NM","new york":"NY","north carolina":"NC","north dakota":"ND","ohio":"OH","oklahoma":"OK",
    "oregon":"OR","pennsylvania":"PA","rhode island":"RI","south carolina":"SC","south dakota":"SD",
    "tennessee":"TN","texas":"TX","utah":"UT","vermont":"VT","virginia":"VA","washington":"WA",
    "west virginia":"WV","wisconsin":"WI","wyoming":"WY","puerto rico":"PR","guam":"GU",
    "virgin islands":"VI","american samoa":"AS","northern mariana islands":"MP"}'::jsonb ->> private.place_key(name);
end
$function$;

CREATE OR REPLACE FUNCTION private.stated_price()
 RETURNS double precision
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (private.rule_words('plans') ->> 'statedPrice')::float8
$function$;
grant execute on function private.stated_price() to service_role;

CREATE OR REPLACE FUNCTION private.still_found(search bigint, found uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct f.job_id from private.kept_searches as s join private.search_branches as b on b.search_id = s.id
      cross join private.job_search as f
    where s.id = search and s.kind = 'jobs' and f.job_id = any (found)
      and private.finds_job(b.patterns, b.facets, b.any_facet, b.latitude, b.longitude, b.miles, b.pay, b.types,
        f.words, f.facets, f.latitude, f.longitude, f.pay, f.job_type)
  union all
  select r.job_id from private.kept_searches as s, private.fit_reasons(s.user_id, found) as r
    where s.id = search and s.kind = 'fit'
  union all
  select c.profile_id from private.kept_searches as s join private.search_branches as b on b.search_id = s.id
      cross join private.candidate_search as c
    where s.id = search and s.kind = 'people' and c.profile_id = any (found)
      and private.finds_person(b.patterns, b.facets, b.any_facet, b.place, b.proof, b.years_from, b.years_to,
        b.latitude, b.longitude, b.miles, c.words, c.facets, c.place, c.certifications, c.years, c.latitude, c.longitude)
$function$;
grant execute on function private.still_found(bigint,uuid[]) to service_role;

CREATE OR REPLACE FUNCTION private.still_takes(job uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.jobs as j where j.id = job for share;
  return exists (select from private.live_jobs as l where l.id = job);
end $function$;

CREATE OR REPLACE FUNCTION private.take_back(which uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone uuid[];
begin
  delete from public.applications where id = any (which) and state = 'unconfirmed';
  with leaving as (
    update public.applications as a set leaves_at = now() + private.kept_for(),
        state = case when a.state in ('new', 'review', 'interview', 'offer') then 'withdrawn' else a.state end,
        state_at = now()
      where a.id = any (which) and a.leaves_at is null
      returning a.id
  )
  select array_agg(id) into gone from leaving;
  perform queue.add('application-leaving',
      json_build_object('companyId', a.company_id, 'applicationIds', json_agg(a.id)))
    from public.applications as a where a.id = any (gone) group by a.company_id;
  delete from private.application_tokens where application_id = any (which);
end $function$;

CREATE OR REPLACE FUNCTION private.take_in_held_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rules text[];
  opened uuid;
begin
  if not private.is_sent_by_people() then return null; end if;
  if new.hidden_at is not null and (tg_op = 'INSERT' or old.hidden_at is null) then
    rules := private.new_rules_that_hold(new);
    opened := staff.open_case('job', new.id, new.posted_by, '', new.title || ' · ' || new.company, to_jsonb(new));
    update staff.cases set held_for = rules where id = opened;
    perform queue.add('review-mail', json_build_object('caseId', opened, 'kind', 'held'));
  end if;
  insert into private.recent_job_texts (text_hash, user_id)
    select hash, new.posted_by from private.hash_of_text(new.description) as hash where hash is not null
    on conflict (text_hash, user_id) do update set made_at = now();
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_legal_letter(of_kind text, of_version integer, person uuid)
 RETURNS TABLE(email text, effective date, changes text, is_taken_back boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.legal_letters as l set sent_at = now()
    from auth.users as u, staff.words as w, private.legal_news as n
    where l.kind = of_kind and l.version = of_version and l.user_id = person and l.sent_at is null
      and private.is_newest_text(of_kind, of_version)
      and u.id = person and auth.has_proved_mailbox(u.id) and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
      and w.kind = l.kind and w.version = l.version and n.kind = l.kind and n.version = l.version
    returning u.email::text, private.day_of(w.content), w.content ->> 'changes', n.is_taken_back
$function$;
grant execute on function private.take_legal_letter(text,integer,uuid) to service_role;

CREATE OR REPLACE FUNCTION private.take_letters_along(application uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it public.applications;
  writer uuid;
  team uuid;
  talk public.conversations;
begin
  select a.* into it from public.applications as a where a.id = application;
  -- Who wrote last, of those who still answer for the company.
  select e.made_by into writer from public.application_events as e
    join public.company_members as m on m.company_id = it.company_id and m.user_id = e.made_by
      and m.role in ('admin', 'recruiter')
    where e.application_id = it.id and e.kind = 'message' and e.words is not null and e.made_by <> it.applicant_id
      and e.made_by not in (select private.banned_people())
    order by e.at desc, e.id desc limit 1;
  if writer is null or it.applicant_id in (select private.banned_people()) then return; end if;
  select it.company_id into team where exists (select from public.company_members as m
    where m.company_id = it.company_id and m.user_id <> writer and m.role in ('admin', 'recruiter'));
  if private.is_blocked_with_team(writer, it.applicant_id, it.company_id) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('messages of ' || team || ' ' || it.applicant_id, 0))
    where team is not null;
  select c.* into talk from public.conversations as c
    where c.candidate_id = it.applicant_id
      and (c.company_id = it.company_id or (c.company_id is null and c.member_id = writer))
    order by c.company_id nulls last limit 1;
  if talk.id in (select k.conversation_id from private.closed_conversations as k) then return; end if;
  if talk.id is null then
    insert into public.conversations as c (member_id, candidate_id, company_id, member_name, member_company,
        candidate_headline, candidate_name, application_id)
      values (writer, it.applicant_id, team, private.name_as_member(writer),
        private.not_our_name(left(it.company_name, 100)), it.name, it.name, it.id)
      returning c.* into talk;
  else
    update public.conversations as c set application_id = it.id where c.id = talk.id;
  end if;
  insert into public.messages (conversation_id, sender_id, body, created_at)
    select talk.id, e.made_by, e.words, e.at from public.application_events as e
      join public.company_members as m on m.company_id = it.company_id and m.user_id = e.made_by
      where e.application_id = it.id and e.kind = 'message' and e.words is not null and e.made_by <> it.applicant_id
        and (e.made_by = writer or talk.company_id is not null)
      order by e.at, e.id;
  update public.conversations as c set last_message_at = m.created_at, last_sender_id = m.sender_id
    from (select n.created_at, n.sender_id from public.messages as n where n.conversation_id = talk.id
      order by n.created_at desc, n.id desc limit 1) as m
    where c.id = talk.id;
  insert into public.conversation_states (conversation_id, user_id, read_at) values (talk.id, writer, clock_timestamp())
    on conflict (conversation_id, user_id) do nothing;
end $function$;

CREATE OR REPLACE FUNCTION private.take_turn()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name || ' of ' || new.user_id, 0));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.team_of(person uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select own.id from (select private.company_hired_for(person) as id) as own
    where exists (select from public.company_members as other
      where other.company_id = own.id and other.user_id <> person)
$function$;

CREATE OR REPLACE FUNCTION private.tell_applicant(application uuid, what text, new_state text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  event bigint;
begin
  insert into public.application_events (application_id, kind, state) values (application, what, new_state)
    returning id into event;
  perform queue.add('application-mail', json_build_object('applicationId', application, 'eventId', event));
end $function$;

CREATE OR REPLACE FUNCTION private.tell_applications_of_seals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := coalesce(new.user_id, old.user_id);
  has_some boolean := tg_op <> 'DELETE' and new.verified <> '[]';
begin
  update public.applications as a set is_verified = has_some
    where a.applicant_id = person and a.profile is not null and a.is_verified <> has_some;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_closed(many integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with told as (
    update public.applications as a set closing_since = null
      where a.id in (select w.id from public.applications as w
          where w.closing_since < now() - interval '9 minutes'
          order by w.closing_since, w.id limit many for update skip locked)
      returning a.id, a.state in ('new', 'review', 'interview', 'offer') and a.leaves_at is null
        and not exists (select from public.jobs as j
          where j.id = a.job_id and j.is_active and j.filled_at is null and not j.is_past) as waits
  ), said as (
    insert into public.application_events (application_id, kind) select id, 'closed' from told where waits
      returning id, application_id
  ), asked as (
    select queue.add('application-mail', json_build_object('applicationId', application_id, 'eventId', id)) from said
  )
  select (select count(*) from told)::integer + 0 * (select count(*) from asked)::integer
$function$;
grant execute on function private.tell_closed(integer) to service_role;

CREATE OR REPLACE FUNCTION private.tell_ended_seats()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- How many more were included when it was told last.
  more integer := coalesce((select t.included - private.seats_included() from private.seats_included_told as t), 0);
  ended record;
  back record;
begin
  for back in
    update public.membership_seats as s set end_told_at = null
      where s.end_told_at is not null and private.gives_seats(s.payer_id)
      returning s.company_id, s.user_id, s.payer_id, s.given_at
  loop
    continue when (select count(*) from public.membership_seats as older
      where older.payer_id = back.payer_id and (older.given_at, older.user_id) < (back.given_at, back.user_id))
      >= private.seats_of(back.payer_id) - 1 + least(more, 0);
    perform queue.add('team-news', json_build_object('kind', 'seat-given', 'companyId', back.company_id,
      'userId', back.user_id));
  end loop;
  for ended in
    update public.membership_seats as s set end_told_at = now()
      where s.end_told_at is null and not private.gives_seats(s.payer_id)
        -- Of more people than seats, the newest had none.
        and (select count(*) from public.membership_seats as older
          where older.payer_id = s.payer_id and (older.given_at, older.user_id) < (s.given_at, s.user_id))
          < private.seats_of(s.payer_id) - 1 + more
      returning s.company_id, s.user_id, s.payer_id
  loop
    perform queue.add('team-news', json_build_object('kind', 'seat-lost', 'companyId', ended.company_id,
      'userId', ended.user_id, 'byId', ended.payer_id));
  end loop;
end $function$;
grant execute on function private.tell_ended_seats() to service_role;

CREATE OR REPLACE FUNCTION private.tell_lost_seats()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform queue.add('team-news', json_build_object('kind', 'seat-lost', 'companyId', late.company_id,
      'userId', late.user_id, 'byId', new.user_id))
    from (select s.company_id, s.user_id, s.end_told_at, row_number() over (order by s.given_at, s.user_id) as place
      from public.membership_seats as s where s.payer_id = new.user_id) as late
    where late.place > private.seats_of(new.user_id) - 1
      and late.place <= private.seats_included() + old.quantity - 2
      and late.end_told_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_of_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_person(side, 'messages') from unnest(array[new.member_id, new.candidate_id]) as side;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_decision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform queue.add('company-mail', json_build_object('about', 'decision', 'companyId', new.company_id, 'caseId', new.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_of_end()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform queue.add_all('application-ended', array(
    select json_build_object('to', coalesce(u.email, a.email), 'title', a.job_title, 'company', a.company_name)
      from public.applications as a
      left join private.accounts as u on u.id = a.applicant_id
      left join public.message_settings as o on o.user_id = a.applicant_id
      where a.company_id = old.id and a.state in ('new', 'review', 'interview', 'offer')
        and a.leaves_at is null and a.wants_mails and coalesce(o.application_mails, true)
        and not exists (select from public.application_events as e
          where e.application_id = a.id and e.kind = 'closed')), '{}');
  delete from public.applications where company_id = old.id;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_of_included_seats()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  former integer;
  present integer := private.seats_included();
  touched record;
begin
  select t.included into former from private.seats_included_told as t for update;
  if former = present then return; end if;
  update private.seats_included_told set included = present;
  for touched in
    select late.* from (select s.company_id, s.user_id, s.payer_id, s.end_told_at,
        row_number() over (partition by s.payer_id order by s.given_at, s.user_id) as place
      from public.membership_seats as s) as late
    join public.subscriptions as paid on paid.user_id = late.payer_id
    where late.place between least(former, present) + paid.quantity - 1 and greatest(former, present) + paid.quantity - 2
      -- The others hear of it with the end of what keeps them out.
      and late.end_told_at is null and private.gives_seats(late.payer_id)
  loop
    perform queue.add('team-news', json_strip_nulls(json_build_object(
      'kind', case when present < former then 'seat-lost' else 'seat-given' end,
      'companyId', touched.company_id, 'userId', touched.user_id,
      'byId', case when present < former then touched.payer_id end)));
    perform private.tell_person(person, 'membership') from unnest(array[touched.user_id, touched.payer_id]) as person;
  end loop;
end $function$;
grant execute on function private.tell_of_included_seats() to service_role;

CREATE OR REPLACE FUNCTION private.tell_of_jobs()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('jobs_changed', 'changed');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_membership()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  payer uuid := coalesce(new.user_id, old.user_id);
begin
  perform private.tell_person(payer, 'membership');
  perform private.tell_person(s.user_id, 'membership') from public.membership_seats as s where s.payer_id = payer;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_of_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_person(person, 'messages') from public.conversations as c
    cross join lateral private.people_of(c) as person where c.id = new.conversation_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_of_missing_record()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform queue.add('company-mail', json_build_object('about', 'record', 'companyId', new.company_id,
    'domain', new.domain), 'company record ' || new.company_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_of_proofs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.proven_domain is not null and new.proven_domain is null then
    perform queue.add('company-mail', json_build_object('about', 'proof', 'companyId', new.id,
      'domain', old.proven_domain), 'company proof ' || new.id, now() + interval '10 minutes');
  end if;
  if old.is_checked and not new.is_checked then
    perform queue.add('company-mail', json_build_object('about', 'check', 'companyId', new.id),
      'company check ' || new.id, now() + interval '10 minutes');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_of_reading()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_person(new.user_id, 'messages');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_person(person uuid, what text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if person is not null and realtime.is_heard() then
    perform realtime.tell(json_build_object('kind', 'broadcast', 'topic', 'person:' || person,
      'private', true, 'event', what, 'payload', json_build_object())::text);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_poster()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_person(person, 'jobs') from (select distinct m.user_id as person
    from changed as c join public.company_members as m on m.company_id = c.company_id) as p;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_poster_of_activity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_person(person, 'jobs') from (
    select distinct m.user_id as person from changed as c join public.jobs as j on j.id = c.job_id
      join public.company_members as m on m.company_id = j.company_id) as p;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_returned_seats()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform queue.add('team-news', json_build_object('kind', 'seat-given', 'companyId', late.company_id,
      'userId', late.user_id))
    from (select s.company_id, s.user_id, s.end_told_at, row_number() over (order by s.given_at, s.user_id) as place
      from public.membership_seats as s where s.payer_id = new.user_id) as late
    where late.place <= private.seats_of(new.user_id) - 1
      and late.place > private.seats_included() + old.quantity - 2
      -- The others hear of it with the end of what kept them out.
      and late.end_told_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_silent(many integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with told as (
    update public.applications as a set silence_told_at = now()
      where a.id in (select w.id from public.applications as w
        where w.answered_at is null and w.silence_told_at is null and w.state in ('new', 'review')
          and w.applied_at < now() - interval '14 days' and w.leaves_at is null
        order by w.applied_at, w.id limit many for update skip locked)
      returning a.id, a.company_id, a.applicant_id, a.spam_at
  ), said as (
    insert into public.application_events (application_id, kind) select id, 'silent' from told returning id, application_id
  ), asked as (
    select queue.add('application-mail', json_build_object('applicationId', application_id, 'eventId', id)) from said
  ), hurried as (
    select queue.add_once('recruiter-mail', json_build_object('userId', m.user_id),
        'recruiter mail ' || m.user_id, now() + interval '5 minutes')
      from public.company_members as m join public.application_mail_settings as s on s.user_id = m.user_id
      where m.role in ('admin', 'recruiter') and s.mails = 'at-once' and exists (select from told
        where told.company_id = m.company_id and told.spam_at is null and told.applicant_id is distinct from m.user_id)
  )
  select (select count(*) from told)::integer + 0 * (select count(*) from asked)::integer
    + 0 * (select count(*) from hurried)::integer
$function$;
grant execute on function private.tell_silent(integer) to service_role;

CREATE OR REPLACE FUNCTION private.tell_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_person(m.user_id, 'jobs') from public.company_members as m
    where m.company_id = coalesce(new.company_id, old.company_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.term_grams(term text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_agg(distinct piece collate "C") from (
    select substr(term, place, 3) from generate_series(1, greatest(char_length(term) - 2, 1)) as place
    union all select private.junctions(term)) as pieces (piece)
$function$;

CREATE OR REPLACE FUNCTION private.texts_in(conditions jsonb, name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array(select value #>> '{}' from jsonb_array_elements(
    case when jsonb_typeof(conditions -> name) = 'array' then conditions -> name else '[]' end) with ordinality as one (value, nth)
    where jsonb_typeof(value) = 'string' order by nth)
$function$;

CREATE OR REPLACE FUNCTION private.tidied(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select private.trimmed(replace(replace(value, E'\r\n', E'\n'), E'\r', E'\n'))
$function$;
grant execute on function private.tidied(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.tidy_conditions(kind text, given jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  entry jsonb;
  near jsonb;
  tidy jsonb;
  wanted jsonb := '[]';
  skills text[];
  proof text;
  spot record;
  home text;
begin
  if jsonb_typeof(given) is distinct from 'object' or pg_column_size(given) > 8000 then
    raise exception using errcode = '22023', message = 'This is no search.';
  end if;
  if kind = 'jobs' then
    if jsonb_typeof(coalesce(given -> 'wanted', '[{}]')) <> 'array'
      or jsonb_array_length(coalesce(given -> 'wanted', '[{}]')) not between 1 and 4
    then
      raise exception using errcode = '22023', message = 'This is no search.';
    end if;
    for entry in select value from jsonb_array_elements(coalesce(given -> 'wanted', '[{}]')) loop
      near := case when jsonb_typeof(entry -> 'near') = 'object' then jsonb_strip_nulls(jsonb_build_object(
        'latitude', private.said_number(entry -> 'near', 'latitude', -90, 90),
        'longitude', private.said_number(entry -> 'near', 'longitude', -180, 180),
        'miles', private.said_number(entry -> 'near', 'miles', 1, 100))) end;
      tidy := jsonb_strip_nulls(jsonb_build_object(
        'words', nullif(to_jsonb(private.said_words(entry, 'words', 100)), '[]'),
        'skills', nullif(to_jsonb(private.said_words(entry, 'skills', 50)), '[]'),
        'type', private.said_text(entry, 'type', 40), 'credential', private.said_text(entry, 'credential', 20),
        'workplace', private.said_text(entry, 'workplace', 20), 'state', private.said_text(entry, 'state', 2),
        'near', case when near ?& array['latitude', 'longitude', 'miles'] then near end,
        'pay', round(private.said_number(entry, 'pay', 1, 2000000000)),
        'verified', case when entry -> 'verified' = 'true' then true end));
      if not wanted @> jsonb_build_array(tidy) or tidy = '{}' then wanted := wanted || jsonb_build_array(tidy); end if;
    end loop;
    return jsonb_build_object('wanted', wanted);
  end if;
  skills := array(select 'skill ' || skill from unnest(private.said_words(given, 'skills', 50)) as skill);
  proof := private.said_text(given, 'verified', 20);
  -- With a radius the place is one that the talent search knows, as it says itself.
  if private.said_number(given, 'miles', 1, 100) is not null and private.said_text(given, 'place', 100) is not null then
    select * into spot from private.place_of_posting(private.said_text(given, 'place', 100), null, null, null);
    home := spot.state;
    if home is not null then given := given - 'place'; end if;
    if spot.latitude is not null then
      near := jsonb_build_object('latitude', spot.latitude, 'longitude', spot.longitude,
        'miles', private.said_number(given, 'miles', 1, 100));
    end if;
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'words', nullif(to_jsonb(private.said_words(given, 'words', 100)), '[]'),
    'near', near,
    'place', private.fold(private.said_text(given, 'place', 100)),
    'certification', private.fold(private.said_text(given, 'certification', 100)),
    'facets', nullif(to_jsonb(array(select facet from unnest(array[
        'level ' || nullif(private.said_text(given, 'level', 50), 'all'),
        'availability ' || nullif(private.said_text(given, 'availability', 100), 'all'),
        case proof when 'any' then 'verified' else 'verified ' || proof end,
        case when near is null then 'state ' || home end]
      || case when given ->> 'mode' = 'all' then skills end) as facet where facet is not null order by facet)), '[]'),
    'anyFacet', case when given ->> 'mode' is distinct from 'all' then nullif(to_jsonb(skills), '[]') end,
    'from', private.said_number(given, 'from', 0, 99), 'to', private.said_number(given, 'to', 0, 99)))
    - case when private.said_text(given, 'place', 100) is null then 'place' else '' end
    - case when private.said_text(given, 'certification', 100) is null then 'certification' else '' end;
end $function$;

CREATE OR REPLACE FUNCTION private.tie_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  counts_from timestamptz;
begin
  if new.deleted_at is not null or new.email_confirmed_at is null or private.company_key(new.email) = '' then
    return null;
  end if;
  counts_from := case when tg_op = 'UPDATE' and old.email_confirmed_at is not null
    then private.tie_counts_from(new.id) else now() end;
  insert into public.employer_ties (user_id, company_key, since)
    select new.id, key, counts_from from (
      select private.company_key(new.email) as key
      union select k.key from public.companies as c join private.company_keys as k on k.company_id = c.id
        where c.proven_domain = any (private.domains_above(split_part(lower(new.email), '@', 2)))
    ) as known
    on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.tie_changed_jobs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tie_posters(array_agg(posted_by), array_agg(company))
    from (select distinct n.posted_by, n.company from written as n
      where (n.id, n.company) not in (select o.id, o.company from replaced as o)) as posted;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tie_counts_from(person uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when private.is_known_employer(person) then private.next_day() else now() end
$function$;

CREATE OR REPLACE FUNCTION private.tie_domain()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.employer_ties (user_id, company_key, since)
    select person, k.key, private.tie_counts_from(person)
    from private.company_keys as k, private.people_of_company(new.id) as person
    where k.company_id = new.id
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tie_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.company_people (company_id, user_id) values (new.company_id, new.user_id) on conflict do nothing;
  insert into public.employer_ties (user_id, company_key, since)
    select new.user_id, k.key, private.tie_counts_from(new.user_id)
    from private.company_keys as k where k.company_id = new.company_id
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tie_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.employer_ties (user_id, company_key, since)
    select person, new.key, private.tie_counts_from(person)
    from private.people_of_company(new.company_id) as person
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.tie_new_jobs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tie_posters(array_agg(posted_by), array_agg(company))
    from (select distinct posted_by, company from written) as posted;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.tie_posters(posters uuid[], companies text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.employer_ties (user_id, company_key, since)
    select poster, key, private.tie_counts_from(poster) from (
      select distinct poster, private.company_key(company) as key
      from unnest(posters, companies) as posted (poster, company)
    ) as known where key <> ''
    on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.told_up_to(noted timestamp with time zone, joined timestamp with time zone, moment timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when noted > moment + interval '1 minute' then moment - interval '1 day' else coalesce(noted, joined) end
$function$;

CREATE OR REPLACE FUNCTION private.town_and_state(said text, OUT town text, OUT state text)
 RETURNS record
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select parts[1], private.state_code(parts[2])
  from unnest(array['\S+\s+\S+', '\S+']) with ordinality as shape (of_state, place),
    regexp_match(said, '^(.*\S)\s+(' || of_state || ')(?:\s+\d{5}(?:-\d{4})?)?$') as parts
  where private.state_code(parts[2]) is not null
    and exists (select from private.places_of(private.place_key(parts[1]), private.state_code(parts[2])))
  order by place limit 1
$function$;

CREATE OR REPLACE FUNCTION private.trait(facet text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when facet like 'state __' then 1024 * array_position('{AL,AK,AZ,AR,CA,CO,CT,DE,DC,FL,GA,HI,ID,IL,IN,IA,KS,KY,LA,
      ME,MD,MA,MI,MN,MS,MO,MT,NE,NV,NH,NJ,NM,NY,NC,ND,OH,OK,OR,PA,RI,SC,SD,TN,TX,UT,VT,VA,WA,WV,WI,WY,PR,GU,VI,AS,MP}'::text[],
      substr(facet, 7))
    else 1 << array_position('{remote,hybrid,on-site,verified,wants,type Full-time,type Part-time,type Contract,type Remote,type Other}'
      ::text[], facet) - 1 end
$function$;

CREATE OR REPLACE FUNCTION private.trait_mask(trait integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select case when trait >= 1024 then 64512 else trait end $function$;

CREATE OR REPLACE FUNCTION private.trim_pay()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.salary_from := trim_scale(new.salary_from);
  new.salary_to := trim_scale(new.salary_to);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.trimmed(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select btrim(value, E' \t\n\u000B\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF')
$function$;
grant execute on function private.trimmed(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.unwanted_jobs(person uuid, jobs uuid[], only_blocked boolean)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select j.id from public.jobs as j where j.id = any (jobs) and (
    exists (select from public.blocks as b where b.blocker_id = person
      and (b.company_id = j.company_id or b.blocked_id = j.posted_by))
    or not only_blocked and (j.posted_by = person
      or exists (select from public.applications as a where a.job_id = j.id and a.applicant_id = person)
      or exists (select from public.profile_hides as h where h.user_id = person
        and h.company_key = any (array[private.company_key(j.company), private.company_key(coalesce(j.client, ''))]))))
$function$;
grant execute on function private.unwanted_jobs(uuid,uuid[],boolean) to service_role;

CREATE OR REPLACE FUNCTION private.usual_days(company uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  days integer;
begin
  if to_regprocedure('public.company_answers(uuid)') is null then return null; end if;
  execute 'select usual_days from public.company_answers($1)' into days using company;
  return days;
end $function$;
grant execute on function private.usual_days(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.uuid_or_null(text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select case when $1 ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then $1::uuid end
$function$;
grant execute on function private.uuid_or_null(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.visible_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select private.tidied(regexp_replace(value,
    '[\u0001-\u0008\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFC\uFFFE\uFFFF\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
    '', 'g'))
$function$;
grant execute on function private.visible_text(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.waiting_legal_letters(of_kind text, of_version integer, people uuid[])
 RETURNS TABLE(user_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select l.user_id from private.legal_letters as l
    where l.kind = of_kind and l.version = of_version and l.user_id = any (people) and l.sent_at is null
      and private.is_newest_text(of_kind, of_version)
    order by l.user_id
$function$;
grant execute on function private.waiting_legal_letters(text,integer,uuid[]) to service_role;

CREATE OR REPLACE FUNCTION private.want_application_mails()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.applications set wants_mails = true where applicant_id = new.user_id and not wants_mails;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.week_of(moment timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select floor(extract(epoch from moment) / 604800)::integer
$function$;

create aggregate private.weight(integer) (sfunc = private.add_weight, stype = integer, initcond = '0');
grant execute on function private.weight(integer) to anon, authenticated;

CREATE OR REPLACE FUNCTION private.who_answers(talk public.conversations)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.user_id from public.company_members as m
  where m.company_id = talk.company_id and m.role in ('admin', 'recruiter')
    and m.user_id not in (select private.banned_people())
  order by (select max(w.created_at) from public.messages as w
      where w.conversation_id = talk.id and w.sender_id = m.user_id) desc nulls last,
    m.user_id is distinct from talk.member_id, m.joined_at limit 1
$function$;
grant execute on function private.who_answers(public.conversations) to service_role;

CREATE OR REPLACE FUNCTION private.withdraw(application uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.applications as a set state = 'withdrawn', state_at = now()
    where a.id = application and a.state in ('new', 'review', 'interview', 'offer');
  if not found then return false; end if;
  perform private.tell_applicant(application, 'withdrawn', 'withdrawn');
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.words_now()
 RETURNS TABLE(words jsonb, seconds double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (select coalesce(jsonb_object_agg(k.kind,
        jsonb_build_object('version', coalesce(n.version, 0), 'content', n.content)
        || case when k.kind = any (staff.legal_kinds()) then jsonb_build_object('next', x.content,
          'days', (select coalesce(jsonb_agg(v.day order by v.day), '[]') from private.legal_versions(k.kind) as v))
        else '{}' end), '{}')
        || coalesce((select jsonb_build_object('membership-price',
          jsonb_build_object('version', 0, 'content', private.charged_price()))
          where private.charged_price() is not null), '{}')
      from (select distinct w.kind from staff.words as w) as k
      left join lateral (select w.version, w.content from staff.words as w
        where w.kind = k.kind and w.effective_from <= now() order by w.version desc limit 1) as n on true
      left join lateral (select w.content from staff.words as w
        where w.kind = k.kind and w.effective_from > now() and w.version > coalesce(n.version, 0)
        order by w.effective_from, w.version desc limit 1) as x on true
      where n.version is not null or k.kind = any (staff.legal_kinds())),
    (select extract(epoch from min(w.effective_from) - now())::float8 from staff.words as w
      where w.effective_from > now())
$function$;
grant execute on function private.words_now() to service_role;

CREATE OR REPLACE FUNCTION private.work_figures(lanes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'lanes', (
      select jsonb_agg(jsonb_build_object(
        'lane', l.lane,
        'ready', w.ready, 'later', w.later, 'running', w.running, 'failing', w.failing, 'lost', w.lost,
        'age', w.age))
      from jsonb_to_recordset(lanes) as l (lane text, tasks text[])
      cross join lateral (
        select
          count(*) filter (where j.locked_at is null and j.run_at <= now() and j.attempts < j.max_attempts) as ready,
          count(*) filter (where j.locked_at is null and j.run_at > now() and j.attempts < j.max_attempts) as later,
          count(*) filter (where j.locked_at is not null) as running,
          count(*) filter (where j.last_error is not null and j.attempts < j.max_attempts) as failing,
          count(*) filter (where j.attempts >= j.max_attempts) as lost,
          coalesce(extract(epoch from now() - min(j.run_at)
            filter (where j.locked_at is null and j.run_at <= now() and j.attempts < j.max_attempts)), 0) as age
        from graphile_worker.jobs as j where j.task_identifier = any (l.tasks)) as w),
    'events', (select count(*) from public.billing_events where handled_at is null),
    'eventAge', (select coalesce(extract(epoch from now() - min(received_at)), 0) from public.billing_events
      where handled_at is null),
    'alarms', (select coalesce(jsonb_object_agg(kind, open), '{}')
      from (select kind, count(*) as open from staff.alarms where over_at is null group by kind) as a));
end
$function$;
grant execute on function private.work_figures(jsonb) to service_role;

CREATE OR REPLACE FUNCTION private.write_application(job uuid, person uuid, given jsonb, resume uuid, sent_profile jsonb, first_state text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  posting public.jobs;
  kept jsonb;
  written uuid;
begin
  if not private.still_takes(job) then perform private.refuse('job_takes_none'); end if;
  select j.* into posting from public.jobs as j where j.id = job and j.applies_here;
  if not found then perform private.refuse('job_takes_none'); end if;
  if not private.is_as_seen(posting, coalesce(given -> 'seen', '{}')) then perform private.refuse('posting_changed'); end if;
  -- A recruiter believes what we say of their postings and their account.
  if private.calls_itself_us(given ->> 'name') then perform private.refuse('own_name'); end if;
  if resume is null and sent_profile is null then perform private.refuse('resume_needed'); end if;
  kept := private.answers_to(posting.questions, coalesce(given -> 'answers', '{}'));
  insert into public.applications (job_id, job_title, company_id, company_name, applicant_id, name, email, phone,
      place, note, profile, answers, meets_needs, resume_id, state)
    values (posting.id, posting.title, posting.company_id, posting.company, person, given ->> 'name',
      lower(given ->> 'email'), nullif(given ->> 'phone', ''), nullif(given ->> 'place', ''),
      coalesce(given ->> 'note', ''), sent_profile, kept,
      not exists (select from jsonb_array_elements(kept) as a where not (a -> 'meets')::boolean), resume, first_state)
    returning id into written;
  return written;
end $function$;

CREATE OR REPLACE FUNCTION private.write_as_member(candidate uuid, words text, key uuid)
 RETURNS TABLE(message_id uuid, conversation_id uuid, is_repeated boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
  team uuid := private.team_of(me);
  conversation public.conversations;
  repeated public.messages;
begin
  -- One message of a person at a time, so that limits are counted right; and one of a team, which has one conversation.
  perform pg_advisory_xact_lock(hashtextextended('messages ' || me, 0));
  perform pg_advisory_xact_lock(hashtextextended('messages of ' || team || ' ' || candidate, 0)) where team is not null;
  team := private.held_team_of(me);
  -- Held, so that what a colleague writes there at this moment is seen.
  select c.* into conversation from public.conversations as c
    where c.candidate_id = candidate
      and (c.company_id = private.company_hired_for(me) or (c.company_id is null and c.member_id = me))
    order by c.company_id nulls last limit 1 for update;
  repeated := private.find_repeated_message(me, conversation.id, words, key);
  if repeated.id is not null then
    return query select repeated.id, repeated.conversation_id, true;
    return;
  end if;
  if private.is_blocked_with_team(me, candidate, coalesce(conversation.company_id, team)) then
    perform private.refuse('conversation_closed');
  end if;
  if conversation.last_sender_id <> candidate and not private.are_message_limits_wide() then
    perform private.refuse('message_unanswered');
  end if;
  if conversation.id is null then
    if (select count(*) from public.messages as m join public.conversations as c on c.id = m.conversation_id
      where m.sender_id = me and m.created_at > clock_timestamp() - interval '1 day'
        and c.started_at > clock_timestamp() - interval '1 day' and c.candidate_id is distinct from me
        and not exists (select from public.messages as earlier where earlier.conversation_id = m.conversation_id
          and (earlier.created_at, earlier.id) < (m.created_at, m.id))) >= 25
      and not private.are_message_limits_wide()
    then perform private.refuse('too_many_conversations');
    end if;
    insert into public.conversations as c (member_id, candidate_id, company_id, member_name, member_company,
        candidate_headline)
      select me, candidate, team, private.name_as_member(me),
        private.not_our_name(left(btrim(private.company_shown(me)), 100)),
        (select coalesce(private.not_our_name(btrim(p.headline)), 'A candidate')
          from public.candidate_profiles as p where p.user_id = candidate)
      returning c.* into conversation;
  end if;
  return query select private.add_message(conversation, me, words, key), conversation.id, false;
end
$function$;
grant execute on function private.write_as_member(uuid,text,uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.write_in_conversation(conversation uuid, words text, key uuid, may_write_as_member boolean)
 RETURNS TABLE(message_id uuid, conversation_id uuid, is_repeated boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
  talk public.conversations;
  side text;
  repeated public.messages;
begin
  perform pg_advisory_xact_lock(hashtextextended('messages ' || me, 0));
  -- Of two of a team who answer at the same moment, the second one sees what the first one wrote.
  select c.* into talk from public.conversations as c where c.id = conversation for update;
  side := private.side_of(talk);
  if side is null then perform private.refuse('conversation_not_found'); end if;
  repeated := private.find_repeated_message(me, talk.id, words, key);
  if repeated.id is not null then
    return query select repeated.id, repeated.conversation_id, true;
    return;
  end if;
  if talk.candidate_id is null
    or private.is_blocked_with_team(case side when 'member' then me else talk.member_id end, talk.candidate_id,
      talk.company_id)
    or (side = 'member' and not may_write_as_member)
  then perform private.refuse('conversation_closed');
  end if;
  if side = 'member' and talk.last_sender_id is distinct from talk.candidate_id
    and not private.are_message_limits_wide()
  then
    perform private.refuse('message_unanswered');
  end if;
  return query select private.add_message(talk, me, words, key), talk.id, false;
end $function$;
grant execute on function private.write_in_conversation(uuid,text,uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION private.write_names_in_one_form()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before public.companies := case tg_op when 'UPDATE' then old end;
begin
  new.name := normalize(new.name, NFC);
  new.next_name := normalize(new.next_name, NFC);
  if new.name is distinct from before.name and char_length(new.name) > 100
    or new.next_name is distinct from before.next_name and char_length(new.next_name) > 100
  then raise exception using errcode = '23514', message = 'Enter a name of 2 to 100 characters.';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.write_settings(given jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.settings as known (name, value)
    select key, value from jsonb_each_text(given)
    on conflict (name) do update set value = excluded.value where known.value <> excluded.value
$function$;
grant execute on function private.write_settings(jsonb) to service_role;

CREATE OR REPLACE FUNCTION private.write_to_applicant(application uuid, words text, key uuid)
 RETURNS TABLE(message_id uuid, conversation_id uuid, is_repeated boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
  it public.applications;
  team uuid;
  talk public.conversations;
  repeated public.messages;
  event bigint;
begin
  if not private.own_side_of(application, 'recruiter') then perform private.refuse('conversation_not_found'); end if;
  perform pg_advisory_xact_lock(hashtextextended('messages ' || me, 0));
  select a.* into it from public.applications as a where a.id = application for update;
  if not private.may_answer_applicant(application) then perform private.refuse('conversation_closed'); end if;
  if it.applicant_id is null then
    -- The words go by mail. The same words within a minute are one message.
    if exists (select from public.application_events as e
      where e.application_id = it.id and e.kind = 'message' and e.made_by = me
        and e.words = private.trimmed(private.plain_text($2)) and e.at > now() - interval '1 minute')
    then
      return query select null::uuid, null::uuid, true;
      return;
    end if;
    if (select count(*) from public.application_events as e
      where e.made_by = me and e.kind = 'message' and e.at > now() - interval '1 day') >= 200
    then perform private.refuse('too_many_messages'); end if;
    insert into public.application_events (application_id, kind, made_by, words)
      values (it.id, 'message', me, private.trimmed(private.plain_text($2))) returning id into event;
    perform queue.add('application-mail', json_build_object('applicationId', it.id, 'eventId', event));
    update public.applications as a set answered_at = coalesce(a.answered_at, now()) where a.id = it.id;
    return query select null::uuid, null::uuid, false;
    return;
  end if;
  -- Where several look after the company, it is their conversation together.
  select it.company_id into team where exists (select from public.company_members as m
    where m.company_id = it.company_id and m.user_id <> me and m.role in ('admin', 'recruiter'));
  if private.is_blocked_with_team(me, it.applicant_id, it.company_id) then perform private.refuse('conversation_closed'); end if;
  perform pg_advisory_xact_lock(hashtextextended('messages of ' || team || ' ' || it.applicant_id, 0))
    where team is not null;
  select c.* into talk from public.conversations as c
    where c.candidate_id = it.applicant_id
      and (c.company_id = it.company_id or (c.company_id is null and c.member_id = me))
    order by c.company_id nulls last limit 1;
  repeated := private.find_repeated_message(me, talk.id, $2, key);
  if repeated.id is not null then
    return query select repeated.id, repeated.conversation_id, true;
    return;
  end if;
  if talk.id is null then
    insert into public.conversations as c (member_id, candidate_id, company_id, member_name, member_company,
        candidate_headline, candidate_name, application_id)
      values (me, it.applicant_id, team, private.name_as_member(me),
        private.not_our_name(left(it.company_name, 100)), it.name, it.name, it.id)
      returning c.* into talk;
  else
    update public.conversations as c set application_id = it.id where c.id = talk.id;
  end if;
  insert into public.application_events (application_id, kind, made_by) values (it.id, 'message', me);
  update public.applications as a set answered_at = coalesce(a.answered_at, now()) where a.id = it.id;
  return query select private.add_message(talk, me, $2, key), talk.id, false;
end $function$;
grant execute on function private.write_to_applicant(uuid,text,uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.write_to_applicant(application uuid, words text, key uuid, seen_at timestamp with time zone)
 RETURNS TABLE(message_id uuid, conversation_id uuid, is_repeated boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
begin
  if seen_at is not null and private.own_side_of(application, 'recruiter') then
    -- The locks of the function that writes, in its order.
    perform pg_advisory_xact_lock(hashtextextended('messages ' || me, 0));
    perform from public.applications as a where a.id = application for update;
    -- Where one of them is the caller's own, its answer was lost, and it comes again.
    if (select bool_and(e.made_by is distinct from me) from public.application_events as e
      where e.application_id = application and e.kind = 'message' and e.at > seen_at)
    then perform private.refuse('colleague_answered'); end if;
  end if;
  return query select * from private.write_to_applicant(application, words, key);
end $function$;
grant execute on function private.write_to_applicant(uuid,text,uuid,timestamp with time zone) to
  authenticated;

CREATE OR REPLACE FUNCTION private.write_to_candidate(candidate uuid, words text, key uuid)
 RETURNS TABLE(message_id uuid, conversation_id uuid, is_repeated boolean)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  seen uuid;
begin
  if not private.has_active_membership(auth.uid()) then
    perform private.refuse('membership_needed');
  end if;
  if not private.is_known_employer(auth.uid()) then perform private.refuse('employer_unknown'); end if;
  select p.user_id into seen from public.candidate_profiles as p
    where (p.id = candidate or p.user_id = candidate) and p.public_profile and p.user_id <> auth.uid();
  if seen is null then perform private.refuse('candidate_not_found'); end if;
  return query select * from private.write_as_member(seen, words, key);
end
$function$;
grant execute on function private.write_to_candidate(uuid,text,uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.yearly_pay(salary_from numeric, salary_to numeric, currency text, period text, in_words text)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  text_of text := regexp_replace(in_words, '40[13]\s?\(?[kb]\)?', '', 'gi');
  amounts text[];
  amount numeric := coalesce(salary_to, salary_from);
  unit text := period;
begin
  if amount is not null then
    if currency is distinct from 'USD' then return null; end if;
  else
    if text_of is null or text_of ~ '[€£¥₹]|\m(CAD|EUR|GBP|AUD|NZD|CHF|INR|MXN|PHP|SGD|ZAR)\M' then return null; end if;
    -- The last amount of a range is its most.
    for amounts in select figures from
      regexp_matches(text_of, '(\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d{1,2})?)\s?(k\M)?', 'gi') with ordinality as each (figures, place)
      where place <= 2
    loop
      amount := replace(amounts[1], ',', '')::numeric * case when amounts[2] is null then 1 else 1000 end;
    end loop;
    unit := case
      when text_of ~* '\mhours?\M|\mhr\M|/\s?h\M|hourly' then 'hour'
      when text_of ~* '\mday\M|daily' then 'day'
      when text_of ~* '\mweek(ly)?\M' then 'week'
      when text_of ~* '\mmonth(ly)?\M' then 'month'
      when text_of ~* '\myear(ly)?\M|\myr\M|annual|\mp\.?a\M' then 'year'
      when amount between 7 and 500 then 'hour'
      when amount >= 10000 then 'year' end;
  end if;
  amount := round(amount * case unit
    when 'hour' then 2080 when 'day' then 260 when 'week' then 52 when 'month' then 12 when 'year' then 1 end);
  -- Of nothing and something least() would take what is something.
  return case when amount is not null then least(amount, 2000000000) end;
end
$function$;

-- public ------------------------------------------------------------------------------------------

create schema public;
grant usage on schema public to anon, authenticated, public, service_role;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant execute on functions to service_role;

create table public.alerts (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  email text,
  kind text not null,
  address text not null default ''::text,
  search_id bigint not null,
  rhythm text not null default 'daily'::text,
  weekday smallint not null default 1,
  hour smallint not null default 8,
  time_zone text not null default 'America/New_York'::text,
  is_on boolean not null default true,
  created_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  consent_text text,
  sent_at timestamp with time zone,
  told_up_to bigint not null default 0,
  next_at timestamp with time zone,
  claimed_at timestamp with time zone,
  going_to bigint,
  constraint alerts_pkey PRIMARY KEY (id),
  constraint alerts_once_for_address UNIQUE (email, search_id),
  constraint alerts_once_for_person UNIQUE (user_id, search_id),
  constraint alerts_address_check CHECK (char_length(address) <= 2000),
  constraint alerts_consent_text_check CHECK (char_length(consent_text) >= 10 AND char_length(consent_text) <= 500),
  constraint alerts_email_shape CHECK (char_length(email) <= 254 AND email = lower(email) AND email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'::text),
  constraint alerts_hour_check CHECK (hour >= 0 AND hour <= 23),
  constraint alerts_kind_check CHECK (kind = ANY (ARRAY['jobs'::text, 'fit'::text, 'people'::text])),
  constraint alerts_of_visitors CHECK (email IS NULL OR kind = 'jobs'::text AND consent_text IS NOT NULL),
  constraint alerts_one_receiver CHECK (num_nonnulls(user_id, email) = 1),
  constraint alerts_rhythm_check CHECK (rhythm = ANY (ARRAY['daily'::text, 'weekly'::text])),
  constraint alerts_time_zone_check CHECK (char_length(time_zone) >= 1 AND char_length(time_zone) <= 60),
  constraint alerts_weekday_check CHECK (weekday >= 1 AND weekday <= 7),
  constraint alerts_search_id_fkey FOREIGN KEY (search_id) REFERENCES private.kept_searches(id) ON DELETE CASCADE,
  constraint alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on column public.alerts.going_to is 'not exported: a number of ours';
comment on column public.alerts.search_id is 'not exported: a number of ours';
comment on column public.alerts.told_up_to is 'not exported: a number of ours';
CREATE INDEX alerts_next_at ON public.alerts USING btree (next_at)
  WHERE (next_at IS NOT NULL);
CREATE INDEX alerts_search_id ON public.alerts USING btree (search_id);
CREATE INDEX alerts_unconfirmed ON public.alerts USING btree (created_at)
  WHERE (confirmed_at IS NULL);
alter table public.alerts enable row level security;
create policy "people change their own alerts" on public.alerts
  for update to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)));
create policy "people end their own alerts" on public.alerts
  for delete to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
create policy "people see their own alerts" on public.alerts
  for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.alerts
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_2_check_alerts BEFORE INSERT OR UPDATE ON public.alerts
  FOR EACH ROW EXECUTE FUNCTION private.check_alerts();
CREATE TRIGGER before_2_know_time_zone BEFORE INSERT OR UPDATE OF time_zone ON public.alerts
  FOR EACH ROW EXECUTE FUNCTION private.know_time_zone();
CREATE TRIGGER before_2_plain_address BEFORE INSERT ON public.alerts
  FOR EACH ROW EXECUTE FUNCTION private.refuse_other_letters();
CREATE TRIGGER before_3_follow_alert BEFORE INSERT OR UPDATE OF is_on, confirmed_at, rhythm, weekday, hour, time_zone ON public.alerts
  FOR EACH ROW EXECUTE FUNCTION private.follow_alert();
CREATE TRIGGER note_erasure AFTER DELETE ON public.alerts
  FOR EACH ROW WHEN (pg_trigger_depth() = 0 OR old.consent_text IS NOT NULL) EXECUTE FUNCTION private.note_erasure('alert', 'id');
grant delete on public.alerts to authenticated;
grant all on public.alerts to service_role;
grant select (id, user_id, kind, address, rhythm, weekday, hour, time_zone, is_on, created_at,
  sent_at), update (rhythm, weekday, hour, time_zone, is_on) on public.alerts to authenticated;

create table public.application_events (
  id bigint not null generated always as identity,
  application_id uuid not null,
  at timestamp with time zone not null default now(),
  kind text not null,
  state text,
  made_by uuid,
  words text,
  constraint application_events_pkey PRIMARY KEY (id),
  constraint application_events_kind_check CHECK (kind = ANY (ARRAY['applied'::text, 'state'::text, 'message'::text, 'closed'::text, 'silent'::text, 'withdrawn'::text])),
  constraint application_events_words_check CHECK (char_length(words) >= 1 AND char_length(words) <= 5000),
  constraint application_events_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.applications(id) ON DELETE CASCADE,
  constraint application_events_made_by_fkey FOREIGN KEY (made_by) REFERENCES auth.users(id) ON DELETE SET NULL
);
CREATE INDEX application_events_made_by ON public.application_events USING btree (made_by);
CREATE INDEX application_events_of ON public.application_events USING btree (application_id, at DESC, id DESC);
CREATE INDEX application_events_said ON public.application_events USING btree (made_by, at)
  WHERE (kind = 'message'::text);
alter table public.application_events enable row level security;
create policy "who sees an application sees what became of it" on public.application_events
  for select to authenticated
  using ((EXISTS ( SELECT
   FROM public.applications a
  WHERE a.id = application_events.application_id)));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.application_events
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
grant select on public.application_events to authenticated;
grant all on public.application_events to service_role;

create table public.application_mail_settings (
  user_id uuid not null default auth.uid(),
  mails text not null default 'digest'::text,
  hour smallint not null default 8,
  time_zone text not null default 'America/New_York'::text,
  constraint application_mail_settings_pkey PRIMARY KEY (user_id),
  constraint application_mail_settings_hour_check CHECK (hour >= 0 AND hour <= 23),
  constraint application_mail_settings_mails_check CHECK (mails = ANY (ARRAY['digest'::text, 'at-once'::text, 'off'::text])),
  constraint application_mail_settings_time_zone_check CHECK (char_length(time_zone) >= 1 AND char_length(time_zone) <= 60),
  constraint application_mail_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table public.application_mail_settings enable row level security;
create policy "people choose what mails of applications come" on public.application_mail_settings
  for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.application_mail_settings
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_2_check_application_mail_settings BEFORE INSERT OR UPDATE ON public.application_mail_settings
  FOR EACH ROW EXECUTE FUNCTION private.check_application_mail_settings();
CREATE TRIGGER before_2_know_time_zone BEFORE INSERT OR UPDATE OF time_zone ON public.application_mail_settings
  FOR EACH ROW EXECUTE FUNCTION private.know_time_zone();
grant select on public.application_mail_settings to authenticated;
grant all on public.application_mail_settings to service_role;
grant insert (user_id, mails, hour, time_zone), update (user_id, mails, hour, time_zone) on
  public.application_mail_settings to authenticated;

create table public.application_notes (
  id uuid not null default gen_random_uuid(),
  application_id uuid not null,
  author_id uuid default auth.uid(),
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint application_notes_pkey PRIMARY KEY (id),
  constraint application_notes_body_check CHECK (char_length(body) >= 1 AND char_length(body) <= 2000),
  constraint application_notes_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.applications(id) ON DELETE CASCADE,
  constraint application_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth.users(id) ON DELETE SET NULL
);
comment on column public.application_notes.author_id is 'not exported: it is of the company';
CREATE INDEX application_notes_author ON public.application_notes USING btree (author_id);
CREATE INDEX application_notes_of ON public.application_notes USING btree (application_id, created_at DESC);
alter table public.application_notes enable row level security;
create policy "people remove their own notes" on public.application_notes
  for delete to authenticated
  using (author_id = (( SELECT auth.uid() AS uid)) AND private.own_side_of(application_id, 'recruiter'::text));
create policy "recruiters write notes" on public.application_notes
  for insert to authenticated
  with check (author_id = (( SELECT auth.uid() AS uid)) AND private.own_side_of(application_id, 'recruiter'::text));
create policy "the team reads its notes" on public.application_notes
  for select to authenticated
  using (private.own_side_of(application_id, 'viewer'::text));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.application_notes
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_2_check_application_notes BEFORE INSERT OR UPDATE ON public.application_notes
  FOR EACH ROW EXECUTE FUNCTION private.check_application_notes();
CREATE TRIGGER before_2_limit_notes BEFORE INSERT ON public.application_notes
  FOR EACH ROW EXECUTE FUNCTION private.limit_notes();
grant delete, select on public.application_notes to authenticated;
grant all on public.application_notes to service_role;
grant insert (application_id, body) on public.application_notes to authenticated;

create table public.application_stars (
  application_id uuid not null,
  user_id uuid not null default auth.uid(),
  constraint application_stars_pkey PRIMARY KEY (application_id, user_id),
  constraint application_stars_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.applications(id) ON DELETE CASCADE,
  constraint application_stars_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX application_stars_user_id ON public.application_stars USING btree (user_id);
alter table public.application_stars enable row level security;
create policy "people star" on public.application_stars
  for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)) AND private.own_side_of(application_id, 'recruiter'::text));
create policy "people take their stars back" on public.application_stars
  for delete to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
create policy "the team reads its stars" on public.application_stars
  for select to authenticated
  using (private.own_side_of(application_id, 'viewer'::text));
CREATE TRIGGER count_stars AFTER INSERT OR DELETE ON public.application_stars
  FOR EACH ROW EXECUTE FUNCTION private.count_stars();
grant delete, select on public.application_stars to authenticated;
grant all on public.application_stars to service_role;
grant insert (application_id) on public.application_stars to authenticated;

create table public.application_templates (
  id uuid not null default gen_random_uuid(),
  company_id uuid not null,
  name text not null,
  body text not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  constraint application_templates_pkey PRIMARY KEY (id),
  constraint application_templates_name_once UNIQUE (company_id, name),
  constraint application_templates_body_check CHECK (char_length(body) >= 1 AND char_length(body) <= 2000),
  constraint application_templates_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 80),
  constraint application_templates_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE,
  constraint application_templates_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL
);
CREATE INDEX application_templates_created_by ON public.application_templates USING btree (created_by);
alter table public.application_templates enable row level security;
create policy "recruiters change templates" on public.application_templates
  for update to authenticated
  using (company_id = ANY ((( SELECT private.own_companies('recruiter'::text) AS own_companies))::uuid[]))
  with check (company_id = ANY ((( SELECT private.own_companies('recruiter'::text) AS own_companies))::uuid[]));
create policy "recruiters remove templates" on public.application_templates
  for delete to authenticated
  using (company_id = ANY ((( SELECT private.own_companies('recruiter'::text) AS own_companies))::uuid[]));
create policy "recruiters write templates" on public.application_templates
  for insert to authenticated
  with check (created_by = (( SELECT auth.uid() AS uid)) AND (company_id = ANY ((( SELECT private.own_companies('recruiter'::text) AS own_companies))::uuid[])));
create policy "the team reads its templates" on public.application_templates
  for select to authenticated
  using (company_id = ANY ((( SELECT private.own_companies('viewer'::text) AS own_companies))::uuid[]));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.application_templates
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_2_check_application_templates BEFORE INSERT OR UPDATE ON public.application_templates
  FOR EACH ROW EXECUTE FUNCTION private.check_application_templates();
CREATE TRIGGER before_2_limit_templates BEFORE INSERT ON public.application_templates
  FOR EACH ROW EXECUTE FUNCTION private.limit_templates();
grant delete, select on public.application_templates to authenticated;
grant all on public.application_templates to service_role;
grant insert (company_id, name, body), update (name, body) on public.application_templates to
  authenticated;

create table public.applications (
  id uuid not null default gen_random_uuid(),
  job_id uuid,
  job_title text not null,
  company_id uuid not null,
  company_name text not null,
  applicant_id uuid,
  name text not null,
  email text not null,
  phone text,
  place text,
  note text not null default ''::text,
  profile jsonb,
  answers jsonb not null default '[]'::jsonb,
  meets_needs boolean not null default true,
  resume_id uuid,
  state text not null default 'unconfirmed'::text,
  state_at timestamp with time zone not null default now(),
  applied_at timestamp with time zone not null default now(),
  answered_at timestamp with time zone,
  looked_at timestamp with time zone,
  spam_at timestamp with time zone,
  silence_told_at timestamp with time zone,
  leaves_at timestamp with time zone,
  wants_mails boolean not null default true,
  closing_since timestamp with time zone,
  search_words tsvector generated always as (private.application_words(name, email, place, job_title)) stored,
  stars integer not null default 0,
  is_verified boolean not null default false,
  answers_given text[] generated always as (private.answers_given(answers)) stored,
  constraint applications_pkey PRIMARY KEY (id),
  constraint applications_answers_check CHECK (jsonb_typeof(answers) = 'array'::text AND jsonb_array_length(answers) <= 5),
  constraint applications_company_name_check CHECK (char_length(company_name) >= 1 AND char_length(company_name) <= 200),
  constraint applications_email_check CHECK (email = lower(email) AND email ~~ '%_@_%'::text AND char_length(email) <= 255),
  constraint applications_job_title_check CHECK (char_length(job_title) >= 1 AND char_length(job_title) <= 200),
  constraint applications_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  constraint applications_note_check CHECK (char_length(note) <= 2000),
  constraint applications_phone_check CHECK (char_length(phone) >= 1 AND char_length(phone) <= 40),
  constraint applications_place_check CHECK (char_length(place) >= 1 AND char_length(place) <= 100),
  constraint applications_profile_check CHECK (jsonb_typeof(profile) = 'object'::text AND pg_column_size(profile) < 65536),
  constraint applications_state_check CHECK (state = ANY (ARRAY['unconfirmed'::text, 'new'::text, 'review'::text, 'interview'::text, 'offer'::text, 'hired'::text, 'declined'::text, 'withdrawn'::text])),
  constraint applications_whose CHECK (applicant_id IS NOT NULL OR state = 'unconfirmed'::text OR email IS NOT NULL),
  constraint applications_applicant_id_fkey FOREIGN KEY (applicant_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint applications_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE,
  constraint applications_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE SET NULL,
  constraint applications_resume_id_fkey FOREIGN KEY (resume_id) REFERENCES public.resumes(id) ON DELETE SET NULL
);
comment on column public.applications.answers_given is 'not exported: the same words stand beside it';
comment on column public.applications.closing_since is 'not exported: it is of the queue';
comment on column public.applications.is_verified is 'not exported: it is of the company';
comment on column public.applications.meets_needs is 'not exported: the company sorts by it';
comment on column public.applications.search_words is 'not exported: it is made of the others';
comment on column public.applications.spam_at is 'not exported: the company notes it';
comment on column public.applications.stars is 'not exported: it is of the company';
CREATE INDEX applications_answers ON public.applications USING btree (company_id, applied_at DESC) INCLUDE (answered_at, state, spam_at, applicant_id)
  WHERE (state <> ALL (ARRAY['unconfirmed'::text, 'withdrawn'::text]));
CREATE INDEX applications_answers_given ON public.applications USING gin (answers_given);
CREATE INDEX applications_applicant ON public.applications USING btree (applicant_id, applied_at DESC, id DESC);
CREATE INDEX applications_closing ON public.applications USING btree (closing_since)
  WHERE (closing_since IS NOT NULL);
CREATE INDEX applications_counted ON public.applications USING btree (job_id, state) INCLUDE (answered_at, applied_at)
  WHERE ((state <> 'unconfirmed'::text) AND (spam_at IS NULL));
CREATE INDEX applications_leaving ON public.applications USING btree (leaves_at)
  WHERE (leaves_at IS NOT NULL);
CREATE INDEX applications_newest ON public.applications USING btree (company_id, applied_at DESC, id DESC);
CREATE INDEX applications_of_company ON public.applications USING btree (company_id, state, applied_at DESC, id DESC);
CREATE INDEX applications_of_guests ON public.applications USING btree (email)
  WHERE (applicant_id IS NULL);
CREATE INDEX applications_of_job ON public.applications USING btree (job_id, state, applied_at DESC, id DESC);
CREATE UNIQUE INDEX applications_once ON public.applications USING btree (job_id, applicant_id)
  WHERE ((applicant_id IS NOT NULL) AND (leaves_at IS NULL));
CREATE UNIQUE INDEX applications_once_by_address ON public.applications USING btree (job_id, email)
  WHERE ((state <> 'unconfirmed'::text) AND (leaves_at IS NULL));
CREATE INDEX applications_place ON public.applications USING gin (place extensions.gin_trgm_ops);
CREATE INDEX applications_resume_id ON public.applications USING btree (resume_id);
CREATE INDEX applications_search_words ON public.applications USING gin (search_words);
CREATE INDEX applications_silent ON public.applications USING btree (company_id, silence_told_at)
  WHERE ((silence_told_at IS NOT NULL) AND (answered_at IS NULL));
CREATE INDEX applications_spam ON public.applications USING btree (company_id, applied_at DESC, id DESC)
  WHERE (spam_at IS NOT NULL);
CREATE INDEX applications_standing ON public.applications USING btree (company_id, state) INCLUDE (applicant_id)
  WHERE ((state <> 'unconfirmed'::text) AND (spam_at IS NULL));
CREATE INDEX applications_starred ON public.applications USING btree (company_id, applied_at DESC, id DESC)
  WHERE (stars > 0);
CREATE INDEX applications_unanswered ON public.applications USING btree (applied_at)
  WHERE ((answered_at IS NULL) AND (silence_told_at IS NULL) AND (state = ANY (ARRAY['new'::text, 'review'::text])));
CREATE INDEX applications_unconfirmed ON public.applications USING btree (applied_at)
  WHERE (state = 'unconfirmed'::text);
CREATE INDEX applications_verified ON public.applications USING btree (company_id, applied_at DESC, id DESC)
  WHERE is_verified;
CREATE INDEX applications_without_needs ON public.applications USING btree (company_id, applied_at DESC, id DESC)
  WHERE (NOT meets_needs);
alter table public.applications enable row level security;
create policy "people read the applications to their company" on public.applications
  for select to authenticated
  using (state <> 'unconfirmed'::text AND applicant_id IS DISTINCT FROM (( SELECT auth.uid() AS uid)) AND (company_id = ANY ((( SELECT private.own_companies('viewer'::text) AS own_companies))::uuid[])));
CREATE TRIGGER announce_application AFTER INSERT ON public.applications
  FOR EACH ROW WHEN (new.state = 'new'::text) EXECUTE FUNCTION private.announce_application();
CREATE TRIGGER announce_confirmed_application AFTER UPDATE OF state ON public.applications
  FOR EACH ROW WHEN (old.state = 'unconfirmed'::text AND new.state = 'new'::text) EXECUTE FUNCTION private.announce_application();
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.applications
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_3_keep_verified_applicant BEFORE INSERT OR UPDATE OF applicant_id ON public.applications
  FOR EACH ROW EXECUTE FUNCTION private.keep_verified_applicant();
CREATE TRIGGER drop_unused_resume AFTER DELETE ON public.applications
  FOR EACH ROW WHEN (old.resume_id IS NOT NULL) EXECUTE FUNCTION private.drop_unused_resume();
CREATE TRIGGER note_erasure AFTER DELETE ON public.applications
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION private.note_erasure('application', 'id');
CREATE TRIGGER note_erasure_of_leaving AFTER UPDATE OF leaves_at ON public.applications
  FOR EACH ROW WHEN (old.leaves_at IS NULL AND new.leaves_at IS NOT NULL) EXECUTE FUNCTION private.note_erasure('application', 'id');
grant select on public.applications to authenticated;
grant all on public.applications to service_role;

create table public.billing_events (
  id text not null,
  type text not null,
  customer_id text,
  received_at timestamp with time zone not null default clock_timestamp(),
  handled_at timestamp with time zone,
  constraint billing_events_pkey PRIMARY KEY (id),
  constraint billing_events_id_length CHECK (char_length(id) >= 1 AND char_length(id) <= 255),
  constraint billing_events_type_length CHECK (char_length(type) >= 1 AND char_length(type) <= 255)
);
CREATE INDEX billing_events_received_idx ON public.billing_events USING btree (received_at DESC);
CREATE INDEX billing_events_waiting_idx ON public.billing_events USING btree (customer_id)
  WHERE (handled_at IS NULL);
alter table public.billing_events enable row level security;
grant all on public.billing_events to service_role;

create table public.blocks (
  blocker_id uuid not null,
  blocked_id uuid not null,
  created_at timestamp with time zone not null default now(),
  company_id uuid,
  constraint blocks_pkey PRIMARY KEY (blocker_id, blocked_id),
  constraint blocks_not_oneself CHECK (blocker_id <> blocked_id),
  constraint blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint blocks_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint blocks_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE SET NULL
);
comment on column public.blocks.blocked_id is 'not exported: the person is not told';
comment on column public.blocks.company_id is 'not exported: the person is not told';
CREATE INDEX blocks_blocked_id_idx ON public.blocks USING btree (blocked_id);
CREATE INDEX blocks_company_id ON public.blocks USING btree (company_id)
  WHERE (company_id IS NOT NULL);
alter table public.blocks enable row level security;
create policy "people end their own blocks" on public.blocks
  for delete to authenticated
  using (blocker_id = (( SELECT auth.uid() AS uid)));
create policy "people read whom they block" on public.blocks
  for select to authenticated
  using (blocker_id = (( SELECT auth.uid() AS uid)));
grant delete, select on public.blocks to authenticated;
grant all on public.blocks to service_role;

create table public.candidate_profiles (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  public_profile boolean not null default false,
  headline text not null,
  summary text,
  years_experience integer,
  current_company text,
  current_position text,
  location text,
  skills text[] not null default '{}'::text[],
  certifications text[] not null default '{}'::text[],
  languages text[] not null default '{}'::text[],
  education text,
  experience_level text not null default 'Mid'::text,
  preferred_job_types text[] not null default '{}'::text[],
  preferred_locations text[] not null default '{}'::text[],
  salary_expectations text,
  availability text not null default 'Within 3 months'::text,
  linkedin_url text,
  portfolio_url text,
  profile_picture_url text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  completeness smallint not null default 10,
  verified jsonb not null default '[]'::jsonb,
  constraint candidate_profiles_pkey PRIMARY KEY (id),
  constraint candidate_profiles_user_id_key UNIQUE (user_id),
  constraint candidate_profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on column public.candidate_profiles.verified is 'What the register says of the person: type, title, kind and year of what is valid; the number by their choice.';
CREATE INDEX candidate_profiles_newest_idx ON public.candidate_profiles USING btree (created_at DESC, id DESC);
alter table public.candidate_profiles enable row level security;
create policy "members read public profiles" on public.candidate_profiles
  for select to authenticated
  using (public_profile AND ( SELECT private.may_see_candidates(auth.uid()) AS may_see_candidates) AND NOT (EXISTS ( SELECT
   FROM private.hidden_from_caller h
  WHERE h.user_id = candidate_profiles.user_id)));
create policy "nobody reads the profile of a banned person" on public.candidate_profiles as restrictive
  for select to authenticated
  using (NOT (user_id IN ( SELECT private.banned_people() AS banned_people)));
create policy "people change their own profile" on public.candidate_profiles
  for update to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)));
create policy "people delete their own profile" on public.candidate_profiles
  for delete to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
create policy "people read their own profile" on public.candidate_profiles
  for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
create policy "people write their own profile" on public.candidate_profiles
  for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.candidate_profiles
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_1_what_the_site_writes BEFORE UPDATE OF id, created_at, updated_at, verified ON public.candidate_profiles
  FOR EACH ROW WHEN (CURRENT_USER = 'authenticated'::name) EXECUTE FUNCTION private.keep_what_the_site_writes();
CREATE TRIGGER before_2_drop_blank_texts BEFORE INSERT OR UPDATE OF summary, current_company, current_position, location, education, salary_expectations ON public.candidate_profiles
  FOR EACH ROW EXECUTE FUNCTION private.drop_blank_texts();
CREATE TRIGGER before_2_set_updated_at BEFORE UPDATE ON public.candidate_profiles
  FOR EACH ROW WHEN (NOT new.verified IS DISTINCT FROM old.verified) EXECUTE FUNCTION private.set_updated_at();
CREATE TRIGGER before_3_check_candidate_profiles BEFORE INSERT OR UPDATE ON public.candidate_profiles
  FOR EACH ROW EXECUTE FUNCTION private.check_candidate_profiles();
CREATE TRIGGER before_3_keep_profile_hidden BEFORE INSERT OR UPDATE OF public_profile ON public.candidate_profiles
  FOR EACH ROW WHEN (new.public_profile) EXECUTE FUNCTION private.keep_profile_hidden();
CREATE TRIGGER before_4_keep_seals BEFORE INSERT OR UPDATE OF user_id, verified ON public.candidate_profiles
  FOR EACH ROW EXECUTE FUNCTION register.keep_seals();
CREATE TRIGGER before_5_set_completeness BEFORE INSERT OR UPDATE ON public.candidate_profiles
  FOR EACH ROW EXECUTE FUNCTION private.set_completeness();
CREATE TRIGGER candidate_profiles_index_changed AFTER UPDATE ON public.candidate_profiles REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.index_candidates();
CREATE TRIGGER candidate_profiles_index_new AFTER INSERT ON public.candidate_profiles REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.index_candidates();
CREATE TRIGGER candidate_profiles_old_picture AFTER DELETE OR UPDATE OF profile_picture_url ON public.candidate_profiles
  FOR EACH ROW EXECUTE FUNCTION private.queue_old_picture();
CREATE TRIGGER follow_own_profile AFTER DELETE OR UPDATE ON public.candidate_profiles
  FOR EACH ROW EXECUTE FUNCTION private.follow_own_profile();
CREATE TRIGGER note_erasure AFTER DELETE ON public.candidate_profiles
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION private.note_erasure('profile', 'id');
CREATE TRIGGER note_gone_subject AFTER DELETE ON public.candidate_profiles
  FOR EACH ROW EXECUTE FUNCTION staff.note_gone_subject('profile');
CREATE TRIGGER tell_applications_of_seals AFTER INSERT OR DELETE OR UPDATE OF verified ON public.candidate_profiles
  FOR EACH ROW EXECUTE FUNCTION private.tell_applications_of_seals();
CREATE TRIGGER tell_of_insert AFTER INSERT ON public.candidate_profiles REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION realtime.tell_of_change('id');
CREATE TRIGGER tell_of_update AFTER UPDATE ON public.candidate_profiles REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION realtime.tell_of_change('id');
grant delete, select on public.candidate_profiles to authenticated;
grant all on public.candidate_profiles to service_role;
grant insert (user_id, public_profile, headline, summary, years_experience, current_company,
  current_position, location, skills, certifications, languages, education, experience_level,
  preferred_job_types, preferred_locations, salary_expectations, availability, linkedin_url,
  portfolio_url, profile_picture_url), update (id, user_id, public_profile, headline, summary,
  years_experience, current_company, current_position, location, skills, certifications, languages,
  education, experience_level, preferred_job_types, preferred_locations, salary_expectations,
  availability, linkedin_url, portfolio_url, profile_picture_url, created_at, updated_at,
  completeness, verified) on public.candidate_profiles to authenticated;

create table public.companies (
  id uuid not null default gen_random_uuid(),
  slug text not null,
  name text not null,
  name_key text not null generated always as (private.name_key(name)) stored,
  next_name text,
  next_name_from timestamp with time zone,
  renamed_at timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  web_address text,
  place text,
  about text,
  logo text,
  public_since timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  domain text,
  domain_fault text,
  proven_domain text,
  is_checked boolean not null default false,
  proven_since timestamp with time zone,
  dns_token text not null default replace(gen_random_uuid()::text, '-'::text, ''::text),
  closed_at timestamp with time zone,
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_proven_domain_key UNIQUE (proven_domain),
  constraint companies_slug_key UNIQUE (slug),
  constraint companies_about_check CHECK (char_length(about) >= 1 AND char_length(about) <= 2000),
  constraint companies_domain_check CHECK (char_length(domain) >= 3 AND char_length(domain) <= 253),
  constraint companies_domain_fault_check CHECK (domain_fault = ANY (ARRAY['none'::text, 'shared'::text, 'mail'::text])),
  constraint companies_logo_check CHECK (char_length(logo) <= 200),
  constraint companies_name_check CHECK (char_length(name) >= 2 AND char_length(name) <= 100),
  constraint companies_next_name_check CHECK (char_length(next_name) >= 2 AND char_length(next_name) <= 100),
  constraint companies_next_name_whole CHECK ((next_name IS NULL) = (next_name_from IS NULL)),
  constraint companies_own_logo CHECK (logo ~ (('^'::text || id::text) || '/[0-9a-f-]{36}\.webp$'::text)),
  constraint companies_place_check CHECK (char_length(place) >= 1 AND char_length(place) <= 100),
  constraint companies_proven_domain_check CHECK (char_length(proven_domain) >= 3 AND char_length(proven_domain) <= 253),
  constraint companies_slug_check CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text AND char_length(slug) <= 80),
  constraint companies_web_address_check CHECK (char_length(web_address) <= 500 AND web_address ~ '^https?://'::text)
);
CREATE INDEX companies_domain ON public.companies USING btree (domain)
  WHERE (domain IS NOT NULL);
CREATE INDEX companies_name_key ON public.companies USING btree (name_key);
CREATE INDEX companies_next_name ON public.companies USING btree (next_name_from)
  WHERE (next_name IS NOT NULL);
CREATE INDEX companies_public ON public.companies USING btree (id) INCLUDE (slug)
  WHERE (public_since IS NOT NULL);
CREATE INDEX companies_similar ON public.companies USING gin (name_key extensions.gin_trgm_ops)
  WHERE (public_since IS NOT NULL);
alter table public.companies enable row level security;
create policy "admins change their company" on public.companies
  for update to authenticated
  using (id = ANY ((( SELECT private.own_companies('admin'::text) AS own_companies))::uuid[]))
  with check (id = ANY ((( SELECT private.own_companies('admin'::text) AS own_companies))::uuid[]));
create policy "everybody reads companies that have posted" on public.companies
  for select to anon, authenticated
  using (public_since IS NOT NULL AND closed_at IS NULL);
create policy "people read the companies they work for" on public.companies
  for select to authenticated
  using (id = ANY ((( SELECT private.own_companies('viewer'::text) AS own_companies))::uuid[]));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.companies
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_1_release_saved BEFORE DELETE ON public.companies
  FOR EACH ROW EXECUTE FUNCTION private.release_saved();
CREATE TRIGGER before_2_names_in_one_form BEFORE INSERT OR UPDATE OF name, next_name ON public.companies
  FOR EACH ROW EXECUTE FUNCTION private.write_names_in_one_form();
CREATE TRIGGER before_2_set_updated_at BEFORE UPDATE ON public.companies
  FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();
CREATE TRIGGER before_2_tell_of_end BEFORE DELETE ON public.companies
  FOR EACH ROW EXECUTE FUNCTION private.tell_of_end();
CREATE TRIGGER before_3_check_companies BEFORE INSERT OR UPDATE ON public.companies
  FOR EACH ROW EXECUTE FUNCTION private.check_companies();
CREATE TRIGGER compare_names AFTER INSERT OR UPDATE OF name, next_name, proven_since, public_since ON public.companies
  FOR EACH ROW WHEN (new.public_since IS NOT NULL OR new.proven_since IS NOT NULL OR new.next_name IS NOT NULL) EXECUTE FUNCTION private.compare_names();
CREATE TRIGGER keep_company_key AFTER INSERT OR UPDATE OF name, next_name, proven_domain ON public.companies
  FOR EACH ROW EXECUTE FUNCTION private.keep_company_key();
CREATE TRIGGER search_company AFTER UPDATE OF proven_domain, is_checked ON public.companies
  FOR EACH ROW WHEN ((old.proven_domain IS NULL AND NOT old.is_checked) IS DISTINCT FROM (new.proven_domain IS NULL AND NOT new.is_checked)) EXECUTE FUNCTION private.keep_company_searched();
CREATE TRIGGER tell_of_change AFTER DELETE OR UPDATE OF name, slug, web_address, place, about, logo, proven_domain, is_checked, public_since, closed_at ON public.companies
  FOR EACH ROW EXECUTE FUNCTION private.tell_of_jobs();
CREATE TRIGGER tell_of_proofs AFTER UPDATE OF proven_domain, is_checked ON public.companies
  FOR EACH ROW WHEN (old.proven_domain IS NOT NULL AND new.proven_domain IS NULL OR old.is_checked AND NOT new.is_checked) EXECUTE FUNCTION private.tell_of_proofs();
CREATE TRIGGER tie_domain AFTER UPDATE OF proven_domain ON public.companies
  FOR EACH ROW WHEN (new.proven_domain IS NOT NULL AND new.proven_domain IS DISTINCT FROM old.proven_domain) EXECUTE FUNCTION private.tie_domain();
grant all on public.companies to service_role;
grant select (id, slug, name, web_address, place, about, logo, public_since, created_at, updated_at,
  proven_domain, is_checked, proven_since) on public.companies to anon, authenticated;
grant update (place, about, logo) on public.companies to authenticated;

create table public.company_invitations (
  id uuid not null default gen_random_uuid(),
  company_id uuid not null,
  email text not null,
  role text not null,
  invited_by uuid,
  sent_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default now() + '14 days'::interval,
  token_hash text,
  constraint company_invitations_pkey PRIMARY KEY (id),
  constraint company_invitations_once UNIQUE (company_id, email),
  constraint company_invitations_token_hash_key UNIQUE (token_hash),
  constraint company_invitations_email_check CHECK (email = lower(email) AND email ~~ '%_@_%'::text AND char_length(email) <= 255),
  constraint company_invitations_role_check CHECK (role = ANY (ARRAY['admin'::text, 'recruiter'::text, 'viewer'::text])),
  constraint company_invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE,
  constraint company_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL
);
CREATE INDEX company_invitations_invited_by ON public.company_invitations USING btree (invited_by);
alter table public.company_invitations enable row level security;
create policy "admins read whom their company invited" on public.company_invitations
  for select to authenticated
  using (company_id = ANY ((( SELECT private.own_companies('admin'::text) AS own_companies))::uuid[]));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.company_invitations
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_1_refuse_to_ask_in BEFORE INSERT OR UPDATE ON public.company_invitations
  FOR EACH ROW EXECUTE FUNCTION private.refuse_to_ask_in();
CREATE TRIGGER before_2_plain_address BEFORE INSERT ON public.company_invitations
  FOR EACH ROW EXECUTE FUNCTION private.refuse_other_letters();
grant all on public.company_invitations to service_role;
grant select (id, company_id, email, role, invited_by, sent_at, expires_at) on
  public.company_invitations to authenticated;

create table public.company_members (
  company_id uuid not null,
  user_id uuid not null,
  role text not null,
  joined_at timestamp with time zone not null default now(),
  constraint company_members_pkey PRIMARY KEY (company_id, user_id),
  constraint company_members_role_check CHECK (role = ANY (ARRAY['admin'::text, 'recruiter'::text, 'viewer'::text])),
  constraint company_members_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE,
  constraint company_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX company_members_user_id ON public.company_members USING btree (user_id);
alter table public.company_members enable row level security;
create policy "people read who works for their company" on public.company_members
  for select to authenticated
  using (company_id = ANY ((( SELECT private.own_companies('viewer'::text) AS own_companies))::uuid[]));
CREATE TRIGGER end_empty_company AFTER DELETE ON public.company_members
  FOR EACH ROW EXECUTE FUNCTION private.end_empty_company();
CREATE TRIGGER end_invitations_of_demoted AFTER UPDATE OF role ON public.company_members
  FOR EACH ROW WHEN (old.role = 'admin'::text AND new.role <> 'admin'::text) EXECUTE FUNCTION private.end_invitations_of();
CREATE TRIGGER end_invitations_of_left AFTER DELETE ON public.company_members
  FOR EACH ROW WHEN (old.role = 'admin'::text) EXECUTE FUNCTION private.end_invitations_of();
CREATE TRIGGER end_seats_of_member AFTER DELETE ON public.company_members
  FOR EACH ROW EXECUTE FUNCTION private.end_seats_of_member();
CREATE TRIGGER end_seats_of_viewer AFTER UPDATE OF role ON public.company_members
  FOR EACH ROW WHEN (new.role = 'viewer'::text) EXECUTE FUNCTION private.end_seats_of_member();
CREATE TRIGGER hand_over_left AFTER DELETE ON public.company_members
  FOR EACH ROW EXECUTE FUNCTION private.hand_over_left();
CREATE TRIGGER renew_proofs AFTER INSERT OR DELETE OR UPDATE OF role ON public.company_members
  FOR EACH ROW EXECUTE FUNCTION private.renew_proofs_of_company();
CREATE TRIGGER tell_team AFTER INSERT OR DELETE OR UPDATE ON public.company_members
  FOR EACH ROW EXECUTE FUNCTION private.tell_team();
CREATE TRIGGER tie_member AFTER INSERT ON public.company_members
  FOR EACH ROW EXECUTE FUNCTION private.tie_member();
grant select on public.company_members to authenticated;
grant all on public.company_members to service_role;

create table public.company_proofs (
  id uuid not null default gen_random_uuid(),
  company_id uuid not null,
  kind text not null,
  domain text,
  proved_by uuid,
  since timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  seen_at timestamp with time zone not null default now(),
  missing_since timestamp with time zone,
  asked_at timestamp with time zone,
  constraint company_proofs_pkey PRIMARY KEY (id),
  constraint company_proofs_domain CHECK (kind = 'staff'::text OR domain IS NOT NULL),
  constraint company_proofs_domain_check CHECK (char_length(domain) >= 3 AND char_length(domain) <= 253),
  constraint company_proofs_kind_check CHECK (kind = ANY (ARRAY['address'::text, 'dns'::text, 'staff'::text])),
  constraint company_proofs_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE,
  constraint company_proofs_proved_by_fkey FOREIGN KEY (proved_by) REFERENCES auth.users(id) ON DELETE SET NULL
);
comment on column public.company_proofs.proved_by is 'not exported: it is of the company';
CREATE UNIQUE INDEX company_proofs_active ON public.company_proofs USING btree (company_id, kind)
  WHERE (ended_at IS NULL);
CREATE INDEX company_proofs_company_id ON public.company_proofs USING btree (company_id, since DESC);
CREATE INDEX company_proofs_proved_by ON public.company_proofs USING btree (proved_by);
CREATE INDEX company_proofs_records ON public.company_proofs USING btree (asked_at NULLS FIRST, id)
  WHERE ((kind = 'dns'::text) AND (ended_at IS NULL));
alter table public.company_proofs enable row level security;
create policy "people read what their company proved" on public.company_proofs
  for select to authenticated
  using (company_id = ANY ((( SELECT private.own_companies('viewer'::text) AS own_companies))::uuid[]));
CREATE TRIGGER tell_of_missing_record AFTER UPDATE OF missing_since ON public.company_proofs
  FOR EACH ROW WHEN (old.missing_since IS NULL AND new.missing_since IS NOT NULL AND new.ended_at IS NULL) EXECUTE FUNCTION private.tell_of_missing_record();
grant all on public.company_proofs to service_role;
grant select (id, company_id, kind, domain, since, ended_at, missing_since) on public.company_proofs
  to authenticated;

create table public.conversation_states (
  conversation_id uuid not null,
  user_id uuid not null,
  read_at timestamp with time zone,
  archived_at timestamp with time zone,
  constraint conversation_states_pkey PRIMARY KEY (conversation_id, user_id),
  constraint conversation_states_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE,
  constraint conversation_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX conversation_states_user_id_idx ON public.conversation_states USING btree (user_id);
alter table public.conversation_states enable row level security;
create policy "people read how far they have read" on public.conversation_states
  for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
CREATE TRIGGER tell_of_reading AFTER INSERT OR UPDATE ON public.conversation_states
  FOR EACH ROW EXECUTE FUNCTION private.tell_of_reading();
grant select on public.conversation_states to authenticated;
grant all on public.conversation_states to service_role;

create table public.conversations (
  id uuid not null default gen_random_uuid(),
  member_id uuid,
  candidate_id uuid,
  member_name text not null,
  member_company text,
  candidate_headline text not null,
  started_at timestamp with time zone not null default now(),
  last_message_at timestamp with time zone not null default now(),
  last_sender_id uuid,
  candidate_name text,
  company_id uuid,
  application_id uuid,
  constraint conversations_pkey PRIMARY KEY (id),
  constraint conversations_candidate_name_length CHECK (char_length(candidate_name) >= 1 AND char_length(candidate_name) <= 100),
  constraint conversations_headline_not_empty CHECK (candidate_headline <> ''::text),
  constraint conversations_member_company_length CHECK (char_length(member_company) <= 100),
  constraint conversations_member_name_length CHECK (char_length(member_name) >= 1 AND char_length(member_name) <= 100),
  constraint conversations_two_people CHECK (member_id <> candidate_id),
  constraint conversations_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.applications(id) ON DELETE SET NULL,
  constraint conversations_candidate_id_fkey FOREIGN KEY (candidate_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint conversations_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE SET NULL,
  constraint conversations_member_id_fkey FOREIGN KEY (member_id) REFERENCES auth.users(id) ON DELETE SET NULL
);
CREATE INDEX conversations_application_id ON public.conversations USING btree (application_id)
  WHERE (application_id IS NOT NULL);
CREATE INDEX conversations_candidate_id_idx ON public.conversations USING btree (candidate_id);
CREATE INDEX conversations_company_id ON public.conversations USING btree (company_id, last_message_at DESC);
CREATE INDEX conversations_member_id ON public.conversations USING btree (member_id);
CREATE UNIQUE INDEX conversations_one_each ON public.conversations USING btree (member_id, candidate_id)
  WHERE (company_id IS NULL);
CREATE UNIQUE INDEX conversations_one_each_team ON public.conversations USING btree (company_id, candidate_id)
  WHERE (company_id IS NOT NULL);
CREATE INDEX conversations_started_idx ON public.conversations USING btree (member_id, started_at);
alter table public.conversations enable row level security;
create policy "people read their own conversations, and those of their team" on public.conversations
  for select to authenticated
  using (candidate_id = (( SELECT auth.uid() AS uid)) OR company_id IS NULL AND member_id = (( SELECT auth.uid() AS uid)) OR (company_id = ANY ((( SELECT private.own_companies('recruiter'::text) AS own_companies))::uuid[])));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.conversations
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_3_release_conversation BEFORE UPDATE OF company_id ON public.conversations
  FOR EACH ROW WHEN (old.company_id IS NOT NULL AND new.company_id IS NULL) EXECUTE FUNCTION private.release_conversation();
CREATE TRIGGER before_4_forget_headline BEFORE UPDATE OF candidate_id ON public.conversations
  FOR EACH ROW WHEN (old.candidate_id IS NOT NULL AND new.candidate_id IS NULL) EXECUTE FUNCTION private.forget_headline();
CREATE TRIGGER drop_empty_conversation AFTER UPDATE OF member_id, candidate_id, company_id ON public.conversations
  FOR EACH ROW WHEN (new.member_id IS NULL AND new.candidate_id IS NULL AND new.company_id IS NULL) EXECUTE FUNCTION private.drop_empty_conversation();
CREATE TRIGGER note_gone_subject AFTER DELETE ON public.conversations
  FOR EACH ROW EXECUTE FUNCTION staff.note_gone_subject('conversation');
CREATE TRIGGER tell_of_conversation AFTER UPDATE OF member_id, candidate_id ON public.conversations
  FOR EACH ROW EXECUTE FUNCTION private.tell_of_conversation();
CREATE TRIGGER tell_of_insert AFTER INSERT ON public.conversations REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION realtime.tell_of_change('id');
CREATE TRIGGER tell_of_update AFTER UPDATE ON public.conversations REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION realtime.tell_of_change('id');
grant select on public.conversations to authenticated;
grant all on public.conversations to service_role;

create table public.employer_ties (
  user_id uuid not null,
  company_key text not null,
  since timestamp with time zone not null,
  constraint employer_ties_pkey PRIMARY KEY (user_id, company_key),
  constraint employer_ties_key_length CHECK (char_length(company_key) >= 1 AND char_length(company_key) <= 300),
  constraint employer_ties_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table public.employer_ties enable row level security;
grant all on public.employer_ties to service_role;

create table public.employers (
  user_id uuid not null,
  company text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  former_company text,
  in_effect_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  company_id uuid,
  former_company_id uuid,
  constraint employers_pkey PRIMARY KEY (user_id),
  constraint employers_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE SET NULL,
  constraint employers_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX employers_company_id ON public.employers USING btree (company_id);
alter table public.employers enable row level security;
create policy "people manage who they hire for" on public.employers
  for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.employers
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_2_note_company_change BEFORE INSERT OR UPDATE ON public.employers
  FOR EACH ROW EXECUTE FUNCTION private.note_company_change();
CREATE TRIGGER before_3_refuse_own_name BEFORE INSERT OR UPDATE OF company ON public.employers
  FOR EACH ROW EXECUTE FUNCTION private.refuse_own_name();
CREATE TRIGGER before_4_check_employers BEFORE INSERT OR UPDATE ON public.employers
  FOR EACH ROW EXECUTE FUNCTION private.check_employers();
CREATE TRIGGER before_5_employ_at_company BEFORE INSERT OR UPDATE OF company ON public.employers
  FOR EACH ROW EXECUTE FUNCTION private.employ_at_company();
CREATE TRIGGER keep_companies AFTER UPDATE ON public.employers REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION staff.keep_companies();
CREATE TRIGGER keep_new_companies AFTER INSERT ON public.employers REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION staff.keep_companies();
grant all on public.employers to service_role;
grant select (user_id, company, created_at, updated_at, company_id), insert (user_id, company),
  update (user_id, company) on public.employers to authenticated;

create table public.job_activity (
  job_id uuid not null,
  day date not null,
  views integer not null default 0,
  apply_clicks integer not null default 0,
  constraint job_activity_pkey PRIMARY KEY (job_id, day),
  constraint job_activity_apply_clicks_natural CHECK (apply_clicks >= 0),
  constraint job_activity_views_natural CHECK (views >= 0),
  constraint job_activity_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE
);
alter table public.job_activity enable row level security;
create policy "people read what became of the jobs of their company" on public.job_activity
  for select to authenticated
  using ((EXISTS ( SELECT
   FROM public.jobs j
  WHERE j.id = job_activity.job_id AND (j.company_id = ANY ((( SELECT private.own_companies('viewer'::text) AS own_companies))::uuid[])))));
CREATE TRIGGER tell_of_insert AFTER INSERT ON public.job_activity REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION realtime.tell_of_change('job_id', 'day');
CREATE TRIGGER tell_of_update AFTER UPDATE ON public.job_activity REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION realtime.tell_of_change('job_id', 'day');
CREATE TRIGGER tell_poster_of_insert AFTER INSERT ON public.job_activity REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION private.tell_poster_of_activity();
CREATE TRIGGER tell_poster_of_update AFTER UPDATE ON public.job_activity REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION private.tell_poster_of_activity();
grant all on public.job_activity to service_role;
grant select (job_id, day, views, apply_clicks) on public.job_activity to authenticated;

create unlogged table public.job_click_marks (
  mark text not null,
  ends_at timestamp with time zone not null,
  constraint job_click_marks_pkey PRIMARY KEY (mark),
  constraint job_click_marks_shape CHECK (char_length(mark) <= 64)
);
CREATE INDEX job_click_marks_ends_at_idx ON public.job_click_marks USING btree (ends_at);
alter table public.job_click_marks enable row level security;
grant all on public.job_click_marks to service_role;

create table public.job_mails (
  job_id uuid not null,
  kind text not null,
  about timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint job_mails_pkey PRIMARY KEY (job_id, kind, about),
  constraint job_mails_kind_known CHECK (kind = ANY (ARRAY['job-posted'::text, 'job-ending'::text])),
  constraint job_mails_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE
);
alter table public.job_mails enable row level security;
grant all on public.job_mails to service_role;

create table public.job_renewal_tokens (
  token_hash text not null,
  job_id uuid not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint job_renewal_tokens_pkey PRIMARY KEY (token_hash),
  constraint job_renewal_tokens_hash_shape CHECK (token_hash ~ '^[0-9a-f]{64}$'::text),
  constraint job_renewal_tokens_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE
);
CREATE INDEX job_renewal_tokens_job_id_idx ON public.job_renewal_tokens USING btree (job_id);
alter table public.job_renewal_tokens enable row level security;
grant all on public.job_renewal_tokens to service_role;

create table public.job_reports (
  id uuid not null default gen_random_uuid(),
  job_id uuid not null,
  reason text not null,
  note text,
  created_at timestamp with time zone not null default now(),
  handled_at timestamp with time zone,
  constraint job_reports_pkey PRIMARY KEY (id),
  constraint job_reports_note_not_empty CHECK (note <> ''::text),
  constraint job_reports_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE
);
CREATE INDEX job_reports_job_id_idx ON public.job_reports USING btree (job_id);
CREATE INDEX job_reports_waiting_idx ON public.job_reports USING btree (created_at)
  WHERE (handled_at IS NULL);
alter table public.job_reports enable row level security;
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.job_reports
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_2_check_job_reports BEFORE INSERT OR UPDATE ON public.job_reports
  FOR EACH ROW EXECUTE FUNCTION private.check_job_reports();
CREATE TRIGGER note_reported_company AFTER INSERT ON public.job_reports
  FOR EACH ROW EXECUTE FUNCTION staff.note_reported_company();
CREATE TRIGGER take_in_report AFTER INSERT ON public.job_reports
  FOR EACH ROW EXECUTE FUNCTION staff.take_in_report();
grant all on public.job_reports to service_role;

create table public.jobs (
  id uuid not null default gen_random_uuid(),
  title text not null,
  company text not null,
  job_type text not null default 'Full-time'::text,
  location text not null,
  salary_range text,
  application_deadline date,
  application_url text,
  description text not null,
  requirements text,
  benefits text,
  contact_name text not null,
  contact_email text not null,
  contact_phone text,
  created_at timestamp with time zone not null default now(),
  is_active boolean not null default true,
  posted_by uuid not null default auth.uid(),
  workplace text,
  city text,
  region text,
  country text,
  salary_from numeric,
  salary_to numeric,
  salary_currency text,
  salary_period text,
  published_at timestamp with time zone not null default now(),
  closed_at timestamp with time zone,
  filled_at timestamp with time zone,
  hidden_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  is_featured boolean not null default false,
  ends_at timestamp with time zone not null generated always as (
CASE
    WHEN application_deadline IS NOT NULL THEN (((application_deadline + 1)::timestamp without time zone + '12:00:00'::interval) AT TIME ZONE 'UTC'::text)
    ELSE (((published_at AT TIME ZONE 'UTC'::text) + '60 days'::interval) AT TIME ZONE 'UTC'::text)
END) stored,
  is_past boolean not null default false,
  credentials_wanted text[] not null default '{}'::text[],
  company_id uuid,
  applies_here boolean not null default false,
  questions jsonb not null default '[]'::jsonb,
  client text,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_client CHECK (char_length(client) >= 2 AND char_length(client) <= 100 AND private.company_key(client) <> ''::text),
  constraint jobs_closed_when_inactive CHECK (is_active = (closed_at IS NULL)),
  constraint jobs_filled_is_closed CHECK (filled_at IS NULL OR NOT is_active),
  constraint jobs_of_a_company CHECK (company_id IS NOT NULL),
  constraint jobs_salary_whole CHECK (
CASE
    WHEN salary_from IS NULL AND salary_to IS NULL THEN salary_currency IS NULL AND salary_period IS NULL
    ELSE salary_currency IS NOT NULL AND salary_period IS NOT NULL
END),
  constraint jobs_texts_trimmed CHECK (title = private.trimmed(title) AND company = private.trimmed(company) AND location = private.trimmed(location) AND contact_name = private.trimmed(contact_name) AND description = private.trimmed(description) AND COALESCE(salary_range = private.trimmed(salary_range), true) AND COALESCE(requirements = private.trimmed(requirements), true) AND COALESCE(benefits = private.trimmed(benefits), true) AND COALESCE(contact_phone = private.trimmed(contact_phone), true) AND COALESCE(city = private.trimmed(city), true) AND COALESCE(region = private.trimmed(region), true)),
  constraint jobs_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE,
  constraint jobs_posted_by_fkey FOREIGN KEY (posted_by) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX jobs_active_newest_idx ON public.jobs USING btree (created_at DESC, id)
  WHERE is_active;
CREATE INDEX jobs_addresses_idx ON public.jobs USING btree (id) INCLUDE (updated_at, ends_at, posted_by)
  WHERE (is_active AND (hidden_at IS NULL) AND (NOT is_past));
CREATE INDEX jobs_board_by_type_idx ON public.jobs USING btree (job_type, is_featured DESC, created_at DESC, id DESC) INCLUDE (title, company, ends_at, posted_by)
  WHERE (is_active AND (hidden_at IS NULL) AND (NOT is_past));
CREATE INDEX jobs_board_idx ON public.jobs USING btree (is_featured DESC, created_at DESC, id DESC) INCLUDE (title, company, ends_at, posted_by)
  WHERE (is_active AND (hidden_at IS NULL) AND (NOT is_past));
CREATE INDEX jobs_company_idx ON public.jobs USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX jobs_credentials_wanted_idx ON public.jobs USING btree (is_featured DESC, created_at DESC, id DESC)
  WHERE ((credentials_wanted <> '{}'::text[]) AND is_active AND (hidden_at IS NULL) AND (NOT is_past));
CREATE INDEX jobs_ends_at_idx ON public.jobs USING btree (ends_at)
  WHERE (is_active AND (hidden_at IS NULL) AND (NOT is_past));
CREATE INDEX jobs_of_company_live_idx ON public.jobs USING btree (company_id)
  WHERE (is_active AND (hidden_at IS NULL) AND (NOT is_past));
CREATE INDEX jobs_open_ends_at_idx ON public.jobs USING btree (ends_at, id)
  WHERE (is_active AND (hidden_at IS NULL));
CREATE INDEX jobs_posted_by_idx ON public.jobs USING btree (posted_by);
CREATE INDEX jobs_staff_company_idx ON public.jobs USING btree (private.company_key(company) COLLATE "C", created_at DESC, id DESC);
CREATE INDEX jobs_staff_featured_idx ON public.jobs USING btree (created_at DESC, id DESC)
  WHERE is_featured;
CREATE INDEX jobs_staff_idx ON public.jobs USING btree (created_at DESC, id DESC);
CREATE INDEX jobs_staff_place_idx ON public.jobs USING btree ((
CASE
    WHEN (hidden_at IS NOT NULL) THEN 'hidden'::text
    WHEN (is_active AND (NOT is_past)) THEN 'live'::text
    ELSE 'ended'::text
END), created_at DESC, id DESC);
CREATE INDEX jobs_staff_words_idx ON public.jobs USING gin (lower(((title || ' '::text) || company)) extensions.gin_trgm_ops);
CREATE INDEX jobs_updated_at_idx ON public.jobs USING btree (updated_at, id);
alter table public.jobs enable row level security;
create policy "everybody reads live jobs" on public.jobs
  for select to anon, authenticated
  using (private.is_open(jobs.*));
create policy "nobody reads what banned people posted" on public.jobs as restrictive
  for select to anon, authenticated
  using (NOT (posted_by IN ( SELECT private.banned_people() AS banned_people)));
create policy "people post in their own name" on public.jobs
  for insert to authenticated
  with check (posted_by = (( SELECT auth.uid() AS uid)) AND private.may_post_for(company_id));
create policy "people read the jobs of their company" on public.jobs
  for select to authenticated
  using (company_id = ANY ((( SELECT private.own_companies('viewer'::text) AS own_companies))::uuid[]));
create policy "posters read their own jobs" on public.jobs
  for select to authenticated
  using (posted_by = (( SELECT auth.uid() AS uid)));
create policy "recruiters change the jobs of their company" on public.jobs
  for update to authenticated
  using (company_id = ANY ((( SELECT private.own_companies('recruiter'::text) AS own_companies))::uuid[]))
  with check (private.may_post_for(company_id));
create policy "recruiters delete the jobs of their company" on public.jobs
  for delete to authenticated
  using (company_id = ANY ((( SELECT private.own_companies('recruiter'::text) AS own_companies))::uuid[]));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.jobs
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_2_normalize_job BEFORE UPDATE ON public.jobs
  FOR EACH ROW WHEN (NOT new.is_past IS DISTINCT FROM old.is_past) EXECUTE FUNCTION private.normalize_job();
CREATE TRIGGER before_2_normalize_new_job BEFORE INSERT ON public.jobs
  FOR EACH ROW EXECUTE FUNCTION private.normalize_job();
CREATE TRIGGER before_3_check_featured_job BEFORE UPDATE ON public.jobs
  FOR EACH ROW EXECUTE FUNCTION private.check_featured_job();
CREATE TRIGGER before_3_trim_pay BEFORE INSERT OR UPDATE OF salary_from, salary_to ON public.jobs
  FOR EACH ROW WHEN (scale(new.salary_from) > 2 OR scale(new.salary_to) > 2) EXECUTE FUNCTION private.trim_pay();
CREATE TRIGGER before_4_check_jobs BEFORE INSERT OR UPDATE ON public.jobs
  FOR EACH ROW EXECUTE FUNCTION private.check_jobs();
CREATE TRIGGER before_5_hold_job BEFORE INSERT OR UPDATE OF title, company, application_url, description, requirements, benefits ON public.jobs
  FOR EACH ROW EXECUTE FUNCTION private.hold_job();
CREATE TRIGGER before_5_reset_is_past BEFORE UPDATE OF published_at, application_deadline, is_active, hidden_at ON public.jobs
  FOR EACH ROW EXECUTE FUNCTION private.reset_is_past();
CREATE TRIGGER before_6_belong_to_company BEFORE INSERT OR UPDATE OF company ON public.jobs
  FOR EACH ROW EXECUTE FUNCTION private.belong_to_company();
CREATE TRIGGER before_7_refuse_our_client BEFORE INSERT OR UPDATE OF client ON public.jobs
  FOR EACH ROW WHEN (new.client IS NOT NULL) EXECUTE FUNCTION private.refuse_our_client();
CREATE TRIGGER before_7_refuse_our_contact BEFORE INSERT OR UPDATE OF contact_name ON public.jobs
  FOR EACH ROW EXECUTE FUNCTION private.refuse_our_contact();
CREATE TRIGGER before_8_refuse_closed_company BEFORE INSERT OR UPDATE ON public.jobs
  FOR EACH ROW WHEN (new.is_active AND new.hidden_at IS NULL) EXECUTE FUNCTION private.refuse_closed_company();
CREATE TRIGGER before_9_refuse_many_new_jobs BEFORE INSERT ON public.jobs
  FOR EACH ROW EXECUTE FUNCTION private.refuse_many_new_jobs();
CREATE TRIGGER close_applications AFTER UPDATE OF is_active, filled_at, is_past, closed_at ON public.jobs
  FOR EACH ROW WHEN (new.is_active IS DISTINCT FROM old.is_active OR (new.filled_at IS NULL) IS DISTINCT FROM (old.filled_at IS NULL) OR new.is_past IS DISTINCT FROM old.is_past) EXECUTE FUNCTION private.close_applications();
CREATE TRIGGER close_applications_of_removed BEFORE DELETE ON public.jobs
  FOR EACH ROW EXECUTE FUNCTION private.close_applications();
CREATE TRIGGER keep_changed_client_keys AFTER UPDATE ON public.jobs REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.keep_client_keys();
CREATE TRIGGER keep_client_keys AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.keep_client_keys();
CREATE TRIGGER keep_companies AFTER UPDATE ON public.jobs REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION staff.keep_companies();
CREATE TRIGGER keep_new_companies AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION staff.keep_companies();
CREATE TRIGGER keep_reported_job BEFORE DELETE ON public.jobs
  FOR EACH ROW EXECUTE FUNCTION private.keep_reported_job();
CREATE TRIGGER limit_new_jobs AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.limit_new_jobs();
CREATE TRIGGER limit_returned_jobs AFTER UPDATE ON public.jobs REFERENCING OLD TABLE AS replaced NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.limit_returned_jobs();
CREATE TRIGGER note_changed_companies AFTER UPDATE ON public.jobs REFERENCING OLD TABLE AS replaced NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION staff.note_companies();
CREATE TRIGGER note_gone_companies AFTER DELETE ON public.jobs REFERENCING OLD TABLE AS replaced
  FOR EACH STATEMENT EXECUTE FUNCTION staff.note_companies();
CREATE TRIGGER note_gone_subject AFTER DELETE ON public.jobs
  FOR EACH ROW EXECUTE FUNCTION staff.note_gone_subject('job');
CREATE TRIGGER note_new_companies AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION staff.note_companies();
CREATE TRIGGER refuse_removed_id AFTER INSERT ON public.jobs
  FOR EACH ROW EXECUTE FUNCTION private.refuse_removed_id();
CREATE TRIGGER remember_removed_job AFTER DELETE ON public.jobs
  FOR EACH ROW EXECUTE FUNCTION private.remember_removed_job();
CREATE TRIGGER search_changed AFTER UPDATE ON public.jobs REFERENCING OLD TABLE AS replaced NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.keep_changed_searched();
CREATE TRIGGER search_new AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.keep_written_searched();
CREATE TRIGGER show_company AFTER UPDATE ON public.jobs REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.show_company();
CREATE TRIGGER show_new_company AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.show_company();
CREATE TRIGGER take_in_held_job AFTER INSERT OR UPDATE OF title, company, application_url, description, requirements, benefits ON public.jobs
  FOR EACH ROW EXECUTE FUNCTION private.take_in_held_job();
CREATE TRIGGER tell_of_change AFTER DELETE OR UPDATE ON public.jobs
  FOR EACH ROW EXECUTE FUNCTION private.tell_of_jobs();
CREATE TRIGGER tell_of_delete AFTER DELETE ON public.jobs REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION realtime.tell_of_change('id');
CREATE TRIGGER tell_of_end_of_all AFTER TRUNCATE ON public.jobs
  FOR EACH STATEMENT EXECUTE FUNCTION private.tell_of_jobs();
CREATE TRIGGER tell_of_insert AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION realtime.tell_of_change('id');
CREATE TRIGGER tell_of_new AFTER INSERT ON public.jobs
  FOR EACH STATEMENT EXECUTE FUNCTION private.tell_of_jobs();
CREATE TRIGGER tell_of_update AFTER UPDATE ON public.jobs REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION realtime.tell_of_change('id');
CREATE TRIGGER tell_poster_of_delete AFTER DELETE ON public.jobs REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION private.tell_poster();
CREATE TRIGGER tell_poster_of_insert AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION private.tell_poster();
CREATE TRIGGER tell_poster_of_update AFTER UPDATE ON public.jobs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION private.tell_poster();
CREATE TRIGGER tie_changed_jobs AFTER UPDATE ON public.jobs REFERENCING OLD TABLE AS replaced NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.tie_changed_jobs();
CREATE TRIGGER tie_new_jobs AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION private.tie_new_jobs();
grant delete on public.jobs to authenticated;
grant all on public.jobs to service_role;
grant select (id, title, company, job_type, location, salary_range, application_deadline,
  application_url, description, requirements, benefits, contact_name, contact_email, contact_phone,
  created_at, is_active, posted_by, workplace, city, region, country, salary_from, salary_to,
  salary_currency, salary_period, published_at, closed_at, filled_at, hidden_at, updated_at,
  is_featured, ends_at, is_past, credentials_wanted, company_id, applies_here, questions, client) on
  public.jobs to anon, authenticated;
grant insert (id, title, company, job_type, location, salary_range, application_deadline,
  application_url, description, requirements, benefits, contact_name, contact_email, contact_phone,
  is_active, posted_by, workplace, city, region, country, salary_from, salary_to, salary_currency,
  salary_period, credentials_wanted, applies_here, questions, client), update (title, company,
  job_type, location, salary_range, application_deadline, application_url, description,
  requirements, benefits, contact_name, contact_email, contact_phone, is_active, workplace, city,
  region, country, salary_from, salary_to, salary_currency, salary_period, published_at, filled_at,
  is_featured, credentials_wanted, applies_here, questions, client) on public.jobs to authenticated;

create table public.membership_seats (
  payer_id uuid not null,
  user_id uuid not null,
  company_id uuid not null,
  given_at timestamp with time zone not null default clock_timestamp(),
  end_told_at timestamp with time zone,
  constraint membership_seats_pkey PRIMARY KEY (payer_id, user_id),
  constraint membership_seats_of_others CHECK (payer_id <> user_id),
  constraint membership_seats_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE,
  constraint membership_seats_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint membership_seats_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX membership_seats_company_id ON public.membership_seats USING btree (company_id);
CREATE INDEX membership_seats_user_id ON public.membership_seats USING btree (user_id);
alter table public.membership_seats enable row level security;
create policy "people read the seats of their company" on public.membership_seats
  for select to authenticated
  using (company_id = ANY ((( SELECT private.own_companies('viewer'::text) AS own_companies))::uuid[]));
CREATE TRIGGER end_featured_with_seats AFTER DELETE ON public.membership_seats REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION private.end_featured_with_seats();
CREATE TRIGGER follow_seat AFTER INSERT OR DELETE OR UPDATE ON public.membership_seats
  FOR EACH ROW EXECUTE FUNCTION private.follow_seat();
grant select on public.membership_seats to authenticated;
grant all on public.membership_seats to service_role;

create table public.message_reports (
  id uuid not null default gen_random_uuid(),
  conversation_id uuid not null,
  reporter_id uuid not null,
  reason text not null,
  created_at timestamp with time zone not null default now(),
  constraint message_reports_pkey PRIMARY KEY (id),
  constraint message_reports_once UNIQUE (conversation_id, reporter_id),
  constraint message_reports_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE,
  constraint message_reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX message_reports_reporter_id_idx ON public.message_reports USING btree (reporter_id);
alter table public.message_reports enable row level security;
create policy "people read their own reports" on public.message_reports
  for select to authenticated
  using (reporter_id = (( SELECT auth.uid() AS uid)));
create policy "people report their own conversations" on public.message_reports
  for insert to authenticated
  with check (reporter_id = (( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.conversations c
  WHERE c.id = message_reports.conversation_id)));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.message_reports
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_2_check_message_reports BEFORE INSERT OR UPDATE ON public.message_reports
  FOR EACH ROW EXECUTE FUNCTION private.check_message_reports();
CREATE TRIGGER take_in_report AFTER INSERT ON public.message_reports
  FOR EACH ROW EXECUTE FUNCTION staff.take_in_report();
grant all on public.message_reports to service_role;
grant select (id, conversation_id, reporter_id, reason, created_at), insert (conversation_id,
  reporter_id, reason) on public.message_reports to authenticated;

create table public.message_settings (
  user_id uuid not null,
  mail_notices boolean not null default true,
  shows_typing boolean not null default true,
  application_mails boolean not null default true,
  constraint message_settings_pkey PRIMARY KEY (user_id),
  constraint message_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table public.message_settings enable row level security;
create policy "people choose whether mails come" on public.message_settings
  for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)));
CREATE TRIGGER want_application_mails AFTER UPDATE OF application_mails ON public.message_settings
  FOR EACH ROW WHEN (new.application_mails AND NOT old.application_mails) EXECUTE FUNCTION private.want_application_mails();
grant select on public.message_settings to authenticated;
grant all on public.message_settings to service_role;
grant insert (user_id, mail_notices, shows_typing, application_mails), update (user_id,
  mail_notices, shows_typing, application_mails) on public.message_settings to authenticated;

create table public.messages (
  id uuid not null default gen_random_uuid(),
  conversation_id uuid not null,
  sender_id uuid not null,
  body text not null,
  client_key uuid,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_client_key_once UNIQUE (sender_id, client_key),
  constraint messages_body_trimmed CHECK (body = btrim(body)),
  constraint messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE,
  constraint messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX messages_conversation_idx ON public.messages USING btree (conversation_id, created_at DESC, id DESC);
CREATE INDEX messages_hour ON public.messages USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX messages_sender_idx ON public.messages USING btree (sender_id, created_at);
CREATE INDEX messages_words ON public.messages USING gin (private.message_words(body)) WITH (fastupdate='on', gin_pending_list_limit='256');
alter table public.messages enable row level security;
create policy "people read the messages of their conversations" on public.messages
  for select to authenticated
  using ((EXISTS ( SELECT
   FROM public.conversations c
  WHERE c.id = messages.conversation_id)));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.messages
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_2_refuse_closed_conversation BEFORE INSERT ON public.messages
  FOR EACH ROW EXECUTE FUNCTION private.refuse_closed_conversation();
CREATE TRIGGER before_3_check_messages BEFORE INSERT OR UPDATE ON public.messages
  FOR EACH ROW EXECUTE FUNCTION private.check_messages();
CREATE TRIGGER tell_of_insert AFTER INSERT ON public.messages REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION realtime.tell_of_change('id');
CREATE TRIGGER tell_of_messages AFTER INSERT ON public.messages
  FOR EACH ROW EXECUTE FUNCTION private.tell_of_messages();
CREATE TRIGGER tell_of_update AFTER UPDATE ON public.messages REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION realtime.tell_of_change('id');
grant all on public.messages to service_role;
grant select (id, conversation_id, sender_id, body, created_at) on public.messages to authenticated;

create table public.newsletter_deliveries (
  edition_id uuid not null,
  subscriber_id uuid not null,
  sent_at timestamp with time zone,
  refused_at timestamp with time zone,
  mailbox_is_gone boolean,
  constraint newsletter_deliveries_pkey PRIMARY KEY (edition_id, subscriber_id),
  constraint newsletter_deliveries_refused_after_sent CHECK (refused_at IS NULL OR sent_at IS NOT NULL),
  constraint newsletter_deliveries_edition_id_fkey FOREIGN KEY (edition_id) REFERENCES public.newsletter_editions(id) ON DELETE CASCADE,
  constraint newsletter_deliveries_subscriber_id_fkey FOREIGN KEY (subscriber_id) REFERENCES public.newsletter_subscribers(id) ON DELETE CASCADE
);
CREATE INDEX newsletter_deliveries_subscriber_id_idx ON public.newsletter_deliveries USING btree (subscriber_id);
CREATE INDEX newsletter_deliveries_waiting ON public.newsletter_deliveries USING btree (edition_id)
  WHERE (sent_at IS NULL);
alter table public.newsletter_deliveries enable row level security;
grant all on public.newsletter_deliveries to service_role;

create table public.newsletter_editions (
  id uuid not null default gen_random_uuid(),
  subject text not null,
  text text not null,
  text_hash text not null,
  created_at timestamp with time zone not null default now(),
  stopped_at timestamp with time zone,
  queued_at timestamp with time zone,
  is_of_staff boolean not null default false,
  constraint newsletter_editions_pkey PRIMARY KEY (id),
  constraint newsletter_editions_subject_key UNIQUE (subject),
  constraint newsletter_editions_text_hash_key UNIQUE (text_hash),
  constraint newsletter_editions_hash_shape CHECK (text_hash ~ '^[0-9a-f]{64}$'::text),
  constraint newsletter_editions_subject_length CHECK (char_length(subject) >= 3 AND char_length(subject) <= 150),
  constraint newsletter_editions_text_length CHECK (char_length(text) >= 1 AND char_length(text) <= 100000)
);
CREATE INDEX newsletter_editions_by_command ON public.newsletter_editions USING btree (created_at DESC, id DESC)
  WHERE (NOT is_of_staff);
CREATE INDEX newsletter_editions_order ON public.newsletter_editions USING btree (created_at DESC, id DESC);
alter table public.newsletter_editions enable row level security;
grant all on public.newsletter_editions to service_role;

create unlogged table public.newsletter_limits (
  key text not null,
  tries integer not null,
  ends_at timestamp with time zone not null,
  constraint newsletter_limits_pkey PRIMARY KEY (key)
);
alter table public.newsletter_limits enable row level security;
grant all on public.newsletter_limits to service_role;

create table public.newsletter_subscribers (
  id uuid not null default gen_random_uuid(),
  email text not null,
  consent_text text not null,
  consented_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  constraint newsletter_subscribers_pkey PRIMARY KEY (id),
  constraint newsletter_subscribers_email_key UNIQUE (email),
  constraint newsletter_subscribers_consent_length CHECK (char_length(consent_text) >= 10 AND char_length(consent_text) <= 500),
  constraint newsletter_subscribers_email_shape CHECK (char_length(email) <= 254 AND email = lower(email) AND email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'::text)
);
alter table public.newsletter_subscribers enable row level security;
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.newsletter_subscribers
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_2_plain_address BEFORE INSERT ON public.newsletter_subscribers
  FOR EACH ROW EXECUTE FUNCTION private.refuse_other_letters();
CREATE TRIGGER newsletter_may_come_again AFTER DELETE ON public.newsletter_subscribers
  FOR EACH ROW WHEN (old.confirmed_at IS NOT NULL) EXECUTE FUNCTION private.may_come_again();
CREATE TRIGGER note_erasure AFTER DELETE ON public.newsletter_subscribers
  FOR EACH ROW EXECUTE FUNCTION private.note_erasure('newsletter', 'id');
grant all on public.newsletter_subscribers to service_role;

create table public.newsletter_tokens (
  token_hash text not null,
  subscriber_id uuid not null,
  kind text not null,
  created_at timestamp with time zone not null default now(),
  constraint newsletter_tokens_pkey PRIMARY KEY (token_hash),
  constraint newsletter_tokens_hash_shape CHECK (token_hash ~ '^[0-9a-f]{64}$'::text),
  constraint newsletter_tokens_kind_known CHECK (kind = ANY (ARRAY['confirm'::text, 'unsubscribe'::text])),
  constraint newsletter_tokens_subscriber_id_fkey FOREIGN KEY (subscriber_id) REFERENCES public.newsletter_subscribers(id) ON DELETE CASCADE
);
CREATE INDEX newsletter_tokens_subscriber_id_idx ON public.newsletter_tokens USING btree (subscriber_id);
alter table public.newsletter_tokens enable row level security;
grant all on public.newsletter_tokens to service_role;

create table public.page_views (
  day date not null,
  path text not null,
  views integer not null,
  constraint page_views_pkey PRIMARY KEY (day, path),
  constraint page_views_path_shape CHECK (path ~ '^/'::text AND char_length(path) <= 200),
  constraint page_views_views_positive CHECK (views > 0)
);
alter table public.page_views enable row level security;
grant all on public.page_views to service_role;

create table public.profile_hides (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  company text not null,
  company_key text not null generated always as (private.company_key(company)) stored,
  created_at timestamp with time zone not null default now(),
  constraint profile_hides_pkey PRIMARY KEY (id),
  constraint profile_hides_company_once UNIQUE (user_id, company_key),
  constraint profile_hides_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX profile_hides_company_key_idx ON public.profile_hides USING btree (company_key);
alter table public.profile_hides enable row level security;
create policy "people manage whom they hide from" on public.profile_hides
  for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)));
CREATE TRIGGER before_0_take_turn BEFORE INSERT ON public.profile_hides
  FOR EACH ROW EXECUTE FUNCTION private.take_turn();
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.profile_hides
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_2_check_profile_hides BEFORE INSERT OR UPDATE ON public.profile_hides
  FOR EACH ROW EXECUTE FUNCTION private.check_profile_hides();
grant delete on public.profile_hides to authenticated;
grant all on public.profile_hides to service_role;
grant select (id, user_id, company, created_at), insert (user_id, company) on public.profile_hides
  to authenticated;

create table public.removed_jobs (
  id uuid not null,
  removed_at timestamp with time zone not null default now(),
  constraint removed_jobs_pkey PRIMARY KEY (id)
);
CREATE INDEX removed_jobs_removed_at_idx ON public.removed_jobs USING btree (removed_at, id);
alter table public.removed_jobs enable row level security;
grant all on public.removed_jobs to service_role;

create table public.resumes (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  file_name text not null,
  type text not null,
  bytes integer not null,
  object_name text not null,
  is_current boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint resumes_pkey PRIMARY KEY (id),
  constraint resumes_object_name_key UNIQUE (object_name),
  constraint resumes_bytes_check CHECK (bytes >= 1 AND bytes <= 5242880),
  constraint resumes_file_name_check CHECK (char_length(file_name) >= 1 AND char_length(file_name) <= 120),
  constraint resumes_object_name_check CHECK (char_length(object_name) <= 200),
  constraint resumes_type_check CHECK (type = ANY (ARRAY['application/pdf'::text, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'::text])),
  constraint resumes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX resumes_current ON public.resumes USING btree (user_id)
  WHERE is_current;
CREATE INDEX resumes_user_id ON public.resumes USING btree (user_id);
alter table public.resumes enable row level security;
create policy "companies read the resumes that were sent to them" on public.resumes
  for select to authenticated
  using ((EXISTS ( SELECT
   FROM public.applications a
  WHERE a.resume_id = resumes.id AND a.state <> 'unconfirmed'::text AND (a.company_id = ANY ((( SELECT private.own_companies('viewer'::text) AS own_companies))::uuid[])))));
create policy "people read their own resumes" on public.resumes
  for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.resumes
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER note_erasure AFTER DELETE ON public.resumes
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION private.note_erasure('resume', 'id');
CREATE TRIGGER remove_resume_file AFTER DELETE ON public.resumes
  FOR EACH ROW EXECUTE FUNCTION private.remove_resume_file();
grant all on public.resumes to service_role;
grant select (id, user_id, file_name, type, bytes, object_name, is_current, created_at) on
  public.resumes to authenticated;

create table public.saved_candidates (
  user_id uuid not null,
  profile_id uuid not null,
  note text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  company_id uuid,
  id uuid not null default gen_random_uuid(),
  constraint saved_candidates_pkey PRIMARY KEY (id),
  constraint saved_candidates_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE SET NULL,
  constraint saved_candidates_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.candidate_profiles(id) ON DELETE CASCADE,
  constraint saved_candidates_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_candidates_once ON public.saved_candidates USING btree (user_id, profile_id)
  WHERE (company_id IS NULL);
CREATE UNIQUE INDEX saved_candidates_once_a_team ON public.saved_candidates USING btree (company_id, profile_id)
  WHERE (company_id IS NOT NULL);
CREATE INDEX saved_candidates_profile_id_idx ON public.saved_candidates USING btree (profile_id);
CREATE INDEX saved_candidates_user_id ON public.saved_candidates USING btree (user_id);
alter table public.saved_candidates enable row level security;
create policy "people manage the candidates they saved" on public.saved_candidates
  for all to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) AND company_id IS NULL AND (EXISTS ( SELECT
   FROM public.candidate_profiles p
  WHERE p.id = saved_candidates.profile_id)))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND company_id IS NULL AND (EXISTS ( SELECT
   FROM public.candidate_profiles p
  WHERE p.id = saved_candidates.profile_id)));
create policy "people save in their own name" on public.saved_candidates as restrictive
  for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)));
create policy "teams share the candidates they saved" on public.saved_candidates
  for all to authenticated
  using ((company_id = ANY ((( SELECT private.own_companies('recruiter'::text) AS own_companies))::uuid[])) AND (EXISTS ( SELECT
   FROM public.candidate_profiles p
  WHERE p.id = saved_candidates.profile_id)))
  with check ((company_id = ANY ((( SELECT private.own_companies('recruiter'::text) AS own_companies))::uuid[])) AND (EXISTS ( SELECT
   FROM public.candidate_profiles p
  WHERE p.id = saved_candidates.profile_id)));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON public.saved_candidates
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_2_drop_blank_note BEFORE INSERT OR UPDATE OF note ON public.saved_candidates
  FOR EACH ROW EXECUTE FUNCTION private.drop_blank_note();
CREATE TRIGGER before_2_set_updated_at BEFORE UPDATE ON public.saved_candidates
  FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();
CREATE TRIGGER before_3_check_saved_candidates BEFORE INSERT OR UPDATE ON public.saved_candidates
  FOR EACH ROW EXECUTE FUNCTION private.check_saved_candidates();
CREATE TRIGGER before_3_save_for_team BEFORE INSERT ON public.saved_candidates
  FOR EACH ROW EXECUTE FUNCTION private.save_for_team();
CREATE TRIGGER before_4_take_turn BEFORE INSERT ON public.saved_candidates
  FOR EACH ROW EXECUTE FUNCTION private.take_turn();
CREATE TRIGGER limit_saved_candidates AFTER INSERT ON public.saved_candidates
  FOR EACH STATEMENT EXECUTE FUNCTION private.limit_saved_candidates();
grant delete, select on public.saved_candidates to authenticated;
grant all on public.saved_candidates to service_role;
grant insert (user_id, profile_id, note), update (note) on public.saved_candidates to authenticated;

create table public.saved_jobs (
  user_id uuid not null,
  job_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint saved_jobs_pkey PRIMARY KEY (user_id, job_id),
  constraint saved_jobs_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE CASCADE,
  constraint saved_jobs_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX saved_jobs_job_id_idx ON public.saved_jobs USING btree (job_id);
alter table public.saved_jobs enable row level security;
create policy "people read what they saved" on public.saved_jobs
  for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
create policy "people remove what they saved" on public.saved_jobs
  for delete to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
create policy "people save jobs they see" on public.saved_jobs
  for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.jobs j
  WHERE j.id = saved_jobs.job_id)));
CREATE TRIGGER before_0_take_turn BEFORE INSERT ON public.saved_jobs
  FOR EACH ROW EXECUTE FUNCTION private.take_turn();
CREATE TRIGGER limit_saved_jobs AFTER INSERT ON public.saved_jobs
  FOR EACH STATEMENT EXECUTE FUNCTION private.limit_saved_jobs();
grant delete on public.saved_jobs to authenticated;
grant all on public.saved_jobs to service_role;
grant select (user_id, job_id, created_at), insert (user_id, job_id) on public.saved_jobs to
  authenticated;

create table public.subscriptions (
  user_id uuid not null,
  customer_id text,
  subscription_id text,
  product_id text,
  status text not null default 'incomplete'::text,
  current_period_end timestamp with time zone,
  cancel_at_period_end boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  customer_key uuid not null default gen_random_uuid(),
  paid_until timestamp with time zone,
  asked_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  started_at timestamp with time zone not null default now(),
  amount bigint,
  currency text,
  price_interval text,
  quantity integer not null default 1,
  ended_unpaid boolean not null default false,
  charges_paused boolean not null default false,
  constraint subscriptions_pkey PRIMARY KEY (user_id),
  constraint subscriptions_customer_id_key UNIQUE (customer_id),
  constraint subscriptions_subscription_id_key UNIQUE (subscription_id),
  constraint subscriptions_quantity_range CHECK (quantity >= 1 AND quantity <= 1000),
  constraint subscriptions_status_known CHECK (status = ANY (ARRAY['incomplete'::text, 'incomplete_expired'::text, 'trialing'::text, 'active'::text, 'past_due'::text, 'canceled'::text, 'unpaid'::text, 'paused'::text])),
  constraint subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX subscriptions_staff_end_idx ON public.subscriptions USING btree (COALESCE(current_period_end, 'infinity'::timestamp with time zone), user_id)
  WHERE (subscription_id IS NOT NULL);
CREATE INDEX subscriptions_staff_ending_idx ON public.subscriptions USING btree (started_at DESC, user_id DESC)
  WHERE ((subscription_id IS NOT NULL) AND cancel_at_period_end);
CREATE INDEX subscriptions_staff_idx ON public.subscriptions USING btree (started_at DESC, user_id DESC)
  WHERE (subscription_id IS NOT NULL);
CREATE INDEX subscriptions_staff_status_idx ON public.subscriptions USING btree (status, started_at DESC, user_id DESC)
  WHERE (subscription_id IS NOT NULL);
alter table public.subscriptions enable row level security;
create policy "people read their own subscription" on public.subscriptions
  for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
CREATE TRIGGER after_9_note_membership_change AFTER UPDATE ON public.subscriptions
  FOR EACH ROW WHEN (new.subscription_id IS NOT NULL AND (new.subscription_id IS DISTINCT FROM old.subscription_id OR new.status IS DISTINCT FROM old.status OR new.cancel_at_period_end IS DISTINCT FROM old.cancel_at_period_end OR new.current_period_end IS DISTINCT FROM old.current_period_end OR new.amount IS DISTINCT FROM old.amount OR new.currency IS DISTINCT FROM old.currency OR new.price_interval IS DISTINCT FROM old.price_interval OR new.charges_paused IS DISTINCT FROM old.charges_paused)) EXECUTE FUNCTION private.note_membership_change();
CREATE TRIGGER close_billing AFTER DELETE ON public.subscriptions
  FOR EACH ROW EXECUTE FUNCTION private.close_billing();
CREATE TRIGGER end_featured_with_membership AFTER DELETE OR UPDATE ON public.subscriptions
  FOR EACH ROW EXECUTE FUNCTION private.end_featured_with_membership();
CREATE TRIGGER stop_charging AFTER INSERT OR UPDATE OF status, subscription_id, cancel_at_period_end ON public.subscriptions
  FOR EACH ROW WHEN ((new.status = ANY (ARRAY['active'::text, 'trialing'::text, 'past_due'::text, 'unpaid'::text])) AND NOT new.cancel_at_period_end) EXECUTE FUNCTION staff.stop_charging();
CREATE TRIGGER tell_lost_seats AFTER UPDATE OF quantity ON public.subscriptions
  FOR EACH ROW WHEN (new.quantity < old.quantity) EXECUTE FUNCTION private.tell_lost_seats();
CREATE TRIGGER tell_of_insert AFTER INSERT ON public.subscriptions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION realtime.tell_of_change('user_id');
CREATE TRIGGER tell_of_membership AFTER INSERT OR DELETE OR UPDATE ON public.subscriptions
  FOR EACH ROW EXECUTE FUNCTION private.tell_of_membership();
CREATE TRIGGER tell_of_update AFTER UPDATE ON public.subscriptions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION realtime.tell_of_change('user_id');
CREATE TRIGGER tell_returned_seats AFTER UPDATE OF quantity ON public.subscriptions
  FOR EACH ROW WHEN (new.quantity > old.quantity) EXECUTE FUNCTION private.tell_returned_seats();
grant all on public.subscriptions to service_role;
grant select (user_id, product_id, status, current_period_end, cancel_at_period_end, updated_at,
  ended_unpaid, charges_paused) on public.subscriptions to authenticated;

grant all on sequence public.application_events_id_seq to service_role;

CREATE OR REPLACE FUNCTION public.accept_invitation(token text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
  it public.company_invitations;
begin
  select * into it from private.invitation_of(token);
  if it.id is null then
    perform private.say_no('404', 'This link no longer works. Ask for a new invitation.');
  end if;
  perform private.lock_company(it.company_id);
  -- Withdrawn a moment ago.
  delete from public.company_invitations as i using auth.users as u
    where i.id = it.id and u.id = me and lower(u.email) = i.email and auth.has_proved_mailbox(me);
  if not found then
    perform private.say_no('403', 'Sign in with the account of the address that was invited, and confirm that address.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('companies of ' || me, 0));
  if (select count(*) from public.company_members as m where m.user_id = me) >= 20 then
    perform private.say_no('409', 'You work for 20 companies already. Leave one first.');
  end if;
  insert into public.company_members (company_id, user_id, role) values (it.company_id, me, it.role)
    on conflict do nothing;
  -- Whoever has not said yet for whom they hire has said it now.
  if it.role <> 'viewer' then
    insert into public.employers (user_id, company)
      select me, c.name from public.companies as c where c.id = it.company_id on conflict do nothing;
  end if;
  perform queue.add('team-news', json_build_object('kind', 'joined', 'companyId', it.company_id, 'userId', me,
    'byId', it.invited_by));
  return it.company_id;
end $function$;
grant execute on function public.accept_invitation(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.archive_conversation(conversation uuid, archived boolean DEFAULT true)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.conversation_states (conversation_id, user_id, archived_at)
    select c.id, auth.uid(), case when archived then now() end from public.conversations as c
    where c.id = conversation and private.side_of(c) is not null
    on conflict (conversation_id, user_id) do update set archived_at = excluded.archived_at
$function$;
grant execute on function public.archive_conversation(uuid,boolean) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.ask_company_check(company uuid, evidence text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words text := private.trimmed(evidence);
begin
  if not company = any (private.own_companies('admin')) then
    raise exception using errcode = '42501', message = 'Only admins of the company ask for a check.';
  end if;
  if not auth.has_proved_mailbox(auth.uid()) then
    raise exception using errcode = 'PT403', message = 'Confirm your email address first.';
  end if;
  if words is null or char_length(words) > 1000 or not private.has_visible(words, 20) then
    raise exception using errcode = '23514', message = 'Say in 20 to 1000 characters how we can check it.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('company check ' || company, 0));
  if exists (select from staff.company_cases as k
    where k.company_id = company and k.kind = 'check' and k.decided_at is null) then
    raise exception using errcode = 'PT409', message = 'We are looking at what you sent.';
  end if;
  if (select count(*) from staff.company_cases as k
    where k.company_id = company and k.kind = 'check' and k.opened_at > now() - interval '30 days') >= 3 then
    raise exception using errcode = 'PT409', message = 'You have asked three times within a month. Write to us.';
  end if;
  insert into staff.company_cases (kind, company_id, claim, evidence, asked_by)
    select 'check', c.id, coalesce(c.domain, c.name), words, auth.uid() from public.companies as c where c.id = company;
end $function$;
grant execute on function public.ask_company_check(uuid,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.ask_for_alert(mailbox text, consent_version integer, conditions jsonb DEFAULT '{}'::jsonb, address text DEFAULT ''::text, rhythm text DEFAULT 'daily'::text, weekday integer DEFAULT 1, hour integer DEFAULT 8, time_zone text DEFAULT 'America/New_York'::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  client text := coalesce(nullif(current_setting('request.headers', true), '')::json ->> 'x-client-address', '');
  receiver text := lower(btrim(mailbox));
  consent text := (select c.text from private.alert_consents as c where c.version = consent_version);
  search bigint;
begin
  if consent is null then
    raise exception using errcode = '22023', message = 'These are not the words of the form. Load the page again.';
  end if;
  if not public.take_newsletter_try('alerts of client ' || client, 10, interval '1 hour')
    or not public.take_newsletter_try('alerts of client ' || client || ' for ' || receiver, 10, interval '1 day')
  then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('alerts of ' || receiver, 0));
  search := private.keep_search('jobs', conditions);
  -- Anew and not changed, so that a yes to what a page showed is none to what came since.
  delete from public.alerts as a where a.email = receiver and a.search_id = search and a.confirmed_at is null;
  insert into public.alerts (email, kind, address, search_id, rhythm, weekday, hour, time_zone, consent_text)
    values (receiver, 'jobs', coalesce(address, ''), search, rhythm, weekday, hour, time_zone, consent)
    on conflict on constraint alerts_once_for_address do nothing;
  delete from public.alerts as a where a.id in (
    select w.id from public.alerts as w where w.email = receiver and w.confirmed_at is null
    order by w.created_at desc, w.id offset 50);
  -- Whoever types the addresses of others gets them one mail a day at most, in which nothing of theirs stands.
  if exists (select from public.alerts as a where a.email = receiver and a.confirmed_at is null)
    and not private.is_blocked_address(receiver)
    and public.take_newsletter_try('alerts of address ' || private.box_of(receiver), 1, interval '1 day')
  then
    perform queue.add('alert-confirm-mail', json_build_object('email', receiver), 'alert confirm ' || receiver);
  end if;
  return true;
end $function$;
grant execute on function public.ask_for_alert(text,integer,jsonb,text,text,integer,integer,text) to
  anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.asked_questions(job uuid DEFAULT NULL::uuid)
 RETURNS TABLE(question text, options text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct on (q ->> 'question') q ->> 'question',
    case q ->> 'kind' when 'yes-no' then array['Yes', 'No']
      else array(select jsonb_array_elements_text(q -> 'options')) end
  from (select j.questions from public.jobs as j
    where j.company_id = any (private.own_companies('viewer')) and j.questions <> '[]'
      and (asked_questions.job is null or j.id = asked_questions.job)
    order by j.created_at desc limit 200) as j
  cross join jsonb_array_elements(j.questions) as q
  order by q ->> 'question' limit 200
$function$;
grant execute on function public.asked_questions(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.block_conversation(conversation uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
  talk public.conversations;
begin
  select c.* into talk from public.conversations as c where c.id = conversation;
  if private.side_of(talk) = 'candidate' then
    insert into public.blocks (blocker_id, blocked_id, company_id)
      select me, person, coalesce(talk.company_id, (select e.company_id from public.employers as e
        join public.company_members as m on m.company_id = e.company_id and m.user_id = e.user_id
        where e.user_id = talk.member_id))
      from (select coalesce(talk.member_id, (select m.sender_id from public.messages as m
        where m.conversation_id = talk.id and m.sender_id <> me order by m.created_at desc limit 1)) as person) as other
      where person is not null
      on conflict (blocker_id, blocked_id) do update set company_id = coalesce(excluded.company_id, blocks.company_id);
  elsif private.side_of(talk) = 'member' then
    insert into public.blocks (blocker_id, blocked_id, company_id)
      select me, talk.candidate_id, talk.company_id where talk.candidate_id is not null
      on conflict (blocker_id, blocked_id) do update set company_id = coalesce(excluded.company_id, blocks.company_id);
  end if;
end $function$;
grant execute on function public.block_conversation(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.board_changed_on()
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (greatest(
    (select max(j.updated_at) from public.jobs as j),
    (select max(r.removed_at) from public.removed_jobs as r),
    (select max(j.ends_at) from public.jobs as j where j.is_active and j.hidden_at is null and j.ends_at <= now())
  ) at time zone 'UTC')::date
$function$;
grant execute on function public.board_changed_on() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.clean_newsletter()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.newsletter_subscribers
    where confirmed_at is null and consented_at < now() - interval '7 days';
  delete from public.newsletter_tokens
    where kind = 'confirm' and created_at < now() - interval '7 days';
  delete from public.newsletter_limits where ends_at < now();
$function$;
grant execute on function public.clean_newsletter() to service_role;

CREATE OR REPLACE FUNCTION public.company_answers(company uuid)
 RETURNS TABLE(applications integer, answered_share numeric, usual_days integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select counted.many, round(counted.answered::numeric / counted.many, 2), counted.days
  from (
    select sums.asked + greatest(0, sums.spam - sums.asked / 4) as many, sums.answered, sums.days
    from (
      select (count(*) filter (where not one.is_spam))::integer as asked,
        (count(*) filter (where one.is_spam and one.answered_at is null))::integer as spam,
        (count(one.answered_at) filter (where not one.is_spam))::integer as answered,
        ceil(percentile_cont(0.5) within group (order by extract(epoch from one.answered_at - one.applied_at) / 86400)
          filter (where not one.is_spam))::integer as days
      from (
        select a.applied_at, a.answered_at,
          a.spam_at is not null and (a.spam_at < a.applied_at + interval '14 days' or a.answered_at is not null) as is_spam
        from public.applications as a
        where a.company_id = company and a.state not in ('unconfirmed', 'withdrawn')
          and (a.answered_at is not null or a.applied_at < now() - interval '14 days')
          and not exists (select from private.company_people as p
            where p.company_id = a.company_id and p.user_id = a.applicant_id)
        order by a.applied_at desc limit 500) as one) as sums) as counted
  where counted.many >= 10
$function$;
grant execute on function public.company_answers(uuid) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.company_page(slug text)
 RETURNS TABLE(id uuid, name text, web_address text, place text, about text, logo text, proven_domain text, is_checked boolean, updated_at timestamp with time zone, live_jobs integer, jobs jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.id, c.name, c.web_address, c.place, c.about, c.logo, c.proven_domain, c.is_checked, c.updated_at,
    private.count_open_jobs(c.id),
    (select coalesce(jsonb_agg(private.job_line(j.posting) || jsonb_build_object('client', (j.posting).client)
        order by (j.posting).created_at desc, (j.posting).id desc), '[]')
      from (select o as posting from private.open_jobs_of(c.id) as o
        where o.posted_by not in (select private.banned_people())
        order by o.created_at desc, o.id desc limit 50) as j)
  from public.companies as c
  where c.slug = company_page.slug and c.public_since is not null and c.closed_at is null
    and exists (select from public.company_members as m
      where m.company_id = c.id and m.user_id not in (select private.banned_people()))
$function$;
grant execute on function public.company_page(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.company_people(company uuid)
 RETURNS TABLE(user_id uuid, name text, email text, role text, joined_at timestamp with time zone, is_me boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.user_id, nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), ''), u.email, m.role, m.joined_at,
    m.user_id = auth.uid()
  from public.company_members as m join auth.users as u on u.id = m.user_id
  where m.company_id = company and company = any (private.own_companies('viewer'))
  order by m.joined_at, m.user_id
$function$;
grant execute on function public.company_people(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.company_seats(company uuid)
 RETURNS TABLE(user_id uuid, name text, role text, is_me boolean, state text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.user_id, coalesce(nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), ''), u.email, 'Somebody'),
    m.role, m.user_id = auth.uid(),
    case when private.pays(m.user_id) then case when given.is_here then 'both' else 'pays' end
      when given.is_here then case when (private.seat_of(m.user_id)).payer_id is not null then 'seat' else 'lost' end
      when (private.seat_of(m.user_id)).payer_id is not null then 'elsewhere'
      else 'none' end
  from public.company_members as m join auth.users as u on u.id = m.user_id
    cross join lateral (select exists (select from public.membership_seats as s
      where s.user_id = m.user_id and s.company_id = company_seats.company and private.gives_seats(s.payer_id)) as is_here) as given
  where m.company_id = company and company = any (private.own_companies('viewer'))
  order by m.joined_at, m.user_id
$function$;
grant execute on function public.company_seats(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.confirm_alerts(token text, chosen uuid[])
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mailbox text := (private.alert_token(token)).email;
  asked integer;
  said integer;
begin
  if mailbox is null then return 'gone'; end if;
  -- Two presses at once would make an eleventh.
  perform pg_advisory_xact_lock(hashtextextended('alerts of ' || mailbox, 0));
  select count(*) into asked from public.alerts as a where a.email = mailbox and a.id = any (chosen[1:50])
    and (a.confirmed_at is not null or a.created_at > now() - private.alert_patience());
  if asked = 0 then return 'gone'; end if;
  update public.alerts as a set confirmed_at = now() where a.id in (
    select w.id from public.alerts as w
    where w.email = mailbox and w.confirmed_at is null and w.id = any (chosen[1:50])
      and w.created_at > now() - private.alert_patience()
    order by w.created_at desc, w.id
    limit greatest(10 - (select count(*) from public.alerts as c where c.email = mailbox and c.confirmed_at is not null), 0));
  select count(*) into said from public.alerts as a
    where a.email = mailbox and a.id = any (chosen[1:50]) and a.confirmed_at is not null;
  return case when said < asked then 'full' else 'confirmed' end;
end $function$;
grant execute on function public.confirm_alerts(text,uuid[]) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.confirm_newsletter(token text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subscriber uuid;
  was_confirmed boolean;
begin
  select s.id, s.confirmed_at is not null into subscriber, was_confirmed
    from public.newsletter_tokens as t
    join public.newsletter_subscribers as s on s.id = t.subscriber_id
    where t.kind = 'confirm'
      and t.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
      and t.created_at > now() - interval '7 days'
    for update of s;
  if subscriber is null then return false; end if;
  -- Pressed twice, it is still confirmed, and written to once.
  if not was_confirmed then
    update public.newsletter_subscribers set confirmed_at = now() where id = subscriber;
    perform queue.add('newsletter-mail',
      json_build_object('kind', 'newsletter-welcome', 'subscriberId', subscriber));
  end if;
  return true;
end
$function$;
grant execute on function public.confirm_newsletter(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.conversation_people(conversation uuid)
 RETURNS TABLE(user_id uuid, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.sender_id, private.name_as_member(s.sender_id) from public.conversations as c
  join lateral (select distinct m.sender_id from public.messages as m
    where m.conversation_id = c.id and m.sender_id <> c.candidate_id) as s on true
  where c.id = conversation and c.company_id is not null and private.side_of(c) is not null
$function$;
grant execute on function public.conversation_people(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.count_applications(job uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(s.state, s.many), '{}') from (
    select wanted.state, sum(found.many)::integer as many
    from unnest(array['new', 'review', 'interview', 'offer', 'hired', 'declined', 'withdrawn']) as wanted (state)
    cross join unnest(private.own_companies('viewer')) as own (company)
    cross join lateral (
      select count(*) as many from (
        select from public.applications as a
          where job is null and a.company_id = own.company and a.state = wanted.state and a.spam_at is null
            and a.state <> 'unconfirmed' and a.applicant_id is distinct from (select auth.uid())
          limit 100) as those
      union all
      select count(*) from (
        select from (select a.company_id from public.applications as a
            where a.job_id = count_applications.job and a.state = wanted.state and a.spam_at is null
              and a.state <> 'unconfirmed' and a.applicant_id is distinct from auth.uid() offset 0) as a
          where a.company_id = own.company
          limit 100) as those) as found
    group by wanted.state) as s
$function$;
grant execute on function public.count_applications(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.count_board(wanted jsonb, filter text)
 RETURNS TABLE(value text, matches integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET max_parallel_workers_per_gather TO '0'
 SET jit TO 'off'
 SET work_mem TO '16MB'
 SET random_page_cost TO '0.1'
 SET seq_page_cost TO '0.1'
 SET enable_seqscan TO 'on'
AS $function$
declare
  every constant text[] := case filter
    when 'type' then array['Full-time', 'Part-time', 'Contract', 'Remote', 'Other']
    when 'workplace' then array['on-site', 'hybrid', 'remote'] end;
  live constant text := 's.ends_at > now() and s.posted_by <> all ($1)';
  banned uuid[] := array(select private.banned_people());
  -- Of a longer one nothing is taken: it is refused below.
  others jsonb := case when pg_column_size(wanted) <= 65536
    then (select jsonb_agg(entry - filter) from jsonb_array_elements(wanted) as entry) end;
  facets text[] := array(select case filter when 'type' then 'type ' || one else one end
    from unnest(every) with ordinality as said (one, nth) order by nth);
  traits integer[] := array(select private.trait(facet) from unnest(facets) with ordinality as said (facet, nth) order by nth);
  -- Of rows: how many there are with each value.
  tally text;
  plain text;
  walked integer;
  fitting integer;
  sampled integer[];
  -- With each value, of all that were walked through.
  usual integer[];
  -- How many of a thousand should fit and have each value; and of those that were met, the rarest.
  likely real[];
  rarest real;
  -- How many have to fit, and be looked at, until there should be a thousand of the rarest.
  enough integer;
  reach integer;
  part text;
  numbers integer[];
  -- What has each value by the end of a part.
  adding text[];
  counted integer[];
  met integer;
  is_all boolean := false;
  is_listed boolean;
  kinds integer[];
  kinds_of_it integer[];
  -- The newest, as one text.
  newest text;
  large text;
  keys text;
begin
  if every is null then raise exception 'Count by type or by workplace' using errcode = '22023'; end if;
  plain := private.board_condition(others);
  tally := (select string_agg(format('count(*) filter (where %%s and s.traits & %s <> 0)', trait), ', ' order by nth)
    from unnest(traits) with ordinality as said (trait, nth));

  execute format('select count(*), string_agg(s.words, E''\x1e''), count(*) filter (where s.fits), array[%s], array[%s]
      from (select s.traits, s.words, %s and %s as fits from (select * from private.job_search as s
        order by s.is_featured desc, s.created_at desc, s.job_id desc limit 1000) as s offset 0) as s',
      replace(tally, '%s', 's.fits'), replace(tally, '%s', 'true'), live, plain)
    into walked, newest, fitting, sampled, usual using banned;
  -- A few hits say little of a share: what is usual stands beside them as a hundred more.
  likely := array(select (hits + 100.0 * n / nullif(walked, 0)) * fitting / (fitting + 100)
    from unnest(sampled, usual) with ordinality as each (hits, n, nth) order by nth);
  rarest := (select min(l) from unnest(sampled, likely) as each (hits, l) where hits > 0);
  enough := 1200 * fitting / rarest;
  reach := 1200 * 1000 / rarest;
  if walked < 1000 then
    counted := sampled;
    is_all := true;
  else
    kinds := private.kinds_on_board(others, true);
    -- Where they are listed side by side, each value has a short list of its own.
    is_listed := private.short_keys(others, kinds) is not null;
    if not is_listed then large := private.board_keys(others, newest); end if;
  end if;
  if walked = 1000 and not is_listed then
    if reach <= 20000 or enough > 25000 then
      execute format('select count(*), array[%s] from (select s.traits from private.job_search as s
          where s.ctid >= ''(%s,0)''::tid and %s and %s limit %s) as s',
          replace(tally, '%s', 'true'), private.page_before(least(reach * 3, 60000)), live, plain, enough)
        into met, counted using banned;
    else
      perform set_config('enable_seqscan', 'off', true);
      select n.part, n.numbers into part, numbers from private.newest_parts(1001, (rarest / 1000.0)::real, 10) as n;
      if numbers is null then
        execute format('select count(*), array[%s] from (select s.traits from private.job_search as s where %s and %s and %s limit %s) as s',
            replace(tally, '%s', 'true'), live, plain, large, coalesce(enough::text, 'all'))
          into met, counted using banned;
        is_all := enough is null or met < enough;
      else
        -- Of each part as many as should be missing after those before it.
        adding := array(select format('t.counted[%1$s] + p.counted[%1$s]', nth) from generate_subscripts(every, 1) as nth);
        execute format('with recursive told as (
              select 0 as nth, 0::bigint as met, array_fill(0::bigint, array[%1$s]) as counted, 0::bigint as least, %2$s::bigint as missing
              union all
              select t.nth + 1, t.met + p.met, n.counted, n.least,
                case when n.least = 0 then %2$s else 20 + (t.met + p.met) * (1001 - n.least) * 11 / 10 / n.least end
              from told as t,
                lateral (select count(*) as met, array[%3$s] as counted from (select s.traits from private.job_search as s
                  where %4$s and %5$s and %6$s and array[%7$s] && array[($2)[t.nth + 1]] limit t.missing) as s) as p,
                lateral (select array[%8$s] as counted, least(%9$s) as least) as n
              where t.nth < cardinality($2) and t.least <= 1000)
            select t.met, t.counted from told as t order by t.nth desc limit 1',
            cardinality(every), enough, replace(tally, '%s', 'true'), live, plain, large, part, array_to_string(adding, ', '),
            (select string_agg(adding[nth], ', ') from unnest(sampled) with ordinality as each (hits, nth) where hits > 0))
          into met, counted using banned, numbers;
      end if;
    end if;
  end if;

  for nth in 1..cardinality(every) loop
    value := every[nth];
    matches := counted[nth];
    if coalesce(matches, 0) <= 1000 and not is_all then
      kinds_of_it := case when kinds is not null then array(select kind from unnest(kinds) as kind where kind & traits[nth] <> 0) end;
      keys := private.short_keys(others, kinds_of_it);
      if keys is null and large is null then large := private.board_keys(others, newest); end if;
      matches := private.count_on_board(format('%s and s.traits & %s <> 0', plain, traits[nth]),
        format('%s and s.traits & %s <> 0 and %s', plain, traits[nth],
          coalesce(keys, format('%s and s.facets @> array[%L]', large, facets[nth]))),
        banned, case when keys is null then (likely[nth] / 1000)::real end);
    end if;
    matches := least(matches, 1001);
    return next;
  end loop;
end
$function$;
grant execute on function public.count_board(jsonb,text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.count_candidates(q text DEFAULT ''::text, level text DEFAULT 'all'::text, skills text[] DEFAULT '{}'::text[], skills_mode text DEFAULT 'any'::text, location text DEFAULT ''::text, certification text DEFAULT ''::text, availability text DEFAULT 'all'::text, verified text DEFAULT ''::text, years_from integer DEFAULT NULL::integer, years_to integer DEFAULT NULL::integer, miles integer DEFAULT 0)
 RETURNS TABLE(matches integer, is_exact boolean)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
AS $function$
  select case when found.are_all then cardinality(found.ids)
      else (select max(step) from unnest(array[20, 50, 100, 200]) as step where step < cardinality(found.ids)) end,
    found.are_all
  from private.find_candidates(left(q, 1000), level, skills, skills_mode, left(location, 1000),
      left(certification, 1000), availability, verified,
    years_from, years_to, miles, null, null, 21, 201) as found
$function$;
grant execute on function
  public.count_candidates(text,text,text[],text,text,text,text,text,integer,integer,integer) to
  authenticated, service_role;

CREATE OR REPLACE FUNCTION public.count_listed_companies()
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*)::integer from private.listed_companies()
$function$;
grant execute on function public.count_listed_companies() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.count_live_jobs()
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
  select count(*)::integer from private.live_jobs
$function$;
grant execute on function public.count_live_jobs() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.decline_applications(applications uuid[], words text, seen text[] DEFAULT NULL::text[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it record;
  done integer := 0;
  said text := private.trimmed(private.plain_text(words));
begin
  if coalesce(cardinality(applications), 0) not between 1 and 200 then
    raise exception using errcode = 'PT400', message = 'Choose between 1 and 200 applications.';
  end if;
  if char_length(coalesce(said, '')) not between 1 and 2000 then
    raise exception using errcode = 'PT400', message = 'Write a sentence of up to 2,000 characters.';
  end if;
  for it in
    select a.id, a.name, a.job_title
      from unnest(applications, seen) as chosen (id, state)
      join public.applications as a on a.id = chosen.id and (seen is null or a.state = chosen.state)
      where a.state in ('new', 'review', 'interview', 'offer')
        and a.leaves_at is null and a.applicant_id is distinct from auth.uid()
        and a.company_id = any (private.own_companies('recruiter'))
      order by a.id for update of a
  loop
    if private.set_application_state(it.id, 'declined', private.fill_template(said, it.name, it.job_title)) then
      done := done + 1;
    end if;
  end loop;
  return done;
end
$function$;
grant execute on function public.decline_applications(uuid[],text,text[]) to authenticated,
  service_role;

CREATE OR REPLACE FUNCTION public.delete_application(application uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own uuid[] := array(select a.id from public.applications as a
    where a.id = application and a.applicant_id = auth.uid() and a.leaves_at is null);
begin
  perform private.take_back(own);
  return cardinality(own) > 0;
end $function$;
grant execute on function public.delete_application(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.employer_state()
 RETURNS TABLE(company text, next_company text, next_from timestamp with time zone, is_confirmed boolean, changes_left integer, is_shown boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.company_in_effect(me.id),
    case when e.in_effect_at > now() then e.company end,
    case when e.in_effect_at > now() then e.in_effect_at end,
    auth.has_proved_mailbox(me.id),
    greatest(0, 2 - (select count(*)::integer from unnest(e.changed_at) as at
      where at > now() - interval '1 year')),
    private.company_shown(me.id) is not null
  from (select auth.uid() as id) as me left join public.employers as e on e.user_id = me.id
$function$;
grant execute on function public.employer_state() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.find_places(names text[])
 RETURNS TABLE(asked text, name text, state text, latitude real, longitude real, size integer, has_postings boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select each.asked, p.name, p.state, p.latitude, p.longitude, p.size,
    exists (select from private.board_places as b where b.place = p.state || '/' || private.place_key(p.name))
  from (select distinct left(asked, 60) as asked from unnest(private.first_of(names, 40)) as asked) as each,
    private.places_of(private.place_key(each.asked)) as p
  order by each.asked, p.size desc, p.state
$function$;
grant execute on function public.find_places(text[]) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.give_seat(company uuid, person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  payer uuid;
begin
  perform private.require_admin(company);
  if not exists (select from public.company_members as m
    where m.company_id = company and m.user_id = person and m.role in ('admin', 'recruiter'))
  then perform private.say_no('409', 'A seat is for an admin or a recruiter of the company.');
  end if;
  if private.has_active_membership(person) then
    perform private.say_no('409', 'This person has a membership already.');
  end if;
  select m.user_id into payer from public.company_members as m
    where m.company_id = give_seat.company and private.gives_seats(m.user_id) and private.company_paid_by(m.user_id) = company
      and (select count(*) from public.membership_seats as s where s.payer_id = m.user_id and s.user_id <> person)
        < private.seats_of(m.user_id) - 1
    order by m.joined_at limit 1;
  if payer is null then
    perform private.say_no('409', 'All seats are taken. Whoever pays can add one on the Membership Dashboard.');
  end if;
  delete from public.membership_seats as s where s.company_id = give_seat.company and s.user_id = person;
  insert into public.membership_seats (payer_id, user_id, company_id) values (payer, person, company)
    on conflict (payer_id, user_id) do update set company_id = excluded.company_id, given_at = clock_timestamp();
end $function$;
grant execute on function public.give_seat(uuid,uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.hide_from(companies text[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if cardinality(companies) > 50 then
    raise exception using errcode = '23514', message = 'You can hide your profile from up to 50 companies';
  end if;
  return query
    insert into public.profile_hides (user_id, company)
      select (select auth.uid()), called from unnest(companies) as called
      on conflict do nothing returning id;
end $function$;
grant execute on function public.hide_from(text[]) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.invite_to_company(company uuid, address text, as_role text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted text := lower(btrim(address));
  made uuid;
begin
  perform private.require_admin(company);
  if as_role is null or as_role not in ('admin', 'recruiter', 'viewer') then
    perform private.say_no('400', 'Choose what this person may do.');
  end if;
  if wanted is null or wanted !~ '^[^\s@<>",;:]+@[^\s@<>",;:]+\.[^\s@<>",;:.]+$' or char_length(wanted) > 255 then
    perform private.say_no('400', 'Please enter a valid email');
  end if;
  if exists (select from public.company_members as m join auth.users as u on u.id = m.user_id
    where m.company_id = company and lower(u.email) = wanted)
  then perform private.say_no('409', 'This person works for the company already.');
  end if;
  if (select count(*) from public.company_members as m where m.company_id = company)
    + (select count(*) from public.company_invitations as i where i.company_id = company) >= 50
  then perform private.say_no('409', 'A company has room for 50 people and invitations. Withdraw or remove one first.');
  end if;
  insert into public.company_invitations (company_id, email, role, invited_by)
    values (company, wanted, as_role, auth.uid())
    on conflict do nothing returning id into made;
  if made is null then
    perform private.say_no('409', 'This address has an invitation already. You can send it again.');
  end if;
  perform private.order_invitation(made, wanted);
  return made;
end $function$;
grant execute on function public.invite_to_company(uuid,text,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.is_hidden_by_staff(profile public.candidate_profiles)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select profile.user_id = auth.uid() and exists (select from private.hidden_profiles as h where h.user_id = auth.uid())
$function$;
grant execute on function public.is_hidden_by_staff(public.candidate_profiles) to authenticated,
  service_role;

CREATE OR REPLACE FUNCTION public.job_company(job_id uuid)
 RETURNS TABLE(slug text, name text, proven_domain text, is_checked boolean, client text, web_address text, logo text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.slug, c.name, c.proven_domain, c.is_checked, j.client, c.web_address, c.logo
  from public.jobs as j join public.companies as c on c.id = j.company_id, private.job_status(j) as s (status)
  where j.id = job_company.job_id and s.status not in ('hidden', 'paused')
    -- Never on the board, as `job_page` has it.
    and (j.is_active or j.closed_at is distinct from j.created_at)
    and c.public_since is not null and c.closed_at is null
$function$;
grant execute on function public.job_company(uuid) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.job_landing(path text)
 RETURNS TABLE(moved_to text, state text, city text, role text, job_type text, matches integer, is_exact boolean, companies integer, pay integer, paying integer, top_companies jsonb, jobs jsonb, roles jsonb, places jsonb, twin text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET max_parallel_workers_per_gather TO '0'
 SET jit TO 'off'
AS $function$
declare
  parts text[] := string_to_array(left(path, 200), '/');
  banned uuid[] := array(select private.banned_people());
  live constant text := 's.ends_at > now() and s.posted_by <> all ($1)';
  newest constant text := 'order by s.created_at desc, s.job_id desc limit 1001';
  condition text;
  around text;
  key text;
  base text;
  only_place text;
  around_count integer;
  board_count integer;
begin
  if path !~ '^(remote|type/[a-z-]+|in/[a-z]{2}(/[a-z0-9-]+(/[a-z-]+)?)?)$' then return; end if;
  if parts[1] = 'remote' then
    condition := 's.workplace = ''remote''';
  elsif parts[1] = 'type' then
    job_type := (select t from unnest(array['Full-time', 'Part-time', 'Contract', 'Remote', 'Other']) as t
      where lower(t) = parts[2]);
    if job_type is null then return; end if;
    condition := format('s.job_type = %L', job_type);
    if job_type = 'Remote' then twin := 'remote'; end if;
  else
    state := private.state_code(parts[2]);
    if state is distinct from upper(parts[2]) then return; end if;
    condition := format('s.state = %L', state);
    base := 'in/' || parts[2];
    if parts[3] is not null then
      key := private.place_key(parts[3]);
      select p.name into city from private.places_of(key, state) as p where key !~ '^\d' limit 1;
      if city is null then return; end if;
      if replace(key, ' ', '-') <> parts[3] then
        moved_to := concat_ws('/', 'in', parts[2], replace(key, ' ', '-'), parts[4]);
      end if;
      around := condition;
      condition := format('s.place = %L', state || '/' || key);
    end if;
    if parts[4] is not null then
      select r.name into role from private.known_roles() as r where r.slug = parts[4];
      if role is null then return; end if;
      around := condition;
      condition := format('%s and s.role = %L', condition, parts[4]);
    end if;
  end if;

  execute format('with met as materialized (select s.* from private.job_search as s where %s and %s %s),
      known as materialized (select m.*, row_number() over (order by m.created_at desc, m.job_id desc) as at from met as m)
      select least(count(*), 1000), count(*) <= 1000, count(distinct k.company_id),
        percentile_disc(0.5) within group (order by k.pay desc) filter (where k.pay is not null), count(k.pay),
        (select coalesce(jsonb_agg(jsonb_build_object(''name'', c.name, ''slug'', c.slug, ''jobs'', t.jobs)
            order by t.jobs desc, c.name), ''[]'') from (
              select company_id, count(*) as jobs from known group by company_id order by 2 desc, 1 limit 3) as t
            join public.companies as c on c.id = t.company_id and c.public_since is not null and c.closed_at is null),
        (select coalesce(jsonb_agg(private.job_line(j) order by n.at), ''[]'')
          from known as n join public.jobs as j on j.id = n.job_id and j.posted_by <> all ($1) where n.at <= 20),
        case when count(distinct k.place) = 1 and count(k.place) = count(*) then min(k.place) end
      from known as k', condition, live, newest)
    into matches, is_exact, companies, pay, paying, top_companies, jobs, only_place using banned;

  -- Roles of the same town.
  roles := '[]';
  if city is not null then
    execute format('select coalesce(jsonb_agg(jsonb_build_object(''path'', %L || ''/'' || g.slug, ''name'', r.name, ''jobs'', g.jobs)
          order by g.jobs desc, g.slug), ''[]'') from (
        select s.role as slug, count(*) as jobs from (
          select s.* from private.job_search as s where s.place = %L and %s %s) as s
        group by 1 having count(*) >= 3 and count(distinct s.company_id) >= 2 order by 2 desc, 1 limit 12) as g
      join private.known_roles() as r on r.slug = g.slug',
      concat_ws('/', base, parts[3]), state || '/' || key, live, newest) into roles using banned;
  end if;
  -- Towns near in the same sense: of the same state, or of the same list.
  execute format('select coalesce(jsonb_agg(jsonb_build_object(''path'', ''in/'' || lower(split_part(g.place, ''/'', 1)) || ''/''
          || replace(split_part(g.place, ''/'', 2), '' '', ''-''), ''name'', p.name, ''state'', p.state, ''jobs'', g.jobs)
        order by g.jobs desc, g.place), ''[]'') from (
      select s.place, count(*) as jobs from (
        select s.* from private.job_search as s where %s and %s %s) as s
      where s.place is not null
      group by 1 having count(*) >= 3 and count(distinct s.company_id) >= 2 order by 2 desc, 1 limit 12) as g,
      lateral (select p.name, p.state from private.places_of(split_part(g.place, ''/'', 2), split_part(g.place, ''/'', 1)) as p
        order by p.size desc limit 1) as p',
    case when state is null then condition else format('s.state = %L', state) end, live, newest)
    into places using banned;

  if twin is null and is_exact and matches > 0 then
    execute format('select count(*) from (select from private.job_search as s where %s limit 1001) as counted', live)
      into board_count using banned;
    if role is not null then
      execute format('select count(*) from (select from private.job_search as s where %s and %s limit 1001) as counted',
        around, live) into around_count using banned;
    end if;
    twin := case when matches = board_count then ''
      when matches = around_count then concat_ws('/', base, parts[3])
      when state is not null and city is null then base || '/' || replace(split_part(only_place, '/', 2), ' ', '-') end;
  end if;
  return next;
end
$function$;
grant execute on function public.job_landing(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.job_page(job_id uuid)
 RETURNS TABLE(status text, id uuid, title text, company text, job_type text, location text, salary_range text, application_deadline date, application_url text, description text, requirements text, benefits text, contact_name text, contact_email text, contact_phone text, created_at timestamp with time zone, workplace text, city text, region text, country text, salary_from numeric, salary_to numeric, salary_currency text, salary_period text, published_at timestamp with time zone, ends_at timestamp with time zone, updated_at timestamp with time zone, credentials_wanted text[], similar_jobs jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.status, j.id, j.title, j.company, j.job_type, j.location, j.salary_range,
    j.application_deadline, case when s.status = 'live' then j.application_url end, j.description,
    j.requirements, j.benefits, case when s.status = 'live' then j.contact_name end,
    case when s.status = 'live' then j.contact_email end,
    case when s.status = 'live' then j.contact_phone end, j.created_at, j.workplace, j.city,
    j.region, j.country, j.salary_from, j.salary_to, j.salary_currency, j.salary_period,
    j.published_at, j.ends_at, j.updated_at, j.credentials_wanted,
    (select coalesce(jsonb_agg(private.job_line(o) order by alike.nth), '[]')
      from public.similar_jobs(job_page.job_id) with ordinality
        as alike (id, title, company, job_type, location, salary_range, created_at, nth)
      join public.jobs as o on o.id = alike.id)
  from public.jobs as j, private.job_status(j) as s (status)
  where j.id = job_page.job_id and s.status not in ('hidden', 'paused')
    and (j.is_active or j.closed_at is distinct from j.created_at)
  union all
  select 'removed', r.id, null, null, null, null, null, null, null, null, null, null, null, null,
    null, null, null, null, null, null, null, null, null, null, null, null, null, null, null
  from public.removed_jobs as r where r.id = job_page.job_id
$function$;
grant execute on function public.job_page(uuid) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.job_ways(job_id uuid)
 RETURNS TABLE(path text, city text, state text, role text, job_type text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
#variable_conflict use_variable
declare
  own private.job_search;
  one text;
  condition text;
  banned uuid[] := array(select private.banned_people());
  counted record;
  board integer;
  above integer;
begin
  select s.* into own from private.job_search as s
    where s.job_id = job_ways.job_id and s.ends_at > now() and s.posted_by <> all (banned);
  if own.job_id is null then return; end if;
  select count(*) into board from (select from private.job_search as s
    where s.ends_at > now() and s.posted_by <> all (banned) limit 51) as counted;
  foreach one in array private.landings_of(own) loop
    condition := case
      when one = 'remote' then 's.workplace = ''remote'''
      when one like 'type/%' then format('s.job_type = %L', own.job_type)
      when one ~ '^in/[^/]+$' then format('s.state = %L', own.state)
      when one ~ '^in/[^/]+/[^/]+$' then format('s.place = %L', own.place)
      else format('s.place = %L and s.role = %L', own.place, own.role) end;
    execute format('select count(*)::integer as jobs, count(distinct s.company_id) as companies,
        count(distinct s.place) = 1 and count(s.place) = count(*) as is_one_place
      from (select s.company_id, s.place from private.job_search as s
        where %s and s.ends_at > now() and s.posted_by <> all ($1) limit 51) as s', condition) into counted using banned;
    -- Another page has the same: the board, the town of a role, the only town of a state.
    if counted.jobs >= 3 and counted.companies >= 2 and (counted.jobs = 51 or counted.jobs < board
        and not (one ~ '^in/[^/]+/[^/]+/' and counted.jobs = above)
        and not (one ~ '^in/[^/]+$' and counted.is_one_place))
    then
      path := one;
      city := case when one ~ '^in/[^/]+/' then (select p.name from private.places_of(
        split_part(own.place, '/', 2), split_part(own.place, '/', 1)) as p order by p.size desc limit 1) end;
      state := case when one like 'in/%' then own.state end;
      role := case when one ~ '^in/[^/]+/[^/]+/' then (select r.name from private.known_roles() as r
        where r.slug = own.role) end;
      job_type := case when one like 'type/%' then own.job_type end;
      return next;
    end if;
    if one ~ '^in/[^/]+/[^/]+$' then above := counted.jobs; end if;
  end loop;
end $function$;
grant execute on function public.job_ways(uuid) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.jobs_that_fit(most integer DEFAULT 10)
 RETURNS TABLE(id uuid, title text, company text, location text, job_type text, created_at timestamp with time zone, reasons jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with newest as materialized (
    select array(select j.id from private.live_jobs as j order by j.created_at desc limit 300) as ids
  )
  select j.id, j.title, j.company, j.location, j.job_type, j.created_at, r.reasons
  from newest cross join lateral private.fit_reasons(auth.uid(), newest.ids) as r
    join public.jobs as j on j.id = r.job_id
  where r.job_id not in (select private.unwanted_jobs(auth.uid(), newest.ids, false))
  order by coalesce(jsonb_array_length(r.reasons -> 'credentials'), 0) * 3
      + coalesce(jsonb_array_length(r.reasons -> 'skills'), 0)
      + (r.reasons ? 'place' or r.reasons ? 'remote')::integer + (r.reasons ? 'type')::integer desc,
    j.created_at desc, j.id
  limit least(greatest(most, 1), 50)
$function$;
grant execute on function public.jobs_that_fit(integer) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.keep_second_step(token text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
begin
  delete from staff.factor_helps as h
    where h.token_hash = encode(sha256(convert_to(token, 'utf8')), 'hex') returning h.user_id into person;
  if person is null then return false; end if;
  perform staff.append('site', null, null, 'factor-help-stopped', 'person', person::text, null, null,
    jsonb_build_object('by', 'the person'));
  return true;
end
$function$;
grant execute on function public.keep_second_step(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.leave_company(company uuid, person uuid, ends_company boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
begin
  if not exists (select from public.company_members as m where m.company_id = company and m.user_id = me) then
    perform private.say_no('403', 'You do not work for this company.');
  end if;
  if person is distinct from me then
    perform private.require_admin(company);
  else
    perform private.lock_company(company);
  end if;
  if not exists (select from public.company_members as m where m.company_id = company and m.user_id <> person) then
    if not ends_company then
      perform private.say_no('409', 'You are the only person of this company. It ends with you, and its jobs are deleted.');
    end if;
  elsif not private.has_other_admin(company, person) then
    perform private.say_no('409', 'A company needs an admin. Make somebody else one first.');
  end if;
  delete from public.company_members as m where m.company_id = company and m.user_id = person;
  if found and person is distinct from me then
    perform queue.add('team-news', json_build_object('kind', 'removed', 'companyId', company, 'userId', person,
      'byId', me));
  end if;
end $function$;
grant execute on function public.leave_company(uuid,uuid,boolean) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.leave_newsletter(token text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with gone as (
    delete from public.newsletter_subscribers where id = (
      select subscriber_id from public.newsletter_tokens
      where kind = 'unsubscribe' and token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex'))
    returning id)
  select exists (select from gone)
$function$;
grant execute on function public.leave_newsletter(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.legal_text(kind text, day date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select v.content from private.legal_versions(legal_text.kind) as v where v.day = legal_text.day
$function$;
grant execute on function public.legal_text(text,date) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.list_applications(job uuid DEFAULT NULL::uuid, standing text DEFAULT ''::text, needs text DEFAULT ''::text, verified boolean DEFAULT false, near text DEFAULT ''::text, starred boolean DEFAULT false, q text DEFAULT ''::text, question text DEFAULT ''::text, answer text DEFAULT ''::text, spam boolean DEFAULT false, after_at timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid, size integer DEFAULT 30)
 RETURNS TABLE(id uuid, job_id uuid, job_title text, name text, place text, state text, state_at timestamp with time zone, applied_at timestamp with time zone, answered_at timestamp with time zone, looked_at timestamp with time zone, leaves_at timestamp with time zone, spam_at timestamp with time zone, meets_needs boolean, is_guest boolean, is_verified boolean, is_starred boolean, stars integer, notes integer, email text, phone text, note text, answers jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 30
 SET search_path TO ''
AS $function$
declare
  newest constant integer := 300;
  walked integer;
  own text;
  fixed text := ' and a.applicant_id is distinct from auth.uid()';
  sought text := '';
  sorted constant text := ' order by a.applied_at desc, a.id desc limit ';
  company uuid;
  here uuid[];
  found_ids uuid[] := '{}';
  looked_for tsquery;
begin
  if size not between 1 and 1000 then raise exception using errcode = 'PT400', message = 'A page has up to 1,000.'; end if;
  fixed := fixed || case when spam then ' and a.spam_at is not null' else ' and a.spam_at is null' end
    || case
      when standing = '' then ' and a.state <> ''unconfirmed'''
      when standing = 'open' then ' and a.state in (''new'', ''review'', ''interview'', ''offer'')'
      else format(' and a.state = %L and a.state <> ''unconfirmed''', standing) end
    || case needs when 'yes' then ' and a.meets_needs' when 'no' then ' and not a.meets_needs' else '' end
    || case when starred then ' and a.stars > 0' else '' end
    || case when verified then ' and a.is_verified' else '' end
    || case when job is not null then format(' and a.job_id = %L', job) else '' end
    || case when after_at is not null and after_id is not null
      then format(' and (a.applied_at, a.id) < (%L, %L)', after_at, after_id) else '' end;
  if btrim(near) <> '' then
    sought := sought || format(' and a.place ilike %L',
      '%' || regexp_replace(left(btrim(near), 100), '([%_\\])', '\\\1', 'g') || '%');
  end if;
  if btrim(q) <> '' then
    looked_for := private.application_search(q);
    if looked_for is null then return; end if;
    sought := sought || format(' and a.search_words @@ %L::tsquery', looked_for);
  end if;
  if question <> '' then
    sought := sought || format(' and a.answers_given @> array[%L]',
      md5(question || case when answer = '' then '' else E'\x1f' || answer end));
  end if;
  foreach company in array private.own_companies('viewer') loop
    here := null;
    own := ' from public.applications as a where a.company_id = ' || quote_literal(company);
    if sought = '' then
      execute 'select array_agg(f.id) from (select a.id' || own || fixed || sorted || size || ') as f' into here;
    else
      execute 'select count(*), (array_agg(a.id order by a.applied_at desc, a.id desc) filter (where true' || sought
          || '))[1:' || size || '] from (select a.*' || own || fixed || sorted || newest || ') as a'
        into walked, here;
      -- Offset 0: what is rare is found first by itself, and then sorted.
      if walked >= newest and coalesce(cardinality(here), 0) < size then
        execute 'select array_agg(f.id) from (select a.id from (select a.*' || own || sought || ' offset 0) as a where true'
            || fixed || sorted || size || ') as f'
          into here;
      end if;
    end if;
    found_ids := found_ids || here;
  end loop;
  return query
    select a.id, a.job_id, a.job_title, a.name, a.place, a.state, a.state_at, a.applied_at, a.answered_at, a.looked_at,
      a.leaves_at, a.spam_at, a.meets_needs, a.applicant_id is null, a.is_verified,
      exists (select from public.application_stars as s where s.application_id = a.id and s.user_id = auth.uid()),
      a.stars, (select count(*)::integer from public.application_notes as n where n.application_id = a.id),
      a.email, a.phone, a.note, a.answers
    from public.applications as a where a.id = any (found_ids)
    order by a.applied_at desc, a.id desc limit size;
end $function$;
grant execute on function
  public.list_applications(uuid,text,text,boolean,text,boolean,text,text,text,boolean,timestamp with
  time zone,uuid,integer) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.list_companies_in_part(part integer DEFAULT 1)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(listed.slug || ' ' || to_char(listed.changed at time zone 'UTC', 'YYYY-MM-DD')
      order by listed.slug), '{}')
  from (select c.slug, c.changed from private.listed_companies() as c
    order by c.slug offset greatest(part - 1, 0)::bigint * 10000 limit 10000) as listed
$function$;
grant execute on function public.list_companies_in_part(integer) to anon, authenticated,
  service_role;

CREATE OR REPLACE FUNCTION public.list_company_addresses()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.slug || ' ' || to_char(c.changed at time zone 'UTC', 'YYYY-MM-DD')
  from private.listed_companies() as c order by c.slug limit 20000
$function$;
grant execute on function public.list_company_addresses() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.list_conversations(archived boolean DEFAULT false, before timestamp with time zone DEFAULT NULL::timestamp with time zone, size integer DEFAULT 30, before_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, side text, other_id uuid, other_name text, other_company text, profile_id uuid, last_message text, last_message_is_mine boolean, last_message_at timestamp with time zone, unread integer, is_blocked_by_me boolean, is_archived boolean, last_colleague text, is_shared boolean, is_my_turn boolean, is_applicant boolean)
 LANGUAGE sql
 STABLE ROWS 30
 SET search_path TO ''
AS $function$
  select * from private.show_conversations(array(
    select c.id from public.conversations as c
    left join public.conversation_states as s on s.conversation_id = c.id and s.user_id = auth.uid()
    where (s.archived_at is not null) = archived and (before is null
        or c.last_message_at <= before and (c.last_message_at < before or c.id > before_id))
    order by c.last_message_at desc, c.id limit greatest(least(size, 100), 1))) as l
  order by l.last_message_at desc, l.id
$function$;
grant execute on function public.list_conversations(boolean,timestamp with time zone,integer,uuid)
  to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.list_job_addresses(part integer DEFAULT 1)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
  select coalesce(array_agg(id || ' ' || to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD')), '{}')
  from (
    select id, updated_at from private.live_jobs
    order by id offset greatest(part - 1, 0)::bigint * 10000 limit 10000
  ) as listed
$function$;
grant execute on function public.list_job_addresses(integer) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.list_landings()
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_large_board() then
    return query select k.path || ' ' || k.changed from private.kept_landings as k order by k.path;
  else
    return query select f.path || ' ' || f.changed from private.found_landings() as f;
  end if;
end
$function$;
grant execute on function public.list_landings() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.list_saved_jobs()
 RETURNS TABLE(saved_at timestamp with time zone, status text, id uuid, title text, company text, job_type text, location text, salary_range text, created_at timestamp with time zone, ends_at timestamp with time zone, workplace text, city text, region text, country text, salary_from numeric, salary_to numeric, salary_currency text, salary_period text, application_url text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.created_at, now_is.status, j.id, j.title, j.company, j.job_type, j.location,
    j.salary_range, j.created_at, j.ends_at, j.workplace, j.city, j.region, j.country,
    j.salary_from, j.salary_to, j.salary_currency, j.salary_period,
    case when now_is.status = 'live' then j.application_url end
  from public.saved_jobs as s
  join public.jobs as j on j.id = s.job_id,
    private.job_status(j) as now_is (status)
  where s.user_id = (select auth.uid()) and now_is.status <> 'hidden'
  order by s.created_at desc, j.id
$function$;
grant execute on function public.list_saved_jobs() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.look_at_application(application uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.applications as a set looked_at = now()
    where a.id = application and (a.looked_at is null or a.looked_at < now() - interval '1 hour')
      and private.own_side_of(application, 'viewer')
$function$;
grant execute on function public.look_at_application(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.mark_application_spam(application uuid, is_spam boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.applications;
begin
  if not private.own_side_of(application, 'recruiter') then
    raise exception using errcode = 'PT404', message = 'This application is not one of yours.';
  end if;
  select a.* into before from public.applications as a where a.id = application for update;
  update public.applications as a set spam_at = case when is_spam then coalesce(a.spam_at, now()) end
    where a.id = application;
  if is_spam then
    perform private.drop_from_queue('application state ' || application);
  elsif before.spam_at is not null and before.state <> 'new' then
    perform queue.add('application-mail', json_build_object('applicationId', application, 'eventId', untold.id),
        'application state ' || application, now() + interval '1 minute')
      from (select e.id from public.application_events as e
        where e.application_id = application and e.kind = 'state' and e.state = before.state
          and e.at > before.spam_at - interval '1 minute'
        order by e.id desc limit 1) as untold;
  end if;
end $function$;
grant execute on function public.mark_application_spam(uuid,boolean) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.mark_conversation_read(conversation uuid, up_to timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.conversation_states as known (conversation_id, user_id, read_at)
    select c.id, auth.uid(), least(up_to, clock_timestamp()) from public.conversations as c
    where c.id = conversation and private.side_of(c) is not null
    on conflict (conversation_id, user_id) do update
    set read_at = greatest(known.read_at, excluded.read_at)
$function$;
grant execute on function public.mark_conversation_read(uuid,timestamp with time zone) to
  authenticated, service_role;

CREATE OR REPLACE FUNCTION public.may_change(job public.jobs)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(job.company_id = any (private.own_companies('recruiter')), false)
$function$;
grant execute on function public.may_change(public.jobs) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.move_application(application uuid, seen text, wanted text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present text;
begin
  if not private.own_side_of(application, 'recruiter') then
    raise exception using errcode = 'PT404', message = 'This application is not one of yours.';
  end if;
  select a.state into present from public.applications as a where a.id = application for update;
  if present is distinct from seen and present is distinct from wanted and present <> 'withdrawn' then
    raise exception using errcode = 'PT409', message = 'Somebody has since moved this application.',
      detail = present;
  end if;
  -- What was taken back is refused there.
  perform private.set_application_state(application, wanted);
  return wanted;
end
$function$;
grant execute on function public.move_application(uuid,text,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.my_companies()
 RETURNS TABLE(id uuid, slug text, name text, role text, next_name text, next_name_from timestamp with time zone, names_left integer, web_address text, domain text, domain_fault text, place text, about text, logo text, proven_domain text, is_checked boolean, is_public boolean, closed_at timestamp with time zone, dns_token text, proofs jsonb, cases jsonb, live_jobs integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.id, c.slug, c.name, m.role, c.next_name, c.next_name_from,
    greatest(0, 2 - (select count(*)::integer from unnest(c.renamed_at) as at where at > now() - interval '1 year')),
    c.web_address, c.domain, c.domain_fault, c.place, c.about, c.logo, c.proven_domain, c.is_checked,
    c.public_since is not null and c.closed_at is null, c.closed_at,
    case when m.role = 'admin' then c.dns_token end,
    (select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'domain', p.domain, 'since', p.since,
        'missing_since', p.missing_since) order by p.since), '[]')
      from public.company_proofs as p where p.company_id = c.id and p.ended_at is null),
    (select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'claim', k.claim, 'opened_at', k.opened_at,
        'decision', k.decision,
        'answer', case when k.decision = 'refused' then k.answer end, 'decided_at', k.decided_at) order by k.opened_at desc), '[]')
      from staff.company_cases as k
      where k.company_id = c.id and (k.decided_at is null or k.decided_at > now() - interval '30 days')),
    private.count_open_jobs(c.id)
  from public.company_members as m join public.companies as c on c.id = m.company_id
  where m.user_id = auth.uid()
  order by m.joined_at, c.id
$function$;
grant execute on function public.my_companies() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.own_alerts()
 RETURNS TABLE(id uuid, kind text, address text, rhythm text, weekday smallint, hour smallint, time_zone text, is_on boolean, sent_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
begin
  if me is null then return; end if;
  perform private.claim_alerts(me);
  return query select a.id, a.kind, a.address, a.rhythm, a.weekday, a.hour, a.time_zone, a.is_on, a.sent_at
    from public.alerts as a where a.user_id = me order by a.created_at, a.id;
end $function$;
grant execute on function public.own_alerts() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.own_applications(job uuid DEFAULT NULL::uuid, before timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, job_id uuid, job_title text, company_name text, state text, state_at timestamp with time zone, applied_at timestamp with time zone, answered_at timestamp with time zone, looked_at timestamp with time zone, is_silent boolean, is_closed boolean, note text, answers jsonb, profile jsonb, resume_id uuid, file_name text, usual_days integer, said text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := auth.uid();
begin
  if person is null then return; end if;
  perform private.claim_applications(person);
  return query
    with own as materialized (
      select a.* from public.applications as a where a.applicant_id = person and a.leaves_at is null
          and (job is null or a.job_id = job)
          and (before is null or a.applied_at < before or a.applied_at = before and a.id < before_id)
        order by a.applied_at desc, a.id desc limit 500
    ), answering as materialized (
      select c.company_id, private.usual_days(c.company_id) as days from (select distinct o.company_id from own as o) as c
    )
    select a.id, a.job_id, a.job_title, a.company_name, a.state, a.state_at, a.applied_at, a.answered_at,
      a.looked_at, a.silence_told_at is not null and a.answered_at is null,
      not exists (select from private.live_jobs as l where l.id = a.job_id),
      a.note, (select coalesce(jsonb_agg(e - 'meets'), '[]') from jsonb_array_elements(a.answers) as e), a.profile,
      a.resume_id, r.file_name, f.days,
      (select e.words from public.application_events as e
        where e.application_id = a.id and e.kind = 'state' and e.state = a.state
        order by e.at desc, e.id desc limit 1)
    from own as a join answering as f on f.company_id = a.company_id
    left join public.resumes as r on r.id = a.resume_id
    order by a.applied_at desc, a.id desc;
end $function$;
grant execute on function public.own_applications(uuid,timestamp with time zone,uuid) to
  authenticated, service_role;

CREATE OR REPLACE FUNCTION public.own_jobs()
 RETURNS SETOF public.jobs
 LANGUAGE sql
 STABLE
AS $function$
  select j.* from unnest(private.own_companies('viewer')) as mine (id)
    cross join lateral (select own.* from public.jobs as own where own.company_id = mine.id offset 0) as j
$function$;
grant execute on function public.own_jobs() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.own_mailbox_is_gone()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select m.state = 'bounced' and private.says_no_mailbox(m.said)
    from staff.mails as m
    where m.recipient = (select lower(u.email) from auth.users as u where u.id = auth.uid())
    order by m.at desc, m.id desc limit 1), false)
$function$;
grant execute on function public.own_mailbox_is_gone() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.own_seats()
 RETURNS TABLE(company_id uuid, company text, role text, pays boolean, total integer, taken integer, bought integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  (select c.id, c.name, m.role, private.pays(me.id),
    greatest(1, sum(given.here + case when given.is_for then private.seats_of(p.user_id) - given.everywhere else 0 end))::integer,
    sum(given.here + case when given.is_for then 1 else 0 end)::integer,
    (select s.quantity from public.subscriptions as s where s.user_id = me.id and private.pays(me.id)
      and private.company_paid_by(me.id) = c.id)
  from (select auth.uid() as id) as me
  join public.company_members as m on m.user_id = me.id
  join public.companies as c on c.id = m.company_id
  join public.company_members as p on p.company_id = c.id and private.gives_seats(p.user_id)
  cross join lateral (
    select coalesce(private.company_paid_by(p.user_id) = c.id, false) as is_for,
      count(*) filter (where s.company_id = c.id) as here, count(*) as everywhere
    from public.membership_seats as s where s.payer_id = p.user_id) as given
  where given.is_for or given.here > 0
  group by c.id, c.name, m.role, me.id
  order by c.name, c.id)
  union all
  -- For no company.
  select null, null, null, true, s.quantity, 1, s.quantity from public.subscriptions as s
  where s.user_id = auth.uid() and s.quantity > 1 and private.pays(s.user_id) and private.company_paid_by(s.user_id) is null
$function$;
grant execute on function public.own_seats() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.own_work()
 RETURNS TABLE(is_member boolean, has_jobs boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.has_active_membership(auth.uid()), exists (
    select from public.company_members as m
    where m.user_id = auth.uid() and (
      exists (select from public.jobs as j
        where j.company_id = m.company_id and j.is_active and j.hidden_at is null and not j.is_past)
      or exists (select from public.jobs as j
        where j.company_id = m.company_id and j.created_at > now() - interval '180 days')))
  where auth.uid() is not null
$function$;
grant execute on function public.own_work() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.posted_by_name(job public.jobs)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), ''), 'A colleague')
  from public.jobs as j join auth.users as u on u.id = j.posted_by
  where j.id = job.id and u.id <> auth.uid() and j.company_id = any (private.own_companies('viewer'))
$function$;
grant execute on function public.posted_by_name(public.jobs) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.posting_figures(job uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  posting public.jobs;
  own record;
  -- Days before it are counted together.
  first_day constant timestamptz := (timezone('UTC', now())::date - 29)::timestamp at time zone 'UTC';
  beside jsonb;
begin
  select j.* into posting from public.jobs as j
    where j.id = job and j.company_id = any (private.own_companies('viewer'));
  if posting.id is null then return null; end if;
  -- Read once: a posting may have tens of thousands.
  with days as (
    select case when p.applied_at >= first_day then (p.applied_at at time zone 'UTC')::date end as day, count(*) as many, count(p.answered_at) as answered,
      count(*) filter (where p.state = 'hired') as hired
    from public.applications as p where p.job_id = job and p.state <> 'unconfirmed' and p.spam_at is null group by 1
  ), sums as (
    select coalesce(sum(many), 0)::bigint as applied, coalesce(sum(answered), 0)::bigint as answered,
      coalesce(sum(hired), 0)::bigint as hired from days
  ), shown as (
    select coalesce(v.day, a.day) as day, coalesce(v.views, 0) as seen, coalesce(a.many, 0) as applied
    from (select v.day, v.views from public.job_activity as v where v.job_id = job and v.day > current_date - 30) as v
    full join (select d.day, d.many from days as d where d.day is not null) as a on a.day = v.day
  )
  select sums.*, (select coalesce(sum(v.views), 0) from public.job_activity as v where v.job_id = job) as seen,
    (select count(*) from public.saved_jobs as s where s.job_id = job) as saved,
    (select coalesce(jsonb_agg(jsonb_build_object('day', b.day, 'seen', b.seen, 'applied', b.applied)
      order by b.day desc), '[]') from shown as b) as by_day
    into own from sums;
  -- One of each company, so that none is half of what is shown; rounded, so that none is read off it.
  with others as (
    select distinct on (j.company_id) j.id, j.created_at from (
      select o.id, o.company_id, o.created_at from public.jobs as o
      where o.job_type = posting.job_type and o.applies_here and o.hidden_at is null
        and not o.company_id = any (private.own_companies('viewer')) and o.company_id <> posting.company_id
        and o.created_at < now() - interval '7 days'
      order by o.created_at desc limit 300) as j
    order by j.company_id, j.created_at desc, j.id
  ), chosen as (select id from others order by created_at desc, id limit 50)
  select jsonb_build_object('of', count(*),
      'seen', round(percentile_cont(0.5) within group (order by s.seen)),
      'saved', round(percentile_cont(0.5) within group (order by s.saved)),
      'applied', round(percentile_cont(0.5) within group (order by s.applied)),
      'answered', round(percentile_cont(0.5) within group (order by s.answered)),
      'hired', round(percentile_cont(0.5) within group (order by s.hired)))
    into beside from chosen cross join lateral private.posting_sums(chosen.id) as s;
  return jsonb_build_object('seen', own.seen, 'saved', own.saved, 'applied', own.applied, 'answered', own.answered,
    'hired', own.hired, 'similar', case when (beside ->> 'of')::integer >= 5 then beside end,
    'days', own.by_day);
end $function$;
grant execute on function public.posting_figures(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.postings_with_applications()
 RETURNS TABLE(id uuid, title text, company text, waiting integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select j.id, j.title, j.company, (select count(*)::integer from (
      select from public.applications as a where a.job_id = j.id and a.state = 'new' and a.spam_at is null
        and a.applicant_id is distinct from (select auth.uid()) limit 100) as w)
  from public.jobs as j
  where j.company_id = any (private.own_companies('viewer')) and (j.applies_here
    or exists (select from public.applications as a where a.job_id = j.id))
  order by j.created_at desc, j.id limit 200
$function$;
grant execute on function public.postings_with_applications() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.queue_newsletter_edition(edition uuid, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  part json;
  queued integer := 0;
begin
  perform from public.newsletter_editions as e where e.id = edition and e.stopped_at is null for share;
  if not found then
    return 0;
  end if;
  for part in
    with chosen as (
      insert into public.newsletter_deliveries (edition_id, subscriber_id)
        select edition, s.id from public.newsletter_subscribers as s
        where s.confirmed_at is not null and not private.is_blocked_address(s.email) and not exists (
          select from public.newsletter_deliveries as d
          where d.edition_id = edition and d.subscriber_id = s.id)
        limit most
      on conflict do nothing
      returning subscriber_id
    ), numbered as (
      select subscriber_id, (row_number() over () - 1) / 50 as part from chosen
    )
    select json_agg(n.subscriber_id) from numbered as n group by n.part
  loop
    perform graphile_worker.add_job('newsletter-edition',
      json_build_object('editionId', edition, 'subscriberIds', part),
      max_attempts => 16,
      priority => 10);
    queued := queued + json_array_length(part);
  end loop;
  return queued;
end
$function$;
grant execute on function public.queue_newsletter_edition(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION public.read_alert_link(token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known private.alert_tokens;
  own public.alerts;
begin
  known := private.alert_token(token);
  if known.token_hash is null then return null; end if;
  select a.* into own from public.alerts as a where a.id = known.alert_id;
  return (select jsonb_build_object('purpose', case when known.email is null then 'stop' else 'confirm' end,
      'isAccount', own.user_id is not null,
      'alerts', coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'address', a.address,
        'rhythm', a.rhythm, 'weekday', a.weekday, 'hour', a.hour, 'timeZone', a.time_zone,
        'isOn', a.is_on, 'isThis', a.id is not distinct from own.id) order by a.created_at desc, a.id), '[]'))
    from public.alerts as a
    where case when known.email is not null
        then a.email = known.email and a.confirmed_at is null and a.created_at > now() - private.alert_patience()
      when own.user_id is not null then a.id = own.id
      else a.email = coalesce(own.email, known.stops_for) and a.confirmed_at is not null end);
end $function$;
grant execute on function public.read_alert_link(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.read_application(application uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', a.id, 'job_id', a.job_id, 'job_title', a.job_title, 'company_id', a.company_id, 'company_name', a.company_name,
    'name', a.name, 'email', a.email, 'phone', a.phone, 'place', a.place, 'note', a.note, 'profile', a.profile,
    'answers', a.answers, 'meets_needs', a.meets_needs, 'state', a.state, 'state_at', a.state_at,
    'applied_at', a.applied_at, 'answered_at', a.answered_at, 'looked_at', a.looked_at, 'spam_at', a.spam_at,
    'silence_told_at', a.silence_told_at, 'leaves_at', a.leaves_at, 'is_guest', a.applicant_id is null,
    'may_act', a.company_id = any (private.own_companies('recruiter')),
    'resume', (select jsonb_build_object('id', r.id, 'file_name', r.file_name, 'bytes', r.bytes, 'object_name', r.object_name)
      from public.resumes as r where r.id = a.resume_id),
    'verified', coalesce((select p.verified from public.candidate_profiles as p
      where p.user_id = a.applicant_id and a.profile is not null), '[]'),
    'conversation_id', (select c.id from public.conversations as c
      where c.candidate_id = a.applicant_id
        and (c.company_id = a.company_id or c.company_id is null and c.member_id = auth.uid())
        and private.side_of(c) = 'member'
      order by c.company_id nulls last limit 1),
    'is_starred', exists (select from public.application_stars as s
      where s.application_id = a.id and s.user_id = auth.uid()),
    'stars', (select coalesce(jsonb_agg(private.called(s.user_id) order by s.user_id), '[]')
      from public.application_stars as s where s.application_id = a.id),
    'notes', (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'body', n.body, 'created_at', n.created_at,
        'by', coalesce(private.called(n.author_id), 'Somebody who has left'), 'is_mine', n.author_id = auth.uid())
        order by n.created_at desc, n.id), '[]')
      from public.application_notes as n where n.application_id = a.id),
    'events', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'at', e.at, 'kind', e.kind, 'state', e.state,
        'words', e.words, 'by', private.called(e.made_by)) order by e.at desc, e.id desc), '[]')
      from (select * from public.application_events as e where e.application_id = a.id
        order by e.at desc, e.id desc limit 200) as e))
  from public.applications as a
  where a.id = application and private.own_side_of(application, 'viewer')
$function$;
grant execute on function public.read_application(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.read_invitation(token text)
 RETURNS TABLE(company text, inviter text, role text, is_for_me boolean, is_proved boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.name,
    coalesce((select private.not_our_name(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100))
      from auth.users as u where u.id = i.invited_by), 'Somebody'),
    i.role, lower(me.email) = i.email, auth.has_proved_mailbox(me.id)
  from private.invitation_of(token) as i
  join public.companies as c on c.id = i.company_id
  join auth.users as me on me.id = auth.uid()
$function$;
grant execute on function public.read_invitation(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.remove_resume()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.put_resume_aside(auth.uid())
$function$;
grant execute on function public.remove_resume() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.report_profile(profile uuid, reason text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  seen uuid;
begin
  select p.user_id into seen from public.candidate_profiles as p
    where p.id = profile and p.user_id <> auth.uid();
  if seen is null then
    raise exception 'This profile is not available.' using errcode = 'PT404';
  end if;
  return private.file_profile_report(seen, reason);
end
$function$;
grant execute on function public.report_profile(uuid,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.save_alert(kind text, conditions jsonb DEFAULT '{}'::jsonb, address text DEFAULT ''::text, rhythm text DEFAULT 'daily'::text, weekday integer DEFAULT 1, hour integer DEFAULT 8, time_zone text DEFAULT 'America/New_York'::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  me uuid := auth.uid();
  search bigint;
  saved uuid;
begin
  if me is null then raise exception using errcode = '42501', message = 'Sign in to save an alert.'; end if;
  if kind = 'people' and not private.may_see_candidates(me) then
    raise exception using errcode = '42501', message = 'Alerts about people take an employer membership.';
  end if;
  -- Two at once would make an eleventh.
  perform pg_advisory_xact_lock(hashtextextended('alerts of ' || me, 0));
  perform private.claim_alerts(me);
  if kind = 'fit' then search := private.keep_fit(me); else search := private.keep_search(kind, conditions); end if;
  if not exists (select from public.alerts as a where a.user_id = me and a.search_id = search)
    and (select count(*) from public.alerts as a where a.user_id = me) >= 10
  then
    raise exception using errcode = 'PT409',
      message = 'You have ten alerts already. Remove one of them first.';
  end if;
  insert into public.alerts as known (user_id, kind, address, search_id, rhythm, weekday, hour, time_zone, confirmed_at)
    values (me, kind, coalesce(address, ''), search, rhythm, weekday, hour, time_zone, now())
    on conflict on constraint alerts_once_for_person do update set rhythm = excluded.rhythm,
      weekday = excluded.weekday, hour = excluded.hour, time_zone = excluded.time_zone, is_on = true
    returning known.id into saved;
  return saved;
end $function$;
grant execute on function public.save_alert(text,jsonb,text,text,integer,integer,text) to
  authenticated, service_role;

CREATE OR REPLACE FUNCTION public.save_jobs(ids uuid[])
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtextextended('saved_jobs of ' || auth.uid(), 0));
  with saved as (
    insert into public.saved_jobs (user_id, job_id)
    select (select auth.uid()), chosen.id from (
      select distinct on (given.id) given.id, given.place
      from unnest(ids[1:500]) with ordinality as given (id, place)
      join public.jobs as j on j.id = given.id
      where not exists (select from public.saved_jobs as s
        where s.user_id = (select auth.uid()) and s.job_id = given.id)
      order by given.id, given.place
    ) as chosen
    order by chosen.place
    limit greatest(500 - (select count(*) from public.saved_jobs
      where user_id = (select auth.uid())), 0)
    on conflict do nothing
    returning 1
  )
  select count(*)::integer from saved
$function$;
grant execute on function public.save_jobs(uuid[]) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.saved_by(saved public.saved_candidates)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(nullif(left(btrim(u.raw_user_meta_data ->> 'full_name'), 100), ''), 'A colleague')
  from public.saved_candidates as s join auth.users as u on u.id = s.user_id
  where s.id = saved.id and u.id <> auth.uid() and s.company_id = any (private.own_companies('recruiter'))
$function$;
grant execute on function public.saved_by(public.saved_candidates) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.search_board(wanted jsonb DEFAULT '[{}]'::jsonb, sort text DEFAULT 'newest'::text, after_featured boolean DEFAULT NULL::boolean, after_created_at timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid, skip integer DEFAULT 0)
 RETURNS TABLE(id uuid, title text, company text, job_type text, location text, salary_range text, application_url text, description text, created_at timestamp with time zone, application_deadline date, workplace text, city text, region text, country text, salary_from numeric, salary_to numeric, salary_currency text, salary_period text, ends_at timestamp with time zone, updated_at timestamp with time zone, is_featured boolean, has_more boolean, matches integer, is_exact boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select j.id, j.title, j.company, j.job_type, j.location, j.salary_range, j.application_url,
    left(j.description, 400), j.created_at, j.application_deadline, j.workplace, j.city, j.region,
    j.country, j.salary_from, j.salary_to, j.salary_currency, j.salary_period, j.ends_at,
    j.updated_at, j.is_featured, cardinality(found.ids) > 20, found.matches, found.is_exact
  from private.find_on_board(wanted, coalesce(sort, 'newest'), after_featured, after_created_at, after_id, skip) as found,
    unnest(found.ids[1:20]) with ordinality as shown (id, place)
    join public.jobs as j on j.id = shown.id
  order by shown.place
$function$;
grant execute on function public.search_board(jsonb,text,boolean,timestamp with time
  zone,uuid,integer) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.search_candidates(q text DEFAULT ''::text, level text DEFAULT 'all'::text, skills text[] DEFAULT '{}'::text[], skills_mode text DEFAULT 'any'::text, location text DEFAULT ''::text, certification text DEFAULT ''::text, availability text DEFAULT 'all'::text, verified text DEFAULT ''::text, years_from integer DEFAULT NULL::integer, years_to integer DEFAULT NULL::integer, miles integer DEFAULT 0, sort text DEFAULT 'newest'::text, after text DEFAULT NULL::text, page_size integer DEFAULT 20)
 RETURNS SETOF public.candidate_profiles
 LANGUAGE sql
 STABLE ROWS 20
 SET search_path TO ''
AS $function$
  select p.* from greatest(least(page_size, 100), 1) as size,
    private.find_candidates(left(q, 1000), level, skills, skills_mode, left(location, 1000),
      left(certification, 1000),
      availability, verified, years_from, years_to, miles, coalesce(sort, 'newest'), after, size, size) as found,
    unnest(found.ids) with ordinality as shown (id, place)
    join public.candidate_profiles as p on p.id = shown.id
  order by shown.place
$function$;
grant execute on function
  public.search_candidates(text,text,text[],text,text,text,text,text,integer,integer,integer,text,text,integer)
  to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.search_conversations(q text, before timestamp with time zone DEFAULT NULL::timestamp with time zone, size integer DEFAULT 30, before_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, side text, other_id uuid, other_name text, other_company text, profile_id uuid, last_message text, last_message_is_mine boolean, last_message_at timestamp with time zone, unread integer, is_blocked_by_me boolean, is_archived boolean, last_colleague text, is_shared boolean, is_my_turn boolean, is_applicant boolean, found text, found_at timestamp with time zone, found_is_mine boolean)
 LANGUAGE sql
 STABLE ROWS 30
 SET search_path TO ''
AS $function$
  with page as materialized (
    select c.id, f.message_id from private.own_conversations_that_say(q) as f
    join public.conversations as c on c.id = f.conversation_id
    where before is null or c.last_message_at <= before and (c.last_message_at < before or c.id > before_id)
    order by c.last_message_at desc, c.id limit greatest(least(size, 100), 1))
  select l.*, m.body, m.created_at, m.sender_id = auth.uid()
  from private.show_conversations(array(select id from page)) as l
  join page on page.id = l.id
  left join public.messages as m on m.id = page.message_id
  order by l.last_message_at desc, l.id
$function$;
grant execute on function public.search_conversations(text,timestamp with time zone,integer,uuid) to
  authenticated, service_role;

CREATE OR REPLACE FUNCTION public.search_jobs(q text DEFAULT ''::text, type text DEFAULT ''::text, after_featured boolean DEFAULT NULL::boolean, after_created_at timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid, credential text DEFAULT ''::text)
 RETURNS TABLE(id uuid, title text, company text, job_type text, location text, salary_range text, application_url text, description text, created_at timestamp with time zone, application_deadline date, workplace text, city text, region text, country text, salary_from numeric, salary_to numeric, salary_currency text, salary_period text, ends_at timestamp with time zone, updated_at timestamp with time zone, is_featured boolean, has_more boolean, matches integer, is_exact boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select j.id, j.title, j.company, j.job_type, j.location, j.salary_range, j.application_url,
    left(j.description, 400), j.created_at, j.application_deadline, j.workplace, j.city, j.region,
    j.country, j.salary_from, j.salary_to, j.salary_currency, j.salary_period, j.ends_at,
    j.updated_at, j.is_featured, cardinality(found.ids) > 20, found.matches,
    found.is_exact
  from (
      select * from private.find_jobs(
        left(lower(normalize(private.trimmed(left(coalesce(q, ''), 1000)), NFC)), 100), coalesce(type, ''),
        coalesce(after_featured, true), coalesce(after_created_at, 'infinity'),
        coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), after_id is null)
        where coalesce(credential, '') = ''
      union all
      select * from private.find_jobs_that_want(credential,
        left(lower(normalize(private.trimmed(left(coalesce(q, ''), 1000)), NFC)), 100), coalesce(type, ''),
        coalesce(after_featured, true), coalesce(after_created_at, 'infinity'),
        coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), after_id is null)
        where credential <> '') as found,
    unnest(found.ids[1:20]) with ordinality as shown (id, place)
    join public.jobs as j on j.id = shown.id
  order by shown.place
$function$;
grant execute on function public.search_jobs(text,text,boolean,timestamp with time zone,uuid,text)
  to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.send_invitation_again(invitation uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it public.company_invitations;
begin
  -- The company before its invitation, as whoever accepts one or removes an admin holds them.
  perform private.lock_company(i.company_id) from public.company_invitations as i
    where i.id = invitation and i.company_id = any (private.own_companies('admin'));
  select * into it from public.company_invitations as i
    where i.id = invitation and i.company_id = any (private.own_companies('admin')) for update;
  if it.id is null then perform private.say_no('404', 'This invitation is not there any more.'); end if;
  perform private.order_invitation(it.id, it.email);
  update public.company_invitations set invited_by = auth.uid(), sent_at = now(),
    expires_at = now() + interval '14 days' where id = it.id;
end $function$;
grant execute on function public.send_invitation_again(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.set_company_name(company uuid, called text)
 RETURNS TABLE(next_name text, next_from timestamp with time zone, waits boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it public.companies;
  wanted text := normalize(left(private.trimmed(called), 1000), NFC);
  is_way_to_write boolean;
begin
  if not company = any (private.own_companies('admin')) then
    raise exception using errcode = '42501', message = 'Only admins of the company change its name.';
  end if;
  if wanted is null or char_length(wanted) > 100 or not private.has_visible(wanted, 2)
    or private.company_key(wanted) = '' then
    raise exception using errcode = '23514', message = 'Enter a name of 2 to 100 characters.';
  end if;
  if private.calls_itself_us(wanted) then
    raise exception using errcode = '23514', message = 'This is our own name. Enter the name of your company.';
  end if;
  select * into it from public.companies as c where c.id = company for update;
  -- One that waits for staff is not wanted any more.
  delete from staff.company_cases as k where k.company_id = company and k.kind = 'rename' and k.decided_at is null;
  is_way_to_write := wanted = it.name or not private.is_address(wanted);
  if private.name_key(wanted) = it.name_key and is_way_to_write then
    -- Another way to write it is the same name. What was to come is taken back, and stays counted.
    update public.companies as c set name = wanted, next_name = null, next_name_from = null where c.id = company;
    if wanted <> it.name then
      perform queue.add('company-spelling', json_build_object('companyId', company, 'former', it.name));
    end if;
    return query select null::text, null::timestamptz, false;
    return;
  end if;
  if it.next_name is not null and private.name_key(wanted) = private.name_key(it.next_name) and is_way_to_write then
    update public.companies as c set next_name = wanted where c.id = company;
    return query select wanted, it.next_name_from, false;
    return;
  end if;
  if (select count(*) from unnest(it.renamed_at) as at where at > now() - interval '1 year') >= 2 then
    insert into staff.company_cases (kind, company_id, claim, asked_by) values ('rename', company, wanted, auth.uid());
    return query select wanted, null::timestamptz, true;
    return;
  end if;
  return query select n.next_name, n.next_from, false from private.call_company(company, wanted) as n;
end $function$;
grant execute on function public.set_company_name(uuid,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.set_member_role(company uuid, person uuid, wanted text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin(company);
  if wanted is null or wanted not in ('admin', 'recruiter', 'viewer') then
    perform private.say_no('400', 'Choose what this person may do.');
  end if;
  if wanted <> 'admin' and not private.has_other_admin(company, person) then
    perform private.say_no('409', 'A company needs an admin. Make somebody else one first.');
  end if;
  update public.company_members as m set role = wanted where m.company_id = company and m.user_id = person;
  if not found then perform private.say_no('404', 'This person does not work for the company any more.'); end if;
end $function$;
grant execute on function public.set_member_role(uuid,uuid,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.similar_companies(called text)
 RETURNS TABLE(name text, domain text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "pg_trgm.similarity_threshold" TO '0.4'
AS $function$
declare
  wanted text := private.company_key(left(called, 200));
begin
  if auth.uid() is null or char_length(wanted) < 2 then return; end if;
  return query
    select alike.name, alike.proven_domain from (
      select distinct on (c.name_key) c.name, c.proven_domain, c.name_key,
        extensions.similarity(c.name_key, wanted) as near
      from public.companies as c
      where c.public_since is not null and c.closed_at is null and c.name_key <> wanted
        and (c.name_key operator(extensions.%) wanted
          or char_length(wanted) >= 4 and c.name_key like wanted || '%'
          or private.company_key(c.proven_domain) = wanted)
        and not exists (select from public.profile_hides as h
          where h.user_id = auth.uid() and h.company_key = c.name_key)
      order by c.name_key, c.proven_domain nulls last, c.created_at
    ) as alike
    order by alike.near desc, alike.name limit 8;
end $function$;
grant execute on function public.similar_companies(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.similar_jobs(job_id uuid)
 RETURNS TABLE(id uuid, title text, company text, job_type text, location text, salary_range text, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with this as (
    select j.*, regexp_split_to_array(lower(j.title), '\W+') as words
    from private.jobs_with_page as j where j.id = job_id
      and (j.is_active or j.closed_at is distinct from j.created_at)
  ), board as materialized (
    select j.* from private.live_jobs as j
    order by is_featured desc, created_at desc, id desc limit 500
  ), ranked as (
    select board.*,
      (select count(distinct word) from unnest(this.words) as word
        where char_length(word) > 2
          and word = any (regexp_split_to_array(lower(board.title), '\W+'))) as shared,
      (board.job_type = this.job_type)::int + (board.location = this.location)::int as alike
    from board, this where board.id <> this.id
  )
  select id, title, company, job_type, location, salary_range, created_at
  from ranked where shared > 0 or alike > 0
  order by 3 * shared + alike desc, created_at desc, id desc limit 4
$function$;
grant execute on function public.similar_jobs(uuid) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.stop_alerts(token text, which uuid DEFAULT NULL::uuid, stops_all boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known private.alert_tokens := private.alert_token(token);
  own public.alerts;
  mailbox text;
  gone uuid[];
begin
  select a.* into own from public.alerts as a where a.id = known.alert_id;
  if own.user_id is not null then
    update public.alerts as a set is_on = false where a.user_id = own.user_id and (stops_all or a.id = own.id);
    return true;
  end if;
  mailbox := coalesce(own.email, known.stops_for);
  if mailbox is null then return false; end if;
  perform pg_advisory_xact_lock(hashtextextended('alerts of ' || mailbox, 0));
  gone := array(select a.id from public.alerts as a
    where a.email = mailbox and (stops_all or a.id = coalesce(which, own.id)));
  update private.alert_tokens set alert_id = null, stops_for = mailbox where alert_id = any (gone);
  delete from public.alerts where id = any (gone);
  if not exists (select from public.alerts as a where a.email = mailbox and a.confirmed_at is not null) then
    delete from private.alert_tokens where stops_for = mailbox;
  end if;
  return cardinality(gone) > 0;
end $function$;
grant execute on function public.stop_alerts(text,uuid,boolean) to anon, authenticated,
  service_role;

CREATE OR REPLACE FUNCTION public.stop_application_mails(token text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
begin
  select t.user_id into person from private.application_mail_tokens as t
    where t.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex');
  if person is null then return false; end if;
  insert into public.application_mail_settings (user_id, mails) values (person, 'off')
    on conflict (user_id) do update set mails = 'off';
  return true;
end $function$;
grant execute on function public.stop_application_mails(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.stop_message_mails(token text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
begin
  select t.user_id into person from private.message_mail_tokens as t
    where t.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex');
  if person is null then return false; end if;
  insert into public.message_settings (user_id, mail_notices) values (person, false)
    on conflict (user_id) do update set mail_notices = false;
  return true;
end $function$;
grant execute on function public.stop_message_mails(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.subscribe_to_newsletter(address text, consent_version integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  client text := nullif(current_setting('request.headers', true), '')::json ->> 'x-client-address';
  mailbox text := lower(btrim(address));
  subscriber uuid;
  consent text := (select text from private.newsletter_consents where version = consent_version);
begin
  if consent is null then
    raise exception using errcode = '22023',
      message = 'These are not the words of the form. Load the page again.';
  end if;
  if not public.take_newsletter_try('client ' || coalesce(client, ''), 10, interval '1 hour') then
    return false;
  end if;
  insert into public.newsletter_subscribers as known (email, consent_text)
    values (mailbox, consent)
    on conflict (email) do update
    set consent_text = excluded.consent_text, consented_at = excluded.consented_at
    where known.confirmed_at is null
    returning id into subscriber;
  if subscriber is not null
    and public.take_newsletter_try('address ' || private.box_of(mailbox), 1, interval '10 minutes')
  then
    perform queue.add('newsletter-mail',
      json_build_object('kind', 'newsletter-confirm', 'subscriberId', subscriber),
      'newsletter-confirm ' || subscriber);
  end if;
  return true;
end
$function$;
grant execute on function public.subscribe_to_newsletter(text,integer) to anon, authenticated,
  service_role;

CREATE OR REPLACE FUNCTION public.suggest_words(asked text[])
 RETURNS TABLE(word text, meant text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with known as materialized (
    select said, count(*) as times from (
      select distinct s.job_id, said from (select * from private.job_search as s
          where s.ends_at > now() order by s.is_featured desc, s.created_at desc, s.job_id desc limit 1000) as s,
        regexp_split_to_table(s.words, '[^[:alnum:]]+') as said) as each
    where char_length(said) between 4 and 40 group by said
    union all select unnest(array['remote', 'hybrid', 'onsite', 'fulltime', 'contractor', 'telework']), 0
  ), words as (
    select distinct left(lower(each), 40) as word from unnest(private.first_of(asked, 8)) as each
    where char_length(each) between 4 and 40 and each ~ '^[[:alpha:]''-]+$'
  )
  select w.word, (select near.said from (
      select k.said, extensions.levenshtein_less_equal(w.word, k.said, 2) as steps, 1000000 + k.times as weight from known as k
      union all
      select b.beginning || split_part(entry, '|', 1), extensions.levenshtein_less_equal(w.word,
          b.beginning || split_part(entry, '|', 1), 2),
        coalesce(nullif(split_part(entry, '|', 5), '')::integer, 1)
      from private.place_blocks as b, string_to_table(b.entries, ';') as entry
      where b.beginning ~ '^[a-z]{3}' and b.beginning like left(private.place_key(w.word), 1) || '%'
        and coalesce(nullif(split_part(entry, '|', 5), '')::integer, 1) >= 3) as near
    where near.steps <= case when char_length(w.word) < 6 then 1 else 2 end
    order by near.steps, near.weight desc, near.said limit 1)
  from words as w
  where not exists (select from known as k where k.said = w.word)
    and not exists (select from private.places_of(private.place_key(w.word)))
$function$;
grant execute on function public.suggest_words(text[]) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.take_newsletter_try(key text, most integer, span interval)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.newsletter_limits as known (key, tries, ends_at)
    values (encode(sha256(convert_to(take_newsletter_try.key, 'UTF8')), 'hex'), 1, now() + span)
    on conflict on constraint newsletter_limits_pkey do update set
      tries = case when known.ends_at between now() and now() + span + interval '1 minute' then known.tries + 1 else 1 end,
      ends_at = case when known.ends_at between now() and now() + span + interval '1 minute' then known.ends_at else excluded.ends_at end
    returning tries <= most
$function$;
grant execute on function public.take_newsletter_try(text,integer,interval) to service_role;

CREATE OR REPLACE FUNCTION public.take_seat(company uuid, person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin(company);
  delete from public.membership_seats as s where s.company_id = take_seat.company and s.user_id = person;
end $function$;
grant execute on function public.take_seat(uuid,uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.unblock_conversation(conversation uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.blocks as b using public.conversations as c
    where c.id = conversation and private.side_of(c) is not null
      and (b.blocker_id = c.candidate_id or b.blocked_id = c.candidate_id) and private.is_own_block(b, c)
$function$;
grant execute on function public.unblock_conversation(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.unread_messages()
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*)::integer from (
    select from public.conversations as c
    left join public.conversation_states as s on s.conversation_id = c.id and s.user_id = auth.uid()
    join public.messages as m on m.conversation_id = c.id
      and case when c.candidate_id = auth.uid() then m.sender_id <> auth.uid() else m.sender_id = c.candidate_id end
      and m.created_at > private.read_until(c, s.read_at)
    where s.archived_at is null limit 100) as waiting
$function$;
grant execute on function public.unread_messages() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.unsubscribe_from_newsletter(token text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.newsletter_subscribers where id = (
    select subscriber_id from public.newsletter_tokens
    where kind = 'unsubscribe' and token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex'))
$function$;
grant execute on function public.unsubscribe_from_newsletter(text) to anon, authenticated,
  service_role;

CREATE OR REPLACE FUNCTION public.waits_for_review(job public.jobs)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select job.hidden_at is not null
    and exists (select from public.jobs as own where own.id = job.id
      and (own.posted_by = auth.uid() or own.company_id = any (private.own_companies('viewer'))))
    and exists (select from staff.cases as c where c.kind = 'job' and c.subject_id = job.id and c.held_for <> '{}'
      and c.decided_at is null and c.state in ('waiting', 'asked', 'answered'))
$function$;
grant execute on function public.waits_for_review(public.jobs) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.whole_job_page(job_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_jsonb(p) || jsonb_build_object(
    'company_page', (select to_jsonb(c) from public.job_company(p.id) as c),
    'ways', (select coalesce(jsonb_agg(w), '[]') from public.job_ways(p.id) as w))
  from public.job_page(job_id) as p
$function$;
grant execute on function public.whole_job_page(uuid) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.why_jobs_fit(jobs uuid[])
 RETURNS TABLE(job_id uuid, reasons jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r.job_id, r.reasons from private.fit_reasons(auth.uid(), private.first_of(jobs, 100)) as r
  where r.job_id not in (select private.unwanted_jobs(auth.uid(), private.first_of(jobs, 100), false))
$function$;
grant execute on function public.why_jobs_fit(uuid[]) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.withdraw_application(application uuid)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.withdraw(a.id) from public.applications as a
    where a.id = application and a.applicant_id = auth.uid() and a.leaves_at is null
$function$;
grant execute on function public.withdraw_application(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.withdraw_invitation(invitation uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.company_invitations as i
    where i.id = invitation and i.company_id = any (private.own_companies('admin'))
$function$;
grant execute on function public.withdraw_invitation(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.words_changed_on(kinds text[])
 RETURNS TABLE(kind text, changed date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select w.kind, (max(w.effective_from) at time zone 'UTC')::date
  from staff.words as w where w.kind = any (kinds[1:40]) and w.effective_from <= now() group by w.kind
$function$;
grant execute on function public.words_changed_on(text[]) to anon, authenticated, service_role;

-- queue -------------------------------------------------------------------------------------------

create schema queue;
grant usage on schema queue to service_role;

create table queue.outbox (
  id bigint not null generated always as identity,
  channel text not null,
  recipient text not null,
  subject text not null default ''::text,
  html text not null default ''::text,
  text text not null,
  created_at timestamp with time zone not null default now(),
  message_id text,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_message_id_key UNIQUE (message_id),
  constraint outbox_channel_check CHECK (channel = ANY (ARRAY['mail'::text, 'sms'::text]))
);
alter table queue.outbox enable row level security;
grant delete, insert, select on queue.outbox to service_role;

CREATE OR REPLACE FUNCTION queue.add(task text, payload json, key text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
begin
  perform graphile_worker.add_job(task, payload, job_key => key, run_at => run_at, max_attempts => 16);
end
$function$;
grant execute on function queue.add(text,json,text,timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION queue.add_all(task text, payloads json[], keys text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
begin
  perform graphile_worker.add_jobs(array(
    select row(task, job.payload, null, null, 16::smallint, job.key, null, null)::graphile_worker.job_spec
    from unnest(payloads, keys) as job (payload, key)));
end
$function$;
grant execute on function queue.add_all(text,json[],text[]) to service_role;

CREATE OR REPLACE FUNCTION queue.add_once(task text, payload json, key text, run_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
begin
  -- One that waits keeps its time.
  perform graphile_worker.add_job(task, payload, job_key => key, run_at => run_at, max_attempts => 16,
    job_key_mode => 'preserve_run_at');
end $function$;
grant execute on function queue.add_once(text,json,text,timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION queue.finish(task bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from graphile_worker._private_jobs where id = task;
  if not found then raise exception 'The task % is over already.', task; end if;
end $function$;
grant execute on function queue.finish(bigint) to service_role;

-- realtime ----------------------------------------------------------------------------------------

create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp without time zone not null default (now() AT TIME ZONE 'utc'::text),
  inserted_at timestamp without time zone not null default (now() AT TIME ZONE 'utc'::text),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  constraint messages_pkey PRIMARY KEY (id)
);
CREATE INDEX messages_inserted_at_idx ON realtime.messages USING btree (inserted_at);
CREATE INDEX messages_topic_idx ON realtime.messages USING btree (topic, inserted_at DESC)
  WHERE (event IS NOT NULL);
alter table realtime.messages enable row level security;
create policy "people hear what concerns themselves" on realtime.messages
  for select to authenticated
  using (extension = 'broadcast'::text AND (( SELECT realtime.topic() AS topic)) = ('person:'::text || (( SELECT auth.uid() AS uid))));
create policy "people of a conversation see each other type" on realtime.messages
  for select to authenticated
  using (extension = 'broadcast'::text AND ( SELECT private.is_open_for_typing(realtime.topic()) AS is_open_for_typing));
create policy "people show that they type, if they want to" on realtime.messages
  for insert to authenticated
  with check (extension = 'broadcast'::text AND private.is_open_for_typing(realtime.topic()) AND private.shows_typing(auth.uid()));
CREATE TRIGGER tell_of_message AFTER INSERT ON realtime.messages
  FOR EACH ROW WHEN (new.event IS NOT NULL AND (new.payload IS NOT NULL OR new.binary_payload IS NOT NULL)) EXECUTE FUNCTION realtime.tell_of_message();
grant select on realtime.messages to anon, authenticated;
grant all on realtime.messages to service_role;
grant insert (topic, extension, payload, event, private, id, binary_payload) on realtime.messages to
  anon, authenticated;

create unlogged table realtime.parcels (
  id bigint not null generated always as identity,
  message text not null,
  sent_at timestamp with time zone not null default clock_timestamp(),
  constraint parcels_pkey PRIMARY KEY (id)
);
CREATE INDEX parcels_sent_at_idx ON realtime.parcels USING btree (sent_at);
alter table realtime.parcels enable row level security;
grant all on realtime.parcels to service_role;

create unlogged table realtime.presences (
  member uuid not null,
  server uuid not null,
  topic text not null,
  private boolean not null,
  key text not null,
  meta jsonb not null,
  constraint presences_pkey PRIMARY KEY (member)
);
CREATE INDEX presences_server_idx ON realtime.presences USING btree (server);
CREATE INDEX presences_topic_idx ON realtime.presences USING btree (topic, private);
alter table realtime.presences enable row level security;
grant all on realtime.presences to service_role;

create table realtime.published (
  schema_name text not null,
  table_name text not null,
  sends_deletes boolean not null,
  constraint published_pkey PRIMARY KEY (schema_name, table_name)
);
alter table realtime.published enable row level security;
grant select on realtime.published to service_role;

create unlogged table realtime.servers (
  id uuid not null,
  seen_at timestamp with time zone not null default clock_timestamp(),
  constraint servers_pkey PRIMARY KEY (id)
);
alter table realtime.servers enable row level security;
grant all on realtime.servers to service_role;

CREATE OR REPLACE FUNCTION realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text DEFAULT 'ROW'::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(jsonb_build_object('old_record', old, 'record', new, 'operation', operation,
    'table', table_name, 'schema', table_schema), event_name, topic_name);
end
$function$;
grant execute on function realtime.broadcast_changes(text,text,text,text,text,record,record,text) to
  anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION realtime.is_heard(besides uuid DEFAULT NULL::uuid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select exists (select from realtime.servers
    where id is distinct from besides and seen_at > clock_timestamp() - interval '15 seconds')
$function$;
grant execute on function realtime.is_heard(uuid) to service_role;

CREATE OR REPLACE FUNCTION realtime.make_sight(entity regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  sight text;
  names text[];
  types text[];
  is_plain boolean;
  key_arrays text;
  seen text;
begin
  select 'who_sees_' || n.nspname || '_' || c.relname into sight
    from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where c.oid = entity;
  select array_agg(a.attname order by k.n), array_agg(format_type(a.atttypid, a.atttypmod) order by k.n),
      count(*) = 1 and bool_and(t.typtype = 'b')
    into names, types, is_plain
    from pg_catalog.pg_index as i
    cross join unnest(i.indkey::int2[]) with ordinality as k(attnum, n)
    join pg_catalog.pg_attribute as a on a.attrelid = i.indrelid and a.attnum = k.attnum
    join pg_catalog.pg_type as t on t.oid = a.atttypid
    where i.indrelid = entity and i.indisprimary;
  select string_agg(format(E'  key_%s %s[] := array(select (e.key ->> %L)::%s'
        ' from jsonb_array_elements(keys) with ordinality as e(key, n) order by e.n);\n',
      n, types[n], names[n], types[n]), '' order by n)
    into key_arrays from generate_series(1, cardinality(names)) as n;
  if is_plain then
    -- The same row may have changed twice.
    seen := format('select unnest(array_positions(key_1, t.%I)) from %s as t where t.%I = any (key_1)',
      names[1], entity, names[1]);
  else
    -- The offset keeps a row a look-up of its own.
    select format('select k.n::integer from unnest(%s) with ordinality as k(%s, n)'
        ' cross join lateral (select from %s as t where %s offset 0) as seen',
        string_agg('key_' || n, ', ' order by n), string_agg('key_' || n, ', ' order by n), entity,
        string_agg(format('t.%I = k.key_%s', names[n], n), ' and ' order by n))
      into seen from generate_series(1, cardinality(names)) as n;
  end if;
  execute format($text$
create or replace function realtime.%I(roles text[], claims text[], keys jsonb)
returns table (caller integer, changed integer[])
language plpgsql volatile set search_path = '' set plan_cache_mode = force_generic_plan as $body$
declare
%sbegin
  for who in 1 .. cardinality(roles) loop
    if who = 1 or roles[who] <> roles[who - 1] then perform set_config('role', roles[who], true); end if;
    perform set_config('request.jwt.claims', claims[who], true);
    changed := array(%s);
    if cardinality(changed) > 0 then
      caller := who;
      return next;
    end if;
  end loop;
  perform set_config('role', 'service_role', true);
end
$body$
$text$, sight, key_arrays, seen);
  execute format('grant execute on function realtime.%I(text[], text[], jsonb) to service_role', sight);
end
$function$;

CREATE OR REPLACE FUNCTION realtime.publish(entity regclass, sends_deletes boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  words text;
begin
  insert into realtime.published
    select n.nspname, c.relname, publish.sends_deletes
    from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where c.oid = entity
    on conflict (schema_name, table_name) do update set sends_deletes = excluded.sends_deletes;
  select string_agg(quote_literal(a.attname), ', ' order by k.n) into words
    from pg_catalog.pg_index as i
    cross join unnest(i.indkey::int2[]) with ordinality as k(attnum, n)
    join pg_catalog.pg_attribute as a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = entity and i.indisprimary;
  execute format('create or replace trigger tell_of_insert after insert on %s referencing new table as new_rows
    for each statement execute function realtime.tell_of_change(%s)', entity, words);
  execute format('create or replace trigger tell_of_update after update on %s referencing new table as new_rows
    for each statement execute function realtime.tell_of_change(%s)', entity, words);
  if sends_deletes then
    execute format('create or replace trigger tell_of_delete after delete on %s referencing old table as old_rows
      for each statement execute function realtime.tell_of_change(%s)', entity, words);
  else
    execute format('drop trigger if exists tell_of_delete on %s', entity);
  end if;
  perform realtime.make_sight(entity);
end
$function$;

CREATE OR REPLACE FUNCTION realtime.send(payload jsonb, event text, topic text, private boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
    values (id, case when jsonb_typeof(payload) = 'object' and not payload ? 'id'
        then jsonb_build_object('id', id) || payload else payload end,
      event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$function$;
grant execute on function realtime.send(jsonb,text,text,boolean) to anon, authenticated,
  service_role;

CREATE OR REPLACE FUNCTION realtime.send_binary(payload bytea, event text, topic text, private boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
    values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$function$;
grant execute on function realtime.send_binary(bytea,text,text,boolean) to anon, authenticated,
  service_role;

CREATE OR REPLACE FUNCTION realtime.tell(message text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parcel bigint;
begin
  if octet_length(message) < 7900 then
    perform pg_notify('realtime', message);
  else
    insert into realtime.parcels (message) values (message) returning id into parcel;
    perform pg_notify('realtime', parcel::text);
  end if;
end
$function$;
grant execute on function realtime.tell(text) to service_role;

CREATE OR REPLACE FUNCTION realtime.tell_of_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  head jsonb := jsonb_build_object('kind', 'change', 'schema', tg_table_schema, 'table', tg_table_name,
    'type', tg_op, 'at',
    to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
begin
  if not realtime.is_heard() then return null; end if;
  if tg_op = 'DELETE' then
    perform realtime.tell((head || jsonb_build_object('key',
        (select jsonb_object_agg(name, to_jsonb(r) -> name) from unnest(tg_argv) as name)))::text)
      from old_rows as r;
  else
    perform realtime.tell((head || jsonb_build_object('record', to_jsonb(r)))::text) from new_rows as r;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION realtime.tell_of_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if realtime.is_heard() then
    perform realtime.tell((jsonb_build_object('kind', 'broadcast', 'topic', new.topic,
      'private', coalesce(new.private, false), 'id', new.id, 'event', new.event)
      || case when new.payload is not null then jsonb_build_object('payload', new.payload)
        else jsonb_build_object('bytes', jsonb_build_object('encoding', 'binary',
          'base64', translate(encode(new.binary_payload, 'base64'), E'\n', ''))) end)::text);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION realtime.topic()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select nullif(current_setting('realtime.topic', true), '')
$function$;
grant execute on function realtime.topic() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION realtime.who_sees_public_candidate_profiles(roles text[], claims text[], keys jsonb)
 RETURNS TABLE(caller integer, changed integer[])
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  key_1 uuid[] := array(select (e.key ->> 'id')::uuid from jsonb_array_elements(keys) with ordinality as e(key, n) order by e.n);
begin
  for who in 1 .. cardinality(roles) loop
    if who = 1 or roles[who] <> roles[who - 1] then perform set_config('role', roles[who], true); end if;
    perform set_config('request.jwt.claims', claims[who], true);
    changed := array(select unnest(array_positions(key_1, t.id)) from public.candidate_profiles as t where t.id = any (key_1));
    if cardinality(changed) > 0 then
      caller := who;
      return next;
    end if;
  end loop;
  perform set_config('role', 'service_role', true);
end
$function$;
grant execute on function realtime.who_sees_public_candidate_profiles(text[],text[],jsonb) to
  service_role;

CREATE OR REPLACE FUNCTION realtime.who_sees_public_conversations(roles text[], claims text[], keys jsonb)
 RETURNS TABLE(caller integer, changed integer[])
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  key_1 uuid[] := array(select (e.key ->> 'id')::uuid from jsonb_array_elements(keys) with ordinality as e(key, n) order by e.n);
begin
  for who in 1 .. cardinality(roles) loop
    if who = 1 or roles[who] <> roles[who - 1] then perform set_config('role', roles[who], true); end if;
    perform set_config('request.jwt.claims', claims[who], true);
    changed := array(select unnest(array_positions(key_1, t.id)) from public.conversations as t where t.id = any (key_1));
    if cardinality(changed) > 0 then
      caller := who;
      return next;
    end if;
  end loop;
  perform set_config('role', 'service_role', true);
end
$function$;
grant execute on function realtime.who_sees_public_conversations(text[],text[],jsonb) to
  service_role;

CREATE OR REPLACE FUNCTION realtime.who_sees_public_job_activity(roles text[], claims text[], keys jsonb)
 RETURNS TABLE(caller integer, changed integer[])
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  key_1 uuid[] := array(select (e.key ->> 'job_id')::uuid from jsonb_array_elements(keys) with ordinality as e(key, n) order by e.n);
  key_2 date[] := array(select (e.key ->> 'day')::date from jsonb_array_elements(keys) with ordinality as e(key, n) order by e.n);
begin
  for who in 1 .. cardinality(roles) loop
    if who = 1 or roles[who] <> roles[who - 1] then perform set_config('role', roles[who], true); end if;
    perform set_config('request.jwt.claims', claims[who], true);
    changed := array(select k.n::integer from unnest(key_1, key_2) with ordinality as k(key_1, key_2, n) cross join lateral (select from public.job_activity as t where t.job_id = k.key_1 and t.day = k.key_2 offset 0) as seen);
    if cardinality(changed) > 0 then
      caller := who;
      return next;
    end if;
  end loop;
  perform set_config('role', 'service_role', true);
end
$function$;
grant execute on function realtime.who_sees_public_job_activity(text[],text[],jsonb) to
  service_role;

CREATE OR REPLACE FUNCTION realtime.who_sees_public_jobs(roles text[], claims text[], keys jsonb)
 RETURNS TABLE(caller integer, changed integer[])
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  key_1 uuid[] := array(select (e.key ->> 'id')::uuid from jsonb_array_elements(keys) with ordinality as e(key, n) order by e.n);
begin
  for who in 1 .. cardinality(roles) loop
    if who = 1 or roles[who] <> roles[who - 1] then perform set_config('role', roles[who], true); end if;
    perform set_config('request.jwt.claims', claims[who], true);
    changed := array(select unnest(array_positions(key_1, t.id)) from public.jobs as t where t.id = any (key_1));
    if cardinality(changed) > 0 then
      caller := who;
      return next;
    end if;
  end loop;
  perform set_config('role', 'service_role', true);
end
$function$;
grant execute on function realtime.who_sees_public_jobs(text[],text[],jsonb) to service_role;

CREATE OR REPLACE FUNCTION realtime.who_sees_public_messages(roles text[], claims text[], keys jsonb)
 RETURNS TABLE(caller integer, changed integer[])
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  key_1 uuid[] := array(select (e.key ->> 'id')::uuid from jsonb_array_elements(keys) with ordinality as e(key, n) order by e.n);
begin
  for who in 1 .. cardinality(roles) loop
    if who = 1 or roles[who] <> roles[who - 1] then perform set_config('role', roles[who], true); end if;
    perform set_config('request.jwt.claims', claims[who], true);
    changed := array(select unnest(array_positions(key_1, t.id)) from public.messages as t where t.id = any (key_1));
    if cardinality(changed) > 0 then
      caller := who;
      return next;
    end if;
  end loop;
  perform set_config('role', 'service_role', true);
end
$function$;
grant execute on function realtime.who_sees_public_messages(text[],text[],jsonb) to service_role;

CREATE OR REPLACE FUNCTION realtime.who_sees_public_subscriptions(roles text[], claims text[], keys jsonb)
 RETURNS TABLE(caller integer, changed integer[])
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  key_1 uuid[] := array(select (e.key ->> 'user_id')::uuid from jsonb_array_elements(keys) with ordinality as e(key, n) order by e.n);
begin
  for who in 1 .. cardinality(roles) loop
    if who = 1 or roles[who] <> roles[who - 1] then perform set_config('role', roles[who], true); end if;
    perform set_config('request.jwt.claims', claims[who], true);
    changed := array(select unnest(array_positions(key_1, t.user_id)) from public.subscriptions as t where t.user_id = any (key_1));
    if cardinality(changed) > 0 then
      caller := who;
      return next;
    end if;
  end loop;
  perform set_config('role', 'service_role', true);
end
$function$;
grant execute on function realtime.who_sees_public_subscriptions(text[],text[],jsonb) to
  service_role;

-- register ----------------------------------------------------------------------------------------

create schema register;
grant usage on schema register to anon, authenticated, service_role;

create table register.awards (
  id uuid not null default gen_random_uuid(),
  number character(13) not null,
  type text not null,
  version smallint not null,
  name text,
  user_id uuid,
  email text,
  awarded_on date not null,
  expires_on date,
  evidence text not null default ''::text,
  awarded_by uuid,
  awarded_at timestamp with time zone not null default now(),
  state text not null default 'active'::text,
  state_reason text not null default ''::text,
  state_since timestamp with time zone,
  issue smallint not null default 1,
  is_listed boolean not null default false,
  on_profile text not null default 'seal'::text,
  disowned_at timestamp with time zone,
  unlinked_at timestamp with time zone,
  erased_at timestamp with time zone,
  is_sample boolean not null default false,
  status_list smallint not null,
  status_index integer not null,
  replaced_by uuid,
  line_key bytea,
  words text not null generated always as ((((((' '::text || number::text) || ' '::text) || lower(COALESCE(name, ''::text))) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) stored,
  told_at timestamp with time zone,
  leads_on boolean not null default true,
  constraint awards_pkey PRIMARY KEY (id),
  constraint awards_line_key_key UNIQUE (line_key),
  constraint awards_number_key UNIQUE (number),
  constraint awards_status_list_status_index_key UNIQUE (status_list, status_index),
  constraint awards_check CHECK (expires_on > awarded_on),
  constraint awards_check1 CHECK (erased_at IS NULL OR num_nonnulls(name, user_id, email, line_key) = 0 AND evidence = ''::text AND state_reason = ''::text),
  constraint awards_check2 CHECK (erased_at IS NOT NULL OR name IS NOT NULL),
  constraint awards_email_check CHECK (email = lower(email) AND email ~~ '%_@_%'::text AND length(email) <= 255),
  constraint awards_evidence_check CHECK (length(evidence) <= 1000),
  constraint awards_name_check CHECK (length(name) >= 2 AND length(name) <= 120),
  constraint awards_number_check CHECK (number ~ '^[0-9A-HJKMNP-TV-Z]{13}$'::text),
  constraint awards_on_profile_check CHECK (on_profile = ANY (ARRAY['no'::text, 'seal'::text, 'number'::text])),
  constraint awards_state_check CHECK (state = ANY (ARRAY['active'::text, 'suspended'::text, 'revoked'::text])),
  constraint awards_state_reason_check CHECK (length(state_reason) <= 1000),
  constraint awards_status_index_check CHECK (status_index >= 0 AND status_index <= 131071),
  constraint awards_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES register.awards(id),
  constraint awards_type_version_fkey FOREIGN KEY (type, version) REFERENCES register.type_versions(type, version),
  constraint awards_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL
);
CREATE INDEX awards_disowned ON register.awards USING btree (disowned_at)
  WHERE (disowned_at IS NOT NULL);
CREATE INDEX awards_email ON register.awards USING btree (email)
  WHERE (email IS NOT NULL);
CREATE INDEX awards_expires_on ON register.awards USING btree (expires_on)
  WHERE (expires_on IS NOT NULL);
CREATE INDEX awards_not_active ON register.awards USING btree (status_list, status_index)
  WHERE ((state <> 'active'::text) OR (erased_at IS NOT NULL));
CREATE INDEX awards_order ON register.awards USING btree (awarded_at DESC, id DESC);
CREATE INDEX awards_replaced_by ON register.awards USING btree (replaced_by)
  WHERE (replaced_by IS NOT NULL);
CREATE INDEX awards_staff_holding ON register.awards USING btree ((
CASE
    WHEN (disowned_at IS NOT NULL) THEN 'not me'::text
    WHEN (user_id IS NOT NULL) THEN 'claimed'::text
    WHEN (unlinked_at IS NOT NULL) THEN 'account gone'::text
    WHEN (email IS NOT NULL) THEN 'asked'::text
    ELSE 'no address'::text
END), awarded_at DESC, id DESC)
  WHERE (erased_at IS NULL);
CREATE INDEX awards_staff_state ON register.awards USING btree (state, id)
  WHERE ((state <> 'active'::text) AND (erased_at IS NULL));
CREATE INDEX awards_type ON register.awards USING btree (type, version);
CREATE INDEX awards_untold ON register.awards USING btree (user_id)
  WHERE ((told_at IS NULL) AND (user_id IS NOT NULL));
CREATE INDEX awards_user_id ON register.awards USING btree (user_id)
  WHERE (user_id IS NOT NULL);
CREATE INDEX awards_words ON register.awards USING gin (words extensions.gin_trgm_ops);
alter table register.awards enable row level security;
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON register.awards
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE CONSTRAINT TRIGGER must_be_logged AFTER UPDATE ON register.awards DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((new.name IS DISTINCT FROM old.name OR new.state IS DISTINCT FROM old.state OR new.state_reason IS DISTINCT FROM old.state_reason OR new.awarded_on IS DISTINCT FROM old.awarded_on OR new.expires_on IS DISTINCT FROM old.expires_on OR new.type IS DISTINCT FROM old.type OR new.version IS DISTINCT FROM old.version OR new.issue IS DISTINCT FROM old.issue OR new.email IS DISTINCT FROM old.email OR new.replaced_by IS DISTINCT FROM old.replaced_by) AND NOT new.unlinked_at IS DISTINCT FROM old.unlinked_at) EXECUTE FUNCTION staff.must_be_logged('number', 'correct-credential-name', 'renew-credential', 'suspend-credential', 'lift-suspension', 'revoke-credential', 'readdress-credential', 'replace-credential', 'erase-credential', 'credential-erased');
CREATE CONSTRAINT TRIGGER must_be_logged_new AFTER INSERT ON register.awards DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION staff.must_be_logged('', 'award-credentials', 'replace-credential', 'add-sample-credentials');
CREATE TRIGGER note_erasure AFTER UPDATE OF erased_at ON register.awards
  FOR EACH ROW WHEN (old.erased_at IS NULL AND new.erased_at IS NOT NULL) EXECUTE FUNCTION private.note_erasure('credential', 'id');
CREATE TRIGGER refuse_change BEFORE DELETE OR TRUNCATE ON register.awards
  FOR EACH STATEMENT EXECUTE FUNCTION register.refuse_change();
CREATE TRIGGER tell_profile AFTER UPDATE OF user_id, state, expires_on, on_profile, erased_at ON register.awards
  FOR EACH ROW EXECUTE FUNCTION register.tell_profile();
CREATE TRIGGER tell_profile_of_new AFTER INSERT ON register.awards
  FOR EACH ROW WHEN (new.user_id IS NOT NULL) EXECUTE FUNCTION register.tell_profile();
grant select on register.awards to service_role;

create table register.claims (
  email text not null,
  token_digest text,
  asked_at timestamp with time zone not null default now(),
  mailed_at timestamp with time zone,
  expires_at timestamp with time zone not null default now() + '90 days'::interval,
  constraint claims_pkey PRIMARY KEY (email),
  constraint claims_token_digest_key UNIQUE (token_digest),
  constraint claims_email_check CHECK (email = lower(email))
);
alter table register.claims enable row level security;

create table register.credit_rules (
  tier text not null,
  counts text not null,
  hours smallint not null,
  constraint credit_rules_pkey PRIMARY KEY (tier, counts),
  constraint credit_rules_hours_check CHECK (hours >= 1 AND hours <= 500),
  constraint credit_rules_counts_fkey FOREIGN KEY (counts) REFERENCES register.types(code),
  constraint credit_rules_tier_fkey FOREIGN KEY (tier) REFERENCES register.types(code)
);
CREATE INDEX credit_rules_counts ON register.credit_rules USING btree (counts);
alter table register.credit_rules enable row level security;
create policy "Staff read what counts" on register.credit_rules
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
create policy "Staff say what counts" on register.credit_rules
  for insert to authenticated
  with check (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
create policy "Staff take back what counts" on register.credit_rules
  for delete to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
CREATE CONSTRAINT TRIGGER must_be_logged AFTER INSERT OR DELETE OR UPDATE ON register.credit_rules DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION staff.must_be_logged('', 'set-credit-rules');
grant delete, select on register.credit_rules to authenticated;
grant insert (tier, counts, hours) on register.credit_rules to authenticated;

create table register.history (
  id bigint not null generated always as identity,
  award_id uuid not null,
  at timestamp with time zone not null default clock_timestamp(),
  act text not null,
  actor_id uuid,
  state text not null,
  version smallint not null,
  issue smallint not null,
  awarded_on date not null,
  expires_on date,
  constraint history_pkey PRIMARY KEY (id),
  constraint history_act_check CHECK (act = ANY (ARRAY['award'::text, 'claim'::text, 'correct-name'::text, 'renew'::text, 'suspend'::text, 'lift'::text, 'revoke'::text, 'replace'::text, 'readdress'::text, 'disown'::text, 'list'::text, 'unlist'::text, 'unlink'::text, 'erase'::text])),
  constraint history_award_id_fkey FOREIGN KEY (award_id) REFERENCES register.awards(id)
);
CREATE INDEX history_award_id ON register.history USING btree (award_id, id);
alter table register.history enable row level security;
create policy "Staff read history" on register.history
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON register.history
  FOR EACH STATEMENT EXECUTE FUNCTION register.refuse_change();
grant select on register.history to authenticated;

create table register.issues (
  id uuid not null default gen_random_uuid(),
  award_id uuid not null,
  issue smallint not null,
  key_id text not null,
  jwt text not null,
  issued_at timestamp with time zone not null default now(),
  constraint issues_pkey PRIMARY KEY (id),
  constraint issues_award_id_issue_key_id_key UNIQUE (award_id, issue, key_id),
  constraint issues_issue_check CHECK (issue > 0),
  constraint issues_jwt_check CHECK (length(jwt) <= 20000),
  constraint issues_key_id_check CHECK (length(key_id) >= 1 AND length(key_id) <= 200),
  constraint issues_award_id_fkey FOREIGN KEY (award_id) REFERENCES register.awards(id)
);
alter table register.issues enable row level security;
grant select on register.issues to service_role;
grant insert (award_id, issue, key_id, jwt) on register.issues to service_role;

create table register.reminders (
  award_id uuid not null,
  expires_on date not null,
  days smallint not null,
  sent_at timestamp with time zone not null default now(),
  constraint reminders_pkey PRIMARY KEY (award_id, expires_on, days),
  constraint reminders_days_check CHECK (days = ANY (ARRAY[90, 30, 7])),
  constraint reminders_award_id_fkey FOREIGN KEY (award_id) REFERENCES register.awards(id)
);
alter table register.reminders enable row level security;

create table register.type_versions (
  type text not null,
  version smallint not null,
  name text not null,
  description text not null,
  must_show text[] not null,
  hours_from smallint not null,
  hours_to smallint not null,
  valid_months smallint,
  renews_by_education boolean not null default false,
  since date not null default timezone('UTC'::text, now())::date,
  constraint type_versions_pkey PRIMARY KEY (type, version),
  constraint type_versions_check CHECK (hours_to >= hours_from),
  constraint type_versions_description_check CHECK (length(description) >= 2 AND length(description) <= 1000),
  constraint type_versions_hours_from_check CHECK (hours_from > 0),
  constraint type_versions_must_show_check CHECK (cardinality(must_show) >= 1 AND cardinality(must_show) <= 20),
  constraint type_versions_name_check CHECK (length(name) >= 2 AND length(name) <= 120),
  constraint type_versions_valid_months_check CHECK (valid_months > 0),
  constraint type_versions_version_check CHECK (version > 0),
  constraint type_versions_type_fkey FOREIGN KEY (type) REFERENCES register.types(code)
);
alter table register.type_versions enable row level security;
create policy "Everybody reads its versions" on register.type_versions
  for select to public
  using (true);
create policy "Owners add versions" on register.type_versions
  for insert to authenticated
  with check (( SELECT private.has_staff_role('owner'::text) AS has_staff_role));
CREATE CONSTRAINT TRIGGER must_be_logged AFTER INSERT ON register.type_versions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION staff.must_be_logged('type', 'add-credential-version');
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON register.type_versions
  FOR EACH STATEMENT EXECUTE FUNCTION register.refuse_change();
grant select on register.type_versions to anon, authenticated, service_role;
grant insert (type, version, name, description, must_show, hours_from, hours_to, valid_months,
  renews_by_education) on register.type_versions to authenticated;

create table register.types (
  code text not null,
  kind text not null,
  slug text not null,
  part_of text,
  place smallint not null,
  constraint types_pkey PRIMARY KEY (code),
  constraint types_code_check CHECK (code ~ '^[A-Z0-9-]{2,20}$'::text),
  constraint types_kind_check CHECK (kind = ANY (ARRAY['tier'::text, 'track'::text, 'course'::text])),
  constraint types_part_of_fkey FOREIGN KEY (part_of) REFERENCES register.types(code)
);
CREATE INDEX types_part_of ON register.types USING btree (part_of);
alter table register.types enable row level security;
create policy "Everybody reads what can be awarded" on register.types
  for select to public
  using (true);
grant select on register.types to anon, authenticated, service_role;

create view register.staff_awards as
 SELECT a.id,
    a.number::text AS number,
    a.name,
    a.type,
    t.kind,
    v.name AS title,
    a.version,
    a.email,
    a.user_id,
    a.awarded_on,
    a.expires_on,
    register.state_of(a.*) AS state,
    a.state_reason,
    a.evidence,
    a.awarded_at,
    (( SELECT u.email
           FROM auth.users u
          WHERE u.id = a.awarded_by))::text AS awarded_by,
    (( SELECT u.email
           FROM auth.users u
          WHERE u.id = a.user_id))::text AS holder_email,
        CASE
            WHEN a.disowned_at IS NOT NULL THEN 'not me'::text
            WHEN a.user_id IS NOT NULL THEN 'claimed'::text
            WHEN a.unlinked_at IS NOT NULL THEN 'account gone'::text
            WHEN a.email IS NOT NULL THEN 'asked'::text
            ELSE 'no address'::text
        END AS holding,
    a.disowned_at,
    a.is_listed,
    a.issue,
    a.is_sample,
    a.words,
    v.renews_by_education,
    ( SELECT r.number::text AS number
           FROM register.awards r
          WHERE r.id = a.replaced_by AND r.erased_at IS NULL) AS replaced_by,
    a.leads_on,
    ( SELECT r.number::text AS number
           FROM register.awards r
          WHERE r.replaced_by = a.id AND r.erased_at IS NULL) AS replaces
   FROM register.awards a
     JOIN register.types t ON t.code = a.type
     JOIN register.type_versions v ON v.type = a.type AND v.version = a.version
  WHERE a.erased_at IS NULL AND ( SELECT private.has_staff_role('staff'::text) AS has_staff_role);
grant select on register.staff_awards to authenticated;

create view register.status_bits as
 SELECT status_list,
    status_index,
    state = 'revoked'::text OR erased_at IS NOT NULL AS is_revoked,
    state = 'suspended'::text AND erased_at IS NULL AS is_suspended
   FROM register.awards
  WHERE state <> 'active'::text OR erased_at IS NOT NULL;
grant select on register.status_bits to service_role;

CREATE OR REPLACE FUNCTION register.add_award(line jsonb, is_sample boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind register.type_versions := register.version_on(line ->> 'type', (line ->> 'awarded_on')::date);
  day date := line ->> 'awarded_on';
  ends date := line ->> 'expires_on';
  in_list smallint;
  slot integer;
  made register.awards;
begin
  -- A list of 131,072 bits takes 100,000, so that a free one is soon found.
  perform pg_advisory_xact_lock(hashtextextended('register.awards', 0));
  select coalesce(max(a.status_list), 1) into in_list from register.awards as a;
  -- Asked only now and then: what is over by some does not matter.
  if random() < 0.02 and (select count(*) from register.awards as a where a.status_list = in_list) >= 100000 then
    in_list := in_list + 1;
  end if;
  loop
    slot := floor(random() * 131072);
    exit when not exists (select from register.awards as a
      where a.status_list = in_list and a.status_index = slot);
  end loop;
  insert into register.awards as a (number, type, version, name, user_id, email, awarded_on, expires_on, evidence,
      awarded_by, is_sample, status_list, status_index, line_key)
    values (line ->> 'number', kind.type, kind.version, line ->> 'name', register.person_of(line ->> 'email'),
      line ->> 'email', day,
      coalesce(ends, (day + make_interval(months => kind.valid_months))::date), coalesce(line ->> 'evidence', ''),
      auth.uid(), add_award.is_sample, in_list, slot,
      register.line_key(kind.type, line ->> 'email', line ->> 'name', day))
    on conflict on constraint awards_line_key_key do nothing
    returning * into made;
  if made.id is null then return null; end if;
  perform register.note(made, 'award');
  if made.user_id is not null then
    perform register.note(made, 'claim');
  end if;
  return made.number;
end
$function$;

CREATE OR REPLACE FUNCTION register.add_reminders()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := timezone('UTC', now())::date;
  due record;
  added integer := 0;
begin
  for due in
    select a.id, a.number, a.expires_on,
      case when a.expires_on - today <= 7 then 7 when a.expires_on - today <= 30 then 30 else 90 end as days
    from register.awards as a
    where a.expires_on between today and today + 90 and a.state = 'active' and a.erased_at is null
      and a.disowned_at is null and a.user_id is not null and a.replaced_by is null
      -- What was awarded with less time than that is not reminded of at once.
      and a.awarded_at < now() - interval '1 day'
  loop
    insert into register.reminders (award_id, expires_on, days) values (due.id, due.expires_on, due.days)
      on conflict do nothing;
    continue when not found;
    perform queue.add('credential-ending', json_build_object('number', due.number, 'expiresOn', due.expires_on));
    added := added + 1;
  end loop;
  return added;
end
$function$;
grant execute on function register.add_reminders() to service_role;

CREATE OR REPLACE FUNCTION register.add_samples(lines jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  numbers text[] := '{}';
  line jsonb;
begin
  for line in select value from jsonb_array_elements(lines) loop
    numbers := numbers || register.add_award(line, true);
  end loop;
  update register.awards set told_at = now() where number = any (numbers);
  perform staff.append('command', null, null, 'add-sample-credentials', '', '', null, null,
    jsonb_build_object('count', cardinality(array_remove(numbers, null))));
  return numbers;
end
$function$;
grant execute on function register.add_samples(jsonb) to service_role;

CREATE OR REPLACE FUNCTION register.award(lines jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  numbers text[] := '{}';
  line jsonb;
begin
  perform staff.require('staff');
  perform register.require_others(array(select lower(value ->> 'email') from jsonb_array_elements(lines)));
  for line in select value from jsonb_array_elements(lines) loop
    numbers := numbers || register.add_award(line, false);
  end loop;
  -- One task, which makes one for each person: to make two thousand takes longer than to award them.
  perform queue.add('credential-tell', json_build_object('numbers', array_remove(numbers, null)));
  return numbers;
end $function$;
grant execute on function register.award(jsonb) to authenticated;

CREATE OR REPLACE FUNCTION register.awards_in_state(wanted text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select id from register.awards
    where private.has_staff_role('staff') and wanted <> 'expired' and state = wanted and state <> 'active' and erased_at is null
  union all
  select id from register.awards
    where private.has_staff_role('staff') and wanted = 'expired' and state = 'active' and erased_at is null
      and expires_on <= register.last_day_over(now())
$function$;
grant execute on function register.awards_in_state(text) to authenticated;

CREATE OR REPLACE FUNCTION register.check_credential(wanted text)
 RETURNS TABLE(is_valid boolean, state text, number text, name text, type text, kind text, slug text, title text, description text, must_show text[], hours_from smallint, hours_to smallint, version smallint, awarded_on date, expires_on date, state_since timestamp with time zone, issue smallint, is_listed boolean, is_sample boolean, replaced_by text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select coalesce(known.state = 'active', false), coalesce(known.state, 'unknown'), wanted, a.name, a.type, t.kind,
    t.slug, v.name, v.description, v.must_show, v.hours_from, v.hours_to, a.version, a.awarded_on, a.expires_on,
    case when a.state <> 'active' then a.state_since end, a.issue, coalesce(a.is_listed, false),
    coalesce(a.is_sample, false),
    (select r.number::text from register.awards as r where r.id = a.replaced_by and a.leads_on and r.erased_at is null)
  from (select) as always
    left join register.awards as a on a.number = wanted::char(13) and length(wanted) = 13 and a.erased_at is null
    left join lateral (select register.state_of(a) as state where a.id is not null) as known on true
    left join register.types as t on t.code = a.type
    left join register.type_versions as v on v.type = a.type and v.version = a.version
$function$;
grant execute on function register.check_credential(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION register.claim()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
  address text := (select u.email from auth.users as u where u.id = me and auth.has_proved_mailbox(u.id));
  it register.awards;
  claimed integer := 0;
begin
  if address is null then perform private.refuse('mailbox_not_proved'); end if;
  for it in update register.awards set user_id = me, told_at = now()
    where email = address and user_id is null and disowned_at is null and erased_at is null returning * loop
    perform register.note(it, 'claim');
    claimed := claimed + 1;
  end loop;
  delete from register.claims where email = address;
  return claimed;
end
$function$;
grant execute on function register.claim() to authenticated;

CREATE OR REPLACE FUNCTION register.correct_name(wanted text, new_name text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it register.awards := register.held(wanted);
  after register.awards;
begin
  if it.state = 'revoked' then perform private.refuse('credential_revoked'); end if;
  if it.name = new_name then perform private.refuse('nothing_changed'); end if;
  update register.awards set name = new_name, issue = issue + 1,
      line_key = case when line_key = register.line_key(type, null, name, awarded_on)
        then register.line_key(type, null, new_name, awarded_on) else line_key end
    where id = it.id returning * into after;
  perform register.note(after, 'correct-name');
  perform register.tell_changed(after, 'corrected');
  return jsonb_build_object('name', it.name);
exception when unique_violation then
  perform private.refuse('awarded_before');
end
$function$;
grant execute on function register.correct_name(text,text) to authenticated;

CREATE OR REPLACE FUNCTION register.count_holders()
 RETURNS TABLE(type text, holders bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '32MB'
AS $function$
  select a.type, count(*) from (
    select distinct a.type, a.user_id, case when a.user_id is null then coalesce(a.email, a.number) end
    from register.awards as a
    where a.state = 'active' and a.erased_at is null and not a.is_sample
      and (a.expires_on is null or a.expires_on > (select register.last_day_over(now())))
  ) as a (type) group by a.type having count(*) >= 10
$function$;
grant execute on function register.count_holders() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION register.credits_of(person uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with has as (
    select distinct a.type from register.awards as a
    where a.user_id = person and register.state_of(a) = 'active'
  ), earned as (
    -- A whole track is each of its courses.
    select type from has
    union select t.code from register.types as t where t.part_of in (select type from has)
  ), rules as (
    select r.tier, r.counts, r.hours, r.counts in (select type from earned) as has_it,
      (register.version_on(r.counts, timezone('UTC', now())::date)).name as title
    from register.credit_rules as r
  )
  select coalesce(jsonb_agg(jsonb_build_object('tier', tier, 'slug', slug, 'title', title, 'of', hours_of,
      'hours', hours, 'counts', counts, 'missing', missing) order by place), '[]')
  from (
    select t.code as tier, t.slug, t.place, v.name as title, v.hours_to as hours_of,
      sum(r.hours) filter (where r.has_it) as hours,
      coalesce(jsonb_agg(jsonb_build_object('title', r.title, 'hours', r.hours)) filter (where r.has_it), '[]') as counts,
      coalesce(jsonb_agg(jsonb_build_object('title', r.title, 'hours', r.hours)) filter (where not r.has_it), '[]')
        as missing
    from rules as r join register.types as t on t.code = r.tier
      cross join lateral register.version_on(t.code, timezone('UTC', now())::date) as v
    where not exists (select from has where has.type = t.code)
    group by t.code, t.slug, t.place, v.name, v.hours_to
    having bool_or(r.has_it)) as tiers
$function$;

CREATE OR REPLACE FUNCTION register.disown(wanted text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
  address text := (select u.email from auth.users as u where u.id = me and auth.has_proved_mailbox(u.id));
  it register.awards;
  done integer := 0;
begin
  for it in update register.awards set user_id = null, disowned_at = now(), is_listed = false, on_profile = 'no'
    where number = wanted and erased_at is null and disowned_at is null
      and (user_id = me or user_id is null and email = address) returning * loop
    perform register.note(it, 'disown');
    done := done + 1;
  end loop;
  return done;
end
$function$;
grant execute on function register.disown(text) to authenticated;

CREATE OR REPLACE FUNCTION register.disown_by_link(digest text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it register.awards;
  done integer := 0;
begin
  for it in update register.awards as a set disowned_at = now() from register.claims as c
    where c.token_digest = digest and c.expires_at > now() and a.email = c.email
      and a.user_id is null and a.disowned_at is null and a.erased_at is null returning a.* loop
    perform register.note(it, 'disown');
    done := done + 1;
  end loop;
  return done;
end
$function$;
grant execute on function register.disown_by_link(text) to service_role;

CREATE OR REPLACE FUNCTION register.end_claims()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from register.claims where expires_at < now()
$function$;
grant execute on function register.end_claims() to service_role;

CREATE OR REPLACE FUNCTION register.end_seals()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select register.show_seals(array(select distinct a.user_id from register.awards as a
    where a.user_id is not null
      and a.expires_on between register.last_day_over(now()) - 30 and register.last_day_over(now())))
$function$;
grant execute on function register.end_seals() to service_role;

CREATE OR REPLACE FUNCTION register.erase(wanted text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('owner');
  perform staff.require_fresh_factor();
  perform register.wipe(register.held(wanted));
end
$function$;
grant execute on function register.erase(text) to authenticated;

CREATE OR REPLACE FUNCTION register.erase_of(person uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it register.awards;
  erased integer := 0;
begin
  for it in select * from register.awards where user_id = person for update loop
    perform register.wipe(it);
    perform staff.append('site', null, null, 'credential-erased', 'credential', it.number::text, null, null, null);
    erased := erased + 1;
  end loop;
  return erased;
end
$function$;
grant execute on function register.erase_of(uuid) to service_role;

CREATE OR REPLACE FUNCTION register.erase_samples()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it register.awards;
begin
  for it in select * from register.awards where is_sample and erased_at is null for update loop
    perform register.wipe(it);
  end loop;
end
$function$;
grant execute on function register.erase_samples() to service_role;

CREATE OR REPLACE FUNCTION register.give_claim_link(address text, digest text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waits jsonb;
begin
  select jsonb_agg(jsonb_build_object('name', a.name, 'type', a.type, 'title', v.name) order by a.awarded_on desc)
    into waits from register.awards as a
      join register.type_versions as v on v.type = a.type and v.version = a.version
    where a.email = address and a.user_id is null and a.disowned_at is null and a.erased_at is null
      and a.state <> 'revoked';
  if waits is null then return null; end if;
  update register.claims set token_digest = digest, mailed_at = now() where email = address;
  return case when found then waits end;
end
$function$;
grant execute on function register.give_claim_link(text,text) to service_role;

CREATE OR REPLACE FUNCTION register.held(wanted text)
 RETURNS register.awards
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it register.awards;
begin
  perform staff.require('staff');
  select * into it from register.awards as a where a.number = wanted and a.erased_at is null for update;
  if it.id is null then perform private.refuse('credential_gone'); end if;
  perform register.require_others(array[it.email]);
  if it.user_id is not null then perform staff.require_other(it.user_id); end if;
  return it;
end $function$;

CREATE OR REPLACE FUNCTION register.keep_seals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.verified := register.seals_of(new.user_id);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION register.known_lines(lines jsonb)
 RETURNS TABLE(place integer, number text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('staff');
  return query select l.place::int, a.number::text
    from jsonb_array_elements(lines) with ordinality as l (line, place)
    join register.awards as a on a.line_key = register.line_key(l.line ->> 'type', l.line ->> 'email',
      l.line ->> 'name', (l.line ->> 'awarded_on')::date);
end
$function$;
grant execute on function register.known_lines(jsonb) to authenticated;

CREATE OR REPLACE FUNCTION register.last_day_over(moment timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (timezone('UTC', moment) - interval '12 hours')::date - 1
$function$;
grant execute on function register.last_day_over(timestamp with time zone) to authenticated,
  service_role;

CREATE OR REPLACE FUNCTION register.line_key(type text, email text, name text, awarded_on date)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select sha256(convert_to(jsonb_build_array(type,
    coalesce(lower(email), lower(regexp_replace(btrim(name), '\s+', ' ', 'g'))), awarded_on)::text, 'utf8'))
$function$;

CREATE OR REPLACE FUNCTION register.not_for(addresses text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select lower(u.email) from staff.members as m join auth.users as u on u.id = m.user_id
  where lower(u.email) = any (addresses) and staff.not_on(m.user_id) is not null
    and private.has_staff_role('staff')
$function$;
grant execute on function register.not_for(text[]) to authenticated;

CREATE OR REPLACE FUNCTION register.not_on(holder uuid, address text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(staff.not_on(holder), (select staff.not_on(u.id) from auth.users as u
    where u.email = address and private.has_staff_role('staff') limit 1))
$function$;
grant execute on function register.not_on(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION register.note(it register.awards, act text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into register.history (award_id, act, actor_id, state, version, issue, awarded_on, expires_on)
    values (it.id, act, auth.uid(), it.state, it.version, it.issue, it.awarded_on, it.expires_on)
$function$;

CREATE OR REPLACE FUNCTION register.note_told(numbers text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update register.awards set told_at = now() where number = any (numbers)
$function$;
grant execute on function register.note_told(text[]) to service_role;

CREATE OR REPLACE FUNCTION register.own_award(wanted text)
 RETURNS TABLE(id uuid, issue smallint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select a.id, a.issue from register.awards as a
    where a.number = wanted::char(13) and length(wanted) = 13 and a.user_id = auth.uid() and a.erased_at is null
$function$;
grant execute on function register.own_award(text) to authenticated;

CREATE OR REPLACE FUNCTION register.own_page()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
  address text := (select u.email from auth.users as u where u.id = me and auth.has_proved_mailbox(u.id));
begin
  return jsonb_build_object(
    'is_proved', address is not null,
    'held', (select coalesce(jsonb_agg(jsonb_build_object('number', a.number, 'name', a.name, 'type', a.type,
        'kind', t.kind, 'slug', t.slug, 'title', v.name, 'description', v.description, 'must_show', v.must_show,
        'hours_from', v.hours_from, 'hours_to', v.hours_to, 'awarded_on', a.awarded_on, 'expires_on', a.expires_on,
        'state', register.state_of(a), 'state_reason', a.state_reason, 'is_listed', a.is_listed,
        'on_profile', a.on_profile, 'issue', a.issue, 'is_sample', a.is_sample,
        'renews_by_education', v.renews_by_education,
        'replaced_by', (select r.number from register.awards as r
          where r.id = a.replaced_by and a.leads_on and r.erased_at is null))
        order by a.awarded_on desc, t.place), '[]')
      from register.awards as a join register.types as t on t.code = a.type
        join register.type_versions as v on v.type = a.type and v.version = a.version
      where a.user_id = me and a.erased_at is null),
    'waiting', (select coalesce(jsonb_agg(jsonb_build_object('number', a.number, 'name', a.name, 'type', a.type,
        'title', v.name, 'awarded_on', a.awarded_on) order by a.awarded_on desc), '[]')
      from register.awards as a join register.type_versions as v on v.type = a.type and v.version = a.version
      where a.email = address and a.user_id is null and a.disowned_at is null and a.erased_at is null
        and a.state <> 'revoked'),
    'credits', register.credits_of(me));
end
$function$;
grant execute on function register.own_page() to authenticated;

CREATE OR REPLACE FUNCTION register.person_of(address text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.id from auth.users as u where u.email = address and u.deleted_at is null and auth.has_proved_mailbox(u.id)
$function$;

CREATE OR REPLACE FUNCTION register.read_claim(digest text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('email', c.email, 'waiting', jsonb_agg(jsonb_build_object('name', a.name, 'type', a.type,
      'title', v.name, 'awarded_on', a.awarded_on) order by a.awarded_on desc))
  from register.claims as c join register.awards as a on a.email = c.email
    join register.type_versions as v on v.type = a.type and v.version = a.version
  where c.token_digest = digest and c.expires_at > now()
    and a.user_id is null and a.disowned_at is null and a.erased_at is null and a.state <> 'revoked'
  group by c.email
$function$;
grant execute on function register.read_claim(text) to service_role;

CREATE OR REPLACE FUNCTION register.read_for_mail(wanted text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('email', coalesce(u.email, a.email), 'name', a.name, 'type', a.type, 'title', v.name,
    'state', register.state_of(a), 'reason', a.state_reason, 'expires_on', a.expires_on, 'is_claimed', u.id is not null,
    'renews_by_education', v.renews_by_education,
    -- What its holder has in its place.
    'successor', (select jsonb_build_object('name', r.name, 'type', r.type, 'title', rv.name)
      from register.awards as r join register.type_versions as rv on rv.type = r.type and rv.version = r.version
      where r.id = a.replaced_by and r.user_id = a.user_id and r.erased_at is null))
  from register.awards as a join register.type_versions as v on v.type = a.type and v.version = a.version
    left join auth.users as u on u.id = a.user_id
  where a.number = wanted and a.erased_at is null and a.disowned_at is null
    and (u.id is null or u.deleted_at is null and u.email is not null and (u.banned_until is null or u.banned_until <= now()))
    and coalesce(u.email, a.email) is not null
$function$;
grant execute on function register.read_for_mail(text) to service_role;

CREATE OR REPLACE FUNCTION register.readdress(wanted text, address text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it register.awards := register.held(wanted);
  after register.awards;
begin
  if it.state = 'revoked' then perform private.refuse('credential_revoked'); end if;
  if it.user_id is not null then perform private.refuse('credential_is_claimed'); end if;
  perform register.require_others(array[lower(address)]);
  update register.awards set email = lower(address), disowned_at = null, told_at = null,
      user_id = register.person_of(lower(address)), unlinked_at = null,
      line_key = register.line_key(it.type, lower(address), it.name, it.awarded_on)
    where id = it.id returning * into after;
  perform register.note(after, 'readdress');
  perform register.tell_awarded(array[after.number::text]);
  return jsonb_build_object('email', it.email, 'was_disowned', it.disowned_at is not null);
exception when unique_violation then
  perform private.refuse('awarded_before');
end $function$;
grant execute on function register.readdress(text,text) to authenticated;

CREATE OR REPLACE FUNCTION register.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception '%.% is only added to', tg_table_schema, tg_table_name using errcode = '42501';
end
$function$;

CREATE OR REPLACE FUNCTION register.renew(wanted text, until date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it register.awards := register.held(wanted);
  after register.awards;
begin
  if it.state = 'revoked' then perform private.refuse('credential_revoked'); end if;
  if it.expires_on is null or until <= greatest(it.expires_on, register.last_day_over(now())) then
    perform private.refuse('renewal_ends_sooner');
  end if;
  update register.awards set expires_on = until, issue = issue + 1 where id = it.id returning * into after;
  perform register.note(after, 'renew');
  perform register.tell_changed(after, 'renewed');
  return jsonb_build_object('expires_on', it.expires_on);
end
$function$;
grant execute on function register.renew(text,date) to authenticated;

CREATE OR REPLACE FUNCTION register.replace_award(wanted text, line jsonb, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it register.awards := register.held(wanted);
  made register.awards;
  after register.awards;
  made_number text;
  has_same_holder boolean;
  is_asked_again boolean;
begin
  if it.state = 'revoked' then perform private.refuse('credential_revoked'); end if;
  perform staff.require_fresh_factor();
  perform register.require_others(array[lower(line ->> 'email')]);
  made_number := register.add_award(line, it.is_sample);
  if made_number is null then perform private.refuse('awarded_before'); end if;
  select * into made from register.awards as a where a.number = made_number;
  has_same_holder := it.user_id is not null and made.user_id is not distinct from it.user_id;
  -- Nobody holds it, and the same address is asked: one mail is enough.
  is_asked_again := num_nonnulls(it.user_id, made.user_id) = 0 and made.email is not distinct from it.email;
  if has_same_holder then
    -- What they chose holds for what they now have, and one mail says all of it.
    update register.awards set is_listed = it.is_listed, on_profile = it.on_profile, told_at = now()
      where id = made.id;
  end if;
  update register.awards set state = 'revoked', state_since = now(), state_reason = left(btrim(reason), 1000),
      replaced_by = made.id,
      leads_on = has_same_holder or lower(made.name) = lower(it.name)
        or it.user_id is null and it.disowned_at is null and coalesce(made.email = it.email, false)
    where id = it.id returning * into after;
  perform register.note(after, 'replace');
  if not is_asked_again then perform register.tell_changed(after, 'replaced'); end if;
  if not has_same_holder then perform register.tell_awarded(array[made_number]); end if;
  return jsonb_build_object('number', made_number, 'before', jsonb_build_object('type', it.type, 'state', it.state));
end $function$;
grant execute on function register.replace_award(text,jsonb,text) to authenticated;

CREATE OR REPLACE FUNCTION register.require_others(addresses text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from register.not_for(addresses)) then
    raise exception 'nobody acts on themselves or on a higher role' using errcode = 'SF409';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION register.seals_of(person uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(seal order by place), '[]') from (
    select distinct on (t.place) t.place, jsonb_build_object('type', a.type, 'title', v.name, 'kind', t.kind,
        'year', extract(year from a.awarded_on)::int)
      || case when a.on_profile = 'number' then jsonb_build_object('number', a.number) else '{}' end
      || case when a.is_sample then '{"is_sample": true}'::jsonb else '{}' end as seal
    from register.awards as a join register.types as t on t.code = a.type
      join register.type_versions as v on v.type = a.type and v.version = a.version
    where a.user_id = person and a.on_profile <> 'no' and t.kind <> 'course' and register.state_of(a) = 'active'
    order by t.place, a.awarded_on desc) as seals
$function$;

CREATE OR REPLACE FUNCTION register.set_choices(wanted text, listed boolean, profile text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it register.awards;
begin
  select * into it from register.awards
    where number = wanted and user_id = auth.uid() and erased_at is null for update;
  if it.id is null then return false; end if;
  update register.awards set is_listed = coalesce(listed, is_listed), on_profile = coalesce(profile, on_profile)
    where id = it.id;
  if listed <> it.is_listed then
    perform register.note(it, case when listed then 'list' else 'unlist' end);
  end if;
  return true;
end
$function$;
grant execute on function register.set_choices(text,boolean,text) to authenticated;

CREATE OR REPLACE FUNCTION register.set_state(wanted text, new_state text, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it register.awards := register.held(wanted);
  after register.awards;
begin
  if it.state = 'revoked' then perform private.refuse('credential_revoked'); end if;
  if it.state = new_state then perform private.refuse('nothing_changed'); end if;
  if new_state = 'revoked' then perform staff.require_fresh_factor(); end if;
  update register.awards set state = new_state, state_since = now(),
      state_reason = case when new_state = 'active' then '' else left(btrim(reason), 1000) end
    where id = it.id returning * into after;
  perform register.note(after, case new_state when 'active' then 'lift' when 'suspended' then 'suspend' else 'revoke' end);
  perform register.tell_changed(after,
    case new_state when 'active' then 'lifted' when 'suspended' then 'suspended' else 'revoked' end);
  return jsonb_build_object('state', it.state, 'reason', nullif(it.state_reason, ''));
end
$function$;
grant execute on function register.set_state(text,text,text) to authenticated;

CREATE OR REPLACE FUNCTION register.show_seals(people uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with theirs as materialized (
    select p.user_id from public.candidate_profiles as p
      where p.user_id = any (people) and p.verified is distinct from register.seals_of(p.user_id)
      order by p.user_id for no key update
  )
  update public.candidate_profiles as p set verified = register.seals_of(p.user_id) from theirs where p.user_id = theirs.user_id
$function$;

CREATE OR REPLACE FUNCTION register.state_of(it register.awards)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when it.erased_at is not null then 'unknown'
    when it.state <> 'active' then it.state
    when it.expires_on <= register.last_day_over(now()) then 'expired'
    else 'active' end
$function$;
grant execute on function register.state_of(register.awards) to authenticated, service_role;

CREATE OR REPLACE FUNCTION register.tell_awarded(numbers text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform queue.add('credential-awarded', json_build_object('userId', person), 'credential-awarded ' || person)
    from (select distinct a.user_id as person from register.awards as a
      where a.number = any (numbers) and a.user_id is not null) as told;
  insert into register.claims as known (email)
    select distinct a.email from register.awards as a
      where a.number = any (numbers) and a.user_id is null and a.email is not null
    on conflict (email) do update set asked_at = now(), expires_at = now() + interval '90 days';
  perform queue.add('credential-claim', json_build_object('email', address), 'credential-claim ' || address)
    from (select distinct a.email as address from register.awards as a
      where a.number = any (numbers) and a.user_id is null and a.email is not null) as asked;
end
$function$;
grant execute on function register.tell_awarded(text[]) to service_role;

CREATE OR REPLACE FUNCTION register.tell_changed(it register.awards, what text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select queue.add('credential-changed', json_build_object('number', it.number, 'what', what))
    where it.user_id is not null or it.email is not null and it.disowned_at is null
$function$;

CREATE OR REPLACE FUNCTION register.tell_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform register.show_seals(array_remove(array[new.user_id, case when tg_op = 'UPDATE' then old.user_id end], null));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION register.unlink()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it register.awards;
begin
  for it in update register.awards set user_id = null, email = null, unlinked_at = now(), is_listed = false,
      on_profile = 'no'
    where user_id = old.id returning * loop
    perform register.note(it, 'unlink');
  end loop;
  if tg_op = 'DELETE' then return old; end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION register.untold(person uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('email', u.email, 'numbers', jsonb_agg(a.number), 'awards',
    jsonb_agg(jsonb_build_object('name', a.name, 'type', a.type, 'title', v.name) order by a.awarded_on desc))
  from register.awards as a join auth.users as u on u.id = a.user_id
    join register.type_versions as v on v.type = a.type and v.version = a.version
  where a.user_id = person and a.told_at is null and u.email is not null and u.deleted_at is null
    and (u.banned_until is null or u.banned_until <= now()) and a.erased_at is null and a.state = 'active'
  group by u.email
$function$;
grant execute on function register.untold(uuid) to service_role;

CREATE OR REPLACE FUNCTION register.version_on(wanted text, day date)
 RETURNS register.type_versions
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select v from register.type_versions as v where v.type = wanted
    order by v.since <= day desc, v.version desc limit 1
$function$;

CREATE OR REPLACE FUNCTION register.wipe(it register.awards)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  after register.awards;
begin
  delete from register.issues where award_id = it.id;
  delete from register.reminders where award_id = it.id;
  delete from register.claims where email = it.email and not exists (select from register.awards as a
    where a.email = it.email and a.id <> it.id and a.user_id is null);
  update register.awards set name = null, user_id = null, email = null, line_key = null, evidence = '',
      state_reason = '', is_listed = false, erased_at = now(), unlinked_at = now(), disowned_at = null
    where id = it.id returning * into after;
  perform register.note(after, 'erase');
  -- What the log said of it in words goes as well.
  perform staff.drop_details('-infinity', it.number::text);
end
$function$;

-- staff -------------------------------------------------------------------------------------------

create schema staff;
grant usage on schema staff to authenticated, service_role, staff_keeper;

create table staff.activity (
  session_id uuid not null,
  last_at timestamp with time zone not null,
  constraint activity_pkey PRIMARY KEY (session_id),
  constraint activity_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);
alter table staff.activity enable row level security;

create table staff.alarm_looks (
  what text not null,
  at timestamp with time zone not null,
  constraint alarm_looks_pkey PRIMARY KEY (what)
);
alter table staff.alarm_looks enable row level security;

create table staff.alarm_webhook (
  is_one boolean not null default true,
  url text not null,
  constraint alarm_webhook_pkey PRIMARY KEY (is_one),
  constraint alarm_webhook_is_one_check CHECK (is_one),
  constraint alarm_webhook_url_check CHECK (url ~~ 'https://%'::text AND length(url) <= 1000)
);
alter table staff.alarm_webhook enable row level security;
create policy "Owners say where alarms go" on staff.alarm_webhook
  for all to authenticated
  using (( SELECT private.has_staff_role('owner'::text) AS has_staff_role))
  with check (( SELECT private.has_staff_role('owner'::text) AS has_staff_role));
CREATE CONSTRAINT TRIGGER must_be_logged AFTER INSERT OR DELETE OR UPDATE ON staff.alarm_webhook DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION staff.must_be_logged('', 'set-alarm-webhook');
grant delete, select on staff.alarm_webhook to authenticated;
grant insert (url), update (url) on staff.alarm_webhook to authenticated;

create table staff.alarms (
  id bigint not null generated always as identity,
  kind text not null,
  about text not null default ''::text,
  facts jsonb not null default '{}'::jsonb,
  began_at timestamp with time zone not null default now(),
  told_at timestamp with time zone,
  over_at timestamp with time zone,
  over_told_at timestamp with time zone,
  claimed_until timestamp with time zone,
  seen_at timestamp with time zone not null default now(),
  constraint alarms_pkey PRIMARY KEY (id),
  constraint alarms_about_check CHECK (length(about) <= 200),
  constraint alarms_kind_check CHECK (kind ~ '^[a-z-]{1,40}$'::text)
);
CREATE UNIQUE INDEX alarms_open ON staff.alarms USING btree (kind, about)
  WHERE (over_at IS NULL);
CREATE INDEX alarms_order ON staff.alarms USING btree (began_at DESC, id DESC);
CREATE INDEX alarms_untold ON staff.alarms USING btree (kind)
  WHERE ((told_at IS NULL) OR ((over_at IS NOT NULL) AND (over_told_at IS NULL)));
alter table staff.alarms enable row level security;
create policy "Staff see what was wrong" on staff.alarms
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
grant select on staff.alarms to authenticated;

create table staff.answer_times (
  slot timestamp with time zone not null,
  route text not null,
  answers integer not null,
  slow integer not null,
  failed integer not null,
  milliseconds bigint not null,
  constraint answer_times_pkey PRIMARY KEY (slot, route),
  constraint answer_times_route_check CHECK (length(route) <= 200)
);
alter table staff.answer_times enable row level security;
create policy "Staff see how fast the site answered" on staff.answer_times
  for select to authenticated
  using (( SELECT private.has_staff_role('viewer'::text) AS has_staff_role));
grant select on staff.answer_times to authenticated;

create table staff.blocks (
  user_id uuid not null,
  blocked_by uuid not null default auth.uid(),
  blocked_at timestamp with time zone not null default now(),
  membership text not null,
  banned_before timestamp with time zone,
  constraint blocks_pkey PRIMARY KEY (user_id),
  constraint blocks_membership_check CHECK (membership = ANY (ARRAY['end'::text, 'keep'::text])),
  constraint blocks_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table staff.blocks enable row level security;
CREATE CONSTRAINT TRIGGER must_be_logged AFTER INSERT OR DELETE OR UPDATE ON staff.blocks DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION staff.must_be_logged_but_for_closed();
grant select (user_id, membership) on staff.blocks to service_role;

create table staff.cases (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  subject_id uuid not null,
  company_key text not null default ''::text,
  person_id uuid,
  person_then jsonb not null,
  content_then jsonb,
  title text not null,
  held_for text[] not null default '{}'::text[],
  state text not null default 'waiting'::text,
  state_before text,
  reports integer not null default 0,
  opened_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null default now(),
  version integer not null default 1,
  claimed_by uuid,
  claimed_as text,
  claimed_at timestamp with time zone,
  acted_by uuid,
  acted_as text,
  acted_at timestamp with time zone,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text,
  question text,
  asked_at timestamp with time zone,
  answer text,
  appeal text,
  appealed_at timestamp with time zone,
  letter_hash text,
  gone_at timestamp with time zone,
  searched text not null generated always as (lower((((title || ' '::text) || COALESCE(person_then ->> 'name'::text, ''::text)) || ' '::text) || COALESCE(person_then ->> 'email'::text, ''::text))) stored,
  constraint cases_pkey PRIMARY KEY (id),
  constraint cases_kind_check CHECK (kind = ANY (ARRAY['job'::text, 'conversation'::text, 'profile'::text, 'company'::text])),
  constraint cases_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'asked'::text, 'answered'::text, 'appealed'::text, 'released'::text, 'hidden'::text, 'blocked'::text]))
);
CREATE INDEX cases_gone ON staff.cases USING btree (gone_at)
  WHERE (gone_at IS NOT NULL);
CREATE INDEX cases_held ON staff.cases USING btree (subject_id)
  WHERE ((kind = 'job'::text) AND (held_for <> '{}'::text[]) AND (decided_at IS NULL));
CREATE INDEX cases_kind ON staff.cases USING btree (kind, changed_at DESC, id DESC);
CREATE INDEX cases_letter ON staff.cases USING btree (letter_hash)
  WHERE (letter_hash IS NOT NULL);
CREATE INDEX cases_newest ON staff.cases USING btree (changed_at DESC, id DESC);
CREATE UNIQUE INDEX cases_one_open ON staff.cases USING btree (kind, subject_id, person_id, company_key) NULLS NOT DISTINCT
  WHERE (state = ANY (ARRAY['waiting'::text, 'asked'::text, 'answered'::text, 'appealed'::text]));
CREATE INDEX cases_open ON staff.cases USING btree (changed_at DESC, id DESC, opened_at)
  WHERE (state = ANY (ARRAY['waiting'::text, 'answered'::text, 'appealed'::text]));
CREATE INDEX cases_person ON staff.cases USING btree (person_id, opened_at DESC);
CREATE INDEX cases_reported ON staff.cases USING btree (subject_id) INCLUDE (person_id)
  WHERE ((kind = 'job'::text) AND (reports > 0) AND (state = ANY (ARRAY['waiting'::text, 'asked'::text, 'answered'::text, 'appealed'::text])));
CREATE INDEX cases_reports ON staff.cases USING btree (reports DESC, id DESC);
CREATE INDEX cases_state ON staff.cases USING btree (state, changed_at DESC, id DESC);
CREATE INDEX cases_subject ON staff.cases USING btree (subject_id);
alter table staff.cases enable row level security;
create policy "Staff see cases, none about themselves" on staff.cases
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role) AND (id <> ALL ((( SELECT staff.own_cases() AS own_cases))::uuid[])));
CREATE CONSTRAINT TRIGGER must_be_logged AFTER UPDATE ON staff.cases DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.acted_by IS NOT NULL AND new.version <> old.version) EXECUTE FUNCTION staff.must_be_logged();
grant select (id, kind, subject_id, person_id, title, held_for, state, reports, opened_at,
  changed_at, claimed_by, claimed_as, claimed_at, acted_as, acted_at, appealed_at, gone_at,
  searched) on staff.cases to authenticated;

create table staff.companies (
  company_key text not null,
  name text not null,
  words text not null generated always as (lower(name)) stored,
  jobs bigint not null,
  posters bigint not null,
  reports bigint not null,
  newest_at timestamp with time zone not null,
  constraint companies_pkey PRIMARY KEY (company_key)
);
alter table staff.companies alter column words set statistics 1000;
CREATE INDEX companies_jobs ON staff.companies USING btree (jobs DESC, company_key DESC) INCLUDE (words, name, posters, reports, newest_at);
CREATE INDEX companies_newest ON staff.companies USING btree (newest_at DESC, company_key DESC) INCLUDE (words, name, jobs, posters, reports);
CREATE INDEX companies_reports ON staff.companies USING btree (reports DESC, company_key DESC) INCLUDE (words, name, jobs, posters, newest_at);
CREATE INDEX companies_words ON staff.companies USING gin (words extensions.gin_trgm_ops);
alter table staff.companies enable row level security;
create policy "Staff see companies" on staff.companies
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
grant select on staff.companies to authenticated;

create table staff.company_cases (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  company_id uuid not null,
  holder_id uuid,
  claim text not null,
  evidence text,
  asked_by uuid,
  opened_at timestamp with time zone not null default now(),
  decision text,
  answer text,
  decided_by uuid,
  decided_at timestamp with time zone,
  constraint company_cases_pkey PRIMARY KEY (id),
  constraint company_cases_answer_check CHECK (char_length(answer) >= 3 AND char_length(answer) <= 1000),
  constraint company_cases_claim_check CHECK (char_length(claim) >= 1 AND char_length(claim) <= 300),
  constraint company_cases_decided CHECK ((decision IS NULL) = (decided_at IS NULL)),
  constraint company_cases_decision_check CHECK (decision = ANY (ARRAY['approved'::text, 'refused'::text])),
  constraint company_cases_evidence_check CHECK (char_length(evidence) >= 20 AND char_length(evidence) <= 1000),
  constraint company_cases_kind_check CHECK (kind = ANY (ARRAY['domain'::text, 'name'::text, 'check'::text, 'rename'::text])),
  constraint company_cases_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint company_cases_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE,
  constraint company_cases_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint company_cases_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES public.companies(id) ON DELETE CASCADE
);
comment on column staff.company_cases.asked_by is 'not exported: it is of the company';
comment on column staff.company_cases.decided_by is 'not exported: it is of staff';
CREATE INDEX company_cases_asked_by ON staff.company_cases USING btree (asked_by);
CREATE INDEX company_cases_company ON staff.company_cases USING btree (company_id, opened_at DESC);
CREATE INDEX company_cases_decided_by ON staff.company_cases USING btree (decided_by);
CREATE INDEX company_cases_holder ON staff.company_cases USING btree (holder_id);
CREATE INDEX company_cases_newest ON staff.company_cases USING btree (opened_at DESC, id DESC);
CREATE UNIQUE INDEX company_cases_one_open ON staff.company_cases USING btree (kind, company_id, holder_id, claim) NULLS NOT DISTINCT
  WHERE (decided_at IS NULL);
alter table staff.company_cases enable row level security;
create policy "Staff see what companies claim" on staff.company_cases
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
CREATE CONSTRAINT TRIGGER must_be_logged AFTER UPDATE ON staff.company_cases DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.decided_by IS NOT NULL AND new.decided_at IS DISTINCT FROM old.decided_at) EXECUTE FUNCTION staff.must_be_logged('', 'decide-company');
CREATE TRIGGER tell_of_decision AFTER UPDATE OF decided_at ON staff.company_cases
  FOR EACH ROW WHEN (new.decided_at IS NOT NULL AND new.decided_at IS DISTINCT FROM old.decided_at AND NOT (new.kind = 'name'::text AND new.decision = 'approved'::text AND old.decision IS DISTINCT FROM 'refused'::text)) EXECUTE FUNCTION private.tell_of_decision();
grant select on staff.company_cases to authenticated;

create table staff.company_changes (
  id bigint not null generated always as identity,
  company_key text not null,
  constraint company_changes_pkey PRIMARY KEY (id)
);
alter table staff.company_changes enable row level security;

create table staff.exports (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  asked_by uuid not null default auth.uid(),
  asked_at timestamp with time zone not null default now(),
  ends_at timestamp with time zone not null default now() + '7 days'::interval,
  token_hash text,
  taken_at timestamp with time zone,
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX exports_token ON staff.exports USING btree (token_hash);
CREATE INDEX exports_user_id ON staff.exports USING btree (user_id);
alter table staff.exports enable row level security;
CREATE CONSTRAINT TRIGGER must_be_logged AFTER INSERT ON staff.exports DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION staff.must_be_logged_but_for_closed();

create table staff.factor_helps (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  asked_by uuid not null default auth.uid(),
  asked_at timestamp with time zone not null default now(),
  told_at timestamp with time zone,
  waits interval not null,
  token_hash text,
  constraint factor_helps_pkey PRIMARY KEY (id),
  constraint factor_helps_user_id_key UNIQUE (user_id),
  constraint factor_helps_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX factor_helps_token ON staff.factor_helps USING btree (token_hash);
alter table staff.factor_helps enable row level security;
CREATE CONSTRAINT TRIGGER must_be_logged AFTER INSERT OR DELETE ON staff.factor_helps DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION staff.must_be_logged_but_for_closed();

create table staff.figures (
  name text not null,
  day date not null,
  value numeric not null,
  constraint figures_pkey PRIMARY KEY (name, day),
  constraint figures_name_check CHECK (name ~ '^[a-z-]{2,40}$'::text)
);
alter table staff.figures enable row level security;
create policy "All of staff see figures" on staff.figures
  for select to authenticated
  using (( SELECT private.has_staff_role('viewer'::text) AS has_staff_role));
grant select on staff.figures to authenticated;

create table staff.figures_counted (
  is_only boolean not null default true,
  at timestamp with time zone not null,
  constraint figures_counted_pkey PRIMARY KEY (is_only),
  constraint figures_counted_is_only_check CHECK (is_only)
);
alter table staff.figures_counted enable row level security;
create policy "All of staff see of when they are" on staff.figures_counted
  for select to authenticated
  using (( SELECT private.has_staff_role('viewer'::text) AS has_staff_role));
grant select on staff.figures_counted to authenticated;

create table staff.invitations (
  id uuid not null default gen_random_uuid(),
  email text not null,
  role text not null,
  appointed_by uuid default auth.uid(),
  appointed_at timestamp with time zone not null default now(),
  ends_at timestamp with time zone not null default now() + '7 days'::interval,
  token_hash text,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_email_key UNIQUE (email),
  constraint invitations_email_check CHECK (email = lower(email) AND email ~~ '%_@_%'::text AND length(email) <= 255),
  constraint invitations_role_check CHECK (role = ANY (ARRAY['owner'::text, 'staff'::text, 'viewer'::text]))
);
CREATE INDEX invitations_order ON staff.invitations USING btree (appointed_at DESC, id DESC);
alter table staff.invitations enable row level security;
create policy "Owners ask others" on staff.invitations
  for insert to authenticated
  with check (( SELECT private.has_staff_role('owner'::text) AS has_staff_role) AND email <> lower(auth.email()));
create policy "Owners take it back" on staff.invitations
  for delete to authenticated
  using (( SELECT private.has_staff_role('owner'::text) AS has_staff_role));
create policy "Staff see who was asked" on staff.invitations
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
CREATE CONSTRAINT TRIGGER must_be_logged AFTER INSERT OR DELETE OR UPDATE ON staff.invitations DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION staff.must_be_logged('', 'appoint', 'accept', 'change-role', 'remove-member', 'withdraw-invitation', 'send-invitation', 'lose-factor', 'invitation-ended');
CREATE TRIGGER send_invitation AFTER INSERT OR UPDATE OF appointed_at ON staff.invitations
  FOR EACH ROW EXECUTE FUNCTION staff.send_invitation();
grant delete on staff.invitations to authenticated;
grant select (id, email, role, appointed_by, appointed_at, ends_at), insert (email, role) on
  staff.invitations to authenticated;

create table staff.launch_confirmations (
  name text not null,
  confirmed_by uuid default auth.uid(),
  confirmed_at timestamp with time zone not null default now(),
  constraint launch_confirmations_pkey PRIMARY KEY (name),
  constraint launch_confirmations_name_check CHECK (name ~ '^[a-z-]{2,60}$'::text)
);
alter table staff.launch_confirmations enable row level security;
create policy "Owners confirm" on staff.launch_confirmations
  for insert to authenticated
  with check (( SELECT private.has_staff_role('owner'::text) AS has_staff_role));
create policy "Owners take it back" on staff.launch_confirmations
  for delete to authenticated
  using (( SELECT private.has_staff_role('owner'::text) AS has_staff_role));
create policy "Staff see what was confirmed" on staff.launch_confirmations
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
CREATE CONSTRAINT TRIGGER must_be_logged AFTER INSERT OR DELETE OR UPDATE ON staff.launch_confirmations DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION staff.must_be_logged();
grant delete, select on staff.launch_confirmations to authenticated;
grant insert (name) on staff.launch_confirmations to authenticated;

create table staff.launch_points (
  name text not null,
  state text not null,
  found text not null,
  checked_at timestamp with time zone not null default now(),
  constraint launch_points_pkey PRIMARY KEY (name),
  constraint launch_points_found_check CHECK (length(found) <= 1000),
  constraint launch_points_name_check CHECK (name ~ '^[a-z-]{2,60}$'::text),
  constraint launch_points_state_check CHECK (state = ANY (ARRAY['good'::text, 'red'::text, 'unknown'::text]))
);
alter table staff.launch_points enable row level security;
create policy "Staff see the points" on staff.launch_points
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
CREATE TRIGGER tell AFTER INSERT OR DELETE OR UPDATE OF state ON staff.launch_points
  FOR EACH STATEMENT EXECUTE FUNCTION staff.tell_of_launch();
grant select on staff.launch_points to authenticated;

create table staff.launched_anyway (
  is_only boolean not null default true,
  decided_by uuid default auth.uid(),
  decided_at timestamp with time zone not null default now(),
  reason text not null,
  constraint launched_anyway_pkey PRIMARY KEY (is_only),
  constraint launched_anyway_is_only_check CHECK (is_only),
  constraint launched_anyway_reason_check CHECK (char_length(reason) >= 3 AND char_length(reason) <= 1000)
);
alter table staff.launched_anyway enable row level security;
create policy "Owners decide" on staff.launched_anyway
  for insert to authenticated
  with check (( SELECT private.has_staff_role('owner'::text) AS has_staff_role));
create policy "Owners undo it" on staff.launched_anyway
  for delete to authenticated
  using (( SELECT private.has_staff_role('owner'::text) AS has_staff_role));
create policy "Staff see the decision" on staff.launched_anyway
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
CREATE CONSTRAINT TRIGGER must_be_logged AFTER INSERT OR DELETE OR UPDATE ON staff.launched_anyway DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION staff.must_be_logged();
CREATE TRIGGER tell AFTER INSERT OR DELETE ON staff.launched_anyway
  FOR EACH STATEMENT EXECUTE FUNCTION staff.tell_of_launch();
grant delete, select on staff.launched_anyway to authenticated;
grant insert (reason) on staff.launched_anyway to authenticated;

create table staff.log (
  "position" bigint not null,
  at timestamp with time zone not null,
  actor_kind text not null,
  actor_id uuid,
  act text not null,
  subject_kind text not null default ''::text,
  subject_id text not null default ''::text,
  transaction_id xid8 not null,
  details_hash bytea not null,
  hash bytea not null,
  constraint log_pkey PRIMARY KEY ("position"),
  constraint log_act_check CHECK (act ~ '^[a-z][a-z-]{1,60}$'::text),
  constraint log_actor_kind_check CHECK (actor_kind = ANY (ARRAY['person'::text, 'command'::text, 'site'::text])),
  constraint log_check CHECK ((actor_id IS NOT NULL) = (actor_kind = 'person'::text)),
  constraint log_subject_id_check CHECK (length(subject_id) <= 200),
  constraint log_subject_kind_check CHECK (subject_kind ~ '^[a-z-]{0,40}$'::text)
);
CREATE INDEX log_act ON staff.log USING btree (act, "position" DESC);
CREATE INDEX log_actor ON staff.log USING btree (actor_id, "position" DESC);
CREATE INDEX log_at ON staff.log USING btree (at);
CREATE INDEX log_subject ON staff.log USING btree (subject_id, "position" DESC);
CREATE INDEX log_transaction ON staff.log USING btree (transaction_id);
alter table staff.log enable row level security;
create policy "Staff read the log" on staff.log
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
CREATE TRIGGER chain_entry BEFORE INSERT ON staff.log
  FOR EACH ROW EXECUTE FUNCTION staff.chain_entry();
CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON staff.log
  FOR EACH STATEMENT EXECUTE FUNCTION staff.refuse_change();
grant select on staff.log to authenticated, postgres;

create table staff.log_details (
  "position" bigint not null,
  actor_address text,
  reason text,
  before jsonb,
  after jsonb,
  salt text not null default gen_random_uuid()::text,
  constraint log_details_pkey PRIMARY KEY ("position"),
  constraint log_details_reason_check CHECK (length(reason) <= 1000),
  constraint log_details_position_fkey FOREIGN KEY ("position") REFERENCES staff.log("position")
);
CREATE INDEX log_details_actor ON staff.log_details USING btree (actor_address, "position" DESC);
alter table staff.log_details enable row level security;
create policy "Staff read its details" on staff.log_details
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
CREATE TRIGGER refuse_change BEFORE UPDATE OR TRUNCATE ON staff.log_details
  FOR EACH STATEMENT EXECUTE FUNCTION staff.refuse_change();
grant select on staff.log_details to authenticated, postgres;

create table staff.mails (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  kind text not null,
  recipient text not null,
  user_id uuid,
  state text not null,
  said text,
  subject text not null,
  body text,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_body_check CHECK (length(body) <= 20000),
  constraint mails_kind_check CHECK (kind ~ '^[a-z_-]{2,60}$'::text),
  constraint mails_recipient_check CHECK (length(recipient) <= 320),
  constraint mails_said_check CHECK (length(said) <= 500),
  constraint mails_state_check CHECK (state = ANY (ARRAY['sent'::text, 'bounced'::text])),
  constraint mails_subject_check CHECK (length(subject) <= 300),
  constraint mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX mails_bounced ON staff.mails USING btree (at DESC, id DESC)
  WHERE (state = 'bounced'::text);
CREATE INDEX mails_kind ON staff.mails USING btree (kind, at DESC, id DESC);
CREATE INDEX mails_newest ON staff.mails USING btree (at DESC, id DESC);
CREATE INDEX mails_recipient ON staff.mails USING btree (recipient, at DESC, id DESC);
CREATE INDEX mails_user ON staff.mails USING btree (user_id, at DESC, id DESC);
alter table staff.mails enable row level security;
create policy "Staff see mails" on staff.mails
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
grant select on staff.mails to authenticated;

create table staff.members (
  user_id uuid not null,
  role text not null,
  appointed_by uuid,
  appointed_at timestamp with time zone not null,
  accepted_at timestamp with time zone not null,
  hears_alarms boolean not null default true,
  hears_digest boolean not null default true,
  constraint members_pkey PRIMARY KEY (user_id),
  constraint members_role_check CHECK (role = ANY (ARRAY['owner'::text, 'staff'::text, 'viewer'::text])),
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX members_order ON staff.members USING btree (appointed_at DESC, user_id DESC);
alter table staff.members enable row level security;
create policy "Everybody with power sees themselves" on staff.members
  for select to authenticated
  using (user_id = auth.uid() AND ( SELECT private.has_staff_role('viewer'::text) AS has_staff_role));
create policy "Owners change roles, never their own" on staff.members
  for update to authenticated
  using (( SELECT private.has_staff_role('owner'::text) AS has_staff_role) AND user_id <> auth.uid())
  with check (( SELECT private.has_staff_role('owner'::text) AS has_staff_role) AND user_id <> auth.uid());
create policy "Owners remove others, and everybody may leave" on staff.members
  for delete to authenticated
  using (( SELECT private.has_staff_role(
        CASE
            WHEN members.user_id = auth.uid() THEN 'viewer'::text
            ELSE 'owner'::text
        END) AS has_staff_role));
create policy "Staff see who is staff" on staff.members
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON staff.members
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_2_keep_last_owner BEFORE UPDATE OF role ON staff.members
  FOR EACH ROW WHEN (old.role = 'owner'::text AND new.role <> 'owner'::text) EXECUTE FUNCTION staff.keep_last_owner();
CREATE TRIGGER before_3_raise_by_link BEFORE UPDATE OF role ON staff.members
  FOR EACH ROW WHEN (staff.rank(new.role) > staff.rank(old.role) AND CURRENT_USER = 'authenticated'::name) EXECUTE FUNCTION staff.raise_by_link();
CREATE TRIGGER keep_last_owner BEFORE DELETE ON staff.members
  FOR EACH ROW EXECUTE FUNCTION staff.keep_last_owner();
CREATE CONSTRAINT TRIGGER must_be_logged AFTER INSERT OR DELETE OR UPDATE ON staff.members DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION staff.must_be_logged('user_id', 'appoint', 'accept', 'change-role', 'remove-member', 'leave', 'left-with-account', 'lose-factor', 'set-hearing');
CREATE TRIGGER note_closed_account AFTER DELETE ON staff.members
  FOR EACH ROW EXECUTE FUNCTION staff.note_closed_account();
CREATE TRIGGER tell_who_has_less AFTER UPDATE OF role ON staff.members
  FOR EACH ROW WHEN (staff.rank(new.role) < staff.rank(old.role)) EXECUTE FUNCTION staff.tell_who_lost();
CREATE TRIGGER tell_who_lost AFTER DELETE ON staff.members
  FOR EACH ROW EXECUTE FUNCTION staff.tell_who_lost();
grant delete, select on staff.members to authenticated;
grant update (role) on staff.members to authenticated;

create table staff.membership_changes (
  id bigint not null generated always as identity,
  user_id uuid not null,
  at timestamp with time zone not null default now(),
  subscription_id text not null,
  status text not null,
  is_ending boolean not null,
  current_period_end timestamp with time zone,
  amount bigint,
  currency text,
  price_interval text,
  charges_paused boolean not null default false,
  constraint membership_changes_pkey PRIMARY KEY (id),
  constraint membership_changes_currency_check CHECK (length(currency) <= 10),
  constraint membership_changes_price_interval_check CHECK (length(price_interval) <= 20),
  constraint membership_changes_status_check CHECK (length(status) <= 40),
  constraint membership_changes_subscription_id_check CHECK (length(subscription_id) <= 255),
  constraint membership_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX membership_changes_user ON staff.membership_changes USING btree (user_id, id DESC);
alter table staff.membership_changes enable row level security;
create policy "Staff see how a membership changed" on staff.membership_changes
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
grant select on staff.membership_changes to authenticated;

create table staff.newsletters (
  id uuid not null default gen_random_uuid(),
  subject text not null,
  text text not null,
  version integer not null default 1,
  changed_at timestamp with time zone not null default now(),
  edition_id uuid,
  constraint newsletters_pkey PRIMARY KEY (id),
  constraint newsletters_edition_id_key UNIQUE (edition_id),
  constraint newsletters_subject_check CHECK (char_length(subject) >= 3 AND char_length(subject) <= 150 AND subject !~ '[\r\n]'::text),
  constraint newsletters_text_check CHECK (char_length(text) >= 1 AND char_length(text) <= 100000),
  constraint newsletters_edition_id_fkey FOREIGN KEY (edition_id) REFERENCES public.newsletter_editions(id)
);
CREATE INDEX newsletters_drafts ON staff.newsletters USING btree (changed_at DESC, id DESC)
  WHERE (edition_id IS NULL);
CREATE INDEX newsletters_order ON staff.newsletters USING btree (changed_at DESC, id DESC);
alter table staff.newsletters enable row level security;
create policy "Staff change what did not go out" on staff.newsletters
  for update to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role) AND edition_id IS NULL)
  with check (( SELECT private.has_staff_role('staff'::text) AS has_staff_role) AND edition_id IS NULL);
create policy "Staff remove what did not go out" on staff.newsletters
  for delete to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role) AND edition_id IS NULL);
create policy "Staff see newsletters" on staff.newsletters
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
create policy "Staff write newsletters" on staff.newsletters
  for insert to authenticated
  with check (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
CREATE TRIGGER mark_edition AFTER INSERT OR UPDATE OF edition_id ON staff.newsletters
  FOR EACH ROW WHEN (new.edition_id IS NOT NULL) EXECUTE FUNCTION staff.mark_edition();
CREATE CONSTRAINT TRIGGER must_be_logged AFTER INSERT OR DELETE OR UPDATE ON staff.newsletters DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION staff.must_be_logged();
CREATE TRIGGER note_change BEFORE UPDATE OF subject, text ON staff.newsletters
  FOR EACH ROW EXECUTE FUNCTION staff.note_newsletter_change();
grant delete, select on staff.newsletters to authenticated;
grant insert (subject, text), update (subject, text) on staff.newsletters to authenticated;

create table staff.notes (
  id bigint not null generated always as identity,
  user_id uuid not null,
  author_id uuid not null default auth.uid(),
  words text not null,
  written_at timestamp with time zone not null default now(),
  constraint notes_pkey PRIMARY KEY (id),
  constraint notes_words_check CHECK (length(btrim(words)) >= 1 AND length(btrim(words)) <= 4000),
  constraint notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX notes_user_id ON staff.notes USING btree (user_id, id DESC);
alter table staff.notes enable row level security;
create policy "Staff read notes" on staff.notes
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
create policy "Staff write notes about others" on staff.notes
  for insert to authenticated
  with check (( SELECT private.has_staff_role('staff'::text) AS has_staff_role) AND user_id <> auth.uid());
CREATE CONSTRAINT TRIGGER must_be_logged AFTER INSERT ON staff.notes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION staff.must_be_logged();
grant select on staff.notes to authenticated;
grant insert (user_id, words) on staff.notes to authenticated;

create table staff.payment_acts (
  id uuid not null,
  user_id uuid not null,
  customer_id text not null,
  kind text not null,
  charge_id text,
  amount bigint,
  refunded_before bigint,
  subscription_id text,
  reason text not null,
  asked_by uuid not null default auth.uid(),
  asked_at timestamp with time zone not null default now(),
  state text not null default 'asked'::text,
  outcome text,
  ended_at timestamp with time zone,
  failures integer not null default 0,
  constraint payment_acts_pkey PRIMARY KEY (id),
  constraint payment_acts_amount_check CHECK (amount > 0),
  constraint payment_acts_charge_id_check CHECK (length(charge_id) <= 255),
  constraint payment_acts_check CHECK ((kind = 'refund'::text) = (charge_id IS NOT NULL AND amount IS NOT NULL AND refunded_before IS NOT NULL)),
  constraint payment_acts_kind_check CHECK (kind = ANY (ARRAY['refund'::text, 'cancel-at-end'::text, 'cancel-now'::text])),
  constraint payment_acts_outcome_check CHECK (length(outcome) <= 1000),
  constraint payment_acts_reason_check CHECK (length(reason) >= 3 AND length(reason) <= 1000),
  constraint payment_acts_refunded_before_check CHECK (refunded_before >= 0),
  constraint payment_acts_state_check CHECK (state = ANY (ARRAY['asked'::text, 'done'::text, 'refused'::text])),
  constraint payment_acts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX payment_acts_one ON staff.payment_acts USING btree (user_id)
  WHERE (state = 'asked'::text);
CREATE INDEX payment_acts_user ON staff.payment_acts USING btree (user_id, asked_at DESC);
alter table staff.payment_acts enable row level security;
create policy "Staff see what was asked of the payment service" on staff.payment_acts
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON staff.payment_acts
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE CONSTRAINT TRIGGER must_be_logged AFTER INSERT OR UPDATE OF state ON staff.payment_acts DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION staff.must_be_logged('user_id');
grant select on staff.payment_acts to authenticated;

create table staff.people_words (
  user_id uuid not null,
  created_at timestamp with time zone not null,
  own text not null,
  companies text not null default ''::text,
  words text not null generated always as ((((' '::text || own) || ' '::text) || companies) || ' '::text) stored,
  constraint people_words_pkey PRIMARY KEY (user_id),
  constraint people_words_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX people_words_order ON staff.people_words USING btree (created_at DESC, user_id DESC);
CREATE INDEX people_words_words ON staff.people_words USING gin (words extensions.gin_trgm_ops);
alter table staff.people_words enable row level security;

create table staff.reports (
  id uuid not null default gen_random_uuid(),
  case_id uuid not null,
  reporter_id uuid,
  reason text not null,
  note text,
  created_at timestamp with time zone not null default now(),
  told_at timestamp with time zone,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES staff.cases(id) ON DELETE CASCADE,
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES auth.users(id) ON DELETE SET NULL
);
CREATE INDEX reports_case ON staff.reports USING btree (case_id, created_at);
CREATE INDEX reports_reporter ON staff.reports USING btree (reporter_id, created_at);
alter table staff.reports enable row level security;
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON staff.reports
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();

create table staff.word_drafts (
  kind text not null,
  content jsonb not null,
  revision integer not null default 1,
  based_on integer not null,
  changed_by uuid,
  changed_at timestamp with time zone not null default now(),
  constraint word_drafts_pkey PRIMARY KEY (kind),
  constraint word_drafts_based_on_check CHECK (based_on >= 0),
  constraint word_drafts_content_check CHECK (jsonb_typeof(content) = 'object'::text AND octet_length(content::text) <= 200000),
  constraint word_drafts_kind_check CHECK (kind ~ '^[a-z][a-z-]{1,39}$'::text)
);
alter table staff.word_drafts enable row level security;
create policy "Staff see drafts" on staff.word_drafts
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
CREATE CONSTRAINT TRIGGER must_be_logged AFTER INSERT OR DELETE OR UPDATE ON staff.word_drafts DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION staff.must_be_logged();
grant select on staff.word_drafts to authenticated;

create table staff.word_previews (
  token_hash text not null,
  kind text not null,
  opened_by uuid not null,
  ends_at timestamp with time zone not null default now() + '00:30:00'::interval,
  constraint word_previews_pkey PRIMARY KEY (token_hash),
  constraint word_previews_token_hash_check CHECK (token_hash ~ '^[0-9a-f]{64}$'::text),
  constraint word_previews_kind_fkey FOREIGN KEY (kind) REFERENCES staff.word_drafts(kind) ON DELETE CASCADE
);
CREATE INDEX word_previews_end_idx ON staff.word_previews USING btree (ends_at);
CREATE INDEX word_previews_kind_idx ON staff.word_previews USING btree (kind);
alter table staff.word_previews enable row level security;

create table staff.words (
  kind text not null,
  version integer not null,
  content jsonb,
  first_hash text not null,
  effective_from timestamp with time zone not null default now(),
  note text not null default ''::text,
  published_by uuid,
  published_at timestamp with time zone not null default now(),
  constraint words_pkey PRIMARY KEY (kind, version),
  constraint words_content_check CHECK (jsonb_typeof(content) = 'object'::text AND octet_length(content::text) <= 200000),
  constraint words_first_hash_check CHECK (first_hash ~ '^[0-9a-f]{64}$'::text),
  constraint words_kind_check CHECK (kind ~ '^[a-z][a-z-]{1,39}$'::text),
  constraint words_note_check CHECK (char_length(note) <= 300),
  constraint words_version_check CHECK (version > 0)
);
alter table staff.words enable row level security;
create policy "Staff see what was published" on staff.words
  for select to authenticated
  using (( SELECT private.has_staff_role('staff'::text) AS has_staff_role));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON staff.words
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_2_check_house_rules BEFORE INSERT ON staff.words
  FOR EACH ROW EXECUTE FUNCTION staff.check_house_rules();
CREATE TRIGGER before_3_date_legal_text BEFORE INSERT ON staff.words
  FOR EACH ROW EXECUTE FUNCTION staff.date_legal_text();
CREATE TRIGGER before_4_keep BEFORE DELETE OR UPDATE ON staff.words
  FOR EACH ROW EXECUTE FUNCTION staff.keep_published_words();
CREATE TRIGGER keep_all BEFORE TRUNCATE ON staff.words
  FOR EACH STATEMENT EXECUTE FUNCTION staff.keep_published_words();
CREATE CONSTRAINT TRIGGER must_be_logged AFTER INSERT OR DELETE OR UPDATE ON staff.words DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION staff.must_be_logged();
CREATE TRIGGER tell AFTER INSERT ON staff.words
  FOR EACH STATEMENT EXECUTE FUNCTION staff.tell_of_words();
CREATE TRIGGER tell_of_legal_text AFTER INSERT ON staff.words
  FOR EACH ROW EXECUTE FUNCTION staff.tell_of_legal_text();
grant select on staff.words to authenticated;

create view staff.company_case_list as
 SELECT k.id,
    k.kind,
    k.claim,
    k.evidence,
    k.opened_at,
    k.decision,
    k.answer,
    k.decided_at,
    staff.name_of(k.decided_by) AS decided_by,
    c.id AS company_id,
    c.slug,
    c.name,
    c.web_address,
    c.proven_domain,
    c.is_checked,
    c.name_key AS company_key,
    h.name AS holder,
    h.slug AS holder_slug,
    h.proven_domain AS holder_domain,
    h.is_checked AS holder_checked,
    ( SELECT array_agg(m.user_id ORDER BY m.joined_at) AS array_agg
           FROM public.company_members m
          WHERE m.company_id = c.id AND m.role = 'admin'::text) AS admins,
    private.count_open_jobs(c.id) AS live_jobs
   FROM staff.company_cases k
     JOIN public.companies c ON c.id = k.company_id
     LEFT JOIN public.companies h ON h.id = k.holder_id
  WHERE ( SELECT private.has_staff_role('staff'::text) AS has_staff_role) AND NOT (EXISTS ( SELECT
           FROM public.company_members own
          WHERE own.user_id = (( SELECT auth.uid() AS uid)) AND (own.company_id = ANY (ARRAY[k.company_id, k.holder_id]))));
grant select on staff.company_case_list to authenticated;

create view staff.company_list as
 SELECT company_key,
    name,
    jobs,
    posters,
    reports,
    newest_at,
    words
   FROM staff.companies
  WHERE ( SELECT private.has_staff_role('staff'::text) AS has_staff_role);
grant select on staff.company_list to authenticated;

create view staff.job_list as
 SELECT id,
    title,
    company,
    private.company_key(company) COLLATE "C" AS company_key,
    lower((title || ' '::text) || company) AS words,
    created_at,
    ends_at,
    is_featured,
    posted_by,
        CASE
            WHEN hidden_at IS NOT NULL THEN 'hidden'::text
            WHEN is_active AND NOT is_past THEN 'live'::text
            ELSE 'ended'::text
        END AS place,
    updated_at::text AS seen,
        CASE
            WHEN hidden_at IS NOT NULL THEN 'hidden'::text
            WHEN (posted_by IN ( SELECT private.banned_people() AS banned_people)) THEN 'paused'::text
            WHEN private.is_open(j.*) THEN 'live'::text
            WHEN filled_at IS NOT NULL THEN 'filled'::text
            WHEN NOT is_active THEN 'closed'::text
            ELSE 'expired'::text
        END AS status,
    ( SELECT u.email::text AS email
           FROM auth.users u
          WHERE u.id = j.posted_by) AS poster,
    ( SELECT count(*)::integer AS count
           FROM public.job_reports r
          WHERE r.job_id = j.id AND j.posted_by <> auth.uid() AND (j.company_id <> ALL ((( SELECT private.own_companies('viewer'::text) AS own_companies))::uuid[]))) AS reports,
    ( SELECT jsonb_build_object('id', c.id, 'version', c.version, 'state', c.state, 'is_held', c.held_for <> '{}'::text[] AND c.decided_at IS NULL) AS jsonb_build_object
           FROM staff.cases c
          WHERE c.kind = 'job'::text AND c.subject_id = j.id AND j.posted_by <> auth.uid() AND (j.company_id <> ALL ((( SELECT private.own_companies('viewer'::text) AS own_companies))::uuid[]))
          ORDER BY (c.state = ANY (ARRAY['waiting'::text, 'asked'::text, 'answered'::text, 'appealed'::text])) DESC, c.opened_at DESC
         LIMIT 1) AS newest_case,
    ( SELECT jsonb_build_object('id', c.id, 'state', c.state) AS jsonb_build_object
           FROM staff.cases c
          WHERE c.kind = 'company'::text AND c.person_id = j.posted_by AND c.company_key = private.company_key(j.company) AND c.state <> 'released'::text AND j.posted_by <> auth.uid() AND (j.company_id <> ALL ((( SELECT private.own_companies('viewer'::text) AS own_companies))::uuid[]))
          ORDER BY c.opened_at DESC
         LIMIT 1) AS company_case
   FROM public.jobs j
  WHERE ( SELECT private.has_staff_role('staff'::text) AS has_staff_role);
grant select on staff.job_list to authenticated;

create view staff.memberships as
 SELECT s.user_id AS id,
    s.started_at,
    s.status,
    s.current_period_end,
    s.cancel_at_period_end AS is_ending,
    COALESCE(s.current_period_end, 'infinity'::timestamp with time zone) AS period_order,
    s.paid_until,
    s.amount,
    s.currency,
    s.price_interval,
    s.subscription_id,
    s.customer_id,
    s.asked_at,
    private.has_active_membership(s.user_id) AS has_access,
    w.words,
    ( SELECT u.email::text AS email
           FROM auth.users u
          WHERE u.id = s.user_id) AS email,
    ( SELECT u.raw_user_meta_data ->> 'full_name'::text
           FROM auth.users u
          WHERE u.id = s.user_id) AS name,
    ( SELECT e.company
           FROM public.employers e
          WHERE e.user_id = s.user_id) AS company,
    s.charges_paused
   FROM public.subscriptions s
     JOIN staff.people_words w ON w.user_id = s.user_id
  WHERE s.subscription_id IS NOT NULL AND ( SELECT private.has_staff_role('staff'::text) AS has_staff_role);
grant select on staff.memberships to authenticated;

create view staff.newsletter_list as
( SELECT n.id,
    n.subject,
    n.changed_at,
        CASE
            WHEN n.edition_id IS NULL THEN 'draft'::text
            WHEN ( SELECT e.stopped_at IS NOT NULL
               FROM public.newsletter_editions e
              WHERE e.id = n.edition_id) THEN 'stopped'::text
            WHEN ( SELECT e.queued_at IS NULL
               FROM public.newsletter_editions e
              WHERE e.id = n.edition_id) OR (EXISTS ( SELECT
               FROM public.newsletter_deliveries d
              WHERE d.edition_id = n.edition_id AND d.sent_at IS NULL)) THEN 'sending'::text
            ELSE 'sent'::text
        END AS state,
    false AS is_by_command,
    n.edition_id
   FROM staff.newsletters n
  WHERE ( SELECT private.has_staff_role('staff'::text) AS has_staff_role)
  ORDER BY n.changed_at DESC, n.id DESC)
UNION ALL
( SELECT e.id,
    e.subject,
    e.created_at AS changed_at,
        CASE
            WHEN (EXISTS ( SELECT
               FROM public.newsletter_deliveries d
              WHERE d.edition_id = e.id AND d.sent_at IS NULL)) THEN 'sending'::text
            ELSE 'sent'::text
        END AS state,
    true AS is_by_command,
    e.id AS edition_id
   FROM public.newsletter_editions e
  WHERE ( SELECT private.has_staff_role('staff'::text) AS has_staff_role) AND NOT e.is_of_staff
  ORDER BY e.created_at DESC, e.id DESC);
grant select on staff.newsletter_list to authenticated;

create view staff.people as
 SELECT w.user_id AS id,
    u.email::text AS email,
    u.raw_user_meta_data ->> 'full_name'::text AS name,
    ( SELECT e.company
           FROM public.employers e
          WHERE e.user_id = w.user_id) AS company,
    w.words,
    w.created_at,
    u.last_sign_in_at,
        CASE
            WHEN u.banned_until > now() THEN 'blocked'::text
            WHEN staff.has_proved_mailbox(u.id) THEN 'proved'::text
            ELSE 'unproved'::text
        END AS state,
    ( SELECT m.role
           FROM staff.members m
          WHERE m.user_id = w.user_id) AS role,
    ( SELECT count(*)::integer AS count
           FROM public.jobs j
          WHERE j.posted_by = w.user_id) AS jobs
   FROM staff.people_words w
     JOIN auth.users u ON u.id = w.user_id
  WHERE u.deleted_at IS NULL AND ( SELECT private.has_staff_role('staff'::text) AS has_staff_role);
grant select on staff.people to authenticated;

create view staff.team as
( SELECT m.user_id AS id,
    'person'::text AS kind,
    u.email::text AS email,
    m.role,
    m.appointed_at,
        CASE
            WHEN m.accepted_at < m.appointed_at THEN 'asked again'::text
            WHEN u.banned_until > now() THEN 'blocked'::text
            ELSE 'accepted'::text
        END AS state
   FROM staff.members m
     JOIN auth.users u ON u.id = m.user_id
  WHERE ( SELECT private.has_staff_role('staff'::text) AS has_staff_role)
  ORDER BY m.appointed_at DESC, m.user_id DESC)
UNION ALL
( SELECT i.id,
    'invitation'::text AS kind,
    i.email,
    i.role,
    i.appointed_at,
        CASE
            WHEN i.ends_at > now() THEN 'asked'::text
            ELSE 'ended'::text
        END AS state
   FROM staff.invitations i
  WHERE ( SELECT private.has_staff_role('staff'::text) AS has_staff_role)
  ORDER BY i.appointed_at DESC, i.id DESC);
grant select on staff.team to authenticated;

create view staff.word_versions as
 SELECT kind,
    version,
    content IS NULL AS is_first,
    effective_from,
    note,
    published_at,
    staff.name_of(published_by) AS published_by,
    (kind || ' '::text) || version AS id
   FROM staff.words w
  WHERE ( SELECT private.has_staff_role('staff'::text) AS has_staff_role);
grant select on staff.word_versions to authenticated;

CREATE OR REPLACE FUNCTION staff.accept_invitation(token text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked staff.invitations;
begin
  delete from staff.invitations as i using auth.users as u
    where i.token_hash = token and i.ends_at > now() and u.id = auth.uid() and lower(u.email) = i.email
      and auth.has_proved_mailbox(u.id) and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
    returning i.* into asked;
  if asked.id is null then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
  insert into staff.members as known (user_id, role, appointed_by, appointed_at, accepted_at)
    values (auth.uid(), asked.role, asked.appointed_by, asked.appointed_at, now())
    on conflict (user_id) do update set role = excluded.role, appointed_by = excluded.appointed_by,
      appointed_at = excluded.appointed_at, accepted_at = excluded.accepted_at;
  perform staff.append('person', auth.uid(), auth.email(), 'accept', 'person', auth.uid()::text, null, null,
    jsonb_build_object('role', asked.role));
  return asked.role;
end
$function$;
grant execute on function staff.accept_invitation(text) to authenticated;

CREATE OR REPLACE FUNCTION staff.act_on_task(wanted bigint, drops boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before jsonb;
begin
  perform staff.require(case when drops then 'owner' else 'staff' end);
  select jsonb_build_object('task', t.identifier, 'kind', j.payload ->> 'kind', 'attempts', j.attempts,
      'error', j.last_error, 'person', (select u.id from auth.users as u
        where u.email = lower(staff.receiver_of_task(j.payload)) and not u.is_sso_user))
    into before
    from graphile_worker._private_jobs as j join graphile_worker._private_tasks as t on t.id = j.task_id
    where j.id = wanted and j.locked_at is null for update of j;
  if before is null then
    raise exception 'under way or gone' using errcode = 'SF424';
  end if;
  -- A newsletter is stopped where it was sent, which takes the places away.
  if drops and before ->> 'task' = 'newsletter-edition' then perform private.refuse('stop_the_newsletter'); end if;
  -- Nor is money's: it may have been done.
  if drops and before ->> 'task' = 'staff-payment-act' then perform private.refuse('payment_act_waits'); end if;
  if drops then
    perform graphile_worker.complete_jobs(array[wanted]);
  else
    perform graphile_worker.reschedule_jobs(array[wanted], run_at => now(), attempts => 0);
  end if;
  return before;
end
$function$;
grant execute on function staff.act_on_task(bigint,boolean) to authenticated;

CREATE OR REPLACE FUNCTION staff.add_answer_times(counted jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into staff.answer_times as known (slot, route, answers, slow, failed, milliseconds)
    select date_bin('10 minutes', now(), 'epoch'), it.route, it.answers, it.slow, it.failed, round(it.milliseconds)
    from jsonb_to_recordset(counted) as it (route text, answers integer, slow integer, failed integer, milliseconds float8)
    order by it.route
    on conflict (slot, route) do update set answers = known.answers + excluded.answers, slow = known.slow + excluded.slow,
      failed = known.failed + excluded.failed, milliseconds = known.milliseconds + excluded.milliseconds;
  -- What a clock that was ahead left goes, too.
  delete from staff.answer_times where slot < now() - interval '8 days' or slot > now() + interval '1 day'
$function$;
grant execute on function staff.add_answer_times(jsonb) to service_role;

CREATE OR REPLACE FUNCTION staff.add_companies(people uuid[], names text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update staff.people_words as known set companies = left(known.companies || ' ' || added.names, 4000)
    from (
      select k.user_id, string_agg(distinct lower(n.name), ' ') as names
      from unnest(people, names) as n (person, name)
        join staff.people_words as k on k.user_id = n.person
      where strpos(k.companies, lower(n.name)) = 0
      group by k.user_id) as added
    where known.user_id = added.user_id
$function$;

CREATE OR REPLACE FUNCTION staff.add_demo_mails()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  failed bigint;
begin
  insert into staff.mails (at, kind, recipient, user_id, state, said, subject, body)
    select now() - given.ago, given.kind, given.email, u.id, given.state, given.said, given.subject, given.body
    from (values
        ('employer@demo.example', interval '2 days', 'job-posted', 'sent', '250 2.0.0 Sample answer of a mail server',
          'Sample: your job is on the board', null),
        ('candidate@demo.example', interval '26 hours', 'magiclink', 'sent', '250 2.0.0 Sample answer of a mail server',
          'Sample: sign in', E'Sample mail.\n\nSign in: [link blacked out]\nYour code is ██████.'),
        ('reader@demo.example', interval '5 hours', 'newsletter-confirm', 'bounced',
          '550 5.1.1 Sample answer: no such mailbox', 'Sample: confirm your subscription',
          E'Sample mail.\n\nYou asked for our newsletter. Confirm it: [link blacked out]'))
      as given (email, ago, kind, state, said, subject, body) left join auth.users as u on u.email = given.email;
  select (graphile_worker.add_job('job-mail', json_build_object('kind', 'job-posted', 'jobId', j.id,
      'to', 'employer@demo.example'), max_attempts => 1)).id into failed
    from public.jobs as j join auth.users as u on u.id = j.posted_by and u.email = 'employer@demo.example'
    where j.hidden_at is null order by j.created_at desc, j.id limit 1;
  -- Given up two days ago, so that no alarm rings for it.
  update graphile_worker._private_jobs set attempts = 1, last_error = 'Sample: the mail server did not answer.',
      created_at = now() - interval '2 days', updated_at = now() - interval '2 days', run_at = now() - interval '2 days'
    where id = failed;
end
$function$;
grant execute on function staff.add_demo_mails() to service_role;

CREATE OR REPLACE FUNCTION staff.add_report(to_case uuid, reporter uuid, reason text, note text, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into staff.reports (case_id, reporter_id, reason, note, created_at)
    values (to_case, reporter, reason, note, at);
  update staff.cases set reports = reports + 1 where id = to_case;
$function$;

CREATE OR REPLACE FUNCTION staff.add_samples(alarms jsonb, newsletters jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into staff.alarms (kind, about, facts, began_at, told_at, over_at, over_told_at)
    select a.kind, a.about, a.facts, now() - make_interval(hours => a.began), now() - make_interval(hours => a.began),
      now() - make_interval(hours => a.over), now() - make_interval(hours => a.over)
    from jsonb_to_recordset(alarms) as a (kind text, about text, facts jsonb, began int, over int)
    where not exists (select from staff.alarms as known where known.about = a.about);
  insert into public.newsletter_editions (id, subject, text, text_hash, created_at, queued_at)
    select n.id, n.subject, n.text, n.hash, now() - make_interval(days => n.days), now()
    from jsonb_to_recordset(newsletters) as n (id uuid, subject text, text text, hash text, days int, sent boolean)
    where n.sent on conflict do nothing;
  insert into staff.newsletters (id, subject, text, changed_at, edition_id)
    select n.id, n.subject, n.text, now() - make_interval(days => n.days), e.id
    from jsonb_to_recordset(newsletters) as n (id uuid, subject text, text text, days int)
      left join public.newsletter_editions as e on e.id = n.id
    on conflict do nothing;
  perform staff.append('command', null, null, 'save-newsletter', 'newsletter', n.id::text, null, null,
      jsonb_build_object('subject', n.subject))
    from jsonb_to_recordset(newsletters) as n (id uuid, subject text);
end
$function$;
grant execute on function staff.add_samples(jsonb,jsonb) to service_role;

CREATE OR REPLACE FUNCTION staff.add_to_figure(figure text, on_day date, amount numeric)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into staff.figures as known (name, day, value) values (figure, on_day, amount)
    on conflict (name, day) do update set value = known.value + excluded.value
$function$;
grant execute on function staff.add_to_figure(text,date,numeric) to service_role;

CREATE OR REPLACE FUNCTION staff.alarm_receivers()
 RETURNS TABLE(addresses text[], webhook text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(select email from staff.who_hears() where hears_alarms order by email),
    (select url from staff.alarm_webhook)
$function$;
grant execute on function staff.alarm_receivers() to service_role;

CREATE OR REPLACE FUNCTION staff.alarms_told(said jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update staff.alarms as a set told_at = coalesce(a.told_at, now()), claimed_until = null,
    over_told_at = case when s.is_over then now() else a.over_told_at end
  from jsonb_to_recordset(said) as s (id bigint, is_over boolean) where a.id = s.id
$function$;
grant execute on function staff.alarms_told(jsonb) to service_role;

CREATE OR REPLACE FUNCTION staff.answer_letter(hash text, words text)
 RETURNS TABLE(asks_for text, title text, said text, is_open boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it staff.cases;
begin
  select * into it from staff.cases as c where c.letter_hash = hash for update;
  if it.id is null then return; end if;
  if it.state = 'hidden' and it.appealed_at is null or it.state = 'asked' then
    if words is not null then
      update staff.cases as c set version = c.version + 1, changed_at = now(),
          state = case it.state when 'asked' then 'answered' else 'appealed' end,
          answer = case it.state when 'asked' then private.plain_text(words) else c.answer end,
          appeal = case it.state when 'asked' then c.appeal else private.plain_text(words) end,
          appealed_at = case it.state when 'asked' then c.appealed_at else now() end,
          acted_by = null, acted_as = null, acted_at = now()
        where c.id = it.id;
    end if;
    return query select case it.state when 'asked' then 'answer' else 'appeal' end, it.title,
      case it.state when 'asked' then it.question else it.reason end, true;
  else
    return query select case when coalesce(it.state_before, it.state) in ('asked', 'answered') then 'answer' else 'appeal' end,
      it.title, null::text, false;
  end if;
end
$function$;
grant execute on function staff.answer_letter(text,text) to service_role;

CREATE OR REPLACE FUNCTION staff.append(actor_kind text, actor_id uuid, actor_address text, act text, subject_kind text, subject_id text, reason text, before jsonb, after jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  details staff.log_details;
  written bigint;
begin
  details := row(null, actor_address, nullif(reason, ''), before, after, gen_random_uuid()::text);
  insert into staff.log (actor_kind, actor_id, act, subject_kind, subject_id, details_hash)
    values (actor_kind, actor_id, act, coalesce(subject_kind, ''), coalesce(subject_id, ''),
      staff.hash_of(details))
    returning position into written;
  details.position := written;
  insert into staff.log_details select details.*;
  return written;
end
$function$;
grant execute on function staff.append(text,uuid,text,text,text,text,text,jsonb,jsonb) to postgres;

CREATE OR REPLACE FUNCTION staff.apply_decision(it staff.cases, hides boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_back boolean;
  most constant integer := 200;
  settled integer;
begin
  if it.kind = 'job' then
    -- It would stand on the board of a company that has no page, and nobody could change it.
    if not hides and exists (select from public.jobs as j join public.companies as c on c.id = j.company_id
      where j.id = it.subject_id and c.closed_at is not null)
    then
      raise exception 'The company of this job is closed. Open that again first, under Company claims.' using errcode = 'SF440';
    end if;
    update public.jobs set hidden_at = case when hides then coalesce(hidden_at, now()) end
      where id = it.subject_id and (hidden_at is not null) <> hides;
    update public.job_reports set handled_at = now()
      where job_id = it.subject_id and reason <> 'company' and handled_at is null;
  elsif it.kind = 'company' then
    -- Back come those that went with this case, by its moment, not one that was hidden for itself. Hidden once more, after an
    -- appeal, all of them have the new moment.
    update public.jobs as j set hidden_at = case when hides then now() end
      from (select o.id from public.jobs as o where o.posted_by = it.person_id and private.company_key(o.company) = it.company_key
          and case when hides then o.hidden_at is null or o.hidden_at = it.decided_at else o.hidden_at = it.decided_at
            and not exists (select from public.companies as c where c.id = o.company_id and c.closed_at is not null) end
        order by o.id limit most for no key update) as these
      where j.id = these.id;
    get diagnostics settled = row_count;
    if settled = most then
      perform queue.add('case-postings', json_build_object('caseId', it.id, 'moment', it.decided_at::text));
    end if;
    update public.job_reports as r set handled_at = now() from public.jobs as j
      where j.id = r.job_id and j.posted_by = it.person_id
        and private.company_key(j.company) = it.company_key and r.reason = 'company' and r.handled_at is null;
  elsif it.kind = 'profile' then
    if hides then
      insert into private.hidden_profiles (user_id, was_public)
        select user_id, public_profile from public.candidate_profiles where user_id = it.subject_id
        on conflict do nothing;
      update public.candidate_profiles set public_profile = false where user_id = it.subject_id and public_profile;
    else
      delete from private.hidden_profiles where user_id = it.subject_id returning was_public into is_back;
      update public.candidate_profiles set public_profile = true where user_id = it.subject_id and is_back;
    end if;
  elsif hides then
    insert into private.closed_conversations (conversation_id)
      select id from public.conversations where id = it.subject_id on conflict do nothing;
  else
    delete from private.closed_conversations where conversation_id = it.subject_id;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION staff.appoint_another_owner(address text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked uuid;
begin
  insert into staff.invitations as known (email, role, appointed_by) values (lower(address), 'owner', null)
    on conflict (email) do update set role = 'owner', appointed_at = now(), token_hash = null,
      ends_at = now() + interval '7 days'
    returning id into asked;
  perform staff.append('command', null, null, 'appoint', 'invitation', asked::text, null, null,
    jsonb_build_object('email', lower(address), 'role', 'owner'));
  return asked;
end
$function$;
grant execute on function staff.appoint_another_owner(text) to service_role;

CREATE OR REPLACE FUNCTION staff.appoint_first_owner(address text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked uuid;
begin
  if exists (select from staff.members as m join auth.users as u on u.id = m.user_id
    where m.role = 'owner' and u.email not like '%@demo.example') then
    raise exception 'there is an owner' using errcode = 'SF411';
  end if;
  -- Of several that were begun, the newest counts.
  delete from staff.invitations as i where i.appointed_by is null;
  insert into staff.invitations as known (email, role, appointed_by) values (lower(address), 'owner', null)
    on conflict (email) do update set role = 'owner', appointed_at = now(), token_hash = null,
      ends_at = now() + interval '7 days'
    returning id into asked;
  perform staff.append('command', null, null, 'appoint', 'invitation', asked::text, null, null,
    jsonb_build_object('email', lower(address), 'role', 'owner'));
  return asked;
end
$function$;
grant execute on function staff.appoint_first_owner(text) to service_role;

CREATE OR REPLACE FUNCTION staff.approve_factor_help(person uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function staff.approve_factor_help(uuid) to authenticated;

CREATE OR REPLACE FUNCTION staff.ask_export(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked uuid;
begin
  perform staff.require('staff');
  perform staff.require_other(person);
  if not exists (select from auth.users where id = person and deleted_at is null) then
    perform private.refuse('person_gone');
  end if;
  if not auth.has_proved_mailbox(person) then perform private.refuse('mailbox_not_proved'); end if;
  if staff.has_second_factor(person) and person not in (select private.banned_people()) then
    perform private.refuse('export_behind_factor');
  end if;
  insert into staff.exports (user_id) values (person) returning id into asked;
  perform queue.add('staff-export', json_build_object('id', asked), 'staff-export ' || asked);
end
$function$;
grant execute on function staff.ask_export(uuid) to authenticated;

CREATE OR REPLACE FUNCTION staff.ask_factor_help(person uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  help staff.factor_helps;
begin
  perform staff.require('staff');
  perform staff.require_fresh_factor();
  perform staff.require_other(person);
  if not exists (select from auth.users where id = person and deleted_at is null) then
    perform private.refuse('person_gone');
  end if;
  if exists (select from staff.members where user_id = person) then perform private.refuse('has_a_role'); end if;
  if not auth.has_proved_mailbox(person) then perform private.refuse('mailbox_not_proved'); end if;
  if not staff.has_second_factor(person) then perform private.refuse('no_second_factor'); end if;
  insert into staff.factor_helps (user_id, waits)
    values (person, make_interval(hours => greatest(private.setting('staff_factor_wait_hours')::int, 1)))
    on conflict (user_id) do nothing returning * into help;
  if help.id is null then perform private.refuse('help_is_waiting'); end if;
  perform queue.add('staff-factor-help', json_build_object('id', help.id), 'staff-factor-help ' || help.id);
  return jsonb_build_object('hours', extract(epoch from help.waits)::int / 3600);
end
$function$;
grant execute on function staff.ask_factor_help(uuid) to authenticated;

CREATE OR REPLACE FUNCTION staff.ask_letter(person uuid, letter jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('staff');
  if not exists (select from auth.users where id = person and deleted_at is null and email is not null
    and (banned_until is null or banned_until <= now())) then
    perform private.refuse('person_gone');
  end if;
  if auth.has_proved_mailbox(person) then perform private.refuse('mailbox_is_proved'); end if;
  perform queue.add('auth-letter',
    (letter || jsonb_build_object('kind', 'signup', 'recipient', jsonb_build_object('userId', person)))::json,
    'signup:' || person);
end
$function$;
grant execute on function staff.ask_letter(uuid,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION staff.ask_payment_act(act uuid, person uuid, kind text, charge text, amount bigint, refunded bigint, reason text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known staff.payment_acts;
  ours public.subscriptions;
begin
  perform staff.require('owner');
  perform staff.require_fresh_factor();
  perform staff.require_other(person);
  select * into ours from public.subscriptions as s where s.user_id = person for update;
  select * into known from staff.payment_acts as a where a.id = act;
  if known.id is not null then
    if (known.user_id, known.kind, known.charge_id, known.amount)
      is distinct from (person, ask_payment_act.kind, charge, ask_payment_act.amount)
    then perform private.refuse('changed_meanwhile'); end if;
    return false;
  end if;
  if ours.customer_id is null or kind <> 'refund' and ours.subscription_id is null then
    perform private.refuse('no_customer');
  end if;
  if exists (select from staff.payment_acts as a where a.user_id = person and a.state = 'asked') then
    perform private.refuse('payment_act_waits');
  end if;
  insert into staff.payment_acts (id, user_id, customer_id, kind, charge_id, amount, refunded_before, subscription_id,
      reason)
    values (act, person, ours.customer_id, kind, charge, amount, refunded,
      case when kind <> 'refund' then ours.subscription_id end, reason);
  -- Whoever asked does it at once; this is for a process that ends before the answer.
  perform queue.add('staff-payment-act', json_build_object('id', act), 'staff-payment-act ' || act,
    now() + interval '30 seconds');
  return true;
end
$function$;
grant execute on function staff.ask_payment_act(uuid,uuid,text,text,bigint,bigint,text) to
  authenticated;

CREATE OR REPLACE FUNCTION staff.ask_person(wanted uuid, seen integer, words text)
 RETURNS staff.cases
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it staff.cases := staff.take_up(wanted, seen);
begin
  if it.state not in ('waiting', 'answered', 'appealed') then
    raise exception '%', staff.words_of_act(it) using errcode = 'SF412';
  end if;
  if it.gone_at is not null or it.person_id is null then
    raise exception 'they are gone' using errcode = 'SF415';
  end if;
  update staff.cases as c set state = 'asked', version = c.version + 1, question = words, answer = null,
      asked_at = now(), acted_by = auth.uid(), acted_as = auth.email(), acted_at = now(), changed_at = now(),
      claimed_by = null, claimed_as = null, claimed_at = null, letter_hash = null
    where c.id = it.id returning c.* into it;
  perform staff.tell(it, 'asked');
  return it;
end
$function$;
grant execute on function staff.ask_person(uuid,integer,text) to authenticated;

CREATE OR REPLACE FUNCTION staff.begin(minimum text, is_dangerous boolean, is_poll boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require(minimum);
  if is_dangerous then
    perform staff.require_fresh_factor();
  end if;
  if not is_poll then
    insert into staff.activity as known (session_id, last_at)
      values ((auth.jwt() ->> 'session_id')::uuid, now())
      on conflict (session_id) do update set last_at = excluded.last_at
        where known.last_at < excluded.last_at - interval '30 seconds';
  end if;
  return (select own.role from staff.own_standing() as own);
end
$function$;
grant execute on function staff.begin(text,boolean,boolean) to authenticated;

CREATE OR REPLACE FUNCTION staff.begin_newsletter(newsletter uuid, hash text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  draft staff.newsletters;
  edition public.newsletter_editions;
begin
  perform staff.require('owner');
  perform staff.require_fresh_factor();
  select * into draft from staff.newsletters as n where n.id = newsletter for update;
  if draft.id is null then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
  insert into public.newsletter_editions (subject, text, text_hash)
    values (draft.subject, draft.text, hash) on conflict do nothing;
  select * into edition from public.newsletter_editions as e
    where e.subject = draft.subject and e.text_hash = hash for update;
  -- Another went out under this subject, or this one under another.
  if edition.id is null or exists (select from staff.newsletters as n where n.edition_id = edition.id and n.id <> draft.id) then
    raise exception 'it went out before' using errcode = 'SF416';
  end if;
  delete from public.newsletter_deliveries as d where d.edition_id = edition.id and d.sent_at is null
    and edition.stopped_at is not null;
  update public.newsletter_editions set stopped_at = null, queued_at = null where id = edition.id;
  update staff.newsletters set edition_id = edition.id where id = draft.id;
  perform queue.add('newsletter-begin', json_build_object('editionId', edition.id), 'newsletter-begin ' || edition.id);
  return edition.id;
end
$function$;
grant execute on function staff.begin_newsletter(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION staff.block_person(person uuid, membership text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before timestamptz;
begin
  perform staff.require('staff');
  perform staff.require_other(person);
  perform pg_advisory_xact_lock(hashtextextended('writes of ' || person, 0));
  select u.banned_until into before from auth.users as u where u.id = person and u.deleted_at is null for update;
  if not found then perform private.refuse('person_gone'); end if;
  if before > now() and exists (select from staff.blocks as b where b.user_id = person) then
    perform private.refuse('already_blocked');
  end if;
  insert into staff.blocks as known (user_id, membership, banned_before)
    values (person, membership, case when before > now() then before end)
    on conflict (user_id) do update set blocked_by = auth.uid(), blocked_at = now(),
      membership = excluded.membership, banned_before = excluded.banned_before;
  update auth.users set banned_until = now() + interval '100 years' where id = person;
  perform staff.tell_payments(person);
  return jsonb_build_object('blocked', coalesce(before > now(), false), 'until', before);
end
$function$;
grant execute on function staff.block_person(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION staff.chain_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last staff.log;
begin
  perform pg_advisory_xact_lock(hashtextextended('staff.log', 0));
  select * into last from staff.log order by position desc limit 1;
  new.position := coalesce(last.position, 0) + 1;
  new.at := clock_timestamp();
  new.transaction_id := pg_current_xact_id();
  new.hash := staff.hash_of(new, coalesce(last.hash, ''));
  return new;
end
$function$;
grant execute on function staff.chain_entry() to postgres;

CREATE OR REPLACE FUNCTION staff.check_house_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  broken text;
begin
  if new.content is null then return new; end if;
  if new.kind = 'posting-rules' then
    broken := private.broken_posting_rule(new.content);
  elsif new.kind = 'sign-up' and coalesce(new.content ->> 'state', '') not in ('open', 'closed') then
    broken := 'Sign-up is open or closed.';
  elsif new.kind = 'seats' and (jsonb_typeof(new.content -> 'included') is distinct from 'number'
    or (new.content ->> 'included')::numeric not between 1 and 100 or (new.content ->> 'included')::numeric % 1 <> 0)
  then broken := 'Seats of a membership: a whole number, 1 to 100.';
  end if;
  if broken is not null then raise exception using errcode = 'SF440', message = broken; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION staff.check_log(after bigint, most integer)
 RETURNS TABLE(entries bigint, total bigint, head text, next bigint, broken_at bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_sent_by_people() then
    perform staff.require('staff');
  end if;
  return query select * from staff.read_chain(greatest(after, 0), least(greatest(most, 1), 20000));
end
$function$;
grant execute on function staff.check_log(bigint,integer) to authenticated, service_role;

CREATE OR REPLACE FUNCTION staff.claim_case(wanted uuid, seen integer, takes boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it staff.cases := staff.take_up(wanted, seen);
begin
  update staff.cases set claimed_by = case when takes then auth.uid() end,
    claimed_as = case when takes then auth.email() end, claimed_at = case when takes then now() end
    where id = it.id;
end
$function$;
grant execute on function staff.claim_case(uuid,integer,boolean) to authenticated;

CREATE OR REPLACE FUNCTION staff.clean_alarms()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from staff.alarms where over_at < now() - interval '1 year'
$function$;
grant execute on function staff.clean_alarms() to service_role;

CREATE OR REPLACE FUNCTION staff.clean_exports()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from staff.exports where ends_at < now()
$function$;
grant execute on function staff.clean_exports() to service_role;

CREATE OR REPLACE FUNCTION staff.clean_invitations()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone record;
begin
  for gone in
    delete from staff.invitations where ends_at < now() - interval '30 days' returning id, role
  loop
    perform staff.append('site', null, null, 'invitation-ended', 'invitation', gone.id::text, null,
      jsonb_build_object('role', gone.role), null);
  end loop;
end $function$;
grant execute on function staff.clean_invitations() to service_role;

CREATE OR REPLACE FUNCTION staff.clean_log_details()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  months int := greatest(coalesce(private.setting('staff_log_details_months')::int, 24), 1);
  dropped bigint;
begin
  dropped := staff.drop_details(now() - make_interval(months => months), null);
  if dropped > 0 then
    perform staff.append('site', null, null, 'details-ended', '', '', null, null,
      jsonb_build_object('entries', dropped, 'months', months));
  end if;
  return dropped;
end
$function$;
grant execute on function staff.clean_log_details() to service_role;

CREATE OR REPLACE FUNCTION staff.clean_mails()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.drop_failed_tasks(null, now() - interval '30 days');
  with gone as (delete from staff.mails where at < now() - interval '30 days' returning 1) select count(*) from gone
$function$;
grant execute on function staff.clean_mails() to service_role;

CREATE OR REPLACE FUNCTION staff.count_failed_tasks(mails boolean)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('staff');
  return (select count(*) from (select from graphile_worker.jobs as j
    where j.last_error is not null and j.locked_at is null
      and (j.task_identifier ~ '(^auth-(letter|notice|sms)|-mail$|-mails$|^newsletter-(edition|trial)|^staff-invitation)') = mails
    limit 1001) as one);
end
$function$;
grant execute on function staff.count_failed_tasks(boolean) to authenticated;

CREATE OR REPLACE FUNCTION staff.count_failed_work(mails boolean)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('staff');
  return (select count(*) from (select from graphile_worker.jobs as j
    where j.last_error is not null and j.locked_at is null and staff.is_mail_task(j.task_identifier) = mails
    limit 1001) as one);
end
$function$;
grant execute on function staff.count_failed_work(boolean) to authenticated;

CREATE OR REPLACE FUNCTION staff.count_figures()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := timezone('UTC', now())::date;
  first date := coalesce((select timezone('UTC', at)::date - 1 from staff.figures_counted), today - 89);
  since timestamptz := first::timestamp at time zone 'UTC';
begin
  -- Whoever comes second sees what the first counts.
  if not pg_try_advisory_xact_lock(hashtextextended('staff.figures', 0)) then return; end if;
  with found (day, name, value) as (
    select v.day, 'visits', sum(v.views) from public.page_views as v where v.day >= first group by 1
    union all
    select timezone('UTC', u.created_at)::date, 'sign-ups', count(*) from auth.users as u
      where u.created_at >= since and not u.is_anonymous group by 1
    union all
    select timezone('UTC', j.created_at)::date, 'jobs', count(*) from public.jobs as j
      where j.created_at >= since group by 1
    union all
    select a.day, 'apply-clicks', sum(a.apply_clicks) from public.job_activity as a
      where a.day >= first group by 1
    union all
    select timezone('UTC', c.started_at)::date, 'conversations', count(*) from public.conversations as c
      where c.started_at >= since group by 1
  )
  insert into staff.figures as known (name, day, value)
    select kinds.name, days.day::date, coalesce(found.value, 0)
    from generate_series(first, today, interval '1 day') as days (day)
    cross join unnest(array['visits', 'sign-ups', 'jobs', 'apply-clicks', 'conversations']) as kinds (name)
    left join found on found.day = days.day::date and found.name = kinds.name
    on conflict (name, day) do update set value = excluded.value where known.value <> excluded.value;
  -- What was yesterday nobody can count any more: how many there are is noted day by day.
  insert into staff.figures as known (name, day, value)
    select 'memberships', today, count(*) from public.subscriptions as s
      where s.status in ('active', 'trialing', 'canceled', 'past_due')
        and coalesce(s.paid_until, s.current_period_end) > now()
    on conflict (name, day) do update set value = excluded.value where known.value <> excluded.value;
  insert into staff.figures_counted as known (at) values (now())
    on conflict (is_only) do update set at = excluded.at;
end
$function$;
grant execute on function staff.count_figures() to service_role;

CREATE OR REPLACE FUNCTION staff.count_payment_failure(act uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update staff.payment_acts set failures = failures + 1 where id = act
$function$;
grant execute on function staff.count_payment_failure(uuid) to service_role;

CREATE OR REPLACE FUNCTION staff.date_legal_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  days int := private.setting('legal_notice_days')::int;
  first_day date := (now() at time zone 'UTC')::date + days;
  day date;
begin
  if new.kind <> all (staff.legal_kinds()) then return new; end if;
  if new.content is not distinct from private.rule_words(new.kind) then
    new.effective_from := now();
    return new;
  end if;
  day := private.day_of(new.content);
  if new.kind = any (staff.told_kinds()) then
    if day is null or day < first_day then
      raise exception using errcode = 'SF441', message = format(
        'People are told %s before a change counts: begin a draft, and choose a day from %s on.',
        case days when 1 then '1 day' else days || ' days' end, to_char(first_day, 'FMMonth FMDD, YYYY'));
    end if;
    if coalesce(new.content ->> 'changes', '') !~ '\S' then
      raise exception 'Say in plain words what changes: people read it before they read the text.'
        using errcode = 'SF442';
    end if;
  end if;
  new.effective_from := greatest(now(), coalesce(day::timestamp at time zone 'UTC', now()));
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION staff.decide_case(wanted uuid, seen integer, hides boolean, words text)
 RETURNS staff.cases
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it staff.cases := staff.take_up(wanted, seen);
  had_heard boolean := it.decided_at is not null or it.asked_at is not null or it.held_for <> '{}';
begin
  if it.state in ((case when hides then 'hidden' else 'released' end), 'blocked') then
    raise exception '%', staff.words_of_act(it) using errcode = 'SF412';
  end if;
  if it.decided_at < it.appealed_at and it.decided_by = auth.uid() and staff.has_other_decider(it) then
    raise exception 'somebody else decides' using errcode = 'SF413';
  end if;
  perform staff.apply_decision(it, hides);
  update staff.cases as c set state = case when hides then 'hidden' else 'released' end, version = c.version + 1,
      acted_by = auth.uid(), acted_as = auth.email(), acted_at = now(), changed_at = now(),
      decided_by = auth.uid(), decided_at = now(), reason = case when hides then words else c.reason end,
      -- What was released and is hidden again is another decision: nobody has looked at that one again.
      appealed_at = case when hides and it.state = 'released' then null else c.appealed_at end,
      claimed_by = null, claimed_as = null, claimed_at = null, letter_hash = null
    where c.id = it.id returning c.* into it;
  -- Whoever never heard that anything was asked or held needs no mail that all is well.
  if hides or had_heard then
    perform staff.tell(it, it.state);
  end if;
  perform staff.tell_reporters(it);
  return it;
end
$function$;
grant execute on function staff.decide_case(uuid,integer,boolean,text) to authenticated;

CREATE OR REPLACE FUNCTION staff.decide_company(wanted uuid, approves boolean, words text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it staff.company_cases;
  company public.companies;
  posting public.jobs;
  each record;
  hidden integer := 0;
  shown integer := 0;
begin
  perform staff.require('staff');
  -- Companies before what is asked about them, as whoever calls theirs by another name holds both.
  perform private.hold_companies(array[k.company_id, k.holder_id], case k.kind when 'domain' then k.claim end)
    from staff.company_cases as k where k.id = wanted;
  select * into it from staff.company_cases as k where k.id = wanted for update;
  if it.id is null or exists (select from public.company_members as own
    where own.user_id = auth.uid() and own.company_id in (it.company_id, it.holder_id)) then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
  -- A check can be taken back, and a company that was closed for its name is opened again.
  if it.decided_at is not null and not (it.kind = 'check' and it.decision = 'approved' and not approves)
    and not (it.kind = 'name' and it.decision = 'refused' and approves)
  then
    raise exception '% has already decided this.', coalesce(staff.name_of(it.decided_by), 'Somebody') using errcode = 'SF412';
  end if;
  select * into company from public.companies as c where c.id = it.company_id;
  if it.kind = 'domain' and approves and company.domain is distinct from it.claim then
    raise exception 'The company names another web address by now.' using errcode = 'SF412';
  end if;
  case
    when it.kind = 'rename' and approves then
      perform private.call_company(company.id, it.claim);
    when it.kind in ('check', 'domain') and approves then
      if it.kind = 'domain' then
        update public.company_proofs as p set ended_at = now()
          where p.company_id = it.holder_id and p.domain = it.claim and p.ended_at is null;
        perform private.show_proofs(it.holder_id);
      end if;
      insert into public.company_proofs (company_id, kind, domain)
        values (company.id, 'staff',
          case when private.holder_of(company.domain, company.id) is null then company.domain end)
        on conflict do nothing;
      perform private.show_proofs(company.id);
    when it.kind = 'check' then
      update public.company_proofs as p set ended_at = now()
        where p.company_id = company.id and p.kind = 'staff' and p.ended_at is null;
      perform private.show_proofs(company.id);
    when it.kind = 'name' and not approves then
      for posting in select * from private.open_jobs_of(company.id) order by id limit 200 loop
        perform staff.decide_job(posting.id, posting.updated_at, coalesce((
          select k.version from staff.cases as k where k.kind = 'job' and k.subject_id = posting.id
          order by k.state in ('waiting', 'asked', 'answered', 'appealed') desc, k.opened_at desc limit 1), 0), true, words);
        hidden := hidden + 1;
      end loop;
      update public.companies as c set closed_at = now() where c.id = company.id;
      hidden := hidden + private.settle_postings(company.id, null, 100);
      select hidden + count(*) into hidden from private.open_jobs_of(company.id);
      perform private.settle_postings_later(company.id, null);
      perform pg_notify('jobs_changed', 'changed');
    when it.kind = 'name' and it.decision = 'refused' then
      update public.companies as c set closed_at = null where c.id = company.id;
      -- Those that went with it, by its moment, and not one that was hidden for itself. An appeal is for somebody else.
      for each in
        select j.id, j.updated_at, k.version from public.jobs as j
          join lateral (select c.version from staff.cases as c
            where c.kind = 'job' and c.subject_id = j.id and c.state = 'hidden' order by c.opened_at desc limit 1) as k on true
        where j.company_id = company.id and j.hidden_at = it.decided_at order by j.id
      loop
        perform staff.decide_job(each.id, each.updated_at, each.version, false, null);
        shown := shown + 1;
      end loop;
      shown := shown + private.settle_postings(company.id, it.decided_at, 100);
      select shown + count(*) into shown from private.postings_to_show(company.id, it.decided_at);
      perform private.settle_postings_later(company.id, it.decided_at);
      perform pg_notify('jobs_changed', 'changed');
    else
  end case;
  update staff.company_cases as k set decision = case when approves then 'approved' else 'refused' end,
    answer = words, decided_by = auth.uid(), decided_at = now() where k.id = it.id;
  return jsonb_build_object('company', company.id, 'kind', it.kind, 'claim', it.claim, 'name', company.name,
    'hidden', hidden, 'shown', shown, 'before', it.decision);
end $function$;
grant execute on function staff.decide_company(uuid,boolean,text) to authenticated;

CREATE OR REPLACE FUNCTION staff.decide_job(job uuid, seen timestamp with time zone, seen_version integer, hides boolean, words text)
 RETURNS staff.cases
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it staff.cases;
  found_job public.jobs;
  is_open boolean;
  opened uuid;
begin
  perform staff.require('staff');
  -- The case before the job, as a decision in the queue does.
  select * into it from staff.cases as c where c.kind = 'job' and c.subject_id = job
    order by c.state in ('waiting', 'asked', 'answered', 'appealed') desc, c.opened_at desc limit 1 for update;
  select * into found_job from public.jobs as j where j.id = job for no key update;
  if found_job.id is null then
    raise exception 'the job is gone' using errcode = 'SF419';
  end if;
  perform staff.require_other(found_job.posted_by);
  if found_job.company_id = any (private.own_companies('viewer')) then
    raise exception 'nobody acts for their own company' using errcode = 'SF409';
  end if;
  if exists (select from staff.reports where case_id = it.id and reporter_id = auth.uid()) then
    raise exception 'you reported this' using errcode = 'SF422';
  end if;
  if coalesce(it.version, 0) <> seen_version then
    raise exception '%', coalesce(staff.words_of_act(it), 'It was reported or decided since you looked.')
      using errcode = 'SF412';
  end if;
  if found_job.updated_at <> seen then
    raise exception 'The job was changed since you looked.' using errcode = 'SF412';
  end if;
  is_open := coalesce(it.state in ('waiting', 'asked', 'answered', 'appealed'), false);
  if hides and found_job.hidden_at is not null and not is_open then
    raise exception 'hidden already' using errcode = 'SF421';
  end if;
  if not hides and found_job.hidden_at is null and not is_open then
    raise exception 'not hidden' using errcode = 'SF420';
  end if;
  if is_open or not hides and it.state = 'hidden' then
    return staff.decide_case(it.id, it.version, hides, words);
  end if;
  -- Decided before, or never: this is a matter of its own, with an appeal of its own.
  opened := staff.open_case('job', found_job.id, found_job.posted_by, '',
    found_job.title || ' · ' || found_job.company, to_jsonb(found_job));
  it := staff.decide_case(opened, 1, hides, words);
  -- It was hidden with its company, or by a command: its poster has heard of that, and no case of its own knows.
  if not hides then perform staff.tell(it, 'released'); end if;
  return it;
end $function$;
grant execute on function staff.decide_job(uuid,timestamp with time zone,integer,boolean,text) to
  authenticated;

CREATE OR REPLACE FUNCTION staff.delete_person(person uuid, address text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subjects text[];
  mailbox text;
begin
  perform staff.require('owner');
  perform staff.require_fresh_factor();
  perform staff.require_other(person);
  select u.email into mailbox from auth.users as u where u.id = person and lower(u.email) = lower(btrim(address));
  if mailbox is null then
    perform private.refuse('other_address');
  end if;
  -- Before their address is gone.
  subjects := staff.subjects_of(person);
  perform private.delete_account(person);
  -- After the deletion, which takes along what waits for the address.
  perform queue.add('staff-deletion-mail', json_build_object('to', mailbox));
  return staff.drop_details_of(subjects);
end
$function$;
grant execute on function staff.delete_person(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION staff.describe_history(it staff.cases)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'account', (select jsonb_build_object('email', u.email, 'name', u.raw_user_meta_data ->> 'full_name',
        'created_at', u.created_at, 'is_proved', auth.has_proved_mailbox(u.id), 'blocked_until', u.banned_until,
        'is_member', private.has_active_membership(u.id),
        'role', (select m.role from staff.members as m where m.user_id = u.id))
      from auth.users as u where u.id = it.person_id and u.deleted_at is null),
    'jobs', (select count(*) from public.jobs where posted_by = it.person_id),
    'hidden_jobs', (select count(*) from public.jobs where posted_by = it.person_id and hidden_at is not null),
    'conversations', (select count(*) from public.conversations
      where it.person_id in (member_id, candidate_id)),
    'messages', (select count(*) from public.messages where sender_id = it.person_id),
    'blocked_by', (select count(*) from public.blocks where blocked_id = it.person_id),
    'reports_made', (select count(*) from staff.reports where reporter_id = it.person_id),
    'cases', (select coalesce(jsonb_agg(to_jsonb(former) order by former.opened_at desc), '[]') from (
      select c.id, c.kind, c.title, c.state, c.reports, c.opened_at, c.reason from staff.cases as c
        where c.person_id = it.person_id and c.id <> it.id order by c.opened_at desc limit 20) as former))
$function$;

CREATE OR REPLACE FUNCTION staff.digest_for(person uuid)
 RETURNS TABLE(email text, role text, waits jsonb, figures jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  yesterday date := timezone('UTC', now())::date - 1;
begin
  return query select w.email, w.role,
    case when w.role = 'viewer' then '{}'::jsonb else jsonb_build_object(
      'reports', (select count(*) from staff.cases as c where c.state in ('waiting', 'answered', 'appealed')
        and c.held_for = '{}' and not staff.is_side_of(c, w.id)),
      'held', (select count(*) from staff.cases as c where c.state in ('waiting', 'answered', 'appealed')
        and c.held_for <> '{}' and not staff.is_side_of(c, w.id)),
      'claims', (select count(*) from staff.company_cases as k where k.decided_at is null and not exists (
        select from public.company_members as own
          where own.user_id = w.id and own.company_id in (k.company_id, k.holder_id))),
      'helps', (select count(*) from staff.factor_helps as h where h.user_id <> w.id and case when h.asked_by <> w.id
        then h.told_at + h.waits <= now() else h.told_at + h.waits * 3 <= now() and staff.is_alone(w.id) end),
      'disowned', (select count(*) from register.awards as a
        where a.disowned_at is not null and a.erased_at is null and a.state <> 'revoked'),
      'alarms', (select count(*) from staff.alarms as a where a.over_at is null and a.kind <> 'report'),
      'tasks', (select count(*) from graphile_worker.jobs as j where j.last_error is not null)) end,
    jsonb_build_object(
      'views', (select coalesce(sum(views), 0) from public.page_views where day = yesterday),
      'signUps', (select count(*) from private.accounts as a where a.created_at > now() - interval '1 day'),
      'jobs', (select count(*) from public.jobs as j where j.created_at > now() - interval '1 day'),
      'applyClicks', (select coalesce(sum(a.apply_clicks), 0) from public.job_activity as a where a.day = yesterday),
      'conversations', (select count(*) from public.conversations as c where c.started_at > now() - interval '1 day'),
      'messages', (select count(*) from public.messages as m where m.created_at > now() - interval '1 day'),
      'revenue', (select coalesce(sum(f.value), 0) from staff.figures as f where f.name = 'revenue' and f.day = yesterday),
      'subscribers', (select count(*) from public.newsletter_subscribers as s
        where s.confirmed_at > now() - interval '1 day'),
      'left', (select count(*) from private.closed_accounts as c where c.closed_at > now() - interval '1 day'),
      'memberships', (select coalesce(sum(f.value), 0) from staff.figures as f
        where f.name = 'memberships' and f.day = (select max(day) from staff.figures where name = 'memberships')))
  from staff.who_hears() as w where w.id = person and w.hears_digest;
end
$function$;
grant execute on function staff.digest_for(uuid) to service_role;

CREATE OR REPLACE FUNCTION staff.drop_details(until timestamp with time zone, subject text)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with gone as (
    delete from staff.log_details as d using staff.log as l
      where l.position = d.position and (l.at < until or l.subject_id = subject)
      returning 1)
  select count(*) from gone
$function$;
grant execute on function staff.drop_details(timestamp with time zone,text) to postgres;

CREATE OR REPLACE FUNCTION staff.drop_details_of(subjects text[])
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(staff.drop_details('-infinity', subject)), 0)::bigint from unnest(subjects) as subject
$function$;

CREATE OR REPLACE FUNCTION staff.drop_exports()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from staff.exports where user_id = new.id;
  delete from staff.factor_helps where user_id = new.id;
  if found and new.deleted_at is null then
    perform staff.append('site', null, null, 'factor-help-stopped', 'person', new.id::text, null, null,
      jsonb_build_object('by', 'a new address'));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.end_alarm(kind text, about text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update staff.alarms as a set over_at = now()
  where a.kind = end_alarm.kind and a.about = end_alarm.about and a.over_at is null
$function$;
grant execute on function staff.end_alarm(text,text) to service_role;

CREATE OR REPLACE FUNCTION staff.end_payment_act(act uuid, is_done boolean, words text, before jsonb, after jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it staff.payment_acts;
begin
  update staff.payment_acts as a set state = case when is_done then 'done' else 'refused' end,
      outcome = left(words, 1000), ended_at = now()
    where a.id = act and a.state = 'asked' returning a.* into it;
  if it.id is null then return false; end if;
  perform staff.append('site', null, null, 'payment-act-' || it.state, 'person', it.user_id::text, null, before,
    coalesce(after, '{}') || jsonb_build_object('act', act, 'kind', it.kind, 'outcome', it.outcome));
  if is_done and it.kind <> 'refund' then
    perform queue.add('staff-cancellation-mail', json_build_object('id', it.id));
  end if;
  return true;
end
$function$;
grant execute on function staff.end_payment_act(uuid,boolean,text,jsonb,jsonb) to service_role;

CREATE OR REPLACE FUNCTION staff.end_sessions(person uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function staff.end_sessions(uuid) to authenticated;

CREATE OR REPLACE FUNCTION staff.erase_details(person uuid, reason text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  dropped bigint;
begin
  perform staff.require('owner');
  perform staff.require_fresh_factor();
  perform staff.require_other(person);
  dropped := staff.drop_details_of(staff.subjects_of(person));
  perform staff.append('person', auth.uid(), auth.email(), 'erase-details', 'person', '', reason, null,
    jsonb_build_object('entries', dropped));
  return dropped;
end
$function$;
grant execute on function staff.erase_details(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION staff.factor_help_is_told(asked uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update staff.factor_helps set told_at = coalesce(told_at, now()) where id = asked
$function$;
grant execute on function staff.factor_help_is_told(uuid) to service_role;

CREATE OR REPLACE FUNCTION staff.factor_shown_at()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select max(c.updated_at) from auth.sessions as s
    join auth.mfa_amr_claims as c on c.session_id = s.id
  where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid()
    and s.not_after > now()
    and (c.authentication_method = 'passkey'
      or (c.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code')
        and s.aal in ('aal2', 'aal3') and auth.jwt() ->> 'aal' in ('aal2', 'aal3')))
$function$;

CREATE OR REPLACE FUNCTION staff.file_job_report(report public.job_reports)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select staff.add_report(
    case when report.reason = 'company'
      then staff.open_case('company', j.posted_by, j.posted_by, private.company_key(j.company), j.company,
        to_jsonb(j))
      else staff.open_case('job', j.id, j.posted_by, '', j.title || ' · ' || j.company, to_jsonb(j)) end,
    null, report.reason, report.note, report.created_at)
  from public.jobs as j where j.id = report.job_id
$function$;

CREATE OR REPLACE FUNCTION staff.file_message_report(report public.message_reports)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select staff.add_report(
    staff.open_case('conversation', c.id,
      case when c.candidate_id is distinct from report.reporter_id then c.candidate_id
        else coalesce((select m.sender_id from public.messages as m
          where m.conversation_id = c.id and m.sender_id <> report.reporter_id
          order by m.created_at desc, m.id desc limit 1), c.member_id) end, '',
      coalesce(c.member_company, c.member_name) || ' · ' || c.candidate_headline, null),
    report.reporter_id, report.reason, null, report.created_at)
  from public.conversations as c where c.id = report.conversation_id
$function$;

CREATE OR REPLACE FUNCTION staff.find_person(asked text)
 RETURNS TABLE(id uuid, address text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given uuid := case when pg_input_is_valid(asked, 'uuid') then asked::uuid end;
begin
  perform staff.require('owner');
  if given is null then
    return query select u.id, u.email::text from auth.users as u where u.email = lower(asked);
  else
    return query select given, coalesce((select u.email::text from auth.users as u where u.id = given), asked);
  end if;
end
$function$;
grant execute on function staff.find_person(text) to authenticated;

CREATE OR REPLACE FUNCTION staff.find_queue_trouble(lanes jsonb)
 RETURNS TABLE(kind text, about text, facts jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  with jobs as (
    select l.lane, l."isMail" as is_mail, j.* from jsonb_to_recordset(lanes) as l (lane text, tasks text[], "isMail" boolean)
      join graphile_worker.jobs as j on j.task_identifier = any (l.tasks)
  ), failed as (
    select j.created_at,
      j.created_at > coalesce((select max(m.at) from staff.mails as m where m.state = 'sent'), '-infinity')
        -- Newsletters are in no record of mails, and have their own.
        and not exists (select from graphile_worker._private_jobs as p
          join public.newsletter_deliveries as d on d.edition_id = (p.payload ->> 'editionId')::uuid
          where p.id = j.id and j.task_identifier = 'newsletter-edition' and d.sent_at > j.created_at) as is_since
    from jobs as j where j.is_mail and j.last_error is not null
      and (j.attempts < j.max_attempts or j.updated_at > now() - interval '1 day')
  )
  -- Something is due for long, and nothing of its lane was begun since.
  select 'queue', due.lane, jsonb_build_object('waiting', count(*), 'since', min(due.run_at))
  from jobs as due
  where due.locked_at is null and due.run_at < now() - interval '10 minutes' and due.attempts < due.max_attempts
    and not exists (select from jobs as busy where busy.lane = due.lane and busy.locked_at > now() - interval '10 minutes')
  group by due.lane
  union all
  select 'mail', '', jsonb_build_object('waiting', count(*), 'since', min(f.created_at))
  from failed as f
  having count(*) filter (where f.is_since) >= 5
    or min(f.created_at) filter (where f.is_since) < now() - interval '5 minutes'
    or count(*) >= 5 and count(*) * 4 > (select count(*) from (select from staff.mails as m
      where m.at > now() - interval '1 day' limit 20000) as day)
  union all
  -- What is refused for good is not tried again, so nothing waits: as when nobody takes mails of this sender.
  select 'refused', '', jsonb_build_object('refused', count(*) filter (where newest.state = 'bounced'), 'of', count(*))
  -- A mailbox that is not there says nothing of the sender: anybody may type a dozen of them.
  from (select late.state from (select m.state, m.said, m.at, m.id from staff.mails as m
      where m.at > now() - interval '1 day' and m.said is distinct from 'This is a demo address.'
      order by m.at desc, m.id desc limit 200) as late
    where late.state = 'sent' or not coalesce(private.says_no_mailbox(late.said), false)
    order by late.at desc, late.id desc limit 20) as newest
  having count(*) >= 10 and count(*) filter (where newest.state = 'bounced') * 2 > count(*);
end;
$function$;

CREATE OR REPLACE FUNCTION staff.find_surges()
 RETURNS TABLE(kind text, about text, facts jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with hours(day, begins, ends) as (
    select day, now() - make_interval(hours => 24 * day + 1), now() - make_interval(hours => 24 * day)
    from generate_series(0, 14) as day
  ), counted(about, day, came) as (
    select 'sign-ups', day, (select count(*) from staff.people_words as p where p.created_at > begins and p.created_at <= ends)
      from hours
    union all
    select 'messages', day, (select count(*) from public.messages as m where m.created_at > begins and m.created_at <= ends)
      from hours
  ), beside(about, this_hour, median) as (
    select about, max(came) filter (where day = 0),
      percentile_cont(0.5) within group (order by came) filter (where day > 0)
    from counted group by about
  )
  select 'surge', about, jsonb_build_object('count', this_hour, 'median', median)
  from beside where this_hour >= 20 and this_hour > 5 * median
$function$;

CREATE OR REPLACE FUNCTION staff.first_of_log(day date)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select position from staff.log where at >= (day - 1)::timestamptz order by at limit 1),
    9223372036854775807)
$function$;
grant execute on function staff.first_of_log(date) to authenticated;

CREATE OR REPLACE FUNCTION staff.forget_address(asked text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mailbox text := lower(btrim(asked));
  guests uuid[];
  gone jsonb := '{}';
  count bigint;
begin
  perform staff.require('owner');
  perform staff.require_fresh_factor();
  if exists (select from auth.users as u where u.email = mailbox and auth.has_proved_mailbox(u.id)) then
    perform private.refuse('address_has_account');
  end if;
  delete from public.newsletter_subscribers where email = mailbox;
  get diagnostics count = row_count;
  gone := gone || jsonb_build_object('newsletter', count);
  delete from public.alerts where email = mailbox;
  get diagnostics count = row_count;
  gone := gone || jsonb_build_object('alerts', count);
  delete from private.alert_tokens where mailbox in (stops_for, email);
  guests := array(select a.id from public.applications as a
    where a.email = mailbox and a.applicant_id is null and a.leaves_at is null);
  perform private.take_back(guests);
  gone := gone || jsonb_build_object('applications', cardinality(guests));
  delete from public.company_invitations where email = mailbox;
  get diagnostics count = row_count;
  gone := gone || jsonb_build_object('invitations', count);
  delete from private.invitation_mails where email = mailbox;
  perform private.drop_tasks_to(mailbox);
  delete from staff.mails where recipient = mailbox;
  get diagnostics count = row_count;
  return gone || jsonb_build_object('emails', count);
end $function$;
grant execute on function staff.forget_address(text) to authenticated;

CREATE OR REPLACE FUNCTION staff.forget_demo_cases()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from staff.cases
    where person_then ->> 'email' like '%@demo.example' or person_then ->> 'email' like '%@candidates.example';
  delete from staff.mails where recipient = 'reader@demo.example';
  perform graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs
    where last_error like 'Sample: %' and payload ->> 'to' like '%@demo.example'));
end
$function$;
grant execute on function staff.forget_demo_cases() to service_role;

CREATE OR REPLACE FUNCTION staff.forget_demo_reports(poster uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from staff.alarms as a where a.kind = 'report'
    and a.about in (select c.kind || ' ' || c.subject_id from staff.cases as c where c.person_id = poster)
$function$;
grant execute on function staff.forget_demo_reports(uuid) to service_role;

CREATE OR REPLACE FUNCTION staff.forget_mails()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from staff.mails where user_id = new.id;
  delete from staff.payment_acts where user_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.forget_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from staff.notes where user_id = new.id;
  delete from staff.exports where user_id = new.id;
  delete from staff.people_words where user_id = new.id;
  delete from staff.membership_changes where user_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.forget_samples(alarms jsonb, newsletters jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from staff.alarms as a using jsonb_to_recordset(alarms) as given (about text) where a.about = given.about;
  perform staff.append('command', null, null, 'remove-newsletter', 'newsletter', n.id::text, null,
      jsonb_build_object('subject', n.subject), null)
    from staff.newsletters as n join jsonb_to_recordset(newsletters) as given (id uuid, subject text)
      on (given.id, given.subject) = (n.id, n.subject);
  delete from staff.newsletters as n using jsonb_to_recordset(newsletters) as given (id uuid, subject text)
    where (given.id, given.subject) = (n.id, n.subject);
  delete from public.newsletter_editions as e using jsonb_to_recordset(newsletters) as given (id uuid, subject text)
    where (given.id, given.subject) = (e.id, e.subject)
      and not exists (select from staff.newsletters as n where n.edition_id = e.id);
end
$function$;
grant execute on function staff.forget_samples(jsonb,jsonb) to service_role;

CREATE OR REPLACE FUNCTION staff.give_link(asked uuid, hash text)
 RETURNS TABLE(email text, role text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query update staff.invitations as i set token_hash = hash
    where i.id = asked and i.ends_at > now() returning i.email, i.role;
  if found then
    perform staff.append('site', null, null, 'send-invitation', 'invitation', asked::text, null, null, null);
  end if;
end
$function$;
grant execute on function staff.give_link(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION staff.has_other_decider(it staff.cases)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from staff.members as m join auth.users as u on u.id = m.user_id
    where m.user_id <> auth.uid() and not staff.is_side_of(it, m.user_id)
      and staff.rank(m.role) >= greatest(2, (select staff.rank(them.role) from staff.members as them where them.user_id = it.person_id))
      and m.accepted_at >= m.appointed_at and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
      and not exists (select from staff.reports as r where r.case_id = it.id and r.reporter_id = m.user_id))
$function$;

CREATE OR REPLACE FUNCTION staff.has_proved_mailbox(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select auth.has_proved_mailbox(person)
$function$;
grant execute on function staff.has_proved_mailbox(uuid) to authenticated;

CREATE OR REPLACE FUNCTION staff.has_second_factor(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (select from auth.mfa_factors as f where f.user_id = person and f.status = 'verified')
    or exists (select from auth.webauthn_credentials as c where c.user_id = person)
$function$;

CREATE OR REPLACE FUNCTION staff.hash_of(details staff.log_details)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select sha256(convert_to(jsonb_build_array(details.actor_address, details.reason, details.before,
    details.after, details.salt)::text, 'utf8'))
$function$;
grant execute on function staff.hash_of(staff.log_details) to postgres;

CREATE OR REPLACE FUNCTION staff.hash_of(entry staff.log, former bytea)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select sha256(former || convert_to(jsonb_build_array(entry.position,
    (extract(epoch from entry.at) * 1000000)::bigint, entry.actor_kind, entry.actor_id, entry.act,
    entry.subject_kind, entry.subject_id, encode(entry.details_hash, 'hex'))::text, 'utf8'))
$function$;
grant execute on function staff.hash_of(staff.log,bytea) to postgres;

CREATE OR REPLACE FUNCTION staff.held_jobs()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select subject_id from staff.cases
    where kind = 'job' and held_for <> '{}' and decided_at is null and state in ('waiting', 'asked', 'answered')
      and private.has_staff_role('staff')
$function$;
grant execute on function staff.held_jobs() to authenticated;

CREATE OR REPLACE FUNCTION staff.helped_people(only_mine boolean)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('staff');
  return query select h.user_id from staff.factor_helps as h
    where not only_mine or staff.not_on(h.user_id) is null and case when h.asked_by <> auth.uid()
      then h.told_at + h.waits <= now() else h.told_at + h.waits * 3 <= now() and staff.is_alone(auth.uid()) end;
end
$function$;
grant execute on function staff.helped_people(boolean) to authenticated;

CREATE OR REPLACE FUNCTION staff.is_alone(me uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (select from staff.members as m join auth.users as u on u.id = m.user_id
    where m.user_id <> me and staff.rank(m.role) >= staff.rank('staff') and m.accepted_at >= m.appointed_at
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now()))
$function$;

CREATE OR REPLACE FUNCTION staff.is_mail_task(task text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select task ~ '(^auth-(letter|notice|sms)|-mails?|^newsletter-(edition|trial)|^staff-(invitation|factor-help|factors-ended|export|digest))$'
$function$;

CREATE OR REPLACE FUNCTION staff.is_on_record()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select transaction_id = pg_current_xact_id_if_assigned()
    from staff.log order by position desc limit 1), false)
$function$;
grant execute on function staff.is_on_record() to postgres;

CREATE OR REPLACE FUNCTION staff.is_on_record(acts text[], subject text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from staff.log
    where transaction_id = pg_current_xact_id_if_assigned()
      and position > coalesce((select max(position) from staff.log
        where transaction_id <> pg_current_xact_id_if_assigned()), 0)
      and (acts is null or act = any (acts)) and (subject is null or subject_id = subject))
$function$;
grant execute on function staff.is_on_record(text[],text) to postgres;

CREATE OR REPLACE FUNCTION staff.is_side_of(it staff.cases, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(it.person_id = person, false)
    or it.kind in ('job', 'company') and exists (select from public.company_members as own where own.user_id = person
      and own.company_id = coalesce((select j.company_id from public.jobs as j where j.id = it.subject_id),
        (it.content_then ->> 'company_id')::uuid))
    or it.kind = 'conversation' and exists (select from public.conversations as c
      join public.company_members as own on own.company_id = c.company_id
      where c.id = it.subject_id and own.user_id = person)
$function$;

CREATE OR REPLACE FUNCTION staff.keep_alarm(kind text, about text, facts jsonb, began timestamp with time zone, is_over boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into staff.alarms (kind, about, facts, began_at, told_at, over_at, over_told_at)
  select keep_alarm.kind, keep_alarm.about, facts, began, began,
    case when is_over then now() end, case when is_over then now() end
  where not exists (select from staff.alarms as a where a.kind = keep_alarm.kind and a.about = keep_alarm.about
    and coalesce(a.over_at, 'infinity') > began)
$function$;
grant execute on function staff.keep_alarm(text,text,jsonb,timestamp with time zone,boolean) to
  service_role;

CREATE OR REPLACE FUNCTION staff.keep_companies()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_table_name = 'jobs' then
    perform staff.add_companies(array_agg(posted_by), array_agg(company))
      from (select distinct posted_by, company from written) as named;
  else
    perform staff.add_companies(array_agg(user_id), array_agg(company)) from written;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.keep_last_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := case tg_table_name when 'members' then to_jsonb(old) ->> 'user_id' else to_jsonb(old) ->> 'id' end;
begin
  -- Two owners who leave at the same moment do so one after the other.
  if exists (select from staff.members as m where m.user_id = person and m.role = 'owner') then
    perform pg_advisory_xact_lock(hashtextextended('staff.members', 0));
    if private.is_last_owner(person) then
      raise exception 'the last owner stays' using errcode = 'SF410';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$function$;

CREATE OR REPLACE FUNCTION staff.keep_mail(kind text, receiver text, state text, said text, subject text, body text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into staff.mails (kind, recipient, user_id, state, said, subject, body)
    values (kind, lower(left(receiver, 320)), (select u.id from auth.users as u where u.email = lower(receiver)
        and not u.is_sso_user and u.deleted_at is null),
      state, left(said, 500), left(subject, 300), left(body, 20000))
$function$;
grant execute on function staff.keep_mail(text,text,text,text,text,text) to service_role;

CREATE OR REPLACE FUNCTION staff.keep_person_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.deleted_at is not null then return null; end if;
  insert into staff.people_words as known (user_id, created_at, own)
    values (new.id, coalesce(new.created_at, now()), staff.words_of(new))
    on conflict (user_id) do update set own = excluded.own;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.keep_published_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'what was published stays' using errcode = '42501';
end
$function$;

CREATE OR REPLACE FUNCTION staff.know_demo_reports(poster uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into staff.alarms (kind, about, facts, began_at, told_at)
    select 'report', r.about, jsonb_build_object('reports', r.reports), now() - interval '1 hour', now() - interval '1 hour'
    from private.waiting_reports as r
    where r.about in (select c.kind || ' ' || c.subject_id from staff.cases as c where c.person_id = poster)
    on conflict (kind, about) where over_at is null do nothing
$function$;
grant execute on function staff.know_demo_reports(uuid) to service_role;

CREATE OR REPLACE FUNCTION staff.known_of(asked text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mailbox text := lower(btrim(asked));
begin
  perform staff.require('staff');
  return jsonb_build_object(
    'account', (select u.id from auth.users as u where u.email = mailbox and u.deleted_at is null limit 1),
    'mails', (select count(*) from staff.mails as m where m.recipient = mailbox),
    'things', (select coalesce(jsonb_agg(to_jsonb(t) order by t.kind, t.at), '[]') from (
      select 'newsletter' as kind, null as words, coalesce(s.confirmed_at, s.consented_at) as at
        from public.newsletter_subscribers as s where s.email = mailbox
      union all select 'alert', null, a.created_at from public.alerts as a where a.email = mailbox
      union all select 'application', a.job_title || ' · ' || a.company_name, a.applied_at
        from public.applications as a where a.email = mailbox and a.applicant_id is null and a.leaves_at is null
      union all select 'leaving', a.job_title || ' · ' || a.company_name, a.leaves_at
        from public.applications as a where a.email = mailbox and a.applicant_id is null and a.leaves_at is not null
      union all select 'invitation', c.name, i.sent_at
        from public.company_invitations as i join public.companies as c on c.id = i.company_id where i.email = mailbox
      union all select 'role', i.role, i.appointed_at from staff.invitations as i where i.email = mailbox
      union all select 'credential', w.number::text, w.awarded_at
        from register.awards as w where w.email = mailbox and w.user_id is null
      union all (select 'contact', j.title || ' · ' || j.company, j.created_at
        from public.jobs as j where lower(j.contact_email) = mailbox order by j.created_at desc limit 100)
    ) as t));
end $function$;
grant execute on function staff.known_of(text) to authenticated;

CREATE OR REPLACE FUNCTION staff.last_of_log(day date)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select position from staff.log where at < (day + 2)::timestamptz order by at desc limit 1), 0)
$function$;
grant execute on function staff.last_of_log(date) to authenticated;

CREATE OR REPLACE FUNCTION staff.launch_facts()
 RETURNS TABLE(last_event timestamp with time zone, waiting_events bigint, kept jsonb, confirmed text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (select e.received_at from public.billing_events as e order by e.received_at desc limit 1),
    (select count(*) from public.billing_events as e
      where e.handled_at is null and e.received_at < now() - interval '15 minutes'),
    (select coalesce(jsonb_object_agg(p.name, jsonb_build_object('state', p.state, 'found', p.found,
        'checked_at', p.checked_at)), '{}') from staff.launch_points as p),
    (select coalesce(array_agg(c.name), '{}') from staff.launch_confirmations as c)
$function$;
grant execute on function staff.launch_facts() to service_role;

CREATE OR REPLACE FUNCTION staff.legal_kinds()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array['terms', 'privacy', 'fulfillment', 'accessibility']
$function$;

CREATE OR REPLACE FUNCTION staff.list_members()
 RETURNS TABLE(email text, role text, appointed_at timestamp with time zone, state text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.email::text, m.role, m.appointed_at, case
      when m.accepted_at < m.appointed_at then 'asked again'
      when u.banned_until > now() then 'blocked' else 'accepted' end
    from staff.members as m join auth.users as u on u.id = m.user_id
  union all
  select i.email, i.role, i.appointed_at, case when i.ends_at > now() then 'asked' else 'asked, the link has ended' end
    from staff.invitations as i
  order by 3
$function$;
grant execute on function staff.list_members() to service_role;

CREATE OR REPLACE FUNCTION staff.look_at_launch(seen jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('staff');
  perform queue.add('check-launch', json_build_object('seen', seen), 'check-launch seen');
end
$function$;
grant execute on function staff.look_at_launch(jsonb) to authenticated;

CREATE OR REPLACE FUNCTION staff.look_for_alarms(lanes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if staff.takes_look('state', interval '10 seconds') then
    perform staff.write_alarms(array['report', 'events', 'queue', 'mail', 'refused'], coalesce(jsonb_agg(to_jsonb(f)), '[]'))
    from (
      select 'report' as kind, r.about, jsonb_build_object('reports', r.reports) as facts
        from private.waiting_reports as r
      union all
      select 'events', '', jsonb_build_object('waiting', count(*)) from public.billing_events
        where handled_at is null and received_at < now() - interval '15 minutes' having count(*) > 0
      union all
      select q.kind, q.about, q.facts from staff.find_queue_trouble(lanes) as q
    ) as f;
    update staff.alarms set over_at = now()
      where kind in ('disk', 'clock') and over_at is null and seen_at < now() - interval '1 hour';
  end if;
  -- Every account is looked at, so less often.
  if staff.takes_look('surge', interval '2 minutes') then
    perform staff.write_alarms(array['surge'], coalesce(jsonb_agg(to_jsonb(f)), '[]'))
    from staff.find_surges() as f;
  end if;
end
$function$;
grant execute on function staff.look_for_alarms(jsonb) to service_role;

CREATE OR REPLACE FUNCTION staff.lose_factor(address text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function staff.lose_factor(text) to service_role;

CREATE OR REPLACE FUNCTION staff.mark_edition()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.newsletter_editions set is_of_staff = true where id = new.edition_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.must_be_logged()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
  acts text[];
begin
  for place in 1 .. tg_nargs - 1 loop
    acts := acts || tg_argv[place];
  end loop;
  if not staff.is_on_record(acts, case when tg_nargs > 0 and tg_argv[0] <> '' then changed ->> tg_argv[0] end) then
    raise exception 'this was not written into the log' using errcode = 'SF500';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.must_be_logged_but_for_closed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not staff.is_on_record() and exists (
    select from auth.users where id = (to_jsonb(coalesce(new, old)) ->> 'user_id')::uuid and deleted_at is null)
  then
    raise exception 'this was not written into the log' using errcode = 'SF500';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.name_of(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select u.email::text from auth.users as u
    where u.id = person and (select private.has_staff_role('staff'))), 'Somebody who is gone')
$function$;
grant execute on function staff.name_of(uuid) to authenticated;

CREATE OR REPLACE FUNCTION staff.newsletter_progress(newsletter uuid)
 RETURNS TABLE(state text, receivers bigint, sent bigint, refused bigint, waiting bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('staff');
  return query
    select case
        when n.edition_id is null then 'draft'
        when e.stopped_at is not null then 'stopped'
        when e.queued_at is null or counted.waiting > 0 then 'sending'
        else 'sent'
      end,
      (select count(*) from public.newsletter_subscribers as s where s.confirmed_at is not null
        and s.email not in (select lower(u.email) from auth.users as u
          where u.email is not null and u.id in (select private.banned_people()) and auth.has_proved_mailbox(u.id))),
      counted.sent, counted.refused, counted.waiting
    from staff.newsletters as n
    left join public.newsletter_editions as e on e.id = n.edition_id
    cross join lateral (
      select count(*) filter (where d.sent_at is not null and d.refused_at is null) as sent,
        count(d.refused_at) as refused, count(*) filter (where d.sent_at is null) as waiting
      from public.newsletter_deliveries as d where d.edition_id = n.edition_id) as counted
    where n.id = newsletter;
end
$function$;
grant execute on function staff.newsletter_progress(uuid) to authenticated;

CREATE OR REPLACE FUNCTION staff.not_on(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when person = auth.uid() then 'self'
    when exists (select from staff.members as them, staff.members as me
      where them.user_id = person and me.user_id = auth.uid() and staff.rank(them.role) > staff.rank(me.role))
      then 'higher' end
$function$;
grant execute on function staff.not_on(uuid) to authenticated;

CREATE OR REPLACE FUNCTION staff.note_alarm(kind text, about text, facts jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into staff.alarms as known (kind, about, facts) values (kind, about, facts)
  on conflict (kind, about) where over_at is null do update set seen_at = now()
    where known.seen_at < now() - interval '5 minutes'
$function$;
grant execute on function staff.note_alarm(text,text,jsonb) to service_role;

CREATE OR REPLACE FUNCTION staff.note_closed_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from auth.users where id = old.user_id) then
    perform staff.append('site', null, null, 'left-with-account', 'person', old.user_id::text, null,
      jsonb_build_object('role', old.role), null);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.note_command(act text, subject_kind text, subject_id text, before jsonb, after jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if act not in ('look-evidence', 'set-employer', 'send-newsletter') then
    raise exception 'no act of a command: %', act using errcode = '22023';
  end if;
  perform staff.append('command', null, null, act, subject_kind, subject_id, null, before, after);
end
$function$;
grant execute on function staff.note_command(text,text,text,jsonb,jsonb) to service_role;

CREATE OR REPLACE FUNCTION staff.note_companies()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    insert into staff.company_changes (company_key)
      select distinct private.company_key(name) from (
        (select id, company from written except select id, company from replaced)
        union all (select id, company from replaced except select id, company from written)) as changed (id, name);
  elsif tg_op = 'INSERT' then
    insert into staff.company_changes (company_key)
      select distinct private.company_key(company) from (select distinct company from written) as named;
  else
    insert into staff.company_changes (company_key)
      select distinct private.company_key(company) from (select distinct company from replaced) as named;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION staff.note_decision_on_job(job uuid, hides boolean, words text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  act text := case when hides then 'hide-case' else 'release-case' end;
begin
  update staff.cases as c set state = case when hides then 'hidden' else 'released' end, version = c.version + 1,
      acted_by = null, acted_as = 'A command on the server', acted_at = now(), changed_at = now(),
      decided_by = null, decided_at = now(), reason = coalesce(words, c.reason), letter_hash = null
    where c.kind = 'job' and c.subject_id = job
      and (c.state in ('waiting', 'asked', 'answered', 'appealed') or c.state = 'hidden' and not hides);
  if not found then
    act := case when hides then 'hide-jobs' else 'release-jobs' end;
    if not exists (select from public.jobs where id = job) then return; end if;
  end if;
  perform staff.append('command', null, null, act, 'job', job::text, words, null, null);
end
$function$;
grant execute on function staff.note_decision_on_job(uuid,boolean,text) to service_role;

CREATE OR REPLACE FUNCTION staff.note_failures(newly integer, request text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into staff.alarms as a (kind, about, facts)
    select 'failure', '', jsonb_build_object('count', newly, 'request', request, 'last', now()) where newly > 0
    on conflict (kind, about) where over_at is null do update
      set facts = excluded.facts || jsonb_build_object('count', newly + (a.facts ->> 'count')::integer);
  update staff.alarms as a set over_at = now()
    where a.kind = 'failure' and a.over_at is null and newly = 0
      and (a.facts ->> 'last')::timestamptz < now() - interval '1 hour'
$function$;
grant execute on function staff.note_failures(integer,text) to service_role;

CREATE OR REPLACE FUNCTION staff.note_gone_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update staff.cases set gone_at = now() where person_id = old.id and gone_at is null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.note_gone_subject()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update staff.cases as c set gone_at = now() where c.gone_at is null and c.kind = tg_argv[0]
    and c.subject_id = case tg_argv[0] when 'profile' then to_jsonb(old) ->> 'user_id' else to_jsonb(old) ->> 'id' end::uuid;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.note_newsletter_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.version := old.version + 1;
  new.changed_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION staff.note_reported_company()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into staff.company_changes (company_key)
    select private.company_key(j.company) from public.jobs as j where j.id = new.job_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.open_case(kind text, subject uuid, person uuid, company_key text, title text, content jsonb)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into staff.cases as known (kind, subject_id, person_id, company_key, title, content_then, person_then)
    values (kind, subject, person, company_key, left(title, 300), content,
      coalesce(private.describe_people(array[person]) -> 0, '{}'))
    on conflict (kind, subject_id, person_id, company_key)
      where state in ('waiting', 'asked', 'answered', 'appealed')
      do update set changed_at = now()
    returning id
$function$;

CREATE OR REPLACE FUNCTION staff.open_demo_owner(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into staff.members (user_id, role, appointed_at, accepted_at)
    select id, 'owner', now(), now() from auth.users
      where id = person and email = 'owner@demo.example'
    on conflict do nothing;
  if found then
    perform staff.append('command', null, null, 'appoint', 'person', person::text, null, null,
      jsonb_build_object('email', 'owner@demo.example', 'role', 'owner'));
  end if;
end
$function$;
grant execute on function staff.open_demo_owner(uuid) to service_role;

CREATE OR REPLACE FUNCTION staff.open_word_preview(of_kind text, hash text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('staff');
  delete from staff.word_previews where ends_at <= now();
  insert into staff.word_previews (token_hash, kind, opened_by) values (hash, of_kind, auth.uid());
end
$function$;
grant execute on function staff.open_word_preview(text,text) to authenticated;

CREATE OR REPLACE FUNCTION staff.own_cases()
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
  own uuid[] := private.own_companies('viewer');
begin
  return array(
    select c.id from staff.cases as c where c.id in (
        select o.id from staff.cases as o where o.person_id = me
        union
        select o.id from staff.cases as o where o.person_id in (
          select p.user_id from private.company_people as p where p.company_id = any (own))
        union
        select o.id from public.jobs as j join staff.cases as o on o.subject_id = j.id where j.company_id = any (own)
        union
        select o.id from public.conversations as s join staff.cases as o on o.subject_id = s.id
          where s.company_id = any (own))
      and staff.is_side_of(c, me));
end $function$;
grant execute on function staff.own_cases() to authenticated;

CREATE OR REPLACE FUNCTION staff.own_hearing()
 RETURNS TABLE(hears_alarms boolean, hears_digest boolean, webhook text, hearing bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('viewer');
  return query select m.hears_alarms, m.hears_digest,
    (select split_part(url, '/', 3) from staff.alarm_webhook where private.has_staff_role('owner')),
    (select count(*) from staff.who_hears() as w where w.hears_alarms)
  from staff.members as m where m.user_id = auth.uid();
end
$function$;
grant execute on function staff.own_hearing() to authenticated;

CREATE OR REPLACE FUNCTION staff.own_page(token text)
 RETURNS TABLE(role text, needs text, has_factor boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with own as (
    select own.role, own.needs, case when own.needs is distinct from 'acceptance' then 1 else 3 end as place
    from staff.own_standing() as own
    union all
    select i.role, case when auth.has_proved_mailbox(u.id) then 'acceptance' else 'mailbox' end,
      case when i.token_hash = token then 0 else 2 end
    from staff.invitations as i join auth.users as u on lower(u.email) = i.email
    where u.id = auth.uid() and i.ends_at > now()
      and (auth.has_proved_mailbox(u.id) or i.token_hash = token)
  )
  select own.role, own.needs, staff.has_second_factor(auth.uid())
  from own order by own.place limit 1
$function$;
grant execute on function staff.own_page(text) to authenticated;

CREATE OR REPLACE FUNCTION staff.own_standing()
 RETURNS TABLE(role text, needs text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.role, case
      when m.accepted_at < m.appointed_at then 'acceptance'
      when not auth.has_proved_mailbox(m.user_id) then 'mailbox'
      when shown.at is null or shown.at < m.appointed_at then 'factor'
      when greatest(shown.at, a.last_at) < now() - interval '1 hour' then 'factor'
    end
  from staff.members as m
    join auth.users as u on u.id = m.user_id and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
    cross join (select staff.factor_shown_at() as at) as shown
    left join staff.activity as a on a.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid
  where m.user_id = auth.uid() and auth.role() = 'authenticated'
$function$;

CREATE OR REPLACE FUNCTION staff.publish_words(of_kind text, seen integer, new_content jsonb, hash_of_first text, from_when timestamp with time zone, about text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last staff.words;
begin
  perform staff.require_publisher(of_kind);
  perform pg_advisory_xact_lock(hashtextextended('staff.words ' || of_kind, 0));
  select w.* into last from staff.words as w where w.kind = of_kind order by w.version desc limit 1;
  if coalesce(last.version, 0) <> seen then
    raise exception '% has since published version %. Look at it, then decide again.',
      staff.name_of(last.published_by), last.version using errcode = 'SF417';
  end if;
  insert into staff.words (kind, version, content, first_hash, effective_from, note, published_by)
    values (of_kind, seen + 1, new_content, hash_of_first, greatest(from_when, now()), about, auth.uid());
  return seen + 1;
end
$function$;
grant execute on function staff.publish_words(text,integer,jsonb,text,timestamp with time zone,text)
  to authenticated;

CREATE OR REPLACE FUNCTION staff.queue_newsletter_trial(newsletter uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('staff');
  perform queue.add('newsletter-trial', json_build_object('to', auth.email(), 'subject', n.subject, 'text', n.text))
    from staff.newsletters as n where n.id = newsletter;
  return auth.email();
end
$function$;
grant execute on function staff.queue_newsletter_trial(uuid) to authenticated;

CREATE OR REPLACE FUNCTION staff.queued_tasks(wanted text, of_mails boolean, before bigint, most integer)
 RETURNS TABLE(id double precision, task text, kind text, recipient text, created_at timestamp with time zone, run_at timestamp with time zone, attempts integer, max_attempts integer, error text, state text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('staff');
  return query
    select j.id::float8, t.identifier, coalesce(j.payload ->> 'kind', ''), staff.receiver_of_task(j.payload),
      j.created_at, j.run_at, j.attempts::int, j.max_attempts::int, j.last_error,
      case when j.locked_at is not null then 'sending' when j.attempts >= j.max_attempts then 'failed'
        when j.last_error is not null then 'retrying' else 'waiting' end
    from graphile_worker._private_jobs as j join graphile_worker._private_tasks as t on t.id = j.task_id
    where (before is null or j.id < before) and (of_mails is null or staff.is_mail_task(t.identifier) = of_mails)
      and case wanted when 'failed' then j.last_error is not null and j.locked_at is null
        when 'waiting' then j.last_error is null else true end
    order by j.id desc limit least(most, 101);
end
$function$;
grant execute on function staff.queued_tasks(text,boolean,bigint,integer) to authenticated;

CREATE OR REPLACE FUNCTION staff.raise_by_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'more power comes by a link' using errcode = '42501';
end
$function$;

CREATE OR REPLACE FUNCTION staff.rank(role text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case role when 'owner' then 3 when 'staff' then 2 when 'viewer' then 1 else 0 end
$function$;
grant execute on function staff.rank(text) to authenticated;

CREATE OR REPLACE FUNCTION staff.read_case(wanted uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it staff.cases;
begin
  perform staff.require('staff');
  select * into it from staff.cases where id = wanted;
  if it.id is null or staff.is_side_of(it, auth.uid()) then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
  return to_jsonb(it) - 'letter_hash' || jsonb_build_object(
    'is_own_claim', coalesce(it.claimed_by = auth.uid(), false),
    'is_claimed', coalesce(it.claimed_at between now() - interval '30 minutes' and now() + interval '1 minute', false),
    'not_on', case when exists (select from staff.reports as r where r.case_id = it.id and r.reporter_id = auth.uid())
      then 'reported' else staff.not_on(it.person_id) end,
    'others_decide', coalesce(it.decided_at < it.appealed_at and it.decided_by = auth.uid(), false)
      and staff.has_other_decider(it),
    'content_now', case it.kind
      when 'job' then (select to_jsonb(j) from public.jobs as j where j.id = it.subject_id)
      when 'company' then (select to_jsonb(j) from public.jobs as j where j.id = (it.content_then ->> 'id')::uuid)
      when 'profile' then (select to_jsonb(p) from public.candidate_profiles as p where p.user_id = it.subject_id)
      end,
    'messages', case when it.kind = 'conversation' then staff.read_messages(it) end,
    'reported', (select coalesce(jsonb_agg(jsonb_build_object('reason', r.reason, 'note', r.note, 'at', r.created_at,
        'reporter', u.email) order by r.created_at desc), '[]')
      from (select * from staff.reports where case_id = it.id order by created_at desc limit 50) as r
        left join auth.users as u on u.id = r.reporter_id),
    'history', staff.describe_history(it),
    'evidence_ends_at', it.gone_at + private.evidence_time());
end $function$;
grant execute on function staff.read_case(uuid) to authenticated;

CREATE OR REPLACE FUNCTION staff.read_chain(after bigint, most integer)
 RETURNS TABLE(entries bigint, total bigint, head text, next bigint, broken_at bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with part as materialized (
    select l as entry, l.position, l.hash, l.details_hash from staff.log as l
      where l.position > read_chain.after order by l.position limit most),
  links as (
    select p.position, p.hash,
      p.position = read_chain.after + row_number() over (order by p.position)
        and p.hash = staff.hash_of(p.entry, coalesce(lag(p.hash) over (order by p.position),
          (select former.hash from staff.log as former where former.position = read_chain.after), ''))
        and (d.position is null or p.details_hash = staff.hash_of(d)) as holds
    from part as p left join staff.log_details as d on d.position = p.position),
  newest as (select max(position) as position from staff.log)
  select count(*), coalesce((select position from newest), 0),
    (select encode(hash, 'hex') from links order by position desc limit 1),
    case when max(position) < (select position from newest) then max(position) end,
    min(position) filter (where not holds)
  from links
$function$;
grant execute on function staff.read_chain(bigint,integer) to postgres;

CREATE OR REPLACE FUNCTION staff.read_messages(it staff.cases)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with known as (
    select m.sender_id, m.created_at, m.body from private.kept_evidence as e
      cross join jsonb_to_recordset(e.content -> 'messages') as m (sender_id uuid, created_at timestamptz, body text)
      where e.kind = 'conversation' and e.subject_id = it.subject_id
    union all
    select m.sender_id, m.created_at, m.body from public.messages as m
      where m.conversation_id = it.subject_id and not exists (
        select from private.kept_evidence as e where e.kind = 'conversation' and e.subject_id = it.subject_id)
  ), last as (
    select max(created_at) as at from staff.reports where case_id = it.id
  ), shown as (
    (select * from known where created_at <= (select at from last) order by created_at desc limit 30)
    union all
    (select * from known where created_at > (select at from last) order by created_at limit 20)
  )
  select coalesce(jsonb_agg(jsonb_build_object('is_theirs', sender_id = it.person_id, 'at', created_at, 'body', body)
    order by created_at), '[]') from shown
$function$;

CREATE OR REPLACE FUNCTION staff.read_payment_act(act uuid)
 RETURNS SETOF staff.payment_acts
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from staff.payment_acts where id = act
$function$;
grant execute on function staff.read_payment_act(uuid) to service_role;

CREATE OR REPLACE FUNCTION staff.read_person(person uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answer jsonb;
begin
  perform staff.require('staff');
  select jsonb_build_object(
    'account', jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone,
      'name', u.raw_user_meta_data ->> 'full_name', 'created_at', u.created_at,
      'last_sign_in_at', u.last_sign_in_at, 'proved_at', u.email_proved_at,
      'blocked_until', case when u.banned_until > now() then u.banned_until end,
      'company', (select e.company from public.employers as e where e.user_id = u.id),
      'ways', (select coalesce(jsonb_agg(i.provider order by i.created_at), '[]')
        from auth.identities as i where i.user_id = u.id),
      'role', (select m.role from staff.members as m where m.user_id = u.id),
      'newsletter', u.email_proved_at is not null and exists (
        select from public.newsletter_subscribers as s where s.email = lower(u.email) and s.confirmed_at is not null)),
    'block', (select jsonb_build_object('at', b.blocked_at, 'membership', b.membership,
        'by', (select a.email from auth.users as a where a.id = b.blocked_by))
      from staff.blocks as b where b.user_id = u.id),
    'help', (select jsonb_build_object('asked_at', h.asked_at, 'told_at', h.told_at,
        'due_at', h.told_at + h.waits, 'alone_due_at', h.told_at + 3 * h.waits,
        'is_mine', h.asked_by = auth.uid(), 'is_alone', staff.is_alone(auth.uid()),
        'by', (select a.email from auth.users as a where a.id = h.asked_by))
      from staff.factor_helps as h where h.user_id = u.id),
    'factors', (select coalesce(jsonb_agg(f order by f.created_at), '[]') from (
        select factor_type::text as kind, friendly_name as name, created_at from auth.mfa_factors
          where user_id = u.id and status = 'verified'
        union all
        select 'passkey', friendly_name, created_at from auth.webauthn_credentials where user_id = u.id) as f),
    'sessions', (select coalesce(jsonb_agg(s order by s.last_seen_at desc), '[]') from (
        select created_at, coalesce(refreshed_at, created_at) as last_seen_at, user_agent, host(ip) as ip,
          aal <> 'aal1' as is_full
        from auth.sessions where user_id = u.id and not_after > now() order by 2 desc limit 20) as s),
    'jobs', (select coalesce(jsonb_object_agg(c.status, c.count), '{}') from (
        select private.job_status(j) as status, count(*) from public.jobs as j
        where j.posted_by = u.id group by 1) as c),
    'newest_jobs', (select coalesce(jsonb_agg(j order by j.published_at desc), '[]') from (
        select j.id, j.title, j.company, j.published_at, private.job_status(j) as status from public.jobs as j
        where j.posted_by = u.id order by j.published_at desc limit 10) as j),
    'profile', (select jsonb_build_object('headline', p.headline, 'is_public', p.public_profile,
        'updated_at', p.updated_at) from public.candidate_profiles as p where p.user_id = u.id),
    'membership', (select jsonb_build_object('status', s.status, 'ends_at', s.current_period_end,
        'is_ending', s.cancel_at_period_end, 'has_access', private.has_active_membership(u.id))
      from public.subscriptions as s where s.user_id = u.id and s.subscription_id is not null),
    'conversations', (select jsonb_build_object(
        'begun', count(*) filter (where c.member_id = u.id),
        'received', count(*) filter (where c.candidate_id = u.id))
      from public.conversations as c where u.id in (c.member_id, c.candidate_id))
      || jsonb_build_object(
        'written', (select count(*) from public.messages as m where m.sender_id = u.id),
        'blocked_by', (select count(*) from public.blocks as b where b.blocked_id = u.id)),
    'mails', (select coalesce(jsonb_agg(m order by m.at desc), '[]') from (
        select * from (
          select sent.kind, sent.at, sent.state from staff.mails as sent where sent.user_id = u.id
          union all
          select 'newsletter', d.sent_at, 'sent' from public.newsletter_deliveries as d
            join public.newsletter_subscribers as s on s.id = d.subscriber_id
            where s.email = lower(u.email) and u.email_proved_at is not null and d.sent_at is not null
        ) as each order by at desc limit 20) as m),
    'notes', (select coalesce(jsonb_agg(n order by n.id desc), '[]') from (
        select n.id, n.words, n.written_at, (select a.email from auth.users as a where a.id = n.author_id) as author
        from staff.notes as n where n.user_id = u.id order by n.id desc limit 50) as n),
    'history', (select coalesce(jsonb_agg(h order by h.position desc), '[]') from (
        select l.position, l.at, l.act, coalesce(d.actor_address, l.actor_kind) as actor, d.reason
        from staff.log as l left join staff.log_details as d on d.position = l.position
        where l.subject_id = u.id::text order by l.position desc limit 20) as h)
  ) into answer from auth.users as u where u.id = person and u.deleted_at is null;
  if answer is null then perform private.refuse('person_gone'); end if;
  return answer;
end
$function$;
grant execute on function staff.read_person(uuid) to authenticated;

CREATE OR REPLACE FUNCTION staff.receiver_of_task(payload json)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(payload ->> 'to', payload #>> '{recipient,address}', (select u.email::text from auth.users as u
    where u.id::text = coalesce(payload #>> '{recipient,userId}', payload ->> 'userId', payload ->> 'person')))
$function$;

CREATE OR REPLACE FUNCTION staff.refresh_companies()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('staff');
  perform private.count_companies();
end
$function$;
grant execute on function staff.refresh_companies() to authenticated;

CREATE OR REPLACE FUNCTION staff.refresh_figures()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('viewer');
  if not exists (select from staff.figures_counted where at > now() - interval '5 minutes') then
    perform staff.count_figures();
  end if;
  return (select at from staff.figures_counted);
end
$function$;
grant execute on function staff.refresh_figures() to authenticated;

CREATE OR REPLACE FUNCTION staff.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'the log is only added to' using errcode = '42501';
end
$function$;
grant execute on function staff.refuse_change() to postgres;

CREATE OR REPLACE FUNCTION staff.remove_word_draft(of_kind text, seen integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('staff');
  delete from staff.word_drafts as d where d.kind = of_kind and d.revision = seen;
  return found;
end
$function$;
grant execute on function staff.remove_word_draft(text,integer) to authenticated;

CREATE OR REPLACE FUNCTION staff.reported_jobs()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select subject_id from staff.cases
    where kind = 'job' and reports > 0 and state in ('waiting', 'asked', 'answered', 'appealed')
      and id <> all ((select staff.own_cases())::uuid[]) and private.has_staff_role('staff')
$function$;
grant execute on function staff.reported_jobs() to authenticated;

CREATE OR REPLACE FUNCTION staff.require(minimum text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_staff_role(minimum) then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
end
$function$;
grant execute on function staff.require(text) to authenticated;

CREATE OR REPLACE FUNCTION staff.require_fresh_factor()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(staff.factor_shown_at() < now() - interval '5 minutes', true) then
    raise exception 'the second factor is asked for again' using errcode = 'SF403';
  end if;
end
$function$;
grant execute on function staff.require_fresh_factor() to authenticated;

CREATE OR REPLACE FUNCTION staff.require_other(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case staff.not_on(person)
    when 'self' then raise exception 'nobody acts on themselves' using errcode = 'SF409';
    when 'higher' then raise exception 'nobody acts on a higher role' using errcode = 'SF409';
    else
  end case;
end $function$;
grant execute on function staff.require_other(uuid) to authenticated;

CREATE OR REPLACE FUNCTION staff.require_publisher(of_kind text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('staff');
  if of_kind = any (staff.words_of_staff()) then return; end if;
  if not private.has_staff_role('owner') then
    raise exception 'owners publish this' using errcode = 'SF418';
  end if;
  perform staff.require_fresh_factor();
end
$function$;

CREATE OR REPLACE FUNCTION staff.revenue_known_until()
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select max(day) from staff.figures where name = 'revenue'
$function$;
grant execute on function staff.revenue_known_until() to service_role;

CREATE OR REPLACE FUNCTION staff.save_word_draft(of_kind text, seen integer, new_content jsonb, base integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known staff.word_drafts;
  last staff.words;
  saved integer;
begin
  perform staff.require('staff');
  perform pg_advisory_xact_lock(hashtextextended('staff.words ' || of_kind, 0));
  select w.* into last from staff.words as w where w.kind = of_kind order by w.version desc limit 1;
  if coalesce(last.version, 0) <> base then
    raise exception '% has since published version %. Look at it, then decide again.',
      staff.name_of(last.published_by), last.version using errcode = 'SF417';
  end if;
  select d.* into known from staff.word_drafts as d where d.kind = of_kind;
  if coalesce(known.revision, 0) <> seen then
    raise exception '% the draft. Look at it, then decide again.',
      coalesce(staff.name_of(known.changed_by) || ' has since changed', 'Somebody has since removed or published')
      using errcode = 'SF417';
  end if;
  insert into staff.word_drafts as d (kind, content, based_on, revision, changed_by)
    values (of_kind, new_content, base, 1 + floor(random() * 1000000000)::int, auth.uid())
    on conflict (kind) do update set content = excluded.content, based_on = excluded.based_on,
      revision = d.revision + 1, changed_by = excluded.changed_by, changed_at = now()
    returning d.revision into saved;
  return saved;
end
$function$;
grant execute on function staff.save_word_draft(text,integer,jsonb,integer) to authenticated;

CREATE OR REPLACE FUNCTION staff.send_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform queue.add('staff-invitation', json_build_object('id', new.id), 'staff-invitation ' || new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.send_launch_mail()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('staff');
  perform staff.write_launch_points(jsonb_build_array(jsonb_build_object('name', 'mail-trial',
    'state', 'unknown', 'found', 'An email is on its way.')), false);
  perform queue.add('launch-mail', json_build_object('to', auth.email()), 'launch-mail');
  return auth.email();
end
$function$;
grant execute on function staff.send_launch_mail() to authenticated;

CREATE OR REPLACE FUNCTION staff.set_figure(figure text, on_day date, amount numeric)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into staff.figures as known (name, day, value) values (figure, on_day, amount)
    on conflict (name, day) do update set value = excluded.value
$function$;
grant execute on function staff.set_figure(text,date,numeric) to service_role;

CREATE OR REPLACE FUNCTION staff.set_own_hearing(alarms boolean, digest boolean)
 RETURNS TABLE(hears_alarms boolean, hears_digest boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('viewer');
  return query select m.hears_alarms, m.hears_digest from staff.members as m where m.user_id = auth.uid();
  update staff.members as m set hears_alarms = alarms, hears_digest = digest where m.user_id = auth.uid();
end
$function$;
grant execute on function staff.set_own_hearing(boolean,boolean) to authenticated;

CREATE OR REPLACE FUNCTION staff.settle_cases_of_blocked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_blocked boolean := coalesce(new.banned_until > now(), false);
  it staff.cases;
begin
  if coalesce(old.banned_until > now(), false) = is_blocked then return null; end if;
  for it in
    update staff.cases as c set state = case when is_blocked then 'blocked' else c.state_before end,
        state_before = case when is_blocked then c.state end, version = c.version + 1, changed_at = now(),
        acted_by = case when private.has_staff_role('staff') then auth.uid() end,
        acted_as = case when private.has_staff_role('staff') then auth.email() end, acted_at = now(),
        claimed_by = null, claimed_as = null, claimed_at = null
      where c.person_id = new.id and case when is_blocked
        then c.state in ('waiting', 'asked', 'answered', 'appealed') else c.state = 'blocked' end
        -- Reported anew meanwhile: that case is the open one.
        and (is_blocked or not exists (select from staff.cases as open
          where (open.kind, open.subject_id, open.company_key) = (c.kind, c.subject_id, c.company_key)
            and open.person_id = c.person_id and open.state in ('waiting', 'asked', 'answered', 'appealed')))
      returning c.*
  loop
    if is_blocked then perform staff.tell_reporters(it); end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.stop_charging()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from staff.blocks where user_id = new.user_id) then
    perform staff.tell_payments(new.user_id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.stop_factor_help(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('staff');
  perform staff.require_other(person);
  delete from staff.factor_helps where user_id = person;
  if not found then perform private.refuse('no_help_waiting'); end if;
end
$function$;
grant execute on function staff.stop_factor_help(uuid) to authenticated;

CREATE OR REPLACE FUNCTION staff.stop_newsletter(newsletter uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  edition uuid;
begin
  perform staff.require('staff');
  update public.newsletter_editions as e set stopped_at = now()
    from staff.newsletters as n where n.id = newsletter and e.id = n.edition_id and e.stopped_at is null
    returning e.id into edition;
  if edition is null then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
  delete from public.newsletter_deliveries as d where d.edition_id = edition and d.sent_at is null;
  return (select count(*) from public.newsletter_deliveries as d
    where d.edition_id = edition and d.sent_at is not null);
end
$function$;
grant execute on function staff.stop_newsletter(uuid) to authenticated;

CREATE OR REPLACE FUNCTION staff.subjects_of(person uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('owner');
  return array(
    select person::text
    union
    select l.subject_id from staff.log as l join staff.log_details as d on d.position = l.position
    where l.act in ('appoint', 'withdraw-invitation') and l.subject_kind = 'invitation'
      and lower(coalesce(d.after, d.before) ->> 'email') in (
        select lower(u.email) from auth.users as u where u.id = person
        union
        select own.actor_address from staff.log as a join staff.log_details as own on own.position = a.position
        where a.actor_id = person));
end
$function$;
grant execute on function staff.subjects_of(uuid) to authenticated;

CREATE OR REPLACE FUNCTION staff.take_alarms()
 RETURNS TABLE(id bigint, kind text, about text, facts jsonb, began_at timestamp with time zone, is_new boolean, is_over boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with mine as (
    select a.id from staff.alarms as a
    where (a.told_at is null or (a.over_at is not null and a.over_told_at is null))
      and (a.claimed_until is null or a.claimed_until not between now() and now() + interval '3 minutes')
      and (a.kind <> 'report' or not exists (select from staff.alarms as said where said.kind = 'report'
        and greatest(said.told_at, said.over_told_at) between now() - interval '10 minutes' and now() + interval '1 minute'))
    order by a.id limit 200 for update skip locked)
  update staff.alarms as a set claimed_until = now() + interval '2 minutes'
  from mine where a.id = mine.id
  returning a.id, a.kind, a.about, a.facts, a.began_at, a.told_at is null, a.over_at is not null
$function$;
grant execute on function staff.take_alarms() to service_role;

CREATE OR REPLACE FUNCTION staff.take_export(hash text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken staff.exports;
begin
  update staff.exports as e set taken_at = now() from auth.users as u
    where e.token_hash = hash and e.ends_at > now() and u.id = e.user_id and u.deleted_at is null
      and auth.has_proved_mailbox(u.id)
      and (not staff.has_second_factor(u.id) or u.banned_until > now())
    returning e.* into taken;
  if taken.id is not null then
    perform staff.append('site', null, null, 'export-taken', 'person', taken.user_id::text, null, null, null);
  end if;
  return taken.user_id;
end
$function$;
grant execute on function staff.take_export(text) to service_role;

CREATE OR REPLACE FUNCTION staff.take_in_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_table_name = 'job_reports' then
    perform staff.file_job_report(new);
  else
    perform staff.file_message_report(new);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.take_up(wanted uuid, seen integer)
 RETURNS staff.cases
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it staff.cases;
begin
  perform staff.require('staff');
  select * into it from staff.cases where id = wanted for update;
  if it.id is null or staff.is_side_of(it, auth.uid()) then
    raise exception 'nothing here' using errcode = 'SF404';
  end if;
  if it.person_id is not null then
    perform staff.require_other(it.person_id);
  end if;
  if exists (select from staff.reports where case_id = it.id and reporter_id = auth.uid()) then
    raise exception 'you reported this' using errcode = 'SF409';
  end if;
  if it.version <> seen then
    raise exception '%', staff.words_of_act(it) using errcode = 'SF412';
  end if;
  if it.claimed_by <> auth.uid() and it.claimed_at between now() - interval '30 minutes' and now() + interval '1 minute' then
    raise exception '% is looking at this.', coalesce(it.claimed_as, 'Somebody') using errcode = 'SF412';
  end if;
  return it;
end $function$;

CREATE OR REPLACE FUNCTION staff.takes_look(what text, every interval)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with taken as (
    insert into staff.alarm_looks as known values (what, now())
    on conflict (what) do update set at = excluded.at
      where known.at <= excluded.at - every or known.at > excluded.at + every
    returning 1)
  select exists (select from taken)
$function$;

CREATE OR REPLACE FUNCTION staff.tell(it staff.cases, what text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select queue.add('review-mail', json_build_object('caseId', it.id, 'kind', what))
$function$;

CREATE OR REPLACE FUNCTION staff.tell_export(asked uuid, hash text)
 RETURNS TABLE(email text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update staff.exports as e set token_hash = hash from auth.users as u
    where e.id = asked and e.ends_at > now() and u.id = e.user_id and auth.has_proved_mailbox(u.id)
    returning u.email::text
$function$;
grant execute on function staff.tell_export(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION staff.tell_factor_help(asked uuid, hash text)
 RETURNS TABLE(email text, hours integer)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update staff.factor_helps as h set token_hash = hash from auth.users as u
    where h.id = asked and u.id = h.user_id
    returning u.email::text, extract(epoch from h.waits)::int / 3600
$function$;
grant execute on function staff.tell_factor_help(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION staff.tell_of_launch()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('launch_changed', '1');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.tell_of_legal_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before staff.words;
  stands jsonb := private.rule_words(new.kind);
begin
  if new.kind <> all (staff.told_kinds()) then return null; end if;
  select w.* into before from staff.words as w where w.kind = new.kind and w.version < new.version
    order by w.version desc limit 1;
  -- The same again changes nothing for anybody.
  if new.content is not distinct from before.content then return null; end if;
  insert into private.legal_news (kind, version, is_taken_back)
    values (new.kind, new.version, new.effective_from <= now());
  perform queue.add('legal-news', json_build_object('kind', new.kind, 'version', new.version),
    'legal-news ' || new.kind || ' ' || new.version);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.tell_of_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('words_changed', '1');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION staff.tell_payments(person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select queue.add('billing-block', json_build_object('userId', person), 'billing-block ' || person)
    from public.subscriptions where user_id = person and customer_id is not null
$function$;

CREATE OR REPLACE FUNCTION staff.tell_reporters(it staff.cases)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with told as (
    update staff.reports set told_at = now()
      where case_id = it.id and reporter_id is not null and told_at is null returning id)
  select queue.add('report-mail', json_build_object('reportId', id)) from told
$function$;

CREATE OR REPLACE FUNCTION staff.tell_who_lost()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() <> old.user_id and exists (select from auth.users as u where u.id = old.user_id) then
    perform queue.add('staff-role-mail', json_build_object('userId', old.user_id, 'before', old.role), 'staff-role-mail ' || old.user_id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION staff.told_kinds()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array['terms', 'privacy']
$function$;

CREATE OR REPLACE FUNCTION staff.try_alarm()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('owner');
  insert into staff.alarms (kind, over_at, over_told_at) values ('test', now(), now());
end
$function$;
grant execute on function staff.try_alarm() to authenticated;

CREATE OR REPLACE FUNCTION staff.unblock_person(person uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  block staff.blocks;
  after timestamptz;
begin
  perform staff.require('staff');
  perform staff.require_other(person);
  perform from auth.users where id = person for update;
  delete from staff.blocks where user_id = person returning * into block;
  update auth.users set banned_until = case when block.banned_before > now() then block.banned_before end
    where id = person and banned_until > now() returning banned_until into after;
  if not found and block.user_id is null then perform private.refuse('not_blocked'); end if;
  perform staff.tell_payments(person);
  return jsonb_build_object('blocked', after is not null, 'until', after);
end
$function$;
grant execute on function staff.unblock_person(uuid) to authenticated;

CREATE OR REPLACE FUNCTION staff.usual_legal_day(kind text)
 RETURNS date
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('staff');
  return (now() at time zone 'UTC')::date
    + case when kind = any (staff.told_kinds()) then private.setting('legal_notice_days')::int + 7 else 0 end;
end
$function$;
grant execute on function staff.usual_legal_day(text) to authenticated;

CREATE OR REPLACE FUNCTION staff.visits_by_page(since date, most integer)
 RETURNS TABLE(path text, views bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('viewer');
  return query select v.path, sum(v.views)::bigint from public.page_views as v where v.day >= since
    group by v.path order by 2 desc, 1 limit least(most, 100);
end
$function$;
grant execute on function staff.visits_by_page(date,integer) to authenticated;

CREATE OR REPLACE FUNCTION staff.who_hears()
 RETURNS TABLE(id uuid, email text, role text, hears_alarms boolean, hears_digest boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.user_id, u.email::text, m.role, m.hears_alarms and m.role <> 'viewer', m.hears_digest
  from staff.members as m join auth.users as u on u.id = m.user_id
  where m.accepted_at >= m.appointed_at and u.deleted_at is null and u.email is not null
    and (u.banned_until is null or u.banned_until <= now()) and auth.has_proved_mailbox(u.id)
$function$;
grant execute on function staff.who_hears() to service_role;

CREATE OR REPLACE FUNCTION staff.words_of(person auth.users)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select left(lower(concat_ws(' ', person.email, person.raw_user_meta_data ->> 'full_name')), 600)
$function$;

CREATE OR REPLACE FUNCTION staff.words_of_act(it staff.cases)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when it.state in ('answered', 'appealed') then 'The person has since answered.'
    else coalesce(it.acted_as, 'Somebody') || ' ' || case it.state when 'released' then 'released this'
      when 'hidden' then 'decided to hide this' when 'asked' then 'asked the person'
      when 'blocked' then 'blocked the person' else 'changed this' end
      || to_char(it.acted_at at time zone 'UTC', ' "at" HH24:MI "UTC on" FMMonth FMDD".') end
$function$;

CREATE OR REPLACE FUNCTION staff.words_of_staff()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array['announcement', 'statistics', 'salaries', 'job-market', 'faq', 'testimonials', 'resources',
    'events', 'membership']
$function$;
grant execute on function staff.words_of_staff() to authenticated;

CREATE OR REPLACE FUNCTION staff.work_of(person uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('staff');
  return jsonb_build_object(
    'companies', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'role', m.role,
        'is_closed', c.closed_at is not null,
        'people', (select count(*) from public.company_members as o where o.company_id = c.id),
        'jobs', (select count(*) from public.jobs as j where j.company_id = c.id)) order by m.joined_at, c.id), '[]')
      from public.company_members as m join public.companies as c on c.id = m.company_id where m.user_id = person),
    'seat_of', (select c.name from private.seat_of(person) as seat
      join public.companies as c on c.id = seat.company_id));
end $function$;
grant execute on function staff.work_of(uuid) to authenticated;

CREATE OR REPLACE FUNCTION staff.write_alarms(kinds text[], seen jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into staff.alarms (kind, about, facts)
    select * from jsonb_to_recordset(seen) as f (kind text, about text, facts jsonb)
    on conflict (kind, about) where over_at is null do nothing;
  update staff.alarms as a set over_at = now()
    where a.kind = any (kinds) and a.over_at is null and not exists (
      select from jsonb_to_recordset(seen) as f (kind text, about text) where f.kind = a.kind and f.about = a.about);
end
$function$;
grant execute on function staff.write_alarms(text[],jsonb) to service_role;

CREATE OR REPLACE FUNCTION staff.write_cancellation(act uuid)
 RETURNS TABLE(email text, until timestamp with time zone, is_at_end boolean, is_owed boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.email::text,
      -- What is unpaid or paused gives none, however long its period.
      case when a.kind = 'cancel-at-end' and s.status in ('active', 'trialing', 'past_due', 'canceled')
        then coalesce(s.paid_until, s.current_period_end) end,
      a.kind = 'cancel-at-end',
      coalesce(s.status in ('past_due', 'unpaid'), false)
    from staff.payment_acts as a join auth.users as u on u.id = a.user_id
    left join public.subscriptions as s on s.user_id = a.user_id and s.subscription_id = a.subscription_id
    where a.id = act and a.state = 'done' and u.deleted_at is null and u.email is not null
      -- The member took it back, and has a mail about that.
      and not (a.kind = 'cancel-at-end' and exists (select from staff.membership_changes as ending
        join staff.membership_changes as later on later.user_id = ending.user_id
          and later.subscription_id = ending.subscription_id and later.id > ending.id
        where ending.user_id = a.user_id and ending.subscription_id = a.subscription_id and ending.at >= a.asked_at
          and ending.is_ending and not later.is_ending and later.status <> 'canceled'))
$function$;
grant execute on function staff.write_cancellation(uuid) to service_role;

CREATE OR REPLACE FUNCTION staff.write_launch_points(given jsonb, is_all boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if is_all then
    delete from staff.launch_points as p
      where not exists (select from jsonb_array_elements(given) as g where g ->> 'name' = p.name);
  end if;
  insert into staff.launch_points as known (name, state, found)
    select g ->> 'name', g ->> 'state', left(g ->> 'found', 1000) from jsonb_array_elements(given) as g
    on conflict (name) do update set state = excluded.state, found = excluded.found, checked_at = now();
end
$function$;
grant execute on function staff.write_launch_points(jsonb,boolean) to service_role;

CREATE OR REPLACE FUNCTION staff.write_letter(wanted uuid, what text, hash text)
 RETURNS TABLE(email text, subject_kind text, title text, said text, may_answer boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it staff.cases;
  asks boolean;
begin
  select * into it from staff.cases as c where c.id = wanted
    and c.state = case what when 'held' then 'waiting' else what end for update;
  if it.id is null then return; end if;
  asks := what = 'asked' or what = 'hidden' and it.appealed_at is null;
  if asks then
    update staff.cases set letter_hash = hash where id = it.id;
  end if;
  return query select u.email::text, it.kind, it.title,
      case what when 'asked' then it.question when 'hidden' then it.reason end, asks
    from auth.users as u where u.id = it.person_id and u.email is not null and u.deleted_at is null;
end
$function$;
grant execute on function staff.write_letter(uuid,text,text) to service_role;

CREATE OR REPLACE FUNCTION staff.write_log(act text, subject_kind text, subject_id text, reason text DEFAULT NULL::text, before jsonb DEFAULT NULL::jsonb, after jsonb DEFAULT NULL::jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform staff.require('viewer');
  return staff.append('person', auth.uid(), auth.email(), act, subject_kind, subject_id, reason, before, after);
end
$function$;
grant execute on function staff.write_log(text,text,text,text,jsonb,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION staff.write_membership_change(change bigint)
 RETURNS TABLE(email text, what text, heard_at timestamp with time zone, until timestamp with time zone, is_owed boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.email::text,
      case when c.status = 'canceled' then 'ended' when c.is_ending then 'ends' else 'renews' end,
      c.at,
      -- What is unpaid or paused gives none, however long its period.
      case when not (c.is_ending or c.status = 'canceled') then case when not s.charges_paused then s.current_period_end end
        when s.status in ('active', 'trialing', 'past_due', 'canceled') then coalesce(s.paid_until, s.current_period_end) end,
      s.status in ('past_due', 'unpaid')
    from staff.membership_changes as c
    join public.subscriptions as s on s.user_id = c.user_id and s.subscription_id = c.subscription_id
    join auth.users as u on u.id = c.user_id
    where c.id = change and u.deleted_at is null and u.email is not null
      and u.id not in (select private.banned_people())
      and not exists (select from staff.membership_changes as later
        where later.user_id = c.user_id and later.subscription_id = c.subscription_id and later.id > c.id
          and (later.is_ending <> c.is_ending or (later.status = 'canceled') <> (c.status = 'canceled')))
$function$;
grant execute on function staff.write_membership_change(bigint) to service_role;

CREATE OR REPLACE FUNCTION staff.write_report_letter(report uuid)
 RETURNS TABLE(email text, subject_kind text, has_acted boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.email::text, c.kind, c.state in ('hidden', 'blocked') from staff.reports as r
    join staff.cases as c on c.id = r.case_id join auth.users as u on u.id = r.reporter_id
    where r.id = report and u.deleted_at is null and u.email is not null and auth.has_proved_mailbox(u.id)
      and c.state in ('hidden', 'blocked', 'released')
$function$;
grant execute on function staff.write_report_letter(uuid) to service_role;

CREATE OR REPLACE FUNCTION staff.write_role_mail(person uuid, before text)
 RETURNS TABLE(email text, role text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.email::text, m.role from auth.users as u left join staff.members as m on m.user_id = u.id
    where u.id = person and u.deleted_at is null and u.email is not null
      and (m.role is null or staff.rank(m.role) < staff.rank(before))
$function$;
grant execute on function staff.write_role_mail(uuid,text) to service_role;

-- storage -----------------------------------------------------------------------------------------

create schema storage;
grant usage on schema storage to anon, authenticated, service_role;
alter default privileges in schema storage grant all on tables to service_role;
alter default privileges in schema storage grant execute on functions to service_role;

create table storage.buckets (
  id text not null,
  name text not null,
  owner uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  public boolean not null default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  normalizes_pictures boolean not null default false,
  constraint buckets_pkey PRIMARY KEY (id),
  constraint buckets_name_key UNIQUE (name)
);
alter table storage.buckets enable row level security;
create policy "resumes are there for everybody who asks" on storage.buckets
  for select to authenticated
  using (id = 'resumes'::text);
create policy "the avatars are there for everybody who asks" on storage.buckets
  for select to authenticated
  using (id = 'avatars'::text);
create policy "the logos are there for everybody who asks" on storage.buckets
  for select to authenticated
  using (id = 'company-logos'::text);
grant delete on storage.buckets to anon, authenticated;
grant all on storage.buckets to service_role;
grant select (id, name, owner, created_at, updated_at, public, file_size_limit, allowed_mime_types),
  insert (id, name, owner, public, file_size_limit, allowed_mime_types, owner_id), update
  (updated_at, public, file_size_limit, allowed_mime_types) on storage.buckets to anon,
  authenticated;

create table storage.objects (
  id uuid not null default gen_random_uuid(),
  bucket_id text not null,
  name text not null,
  owner uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  last_accessed_at timestamp with time zone default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/'::text)) stored,
  version text not null,
  owner_id text default auth.uid()::text,
  user_metadata jsonb,
  parts jsonb,
  constraint objects_pkey PRIMARY KEY (id),
  constraint objects_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 200),
  constraint objects_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id)
);
CREATE UNIQUE INDEX bucketid_objname ON storage.objects USING btree (bucket_id, name);
CREATE INDEX name_prefix_search ON storage.objects USING btree (name text_pattern_ops);
CREATE INDEX objects_folder_idx ON storage.objects USING btree (bucket_id, (path_tokens[1]));
CREATE INDEX objects_owner_idx ON storage.objects USING btree (COALESCE(owner_id, ''::text), bucket_id);
CREATE INDEX objects_parts_idx ON storage.objects USING gin (parts jsonb_path_ops)
  WHERE (parts IS NOT NULL);
alter table storage.objects enable row level security;
create policy "admins manage the logo of their company" on storage.objects
  for all to authenticated
  using (bucket_id = 'company-logos'::text AND cardinality(storage.foldername(name)) = 1 AND (private.uuid_or_null((storage.foldername(name))[1]) = ANY ((( SELECT private.own_companies('admin'::text) AS own_companies))::uuid[])))
  with check (bucket_id = 'company-logos'::text AND cardinality(storage.foldername(name)) = 1 AND (private.uuid_or_null((storage.foldername(name))[1]) = ANY ((( SELECT private.own_companies('admin'::text) AS own_companies))::uuid[])));
create policy "people manage pictures in their own folder" on storage.objects
  for all to authenticated
  using (bucket_id = 'avatars'::text AND storage.foldername(name) = ARRAY[(( SELECT auth.uid() AS uid))::text])
  with check (bucket_id = 'avatars'::text AND storage.foldername(name) = ARRAY[(( SELECT auth.uid() AS uid))::text]);
create policy "who sees a profile sees its picture" on storage.objects
  for select to authenticated
  using (bucket_id = 'avatars'::text AND (EXISTS ( SELECT
   FROM public.candidate_profiles p
  WHERE p.user_id = private.uuid_or_null((storage.foldername(objects.name))[1]) AND private.is_address_of_picture(p.profile_picture_url, objects.name))));
create policy "who sees a resume may fetch it" on storage.objects
  for select to authenticated
  using (bucket_id = 'resumes'::text AND (EXISTS ( SELECT
   FROM public.resumes r
  WHERE r.object_name = objects.name)));
CREATE TRIGGER before_1_plain_text BEFORE INSERT OR UPDATE ON storage.objects
  FOR EACH ROW EXECUTE FUNCTION private.make_plain_text();
CREATE TRIGGER before_2_limit_pictures BEFORE INSERT ON storage.objects
  FOR EACH ROW EXECUTE FUNCTION private.limit_pictures();
CREATE TRIGGER before_3_hold_to_rules BEFORE INSERT OR UPDATE OF bucket_id, owner_id, metadata ON storage.objects
  FOR EACH ROW EXECUTE FUNCTION storage.hold_to_rules();
CREATE TRIGGER before_3_limit_logos BEFORE INSERT ON storage.objects
  FOR EACH ROW EXECUTE FUNCTION private.limit_logos();
CREATE TRIGGER objects_remove_file AFTER DELETE OR UPDATE OF version ON storage.objects
  FOR EACH ROW EXECUTE FUNCTION storage.queue_file_removal();
grant delete, select on storage.objects to anon, authenticated;
grant all on storage.objects to service_role;
grant insert (id, bucket_id, name, metadata, version, user_metadata, parts), update (bucket_id,
  name, owner, updated_at, last_accessed_at, metadata, version, owner_id, user_metadata, parts) on
  storage.objects to anon, authenticated;

create table storage.resumable_uploads (
  id uuid not null default gen_random_uuid(),
  bucket_id text not null,
  name text not null,
  owner_id text,
  sent_by text not null,
  is_upsert boolean not null,
  size bigint not null,
  received bigint not null default 0,
  parts jsonb not null default '[]'::jsonb,
  mimetype text not null,
  cache_control text not null,
  user_metadata jsonb,
  expires_at timestamp with time zone not null default now() + '1 day'::interval,
  finished_at timestamp with time zone,
  constraint resumable_uploads_pkey PRIMARY KEY (id),
  constraint resumable_uploads_check CHECK (received <= size),
  constraint resumable_uploads_parts_check CHECK (jsonb_array_length(parts) <= 1000),
  constraint resumable_uploads_size_check CHECK (size >= 0),
  constraint resumable_uploads_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) ON DELETE CASCADE
);
CREATE INDEX resumable_uploads_expiry_idx ON storage.resumable_uploads USING btree (expires_at);
CREATE INDEX resumable_uploads_owner_idx ON storage.resumable_uploads USING btree (COALESCE(owner_id, ''::text), bucket_id);
CREATE INDEX resumable_uploads_parts_idx ON storage.resumable_uploads USING gin (parts jsonb_path_ops);
alter table storage.resumable_uploads enable row level security;
CREATE TRIGGER resumable_uploads_remove_files AFTER DELETE ON storage.resumable_uploads
  FOR EACH ROW EXECUTE FUNCTION storage.queue_part_removal();
grant all on storage.resumable_uploads to service_role;

CREATE OR REPLACE FUNCTION storage.extension(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (string_to_array(storage.filename(name), '.'))[
    nullif(cardinality(string_to_array(storage.filename(name), '.')), 1)]
$function$;
grant execute on function storage.extension(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION storage.filename(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))]
$function$;
grant execute on function storage.filename(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION storage.foldername(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1]
$function$;
grant execute on function storage.foldername(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION storage.hold_to_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rules record;
  bytes bigint := (new.metadata ->> 'size')::bigint;
  bytes_before bigint;
  marks_folder boolean;
begin
  if bytes is null then return new; end if;
  select * into rules from private.rules_of_bucket(new.bucket_id);
  if bytes > rules.most_bytes then
    raise exception 'The object exceeded the maximum allowed size' using errcode = 'PT413';
  end if;
  marks_folder := bytes = 0 and new.name ~ '(^|/)\.emptyFolderPlaceholder$';
  if not rules.normalizes_pictures and not marks_folder
    and not private.allows_media_type(rules.media_types, new.metadata ->> 'mimetype') then
    raise exception 'mime type % is not supported', new.metadata ->> 'mimetype'
      using errcode = 'PT415';
  end if;
  if tg_op = 'UPDATE' and new.bucket_id <> old.bucket_id and rules.normalizes_pictures then
    raise exception 'Pictures are uploaded here, not moved from elsewhere.' using errcode = 'PT400';
  end if;
  -- An insert may yet become the update of a row that is there.
  select (o.metadata ->> 'size')::bigint into bytes_before from storage.objects as o
    where o.bucket_id = new.bucket_id and coalesce(o.owner_id, '') = coalesce(new.owner_id, '')
      and (o.id = new.id or o.name = new.name);
  if bytes > coalesce(bytes_before, -1) then
    perform private.hold_to_quota(new.bucket_id, new.owner_id, bytes - coalesce(bytes_before, 0));
  end if;
  return new;
end
$function$;
grant execute on function storage.hold_to_rules() to service_role;

CREATE OR REPLACE FUNCTION storage.queue_file_removal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' or new.version <> old.version then
    perform queue.add('remove-stored-file', json_build_object('key', file))
      from private.files_of(old.bucket_id, old.id, old.version, old.parts) as file;
  end if;
  return null;
end
$function$;
grant execute on function storage.queue_file_removal() to service_role;

CREATE OR REPLACE FUNCTION storage.queue_part_removal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform queue.add('remove-stored-file', json_build_object('key', file))
    from private.files_of(old.bucket_id, old.id, '', old.parts) as file;
  return null;
end
$function$;
grant execute on function storage.queue_part_removal() to service_role;

CREATE OR REPLACE FUNCTION storage.remove_objects_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from storage.objects where coalesce(owner_id, '') = old.id::text;
  delete from storage.resumable_uploads where coalesce(owner_id, '') = old.id::text;
  return null;
end
$function$;
grant execute on function storage.remove_objects_of_person() to service_role;
