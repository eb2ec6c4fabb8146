-- A job may want several of the tiers: any of them will do. What named one names it still. Decision 92.

drop index public.jobs_credential_wanted_idx;
drop view private.live_jobs;
alter table public.jobs rename column credential_wanted to credentials_wanted;
-- By its type, so that no row counts as changed by its poster.
alter table public.jobs
  alter column credentials_wanted type text[] using array_remove(array[credentials_wanted], null);
alter table public.jobs
  alter column credentials_wanted set default '{}',
  alter column credentials_wanted set not null;
create view private.live_jobs with (security_invoker = true) as
  select j.* from public.jobs as j
  where private.is_open(j) and not j.is_past
    and j.posted_by not in (select private.banned_people());
grant select on private.live_jobs to anon, authenticated, service_role;
-- Few jobs name any: all that do are at hand, in the order of the board.
create index jobs_credentials_wanted_idx
  on public.jobs (is_featured desc, created_at desc, id desc)
  where credentials_wanted <> '{}' and is_active and hidden_at is null and not is_past;

-- As before (0059), of those that want this one, or any.
create or replace function private.find_jobs_that_want(
  credential text, term text, kind text, after_featured boolean, after_created_at timestamptz, after_id uuid,
  is_first_page boolean, out ids uuid[], out matches integer, out is_exact boolean
)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  with found as materialized (
    select id, is_featured, created_at from private.live_jobs
    where credentials_wanted <> '{}' and (credential = 'any' or credential = any (credentials_wanted))
      and (kind = '' or job_type = kind)
      and (term = '' or private.has_term(title, company, term))
      and (is_featured, created_at, id) < (after_featured, after_created_at, after_id)
    order by is_featured desc, created_at desc, id desc limit 1001
  )
  select count(*), (array_agg(id order by is_featured desc, created_at desc, id desc))[1:21]
    into matches, ids from found;
  is_exact := matches <= 1000;
  matches := least(matches, 1000);
  if not is_first_page then
    matches := null;
    is_exact := true;
  end if;
end
$$;

-- As before (0059), with all that are wanted.
drop function public.job_page(uuid);
create function public.job_page(job_id uuid)
returns table (
  status text, id uuid, title text, company text, job_type text, location text, salary_range text,
  application_deadline date, application_url text, description text, requirements text,
  benefits text, contact_name text, contact_email text, contact_phone text, created_at timestamptz,
  workplace text, city text, region text, country text, salary_from numeric, salary_to numeric,
  salary_currency text, salary_period text, published_at timestamptz, ends_at timestamptz,
  updated_at timestamptz, credentials_wanted text[], similar_jobs jsonb
)
language sql stable security definer set search_path = '' as $$
  select s.status, j.id, j.title, j.company, j.job_type, j.location, j.salary_range,
    j.application_deadline, case when s.status = 'live' then j.application_url end, j.description,
    j.requirements, j.benefits, case when s.status = 'live' then j.contact_name end,
    case when s.status = 'live' then j.contact_email end,
    case when s.status = 'live' then j.contact_phone end, j.created_at, j.workplace, j.city,
    j.region, j.country, j.salary_from, j.salary_to, j.salary_currency, j.salary_period,
    j.published_at, j.ends_at, j.updated_at, j.credentials_wanted,
    (select coalesce(jsonb_agg(alike), '[]') from public.similar_jobs(job_page.job_id) as alike)
  from public.jobs as j, private.job_status(j) as s (status)
  where j.id = job_page.job_id and s.status not in ('hidden', 'paused')
  union all
  select 'removed', r.id, null, null, null, null, null, null, null, null, null, null, null, null,
    null, null, null, null, null, null, null, null, null, null, null, null, null, null, null
  from public.removed_jobs as r where r.id = job_page.job_id
$$;
grant execute on function public.job_page(uuid) to anon, authenticated;
