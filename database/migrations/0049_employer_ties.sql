-- "Hide from" holds against whoever hires for a company, as far as the site can know it: by what the member
-- states, by what their postings say, and by the domain of their confirmed address. Nobody sees a candidate
-- before the first is stated and the last confirmed. What comes to it later counts from the next day and for
-- good, so that nobody finds out who hides from a company by naming it and looking who is gone.

create table public.employer_ties (
  user_id uuid not null references auth.users (id) on delete cascade,
  company_key text not null
    constraint employer_ties_key_length check (char_length(company_key) between 1 and 300),
  since timestamptz not null,
  primary key (user_id, company_key)
);
alter table public.employer_ties enable row level security;
revoke all on public.employer_ties from anon, authenticated;

-- The day is UTC's, as everywhere on the site.
create function private.next_day() returns timestamptz
language sql stable set search_path = '' as $$
  select (date_trunc('day', now() at time zone 'UTC') + interval '1 day') at time zone 'UTC'
$$;

create function private.is_known_employer(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.employers where user_id = person)
    and auth.has_proved_mailbox(person)
$$;

create function private.may_see_candidates(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.has_active_membership(person) and private.is_known_employer(person)
$$;
grant execute on function private.may_see_candidates(uuid), private.is_known_employer(uuid)
  to authenticated, service_role;

-- Who has seen nobody yet has nothing to compare with: then a tie counts at once.
create function private.tie_from(person uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case when private.is_known_employer(person) then private.next_day() else now() end
$$;

-- The company as stated, the one before it while the change waits for its day, and when people changed it.
alter table public.employers
  add column former_company text,
  add column in_effect_at timestamptz not null default now(),
  add column changed_at timestamptz[] not null default '{}';

insert into public.employer_ties (user_id, company_key, since)
  select distinct user_id, key, now() from (
    select user_id, unnest(company_keys) from public.employers
    union all select posted_by, private.company_key(company) from public.jobs
    union all select id, private.company_key(email) from auth.users
      where email_confirmed_at is not null and email <> ''
  ) as known (user_id, key) where key <> '';

drop trigger employers_keep_key on public.employers;
drop function private.keep_company_key();
alter table public.employers drop column company_keys;

create function private.keep_employer() returns trigger
language plpgsql security definer set search_path = '' as $$
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
        'You have changed the company twice within a year. Write to us, and we change it for you.';
    end if;
    new.changed_at := old.changed_at || now();
  end if;
  if old.in_effect_at <= now() then new.former_company := old.company; end if;
  new.in_effect_at := private.tie_from(new.user_id);
  return new;
end
$$;
create trigger employers_keep before insert or update on public.employers
  for each row execute function private.keep_employer();

create function private.tie_employer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.employer_ties (user_id, company_key, since)
    values (new.user_id, private.company_key(new.company), new.in_effect_at)
    on conflict do nothing;
  return null;
end
$$;
create trigger employers_tie after insert or update of company on public.employers
  for each row execute function private.tie_employer();

create function private.tie_posters(posters uuid[], companies text[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.employer_ties (user_id, company_key, since)
    select poster, key, private.tie_from(poster) from (
      select distinct poster, private.company_key(company) as key
      from unnest(posters, companies) as posted (poster, company)
    ) as known where key <> ''
    on conflict do nothing
$$;

create function private.tie_new_postings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tie_posters(array_agg(posted_by), array_agg(company))
    from (select distinct posted_by, company from written) as posted;
  return null;
end
$$;
create trigger tie_new_postings after insert on public.jobs
  referencing new table as written
  for each statement execute function private.tie_new_postings();

create function private.tie_changed_postings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tie_posters(array_agg(posted_by), array_agg(company))
    from (select distinct n.posted_by, n.company from written as n
      join replaced as o on o.id = n.id where n.company <> o.company) as posted;
  return null;
end
$$;
create trigger tie_changed_postings after update on public.jobs
  referencing old table as replaced new table as written
  for each statement execute function private.tie_changed_postings();

-- The first confirmed address counts at once: until then the person saw nobody.
create function private.tie_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email_confirmed_at is null or private.company_key(new.email) = '' then return null; end if;
  insert into public.employer_ties (user_id, company_key, since)
    values (new.id, private.company_key(new.email),
      case when tg_op = 'UPDATE' and old.email_confirmed_at is not null
        then private.tie_from(new.id) else now() end)
    on conflict do nothing;
  return null;
end
$$;
create trigger tie_new_address after insert on auth.users
  for each row when (new.email is not null) execute function private.tie_address();
create trigger tie_changed_address after update of email, email_confirmed_at on auth.users
  for each row when (new.email is not null
    and (new.email, new.email_confirmed_at) is distinct from (old.email, old.email_confirmed_at))
  execute function private.tie_address();

create or replace function private.company_keys_of(person uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select company_key from public.employer_ties
    where user_id = person and since <= now())
$$;

-- The company that counts now, and that candidates read.
create function private.company_in_effect(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when in_effect_at <= now() then company else former_company end
  from public.employers where user_id = person
$$;

-- What the caller has said of themselves as an employer, for the page that asks for it.
create function public.employer_state() returns table (
  company text, next_company text, next_from timestamptz, is_confirmed boolean, changes_left integer
)
language sql stable security definer set search_path = '' as $$
  select private.company_in_effect(me.id),
    case when e.in_effect_at > now() then e.company end,
    case when e.in_effect_at > now() then e.in_effect_at end,
    auth.has_proved_mailbox(me.id),
    greatest(0, 2 - (select count(*)::integer from unnest(e.changed_at) as at
      where at > now() - interval '1 year'))
  from (select auth.uid() as id) as me left join public.employers as e on e.user_id = me.id
$$;
grant execute on function public.employer_state() to authenticated;

drop policy "members read public profiles" on public.candidate_profiles;
create policy "members read public profiles" on public.candidate_profiles
  for select to authenticated using (
    public_profile
    and (select private.may_see_candidates(auth.uid()))
    and user_id not in (select private.people_hidden_from((select auth.uid()))));

-- As before, with the same question as the policy.
create or replace function private.find_candidates(
  q text, level text, skills text[], skills_mode text, place text, certification text,
  availability text, years_from integer, years_to integer, sort text, after text, most integer
) returns table (profile_id uuid, n bigint)
language plpgsql stable security definer set search_path = '' rows 20 as $$
declare
  me uuid := auth.uid();
  needle text := btrim(coalesce(q, ''));
  town text := btrim(coalesce(place, ''));
  proof text := btrim(coalesce(certification, ''));
  skill_facets text[] := array(select distinct 'skill ' || private.fold(btrim(skill))
    from unnest(skills) as skill where btrim(skill) <> '' limit 30);
  wanted text[] := '{}';
  any_skill text[] := '{}';
  low integer := greatest(coalesce(years_from, 0), 0);
  high integer := coalesce(years_to, 2147483647);
  conditions text;
  ordering text;
  place_after text[] := string_to_array(nullif(after, ''), '~');
begin
  -- Nobody else learns anything here, not even a number.
  if me is null or not private.may_see_candidates(me) then return; end if;
  if coalesce(level, '') not in ('', 'all') then wanted := wanted || ('level ' || level); end if;
  if coalesce(availability, '') not in ('', 'all') then
    wanted := wanted || ('availability ' || availability);
  end if;
  if skills_mode = 'all' then wanted := wanted || skill_facets; else any_skill := skill_facets; end if;
  conditions := private.search_conditions(
    needle, town, proof, wanted, any_skill, years_from, years_to);
  if sort = 'completeness' then
    ordering := 'c.completeness desc, c.created_at desc, c.profile_id desc';
    if place_after is not null then
      conditions := conditions || ' and (c.completeness, c.created_at, c.profile_id) < ($10, $11, $12)';
    end if;
  else
    ordering := 'c.created_at desc, c.profile_id desc';
    if place_after is not null then
      conditions := conditions || ' and (c.created_at, c.profile_id) < ($11, $12)';
    end if;
  end if;
  return query execute format(
    'select found.profile_id, row_number() over () from (
       select c.profile_id from private.candidate_search as c where %s %s limit %s) as found',
    conditions,
    case when sort is null then '' else 'order by ' || ordering end,
    greatest(least(coalesce(most, 20), 1001), 1))
    using me, private.containing(needle), private.containing(town), private.containing(proof),
      wanted, any_skill,
      array(select 'years ' || year from generate_series(least(low, 60), least(high, 60)) as year),
      low, high, place_after[1]::smallint, place_after[2]::timestamptz, place_after[3]::uuid;
end
$$;
