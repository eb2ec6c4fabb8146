-- What Supabase provides before a project's own migrations run: the three roles of the API, the
-- schemas auth and storage, and the functions through which SQL knows the caller.

-- Roles belong to the whole server, so another database on it may have made them already.
do $$
begin
  create role anon nologin noinherit;
exception when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  create role authenticated nologin noinherit;
exception when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  create role service_role nologin noinherit bypassrls;
exception when duplicate_object or unique_violation then null;
end $$;

revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
-- Functions are callable by everyone unless that is taken away; each grants what it needs.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;

create schema auth;
create schema storage;
grant usage on schema auth, storage to anon, authenticated, service_role;
alter default privileges in schema auth grant all on tables to service_role;
alter default privileges in schema auth grant all on sequences to service_role;
alter default privileges in schema auth grant execute on functions to service_role;
alter default privileges in schema storage grant all on tables to service_role;
alter default privileges in schema storage grant execute on functions to service_role;

create function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;

create function auth.uid() returns uuid language sql stable as $$
  select nullif(auth.jwt() ->> 'sub', '')::uuid
$$;

create function auth.role() returns text language sql stable as $$
  select auth.jwt() ->> 'role'
$$;

create function auth.email() returns text language sql stable as $$
  select auth.jwt() ->> 'email'
$$;

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email()
  to anon, authenticated, service_role;
