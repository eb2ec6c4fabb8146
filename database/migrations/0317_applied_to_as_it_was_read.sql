-- A posting that became another job, elsewhere, or for less, while somebody wrote their application said nothing to them. They say what
-- they read, and hear once what is different by now (decision 290). Without it, it is as before.
create function private.is_as_seen(posting public.jobs, seen jsonb) returns boolean
language sql stable set search_path = '' as $$
  select not exists (
    select from jsonb_each(jsonb_build_object('title', posting.title, 'company', posting.company, 'location', posting.location,
      'workplace', posting.workplace, 'job_type', posting.job_type, 'salary_range', posting.salary_range,
      'salary_from', posting.salary_from, 'salary_to', posting.salary_to, 'salary_currency', posting.salary_currency,
      'salary_period', posting.salary_period)) as now
    where seen ? now.key and seen -> now.key is distinct from now.value)
$$;
revoke execute on function private.is_as_seen(public.jobs, jsonb) from public;

create or replace function private.write_application(job uuid, person uuid, given jsonb, resume uuid, sent_profile jsonb,
  first_state text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  posting public.jobs;
  kept jsonb;
  written uuid;
begin
  if not private.still_takes(job) then perform private.refuse('job_takes_none'); end if;
  select j.* into posting from public.jobs as j where j.id = job and j.applies_here;
  if not found then perform private.refuse('job_takes_none'); end if;
  if not private.is_as_seen(posting, coalesce(given -> 'seen', '{}')) then perform private.refuse('posting_changed'); end if;
  -- A recruiter believes what we say of their postings and their account.
  if private.calls_itself_us(given ->> 'name') then perform private.refuse('own_name'); end if;
  if resume is null and sent_profile is null then perform private.refuse('resume_needed'); end if;
  kept := private.answers_to(posting.questions, coalesce(given -> 'answers', '{}'));
  insert into public.applications (job_id, job_title, company_id, company_name, applicant_id, name, email, phone,
      place, note, profile, answers, meets_needs, resume_id, state)
    values (posting.id, posting.title, posting.company_id, posting.company, person, given ->> 'name',
      lower(given ->> 'email'), nullif(given ->> 'phone', ''), nullif(given ->> 'place', ''),
      coalesce(given ->> 'note', ''), sent_profile, kept,
      not exists (select from jsonb_array_elements(kept) as a where not (a -> 'meets')::boolean), resume, first_state)
    returning id into written;
  return written;
end $$;
