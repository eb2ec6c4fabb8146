-- What functions, tasks and the gate know of accounts. The schema `auth` belongs to the authentication service:
-- on a Supabase project, where that is another one than ours, no role of the site reaches it. There these
-- views are made of what that service keeps (database/supabase), and whoever reads them need not know.
create view private.accounts as
  select id, aud, role, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at,
    confirmed_at, invited_at, confirmation_sent_at, recovery_sent_at, email_change, email_change_sent_at,
    email_change_token_new, email_change_token_current, phone_change, phone_change_sent_at,
    reauthentication_sent_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, created_at,
    updated_at, banned_until, deleted_at, is_sso_user, is_anonymous, email_proved_at, phone_proved_at,
    cleared_at
  from auth.users;
create view private.account_identities as
  select id, user_id, provider_id, identity_data, provider, last_sign_in_at, created_at, updated_at, email
  from auth.identities;
create view private.account_factors as
  select id, user_id, friendly_name, factor_type, status, phone, created_at, updated_at, last_challenged_at
  from auth.mfa_factors;
create view private.account_sessions as
  select id, user_id, created_at, updated_at, refreshed_at, factor_id, aal, not_after, user_agent, ip,
    refresh_token_hmac_key
  from auth.sessions;
create view private.account_methods as
  select session_id, authentication_method, created_at, updated_at from auth.mfa_amr_claims;
create view private.account_log as
  select id, payload, created_at, ip_address from auth.audit_log_entries;
-- What a person has stored. Pictures that were made anew stand in an export themselves, other files are named.
create view private.account_files as
  select o.owner_id, o.bucket_id, o.id, o.version, o.name, o.metadata, o.user_metadata, o.created_at,
    o.updated_at, b.normalizes_pictures as is_picture
  from storage.objects as o join storage.buckets as b on b.id = o.bucket_id;

revoke all on private.accounts, private.account_identities, private.account_factors,
  private.account_sessions, private.account_methods, private.account_log,
  private.account_files from public;
grant select on private.accounts, private.account_identities, private.account_factors,
  private.account_sessions, private.account_methods, private.account_log,
  private.account_files to service_role;
grant delete on private.accounts, private.account_sessions to service_role;
grant insert, update on private.account_log to service_role;

-- The counters are ours, whoever keeps the accounts.
alter table auth.rate_limits set schema private;
