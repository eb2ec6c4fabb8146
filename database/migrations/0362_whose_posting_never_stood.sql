-- Whoever knew the id of a posting that never was on the board was told whose it is, and for which client.
create or replace function public.job_company(job_id uuid)
returns TABLE(slug text, name text, proven_domain text, is_checked boolean, client text, web_address text, logo text)
language sql stable security definer set search_path = '' as $$
  select c.slug, c.name, c.proven_domain, c.is_checked, j.client, c.web_address, c.logo
  from public.jobs as j join public.companies as c on c.id = j.company_id, private.job_status(j) as s (status)
  where j.id = job_company.job_id and s.status not in ('hidden', 'paused')
    -- Never on the board, as `job_page` has it.
    and (j.is_active or j.closed_at is distinct from j.created_at)
    and c.public_since is not null and c.closed_at is null
$$;
