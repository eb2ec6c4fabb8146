-- What the sitemap lists: the live postings as "id day of the last change", ten thousand at a time.
-- One text each, because a row each would be cut at the thousand that a visitor gets.
create function public.list_job_addresses(part integer default 1) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(id || ' ' || to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD')), '{}')
  from (
    select id, updated_at from public.jobs
    where is_active and hidden_at is null and ends_at > now()
    order by id offset greatest(part - 1, 0)::bigint * 10000 limit 10000
  ) as listed
$$;

create function public.count_live_jobs() returns integer
language sql stable set search_path = '' as $$
  select count(*)::integer from public.jobs
  where is_active and hidden_at is null and ends_at > now()
$$;
grant execute on function public.list_job_addresses(integer), public.count_live_jobs()
  to anon, authenticated;
