-- Whoever applies to their own company, to try it say, is an applicant there and finds none in the list (decision 99); beside
-- the posting stood "1 new".
create or replace function public.postings_with_applications()
returns table (id uuid, title text, company text, waiting integer)
language sql stable security definer set search_path = '' as $$
  select j.id, j.title, j.company, (select count(*)::integer from (
      select from public.applications as a where a.job_id = j.id and a.state = 'new' and a.spam_at is null
        and a.applicant_id is distinct from (select auth.uid()) limit 100) as w)
  from public.jobs as j
  where j.company_id = any (private.own_companies('viewer')) and (j.applies_here
    or exists (select from public.applications as a where a.job_id = j.id))
  order by j.created_at desc, j.id limit 200
$$;

-- An application that its applicant had taken back was said to have been moved by somebody.
create or replace function public.move_application(application uuid, seen text, wanted text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  present text;
begin
  if not private.own_side_of(application, 'recruiter') then
    raise exception using errcode = 'PT404', message = 'This application is not one of yours.';
  end if;
  select a.state into present from public.applications as a where a.id = application for update;
  if present is distinct from seen and present is distinct from wanted and present <> 'withdrawn' then
    raise exception using errcode = 'PT409', message = 'Somebody has since moved this application.',
      detail = present;
  end if;
  -- What was taken back is refused there.
  perform private.set_application_state(application, wanted);
  return wanted;
end
$$;
