-- What the operator has chosen, as far as SQL must know it. The server writes it at its start; until then
-- stands here what it would write by itself.
create table private.settings (
  name text primary key,
  value text not null
);
alter table private.settings enable row level security;
revoke all on private.settings from anon, authenticated;

insert into private.settings (name, value) values
  ('site_name', 'Carolina Health AI'),
  ('jobs_unconfirmed_live', '3'),
  ('jobs_per_day', '30');

create function private.setting(wanted text) returns text
language sql stable security definer set search_path = '' as $$
  select value from private.settings where name = wanted
$$;

create function private.write_settings(given jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.settings as known (name, value)
    select key, value from jsonb_each_text(given)
    on conflict (name) do update set value = excluded.value where known.value <> excluded.value
$$;
grant execute on function private.write_settings(jsonb) to service_role;

-- Whether a visitor or somebody signed in has sent the statement, and not the company's own tools. For
-- definer functions, where current_user is the owner.
create function private.is_sent_by_people() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(current_setting('role', true), '') in ('anon', 'authenticated')
$$;
