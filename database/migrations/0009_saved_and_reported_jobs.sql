-- Jobs that a person keeps for later.
create table public.saved_jobs (
  user_id uuid not null references auth.users (id) on delete cascade,
  job_id uuid not null references public.jobs (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, job_id)
);
create index saved_jobs_job_id_idx on public.saved_jobs (job_id);
alter table public.saved_jobs enable row level security;
create policy "people read what they saved" on public.saved_jobs
  for select to authenticated using (user_id = (select auth.uid()));
-- What they can see: a job that is hidden or over is not there to be saved.
create policy "people save jobs they see" on public.saved_jobs
  for insert to authenticated
  with check (user_id = (select auth.uid()) and exists (select from public.jobs as j where j.id = job_id));
create policy "people remove what they saved" on public.saved_jobs
  for delete to authenticated using (user_id = (select auth.uid()));
revoke all on public.saved_jobs from anon, authenticated;
grant select (user_id, job_id, created_at), insert (user_id, job_id) on public.saved_jobs
  to authenticated;
grant delete on public.saved_jobs to authenticated;

-- Nobody reads a list of thousands, and each of them costs a lookup.
create function private.limit_saved_jobs() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (select count(*) from public.saved_jobs where user_id = (select auth.uid())) > 500 then
    raise exception 'You can save up to 500 jobs. Remove some first.' using errcode = '23514';
  end if;
  return null;
end
$$;
create trigger limit_saved_jobs after insert on public.saved_jobs
  for each statement execute function private.limit_saved_jobs();

-- What was saved on a device before the sign-in joins what the person has; as many as there is room
-- for, in the order given. Answers how many were new.
create function public.save_jobs(ids uuid[]) returns integer
language sql volatile set search_path = '' as $$
  with saved as (
    insert into public.saved_jobs (user_id, job_id)
    select (select auth.uid()), chosen.id from (
      select distinct on (given.id) given.id, given.place
      from unnest(ids[1:500]) with ordinality as given (id, place)
      join public.jobs as j on j.id = given.id
      where not exists (select from public.saved_jobs as s
        where s.user_id = (select auth.uid()) and s.job_id = given.id)
      order by given.id, given.place
    ) as chosen
    order by chosen.place
    limit greatest(500 - (select count(*) from public.saved_jobs
      where user_id = (select auth.uid())), 0)
    on conflict do nothing
    returning 1
  )
  select count(*)::integer from saved
$$;
grant execute on function public.save_jobs(uuid[]) to authenticated;

-- The caller's own list, the newest first, with what became of each; one that staff hid is left out. One
-- whose poster is banned stays, as paused and without the address to apply at.
create function public.list_saved_jobs()
returns table (
  saved_at timestamptz, status text, id uuid, title text, company text, job_type text,
  location text, salary_range text, created_at timestamptz, ends_at timestamptz, workplace text,
  city text, region text, country text, salary_from numeric, salary_to numeric,
  salary_currency text, salary_period text, application_url text
)
language sql stable security definer set search_path = '' as $$
  select s.created_at, now_is.status, j.id, j.title, j.company, j.job_type, j.location,
    j.salary_range, j.created_at, j.ends_at, j.workplace, j.city, j.region, j.country,
    j.salary_from, j.salary_to, j.salary_currency, j.salary_period,
    case when now_is.status = 'live' then j.application_url end
  from public.saved_jobs as s
  join public.jobs as j on j.id = s.job_id,
    private.job_status(j) as now_is (status)
  where s.user_id = (select auth.uid()) and now_is.status <> 'hidden'
  order by s.created_at desc, j.id
$$;
grant execute on function public.list_saved_jobs() to authenticated;

-- What visitors told staff about a job. Who told it is not kept.
create table public.job_reports (
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null references public.jobs (id) on delete cascade,
  reason text not null,
  note text constraint job_reports_note_not_empty check (note <> ''),
  created_at timestamptz not null default now(),
  handled_at timestamptz
);
create index job_reports_job_id_idx on public.job_reports (job_id);
create index job_reports_waiting_idx on public.job_reports (created_at) where handled_at is null;
alter table public.job_reports enable row level security;
revoke all on public.job_reports from anon, authenticated;
create trigger before_1_plain_text before insert or update on public.job_reports
  for each row execute function private.make_plain_text();
