-- Whoever knew the id of a posting that never was on the board was told whose it is, for which client, and
-- which others are like it.
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

create or replace function public.similar_jobs(job_id uuid)
returns table(id uuid, title text, company text, job_type text, location text, salary_range text, created_at timestamp with time zone)
language sql stable security definer set search_path = '' as $$
  with this as (
    select j.*, regexp_split_to_array(lower(j.title), '\W+') as words
    from private.jobs_with_page as j where j.id = job_id
      and (j.is_active or j.closed_at is distinct from j.created_at)
  ), board as materialized (
    select j.* from private.live_jobs as j
    order by is_featured desc, created_at desc, id desc limit 500
  ), ranked as (
    select board.*,
      (select count(distinct word) from unnest(this.words) as word
        where char_length(word) > 2
          and word = any (regexp_split_to_array(lower(board.title), '\W+'))) as shared,
      (board.job_type = this.job_type)::int + (board.location = this.location)::int as alike
    from board, this where board.id <> this.id
  )
  select id, title, company, job_type, location, salary_range, created_at
  from ranked where shared > 0 or alike > 0
  order by 3 * shared + alike desc, created_at desc, id desc limit 4
$$;
