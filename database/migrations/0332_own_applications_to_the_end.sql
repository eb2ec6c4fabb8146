-- Of somebody with more than 500 applications the oldest were silently left out of their list, and the page of a job did not know that
-- they had applied to it. A part begins after the last row of the one before, and one job can be asked for.
-- may lock or break: made anew in the same transaction, with arguments that the version before leaves out
drop function public.own_applications();
create function public.own_applications(
  job uuid default null, before timestamptz default null, before_id uuid default null)
returns table (
  id uuid, job_id uuid, job_title text, company_name text, state text, state_at timestamptz,
  applied_at timestamptz, answered_at timestamptz, looked_at timestamptz, is_silent boolean, is_closed boolean,
  note text, answers jsonb, profile jsonb, resume_id uuid, file_name text, usual_days integer, said text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid := auth.uid();
begin
  if person is null then return; end if;
  perform private.claim_applications(person);
  return query
    with own as materialized (
      select a.* from public.applications as a where a.applicant_id = person and a.leaves_at is null
          and (job is null or a.job_id = job)
          and (before is null or a.applied_at < before or a.applied_at = before and a.id < before_id)
        order by a.applied_at desc, a.id desc limit 500
    ), answering as materialized (
      select c.company_id, private.usual_days(c.company_id) as days from (select distinct o.company_id from own as o) as c
    )
    select a.id, a.job_id, a.job_title, a.company_name, a.state, a.state_at, a.applied_at, a.answered_at,
      a.looked_at, a.silence_told_at is not null and a.answered_at is null,
      not exists (select from private.live_jobs as l where l.id = a.job_id),
      a.note, (select coalesce(jsonb_agg(e - 'meets'), '[]') from jsonb_array_elements(a.answers) as e), a.profile,
      a.resume_id, r.file_name, f.days,
      (select e.words from public.application_events as e
        where e.application_id = a.id and e.kind = 'state' and e.state = a.state
        order by e.at desc, e.id desc limit 1)
    from own as a join answering as f on f.company_id = a.company_id
    left join public.resumes as r on r.id = a.resume_id
    order by a.applied_at desc, a.id desc;
end $$;
revoke execute on function public.own_applications(uuid, timestamptz, uuid) from public, anon;
grant execute on function public.own_applications(uuid, timestamptz, uuid) to authenticated;
