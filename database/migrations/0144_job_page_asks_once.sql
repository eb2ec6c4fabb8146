-- The page of a posting in one question: the posting, whose it is, and the lists on which it stands. Each question
-- costs the process that asks more than it costs here. As the caller, who may ask each of the three alone.
create function public.whole_job_page(job_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(p) || jsonb_build_object(
    'company_page', (select to_jsonb(c) from public.job_company(p.id) as c),
    'ways', (select coalesce(jsonb_agg(w), '[]') from public.job_ways(p.id) as w))
  from public.job_page(job_id) as p
$$;
revoke execute on function public.whole_job_page(uuid) from public;
grant execute on function public.whole_job_page(uuid) to anon, authenticated, service_role;
