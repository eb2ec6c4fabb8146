-- The page of one posting, also when it is over, and the memory of those that are gone.

-- Ids alone, so that the page can say "gone" (410) rather than "never there" (404).
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

create function private.job_status(job public.jobs) returns text
language sql stable set search_path = '' as $$
  select case
    when job.hidden_at is not null then 'hidden'
    when job.filled_at is not null then 'filled'
    when not job.is_active then 'closed'
    when job.ends_at <= now() then 'expired'
    else 'live' end
$$;

-- What anybody who has the address may see. A posting that is over keeps its content and loses what
-- only serves to apply; one that is gone is its id; one that staff hid is no row, as if it never was.
create function public.job_page(job_id uuid)
returns table (
  status text, id uuid, title text, company text, job_type text, location text, salary_range text,
  application_deadline date, application_url text, description text, requirements text,
  benefits text, contact_name text, contact_email text, contact_phone text, created_at timestamptz,
  workplace text, city text, region text, country text, salary_from numeric, salary_to numeric,
  salary_currency text, salary_period text, published_at timestamptz, ends_at timestamptz,
  updated_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select s.status, j.id, j.title, j.company, j.job_type, j.location, j.salary_range,
    j.application_deadline, case when s.status = 'live' then j.application_url end, j.description,
    j.requirements, j.benefits, case when s.status = 'live' then j.contact_name end,
    case when s.status = 'live' then j.contact_email end,
    case when s.status = 'live' then j.contact_phone end, j.created_at, j.workplace, j.city,
    j.region, j.country, j.salary_from, j.salary_to, j.salary_currency, j.salary_period,
    j.published_at, j.ends_at, j.updated_at
  from public.jobs as j, private.job_status(j) as s (status)
  where j.id = job_id and s.status <> 'hidden'
  union all
  select 'removed', r.id, null, null, null, null, null, null, null, null, null, null, null, null,
    null, null, null, null, null, null, null, null, null, null, null, null, null
  from public.removed_jobs as r where r.id = job_id
$$;
grant execute on function public.job_page(uuid) to anon, authenticated;

-- Up to four live jobs like this one: words of its title, its type, its place, among the newest 500.
create function public.similar_jobs(job_id uuid)
returns table (id uuid, title text, company text, job_type text, location text, salary_range text,
  created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with this as (
    select j.*, regexp_split_to_array(lower(j.title), '\W+') as words
    from public.jobs as j where j.id = job_id and j.hidden_at is null
  ), board as materialized (
    select j.* from public.jobs as j
    where is_active and hidden_at is null and ends_at > now()
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
grant execute on function public.similar_jobs(uuid) to anon, authenticated;
