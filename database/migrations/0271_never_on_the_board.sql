-- A posting that came in closed, and never was on the board, has no page: nobody has applied for whom it would stay, and
-- its poster has shown it to nobody.
create or replace function public.job_page(job_id uuid)
returns table (
  status text, id uuid, title text, company text, job_type text, location text, salary_range text,
  application_deadline date, application_url text, description text, requirements text, benefits text,
  contact_name text, contact_email text, contact_phone text, created_at timestamp with time zone, workplace text,
  city text, region text, country text, salary_from numeric, salary_to numeric, salary_currency text,
  salary_period text, published_at timestamp with time zone, ends_at timestamp with time zone,
  updated_at timestamp with time zone, credentials_wanted text[], similar_jobs jsonb
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
    and (j.is_active or j.closed_at is distinct from j.created_at)
  union all
  select 'removed', r.id, null, null, null, null, null, null, null, null, null, null, null, null,
    null, null, null, null, null, null, null, null, null, null, null, null, null, null, null
  from public.removed_jobs as r where r.id = job_page.job_id
$$;
