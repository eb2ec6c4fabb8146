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

create function private.keep_plain_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Within a value of JSON such a character stands as its number.
  if new::text ~ '[\u0001-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\\u00[01]' then
    new := jsonb_populate_record(new, private.plain_json(to_jsonb(new)));
  end if;
  return new;
end
$$;

-- First among the triggers, by its name: the others judge what will be stored.
do $$
declare
  people_write text;
begin
  foreach people_write in array '{public.jobs, public.job_reports, public.candidate_profiles,
    public.employers, public.profile_hides, public.saved_candidates, public.conversations,
    public.messages, public.message_reports, public.newsletter_subscribers, auth.users,
    auth.identities, auth.mfa_factors, storage.objects}'::text[]
  loop
    execute format('create trigger a_plain_text before insert or update on %s
      for each row execute function private.keep_plain_text()', people_write);
  end loop;
end
$$;

-- As before, with the two code points that are no characters: nothing is filled up with them.
create or replace function private.seen(value text) returns text
language sql immutable strict parallel safe as $$
  select private.tidied(regexp_replace(value, '[\u0001-\u0008\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB\uFFFE\uFFFF\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g'))
$$;
