-- What banned people posted is on no company's page and counts for none, and the sitemap lists no page that is not there.
create or replace function private.count_open_jobs(company uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.open_jobs_of(company) as j
  where j.posted_by not in (select private.banned_people())
$$;

create or replace function public.company_page(slug text)
returns table (
  id uuid, name text, web_address text, place text, about text, logo text, proven_domain text, is_checked boolean,
  updated_at timestamptz, live_jobs integer, jobs jsonb)
language sql stable security definer set search_path = '' as $$
  select c.id, c.name, c.web_address, c.place, c.about, c.logo, c.proven_domain, c.is_checked, c.updated_at,
    private.count_open_jobs(c.id),
    (select coalesce(jsonb_agg(jsonb_build_object('id', j.id, 'title', j.title, 'company', j.company,
        'job_type', j.job_type, 'location', j.location, 'salary_range', j.salary_range,
        'created_at', j.created_at, 'client', j.client) order by j.created_at desc, j.id desc), '[]')
      from (select o.* from private.open_jobs_of(c.id) as o
        where o.posted_by not in (select private.banned_people())
        order by o.created_at desc, o.id desc limit 50) as j)
  from public.companies as c
  where c.slug = company_page.slug and c.public_since is not null and c.closed_at is null
    and exists (select from public.company_members as m
      where m.company_id = c.id and m.user_id not in (select private.banned_people()))
$$;

create or replace function public.list_company_addresses() returns setof text
language sql stable security definer set search_path = '' as $$
  select c.slug || ' ' || to_char(greatest(max(least(now(), greatest(j.updated_at,
      case when j.is_active and j.hidden_at is null and j.ends_at <= now() then j.ends_at end))), c.updated_at)
    at time zone 'UTC', 'YYYY-MM-DD')
  from public.companies as c join public.jobs as j on j.company_id = c.id
  where c.public_since is not null and c.closed_at is null
    and (j.updated_at > now() - interval '60 days' or j.ends_at > now() - interval '60 days')
    and exists (select from public.company_members as m
      where m.company_id = c.id and m.user_id not in (select private.banned_people()))
  group by c.id
  having bool_or(j.is_active and j.hidden_at is null and not j.is_past and private.is_open(j)
    and j.posted_by not in (select private.banned_people()))
  order by c.slug limit 20000
$$;
