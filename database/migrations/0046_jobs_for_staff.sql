-- Jobs and companies as staff list them, and what they decide about many at once. Decision 88.

create index jobs_staff_idx on public.jobs (created_at desc, id desc);
create index jobs_staff_place_idx on public.jobs (
  (case when hidden_at is not null then 'hidden' when is_active and not is_past then 'live' else 'ended' end),
  created_at desc, id desc);
create index jobs_staff_featured_idx on public.jobs (created_at desc, id desc) where is_featured;
create index jobs_staff_company_idx on public.jobs
  ((private.company_key(company) collate "C"), created_at desc, id desc);
create index jobs_staff_words_idx on public.jobs
  using gin ((lower(title || ' ' || company)) extensions.gin_trgm_ops);
create index cases_held on staff.cases (subject_id)
  where kind = 'job' and held_for <> '{}' and decided_at is null;

-- Few, and each by its index. None about whoever looks: they are told by mail, as everybody is.
create function staff.held_jobs() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select subject_id from staff.cases
    where kind = 'job' and held_for <> '{}' and decided_at is null and state in ('waiting', 'asked', 'answered')
      and private.has_staff_role('staff')
$$;
create function staff.reported_jobs() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select subject_id from staff.cases
    where kind = 'job' and reports > 0 and state in ('waiting', 'asked', 'answered', 'appealed')
      and person_id is distinct from auth.uid() and private.has_staff_role('staff')
$$;

-- No security barrier, as for people: it shows nothing to anybody without the power.
create view staff.job_list as
  select j.id, j.title, j.company, private.company_key(j.company) collate "C" as company_key,
    lower(j.title || ' ' || j.company) as words, j.created_at, j.ends_at, j.is_featured, j.posted_by,
    case when j.hidden_at is not null then 'hidden' when j.is_active and not j.is_past then 'live' else 'ended' end
      as place,
    j.updated_at::text as seen,
    case when j.hidden_at is not null then 'hidden'
      when j.posted_by in (select private.banned_people()) then 'paused'
      when private.is_open(j) then 'live' when j.filled_at is not null then 'filled'
      when not j.is_active then 'closed' else 'expired' end as status,
    (select u.email::text from auth.users as u where u.id = j.posted_by) as poster,
    (select count(*)::int from public.job_reports as r where r.job_id = j.id and j.posted_by <> auth.uid()) as reports,
    -- The open case about it, or the newest; nothing to whoever posted it.
    (select jsonb_build_object('id', c.id, 'version', c.version, 'state', c.state,
        'is_held', c.held_for <> '{}' and c.decided_at is null)
      from staff.cases as c where c.kind = 'job' and c.subject_id = j.id and j.posted_by <> auth.uid()
      order by c.state in ('waiting', 'asked', 'answered', 'appealed') desc, c.opened_at desc limit 1) as newest_case
  from public.jobs as j where (select private.has_staff_role('staff'));
revoke all on staff.job_list from anon, authenticated, service_role;
grant select on staff.job_list to authenticated;
grant execute on function staff.held_jobs(), staff.reported_jobs() to authenticated;

-- Hides or releases one job as the review queue would: through its case, which is opened where there is none, so that
-- the person is told by the same mail and may appeal once. `seen` and `seen_version`: what whoever acts looked at.
create function staff.decide_job(job uuid, seen timestamptz, seen_version int, hides boolean, words text)
returns staff.cases
language plpgsql volatile security definer set search_path = '' as $$
declare
  it staff.cases;
  found_job public.jobs;
  is_open boolean;
  opened uuid;
begin
  perform staff.require('staff');
  -- The case before the job, as a decision in the queue does.
  select * into it from staff.cases as c where c.kind = 'job' and c.subject_id = job
    order by c.state in ('waiting', 'asked', 'answered', 'appealed') desc, c.opened_at desc limit 1 for update;
  select * into found_job from public.jobs as j where j.id = job for no key update;
  if found_job.id is null then
    raise exception 'the job is gone' using errcode = 'SF419';
  end if;
  perform staff.require_other(found_job.posted_by);
  if exists (select from staff.reports where case_id = it.id and reporter_id = auth.uid()) then
    raise exception 'you reported this' using errcode = 'SF422';
  end if;
  if coalesce(it.version, 0) <> seen_version then
    raise exception '%', coalesce(staff.words_of_act(it), 'It was reported or decided since you looked.')
      using errcode = 'SF412';
  end if;
  if found_job.updated_at <> seen then
    raise exception 'The job was changed since you looked.' using errcode = 'SF412';
  end if;
  is_open := coalesce(it.state in ('waiting', 'asked', 'answered', 'appealed'), false);
  if hides and found_job.hidden_at is not null and not is_open then
    raise exception 'hidden already' using errcode = 'SF421';
  end if;
  if not hides and found_job.hidden_at is null and not is_open then
    raise exception 'not hidden' using errcode = 'SF420';
  end if;
  if is_open or not hides and it.state = 'hidden' then
    return staff.decide_case(it.id, it.version, hides, words);
  end if;
  -- Decided before, or never: this is a matter of its own, with an appeal of its own.
  opened := staff.open_case('job', found_job.id, found_job.posted_by, '',
    found_job.title || ' · ' || found_job.company, to_jsonb(found_job));
  it := staff.decide_case(opened, 1, hides, words);
  -- It was hidden with its company, or by a command: its poster has heard of that, and no case of its own knows.
  if not hides then perform staff.tell(it, 'released'); end if;
  return it;
end
$$;
grant execute on function staff.decide_job(uuid, timestamptz, int, boolean, text) to authenticated;

-- A company is a name on jobs, told apart as everywhere (private.company_key). Counted beside the jobs: a change leaves
-- a line behind, and whoever looks next counts those names again by their index. So no poster waits for another.
create table staff.companies (
  company_key text collate "C" primary key,
  name text not null,
  words text not null generated always as (lower(name)) stored,
  jobs bigint not null,
  posters bigint not null,
  reports bigint not null,
  newest_at timestamptz not null
);
create index companies_newest on staff.companies (newest_at desc, company_key desc);
create index companies_jobs on staff.companies (jobs desc, company_key desc);
create index companies_reports on staff.companies (reports desc, company_key desc);
create index companies_words on staff.companies using gin (words extensions.gin_trgm_ops);
create table staff.company_changes (
  id bigint generated always as identity primary key,
  company_key text collate "C" not null
);
alter table staff.companies enable row level security;
alter table staff.company_changes enable row level security;
revoke all on staff.companies, staff.company_changes from anon, authenticated, service_role;
grant select on staff.companies to authenticated;
create policy "Staff see companies" on staff.companies for select to authenticated
  using ((select private.has_staff_role('staff')));

create function staff.note_companies() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    insert into staff.company_changes (company_key)
      select distinct private.company_key(name) from replaced join written using (id)
        cross join unnest(array[replaced.company, written.company]) as name
        where replaced.company <> written.company;
  elsif tg_op = 'INSERT' then
    insert into staff.company_changes (company_key)
      select distinct private.company_key(company) from (select distinct company from written) as named;
  else
    insert into staff.company_changes (company_key)
      select distinct private.company_key(company) from (select distinct company from replaced) as named;
  end if;
  return null;
end
$$;
create trigger note_new_companies after insert on public.jobs
  referencing new table as written for each statement execute function staff.note_companies();
create trigger note_changed_companies after update on public.jobs
  referencing old table as replaced new table as written for each statement execute function staff.note_companies();
create trigger note_gone_companies after delete on public.jobs
  referencing old table as replaced for each statement execute function staff.note_companies();
create function staff.note_reported_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into staff.company_changes (company_key)
    select private.company_key(j.company) from public.jobs as j where j.id = new.job_id;
  return null;
end
$$;
create trigger note_reported_company after insert on public.job_reports
  for each row execute function staff.note_reported_company();

-- Counts what changed, so much at a time; answers how many lines it took. Two at once: the second leaves it to the first.
create function private.count_companies(most int default 5000) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  took text[];
begin
  if not exists (select from staff.company_changes)
    or not pg_try_advisory_xact_lock(hashtextextended('staff.companies', 0))
  then return 0; end if;
  with taken as (
    delete from staff.company_changes where id in (select id from staff.company_changes order by id limit most)
      returning company_key)
  select array_agg(company_key) into took from taken;
  delete from staff.companies as c where c.company_key = any (took);
  insert into staff.companies (company_key, name, jobs, posters, reports, newest_at)
    select key, counted.name, counted.jobs, counted.posters, counted.reports, counted.newest_at
    from (select distinct key from unnest(took) as key) as changed
    cross join lateral (
      select count(*) as jobs, count(distinct j.posted_by) as posters, max(j.created_at) as newest_at,
        (array_agg(j.company order by j.created_at desc))[1] as name,
        coalesce(sum((select count(*) from public.job_reports as r where r.job_id = j.id)), 0)::bigint as reports
      from public.jobs as j where private.company_key(j.company) collate "C" = key collate "C") as counted
    where counted.jobs > 0;
  return coalesce(cardinality(took), 0);
end
$$;
create function staff.refresh_companies() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform staff.require('staff');
  perform private.count_companies();
end
$$;
grant execute on function staff.refresh_companies() to authenticated;
grant execute on function private.count_companies(int) to service_role;

insert into staff.company_changes (company_key)
  select distinct private.company_key(company) from (select distinct company from public.jobs) as named;
