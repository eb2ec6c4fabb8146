-- The job board. Everybody reads the live jobs; a person manages their own. Column names are the
-- specification's, as far as it names them.
create table public.jobs (
  id uuid primary key default gen_random_uuid(),
  title text not null
    constraint jobs_title_length
    check (char_length(title) between 3 and 100 and title = private.trimmed(title)),
  company text not null
    constraint jobs_company_length check (char_length(company) between 2 and 100),
  job_type text not null default 'Full-time'
    constraint jobs_job_type_known
    check (job_type in ('Full-time', 'Part-time', 'Contract', 'Remote', 'Other')),
  location text not null
    constraint jobs_location_length check (char_length(location) between 2 and 100),
  salary_range text
    constraint jobs_salary_range_length check (char_length(salary_range) between 1 and 100),
  application_deadline date
    constraint jobs_application_deadline_range
    check (application_deadline between '2000-01-01' and '9999-12-31'),
  -- No name and password before the host, and no backslash: both hide where a link leads.
  application_url text not null
    constraint jobs_application_url_web check (char_length(application_url) <= 500
      and application_url ~* '^https?://[^\s/?#@\\]+([/?#]\S*)?$'),
  description text not null
    constraint jobs_description_length check (char_length(description) between 50 and 5000),
  requirements text
    constraint jobs_requirements_length check (char_length(requirements) between 1 and 3000),
  benefits text
    constraint jobs_benefits_length check (char_length(benefits) between 1 and 2000),
  contact_name text not null
    constraint jobs_contact_name_length check (char_length(contact_name) between 2 and 100),
  contact_email text not null
    constraint jobs_contact_email_shape
    check (char_length(contact_email) <= 255 and contact_email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  contact_phone text
    constraint jobs_contact_phone_length check (char_length(contact_phone) between 1 and 50),
  created_at timestamptz not null default now(),
  is_active boolean not null default true,
  posted_by uuid not null references auth.users (id) on delete cascade,
  workplace text
    constraint jobs_workplace_known check (workplace in ('on-site', 'hybrid', 'remote')),
  city text
    constraint jobs_city_length
    check (char_length(city) between 1 and 100 and city = private.trimmed(city)),
  region text
    constraint jobs_region_length
    check (char_length(region) between 1 and 100 and region = private.trimmed(region)),
  country text
    constraint jobs_country_code check (country ~ '^[A-Z]{2}$'),
  -- Cents, as they were sent: a column of two decimals would round what it should refuse.
  salary_from numeric
    constraint jobs_salary_from_range check (salary_from > 0 and salary_from <= 100000000)
    constraint jobs_salary_from_cents check (salary_from = round(salary_from, 2)),
  salary_to numeric
    constraint jobs_salary_to_range check (salary_to > 0 and salary_to <= 100000000)
    constraint jobs_salary_to_cents check (salary_to = round(salary_to, 2)),
  salary_currency text
    constraint jobs_salary_currency_known check (salary_currency in ('USD', 'CAD', 'EUR', 'GBP', 'AUD',
      'NZD', 'CHF', 'INR', 'MXN', 'PHP', 'SGD', 'ZAR')),
  salary_period text
    constraint jobs_salary_period_known
    check (salary_period in ('hour', 'day', 'week', 'month', 'year')),
  published_at timestamptz not null default now(),
  closed_at timestamptz,
  filled_at timestamptz,
  -- Staff took it off the board.
  hidden_at timestamptz,
  updated_at timestamptz not null default now(),
  is_featured boolean not null default false,
  -- The end of the deadline's day everywhere on earth (UTC-12), else 60 days after publishing: the rule
  -- of domain/job-life.ts. Through UTC, because a sum in the session's time zone is not the same for all.
  ends_at timestamptz not null generated always as (
    case when application_deadline is not null
      then ((application_deadline + 1)::timestamp + interval '12 hours') at time zone 'UTC'
      else ((published_at at time zone 'UTC') + interval '60 days') at time zone 'UTC'
    end) stored,
  -- A board that has been there for years has far more jobs that are over than live ones. What is over is
  -- noted every few minutes, so that the board's indexes can leave it out. The note never decides what
  -- anybody sees: the clock does, through ends_at.
  is_past boolean not null default false,
  -- The texts hold what their limits count: nothing is padded to its least length with spaces, because a
  -- trigger takes them away.
  constraint jobs_texts_trimmed check (
    company = private.trimmed(company) and location = private.trimmed(location)
    and contact_name = private.trimmed(contact_name)
    and description = private.trimmed(description)
    and coalesce(salary_range = private.trimmed(salary_range), true)
    and coalesce(requirements = private.trimmed(requirements), true)
    and coalesce(benefits = private.trimmed(benefits), true)
    and coalesce(contact_phone = private.trimmed(contact_phone), true)),
  constraint jobs_salary_order check (salary_from <= salary_to),
  -- Amounts with what they are in and for, or nothing at all.
  constraint jobs_salary_whole check (case
    when salary_from is null and salary_to is null
      then salary_currency is null and salary_period is null
    else salary_currency is not null and salary_period is not null end),
  constraint jobs_closed_when_inactive check (is_active = (closed_at is null)),
  constraint jobs_filled_is_closed check (filled_at is null or not is_active)
);
create index jobs_active_newest_idx on public.jobs (created_at desc, id) where is_active;
create index jobs_posted_by_idx on public.jobs (posted_by);
-- Finds what ends soon.
create index jobs_ends_at_idx on public.jobs (ends_at)
  where is_active and hidden_at is null and not is_past;

-- What "live" means is said here, in two steps, and nowhere else. First, a job is open as far as its own row
-- says. In SQL without settings and without a question to another table, so that the planner puts the
-- condition itself in the place of the call, and finds indexes by it.
create function private.is_open(job public.jobs) returns boolean
language sql stable parallel safe as $$
  select job.is_active and job.hidden_at is null and job.ends_at > now()
$$;
grant execute on function private.is_open(public.jobs) to anon, authenticated, service_role;

-- It is live if it is open and its poster is not banned, which policies say in two sentences and everything
-- that runs past them asks of this view. By `not is_past`, which holds for all open jobs, the planner knows
-- the board's indexes. Whoever asks the view sees no more than they would of the table.
create view private.live_jobs with (security_invoker = true) as
  select j.* from public.jobs as j
  where private.is_open(j) and not j.is_past
    and j.posted_by not in (select private.banned_people());
grant select on private.live_jobs to anon, authenticated, service_role;

-- What became of a job, in one word.
create function private.job_status(job public.jobs) returns text
language sql stable set search_path = '' as $$
  select case
    when job.hidden_at is not null then 'hidden'
    when job.posted_by in (select private.banned_people()) then 'paused'
    when private.is_open(job) then 'live'
    when job.filled_at is not null then 'filled'
    when not job.is_active then 'closed'
    else 'expired' end
$$;

alter table public.jobs enable row level security;

create policy "everybody reads live jobs" on public.jobs
  for select to anon, authenticated using (private.is_open(jobs));
create policy "posters read their own jobs" on public.jobs
  for select to authenticated using (posted_by = (select auth.uid()));
create policy "people post in their own name" on public.jobs
  for insert to authenticated with check (posted_by = (select auth.uid()));
create policy "posters change their own jobs" on public.jobs
  for update to authenticated
  using (posted_by = (select auth.uid())) with check (posted_by = (select auth.uid()));
create policy "posters delete their own jobs" on public.jobs
  for delete to authenticated using (posted_by = (select auth.uid()));
-- Restrictive: it narrows whatever else lets somebody read, now and later.
create policy "nobody reads what banned people posted" on public.jobs as restrictive
  for select to anon, authenticated using (posted_by not in (select private.banned_people()));

-- Supabase grants every new table to the API's roles; start from nothing and name the columns.
revoke all on public.jobs from anon, authenticated;
grant select (id, title, company, job_type, location, salary_range, application_deadline,
  application_url, description, requirements, benefits, contact_name, contact_email, contact_phone,
  created_at, is_active, posted_by, workplace, city, region, country, salary_from, salary_to,
  salary_currency, salary_period, published_at, closed_at, filled_at, hidden_at, updated_at, is_featured,
  ends_at, is_past) on public.jobs to anon, authenticated;
-- The form names the job that it sends: when the answer is lost and it is sent again, it stays one.
grant insert (id, title, company, job_type, location, salary_range, application_deadline,
  application_url, description, requirements, benefits, contact_name, contact_email, contact_phone,
  is_active, posted_by, workplace, city, region, country, salary_from, salary_to, salary_currency,
  salary_period) on public.jobs to authenticated;
grant update (title, company, job_type, location, salary_range, application_deadline,
  application_url, description, requirements, benefits, contact_name, contact_email, contact_phone,
  is_active, workplace, city, region, country, salary_from, salary_to, salary_currency, salary_period,
  published_at, filled_at, is_featured) on public.jobs to authenticated;
grant delete on public.jobs to authenticated;

-- Before a row is written, in the order of their numbers: 1 plain text, 2 normalized, 3 featured
-- (0010_featured_jobs.sql), 4 the rules of domain/job.ts (0006_job_rules.sql), asked of what will be stored,
-- 5 the note of what is over.
create trigger before_1_plain_text before insert or update on public.jobs
  for each row execute function private.make_plain_text();

-- What the form makes of what was typed, and what the clock says of what was done.
create function private.normalize_job() returns trigger
language plpgsql set search_path = '' as $$
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
$$;
create trigger before_2_normalize_new_job before insert on public.jobs
  for each row execute function private.normalize_job();
-- The note is no change of the job: whoever is editing it keeps the version that they read.
create trigger before_2_normalize_job before update on public.jobs
  for each row when (new.is_past is not distinct from old.is_past)
  execute function private.normalize_job();

create function private.reset_is_past() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.is_past := false;
  return new;
end
$$;
create trigger before_5_reset_is_past
  before update of published_at, application_deadline, is_active, hidden_at on public.jobs
  for each row execute function private.reset_is_past();

-- The memory of those that are gone: ids alone, so that the page can say "gone" (410) rather than "never
-- there" (404).
create table public.removed_jobs (
  id uuid primary key,
  removed_at timestamptz not null default now()
);
alter table public.removed_jobs enable row level security;
revoke all on public.removed_jobs from anon, authenticated;

create function private.remember_removed_job() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.removed_jobs (id) values (old.id) on conflict do nothing;
  return null;
end
$$;
create trigger remember_removed_job after delete on public.jobs
  for each row execute function private.remember_removed_job();

-- The address of a job that is gone says so for good, and leads to nobody else's. Asked after the
-- insert: by then one that was being removed at the same moment is removed. The code is that of an id
-- which is taken, and the form takes another one.
create function private.refuse_removed_id() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.removed_jobs where id = new.id) then
    raise exception 'This id belonged to a job that was removed. Leave it out, or send a new one.'
      using errcode = '23505';
  end if;
  return null;
end
$$;
create trigger refuse_removed_id after insert on public.jobs
  for each row execute function private.refuse_removed_id();
