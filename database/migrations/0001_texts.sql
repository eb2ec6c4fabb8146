-- What people type, and what is stored of it; what it may hold is in database/rules. Functions that policies and triggers ask lie in a schema of
-- their own, outside the one that the API shows, so that nobody can ask them about somebody else.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- The characters that JavaScript's trim() takes away, so that form, API and SQL agree on what is empty.
create function private.trimmed(value text) returns text
language sql immutable strict parallel safe as $$
  select btrim(value, E' \t\n\u000B\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF')
$$;

-- A text as the form makes it: one sign for the end of a line, and nothing around it.
create function private.tidied(value text) returns text
language sql immutable strict parallel safe as $$
  select private.trimmed(replace(replace(value, E'\r\n', E'\n'), E'\r', E'\n'))
$$;

grant execute on function private.trimmed(text), private.tidied(text)
  to anon, authenticated, service_role;

-- plainText of domain/plain-text.ts, for what reaches a table on any other way than the API's door: one such
-- character in a title would break the feed and the sitemap for everybody.
create function private.plain_text(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_replace(value, '[\u0001-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]', '', 'g')
$$;

create function private.plain_json(value jsonb) returns jsonb
language sql immutable strict parallel safe set search_path = '' as $$
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
$$;

create function private.make_plain_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Within a value of JSON such a character stands as its number.
  if new::text ~ '[\u0001-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\\u00[01]' then
    new := jsonb_populate_record(new, private.plain_json(to_jsonb(new)));
  end if;
  return new;
end
$$;

-- Triggers of one kind run in the order of their names. Where that matters, which is for those before a row
-- is written, they are numbered: before_1_plain_text comes first wherever people's words arrive, because the
-- others judge what will be stored. Each subject sets it on its tables; these are the platform's.
create trigger before_1_plain_text before insert or update on auth.users
  for each row execute function private.make_plain_text();
create trigger before_1_plain_text before insert or update on auth.identities
  for each row execute function private.make_plain_text();
create trigger before_1_plain_text before insert or update on auth.mfa_factors
  for each row execute function private.make_plain_text();
create trigger before_1_plain_text before insert or update on storage.objects
  for each row execute function private.make_plain_text();
