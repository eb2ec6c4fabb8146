-- The job board. Everybody reads the live jobs; a person manages their own. Column names are the
-- specification's, as far as it names them. What people may write in them is said in domain/job-facts.ts and
-- asked by database/rules/jobs.sql; the constraints here say what is true whatever the rules are.
create table public.jobs (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  company text not null,
  job_type text not null default 'Full-time',
  location text not null,
  salary_range text,
  application_deadline date,
  application_url text not null,
  description text not null,
  requirements text,
  benefits text,
  contact_name text not null,
  contact_email text not null,
  contact_phone text,
  created_at timestamptz not null default now(),
  is_active boolean not null default true,
  posted_by uuid not null references auth.users (id) on delete cascade,
  workplace text,
  city text,
  region text,
  country text,
  -- As they were sent: a column of two decimals would round what the rules refuse.
  salary_from numeric,
  salary_to numeric,
  salary_currency text,
  salary_period text,
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
    title = private.trimmed(title) and company = private.trimmed(company)
    and location = private.trimmed(location)
    and contact_name = private.trimmed(contact_name)
    and description = private.trimmed(description)
    and coalesce(salary_range = private.trimmed(salary_range), true)
    and coalesce(requirements = private.trimmed(requirements), true)
    and coalesce(benefits = private.trimmed(benefits), true)
    and coalesce(contact_phone = private.trimmed(contact_phone), true)
    and coalesce(city = private.trimmed(city), true)
    and coalesce(region = private.trimmed(region), true)),
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
