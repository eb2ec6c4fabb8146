-- What functions and tasks know of accounts, which Supabase's own service keeps: no role of the API reaches
-- them, so the owner of the project, who may read them, hands on what is needed. An address that is confirmed
-- counts as a proved mailbox: leave "Confirm email" on.
create view private.accounts as
  select id, aud, role, email, phone, null::varchar(255) as encrypted_password, email_confirmed_at,
    phone_confirmed_at, confirmed_at, invited_at, confirmation_sent_at, recovery_sent_at, email_change,
    email_change_sent_at, null::varchar(255) as email_change_token_new,
    null::varchar(255) as email_change_token_current, phone_change, phone_change_sent_at,
    reauthentication_sent_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, created_at,
    updated_at, banned_until, deleted_at, is_sso_user, is_anonymous,
    email_confirmed_at as email_proved_at, phone_confirmed_at as phone_proved_at,
    null::timestamptz as cleared_at
  from auth.users;
create view private.account_identities as
  select id, user_id, provider_id, identity_data, provider, last_sign_in_at, created_at, updated_at, email
  from auth.identities;
-- As text: Supabase has fewer kinds of factors.
create view private.account_factors as
  select id, user_id, friendly_name, factor_type::text as factor_type, status, phone, created_at, updated_at, last_challenged_at
  from auth.mfa_factors;
-- A session without an end has none.
create view private.account_sessions as
  select id, user_id, created_at, updated_at, refreshed_at, factor_id, aal,
    coalesce(not_after, 'infinity') as not_after, user_agent, ip, null::text as refresh_token_hmac_key
  from auth.sessions;
create view private.account_methods as
  select session_id, authentication_method, created_at, updated_at from auth.mfa_amr_claims;
create view private.account_log as
  select id, payload, created_at, ip_address from auth.audit_log_entries;
-- What lies in the project's storage is named, and fetched from there.
create view private.account_files as
  select owner_id, bucket_id, id, version, name, metadata, user_metadata, created_at, updated_at,
    false as is_picture
  from storage.objects;

revoke all on private.accounts, private.account_identities, private.account_factors,
  private.account_sessions, private.account_methods, private.account_log, private.account_files from public;
grant select on private.accounts, private.account_identities, private.account_factors,
  private.account_sessions, private.account_methods, private.account_log, private.account_files
  to service_role;
grant delete on private.accounts, private.account_sessions to service_role;
grant insert, update on private.account_log to service_role;

-- The counters of rate-limiter-flexible.
create unlogged table private.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire_idx on private.rate_limits (expire);
alter table private.rate_limits enable row level security;
grant all on private.rate_limits to service_role;
