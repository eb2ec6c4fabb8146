-- What this site expects of a project beyond what Supabase brings. Applied before its migrations.

-- Supabase opens to everybody what is made in `public`; here each table and function says who may do what.
-- This holds for what the owner of the project makes from now on, also by hand.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;

-- Where the site's process reads that the migrations are there, and how it logs in.
create schema deploy;
create table deploy.migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
);
create table deploy.login (
  only_row boolean primary key default true check (only_row),
  role text not null,
  password text not null
);
alter table deploy.migrations enable row level security;
alter table deploy.login enable row level security;
insert into deploy.migrations (name, checksum) values ('supabase', '');
