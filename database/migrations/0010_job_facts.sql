-- What a posting can say in facts beside its free texts, how long it lives, and who sees it when.

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

alter table public.jobs
  add column workplace text
    constraint jobs_workplace_known check (workplace in ('on-site', 'hybrid', 'remote')),
  add column city text
    constraint jobs_city_length
    check (char_length(city) between 1 and 100 and city = private.trimmed(city)),
  add column region text
    constraint jobs_region_length
    check (char_length(region) between 1 and 100 and region = private.trimmed(region)),
  add column country text
    constraint jobs_country_code check (country ~ '^[A-Z]{2}$'),
  add column salary_from numeric(11, 2)
    constraint jobs_salary_from_range check (salary_from > 0 and salary_from <= 100000000),
  add column salary_to numeric(11, 2)
    constraint jobs_salary_to_range check (salary_to > 0 and salary_to <= 100000000),
  add column salary_currency text
    constraint jobs_salary_currency_known check (salary_currency in ('USD', 'CAD', 'EUR', 'GBP', 'AUD',
      'NZD', 'CHF', 'INR', 'MXN', 'PHP', 'SGD', 'ZAR')),
  add column salary_period text
    constraint jobs_salary_period_known
    check (salary_period in ('hour', 'day', 'week', 'month', 'year')),
  add constraint jobs_salary_order check (salary_from <= salary_to),
  -- Amounts with what they are in and for, or nothing at all.
  add constraint jobs_salary_whole check (case
    when salary_from is null and salary_to is null
      then salary_currency is null and salary_period is null
    else salary_currency is not null and salary_period is not null end),
  add column published_at timestamptz not null default now(),
  add column closed_at timestamptz,
  add column filled_at timestamptz,
  -- Staff took it off the board.
  add column hidden_at timestamptz,
  add column updated_at timestamptz not null default now(),
  add column is_featured boolean not null default false;

update public.jobs set published_at = created_at, updated_at = created_at,
  closed_at = case when is_active then null else created_at end;

-- The texts hold what their limits count: nothing is padded to its least length with spaces; the
-- trigger below takes them away. Not valid: rows from before stay as they are until they are changed.
alter table public.jobs
  drop constraint jobs_title_length,
  drop constraint jobs_application_url_web,
  add constraint jobs_title_length
    check (char_length(title) between 3 and 100 and title = private.trimmed(title)) not valid,
  add constraint jobs_texts_trimmed check (
    company = private.trimmed(company) and location = private.trimmed(location)
    and contact_name = private.trimmed(contact_name)
    and description = private.trimmed(description)
    and coalesce(salary_range = private.trimmed(salary_range), true)
    and coalesce(requirements = private.trimmed(requirements), true)
    and coalesce(benefits = private.trimmed(benefits), true)
    and coalesce(contact_phone = private.trimmed(contact_phone), true)) not valid,
  -- No name and password before the host, and no backslash: both hide where a link leads.
  add constraint jobs_application_url_web check (char_length(application_url) <= 500
    and application_url ~* '^https?://[^\s/?#@\\]+([/?#]\S*)?$') not valid,
  add constraint jobs_application_deadline_range
    check (application_deadline between '2000-01-01' and '9999-12-31') not valid,
  add constraint jobs_closed_when_inactive check (is_active = (closed_at is null)) not valid,
  add constraint jobs_filled_is_closed check (filled_at is null or not is_active) not valid;

-- The end of the deadline's day everywhere on earth (UTC-12), else 60 days after publishing: the rule
-- of domain/job-life.ts. Through UTC, because a sum in the session's time zone is not the same for all.
alter table public.jobs add column ends_at timestamptz not null generated always as (
  case when application_deadline is not null
    then ((application_deadline + 1)::timestamp + interval '12 hours') at time zone 'UTC'
    else ((published_at at time zone 'UTC') + interval '60 days') at time zone 'UTC'
  end) stored;

create function private.keep_job() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_person boolean := current_user in ('anon', 'authenticated');
begin
  new.title := private.tidied(new.title);
  new.company := private.tidied(new.company);
  new.location := private.tidied(new.location);
  new.salary_range := private.tidied(new.salary_range);
  new.description := private.tidied(new.description);
  new.requirements := private.tidied(new.requirements);
  new.benefits := private.tidied(new.benefits);
  new.contact_name := private.tidied(new.contact_name);
  new.contact_phone := private.tidied(new.contact_phone);
  new.city := private.tidied(new.city);
  new.region := private.tidied(new.region);
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
$$;

create trigger keep_job before insert or update on public.jobs
  for each row execute function private.keep_job();

drop policy "everybody reads active jobs" on public.jobs;
create policy "everybody reads live jobs" on public.jobs
  for select to anon, authenticated
  using (is_active and hidden_at is null and ends_at > now());

grant select (workplace, city, region, country, salary_from, salary_to, salary_currency,
  salary_period, published_at, closed_at, filled_at, hidden_at, updated_at, is_featured, ends_at)
  on public.jobs to anon, authenticated;
grant insert (workplace, city, region, country, salary_from, salary_to, salary_currency,
  salary_period) on public.jobs to authenticated;
grant update (workplace, city, region, country, salary_from, salary_to, salary_currency,
  salary_period, published_at, filled_at) on public.jobs to authenticated;
