-- Where a posting gives its pay in figures, no page shows the words that may stand beside them: whoever applied was told of a change that
-- they could find nowhere.
create or replace function private.is_as_seen(posting public.jobs, seen jsonb) returns boolean
language sql stable set search_path = '' as $$
  select not exists (
    select from jsonb_each(jsonb_build_object('title', posting.title, 'company', posting.company, 'location', posting.location,
      'workplace', posting.workplace, 'job_type', posting.job_type, 'salary_range', posting.salary_range,
      'salary_from', posting.salary_from, 'salary_to', posting.salary_to, 'salary_currency', posting.salary_currency,
      'salary_period', posting.salary_period)) as now
    where seen ? now.key and seen -> now.key is distinct from now.value
      and (now.key <> 'salary_range' or posting.salary_currency is null))
$$;
